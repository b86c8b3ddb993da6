import type {
  AsOfRequest,
  CompareRequest,
  FindRequest,
  MarkFileRequest,
  MarkRequest,
  MergePlan,
  OutsideChange,
  PinRequest,
  RestorePlan,
  RestoreRequest,
  RewindResult,
  TakeOutPlan,
  TimelineState,
  TurnChanges,
  TurnFileRequest,
  TurnRequest,
} from '../types.gen';
import * as example from './example';
import type { Answers } from './fake';
import * as pages from './pages';

const changed = 'notes/newlyn.md';

const merge: MergePlan = {
  path: 'references.bib',
  conflicts: 1,
  stretches: [
    { origin: 'unchanged', line: 1, base: '@article{holgate2013,\n', now: '@article{holgate2013,\n', then: '@article{holgate2013,\n', left: 0 },
    { origin: 'conflict', line: 2, base: '  year = 2012\n', now: '  year = 2013\n', then: '  year = {2013}\n', left: 0 },
  ],
};

/** What the timeline answers about the past besides moving through it. */
export function past(workspace: { head: number; timeline: TimelineState }): Answers {
  const turnOf = (number: number) => workspace.timeline.turns.find((t) => t.number === number);
  const restored = (paths: string[]): RewindResult => ({ turn: workspace.head, restored: paths, kept: [] });
  return {
    'Timeline.Turn': ({ turn }: TurnRequest): TurnChanges => {
      const known = turnOf(turn);
      const file = { path: changed, from: '', change: 'edited', added: known?.added ?? 0, removed: known?.removed ?? 0, prose: true };
      return {
        turn,
        label: known?.label ?? '',
        time: known?.time ?? '',
        state: known?.state ?? 'branch',
        pin: known?.pin ?? '',
        added: file.added,
        removed: file.removed,
        files: known?.files ? [file] : [],
      };
    },
    'Timeline.Pin': ({ turn, name }: PinRequest): TimelineState => ({
      ...workspace.timeline,
      turns: workspace.timeline.turns.map((t) => (t.number === turn ? { ...t, pin: name } : t)),
    }),
    'Timeline.Find': ({ query }: FindRequest) =>
      workspace.timeline.turns
        .filter((t) => query.trim() && t.label.toLowerCase().includes(query.trim().toLowerCase()))
        .map((t) => ({ turn: t.number, files: [] }))
        .reverse(),
    'Timeline.Compare': ({ path }: CompareRequest) => pages.diff(path),
    'Timeline.RestorePlan': ({ path }: AsOfRequest): RestorePlan => {
      return { path, change: 'edited', prose: path.endsWith('.md'), binary: false, hunks: [pages.diff(path)], cut: '', now: 'a1' };
    },
    'Timeline.Restore': ({ path }: RestoreRequest) => restored([path]),
    'Timeline.TakeOutPlan': ({ turn }: TurnRequest): TakeOutPlan => ({
      turn,
      label: turnOf(turn)?.label ?? '',
      files: [{ path: changed, from: '', change: 'edited', added: 6, removed: 13, prose: true, clash: '', reason: '' }],
      shown: 'b2',
    }),
    'Timeline.TakeOutDiff': ({ path }: TurnFileRequest) => pages.diff(path),
    'Timeline.TakeOutMerge': () => merge,
    'Timeline.TakeOut': () => restored([changed]),
    'Timeline.Merge': () => merge,
    'Timeline.Outside': ({ mark }: MarkRequest): OutsideChange => {
      const known = example.outside.find((m) => m.id === mark);
      return {
        id: mark,
        after: known?.after ?? 0,
        by: known?.by ?? 'outside',
        time: known?.time ?? '',
        files: [{ path: 'references.bib', change: 'edited', prose: false, hasBefore: true, hasAfter: true }],
        more: 0,
      };
    },
    'Timeline.OutsideDiff': ({ path }: MarkFileRequest) => pages.diff(path),
    'Timeline.RestoreOutside': ({ path }: MarkFileRequest) => restored([path]),
  };
}
