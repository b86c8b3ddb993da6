import type { TimelineTurn } from '../../api/types.gen';
import { clock, clockOrDay, plainDay } from '../../lib/time';
import { t } from '../../locales';
import type { Timeline } from '../../state/timeline.svelte';

/** A turn in one sentence, for who can't see its bars. */
export function describeTurn(turn: TimelineTurn, last: number): string {
  const when = new Date(turn.time);
  const name = t.timeline.of(turn.number, last);
  return t.timeline.value(name, `${plainDay(when)} ${clock(when)}`, turn.label, turn.files, turn.added, turn.removed);
}

/** Where the workspace, or the look back, stands: the two lines beside the rail. */
export function standing(timeline: Timeline, running: boolean, now: Date, short = false): { title: string; detail: string } {
  const { viewed, current, state, last } = timeline;
  if (viewed) {
    const when = clockOrDay(new Date(viewed.time), now);
    return { title: t.timeline.of(viewed.number, last), detail: short ? t.timeline.previewingShort : t.timeline.previewing(when) };
  }
  if (!current) return { title: t.timeline.start, detail: state.redo ? t.timeline.rewound(state.redo) : '' };
  const title = t.timeline.turn(current.number);
  if (state.redo) return { title, detail: t.timeline.rewound(state.redo) };
  const writes = running || current.running ? t.timeline.writing : '';
  const waits = current.waiting > 0 ? t.timeline.editsWaiting(current.waiting) : '';
  const parts = short && waits ? [waits] : [writes, waits].filter(Boolean);
  return { title, detail: parts.join(', ') || (current.files > 0 ? t.timeline.settled : t.timeline.noEdits) };
}
