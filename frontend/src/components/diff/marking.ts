import {
  Annotation,
  EditorState,
  Facet,
  StateEffect,
  StateField,
  type Extension,
  type Range,
  type Transaction,
} from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, WidgetType, type DecorationSet, type ViewUpdate } from '@codemirror/view';
import { lineKinds, type LineKind } from '../../lib/linekinds';
import { signOf, type Hidden } from '../../lib/hidden';
import { hasLines, type Fold, type Look, type Run, type Side } from './spec';

/** Room above a change for its header: the row of 38 px and 12 px of air. */
export const headerRoom = 50; // px

/** Room for the row that stands for folded lines. */
export const foldRoom = 28; // px

export const setLooks = StateEffect.define<ReadonlyMap<number, Look>>();
export const unfold = StateEffect.define<number>();
/** Says where a run is after a change that mapping alone would get wrong. */
export const placeRun = StateEffect.define<Run>();
/** Marks a transaction that replaces one change's text. */
export const rewriting = Annotation.define<number>();

interface Marking {
  runs: readonly Run[];
  looks: ReadonlyMap<number, Look>;
}

const sideOf = Facet.define<Side, Side>({ combine: (sides) => sides[0] ?? 'b' });

/** Where the changes are by now, and how each shows. */
export const marking = StateField.define<Marking>({
  create: () => ({ runs: [], looks: new Map() }),
  update(value, tr) {
    const looks = tr.effects.find((e) => e.is(setLooks))?.value ?? value.looks;
    const runs = tr.docChanged ? mapRuns(value.runs, looks, tr) : value.runs;
    return runs === value.runs && looks === value.looks ? value : { runs, looks };
  },
});

/** A run being rewritten grows with what is typed at its edges; others keep clear of it. */
function mapRuns(runs: readonly Run[], looks: ReadonlyMap<number, Look>, tr: Transaction): Run[] {
  const placed = tr.effects.find((e) => e.is(placeRun))?.value as Run | undefined;
  return runs.map((run) => {
    if (placed?.change === run.change) return placed;
    const grows = looks.get(run.change) === 'amending' || tr.annotation(rewriting) === run.change;
    const from = tr.changes.mapPos(run.from, grows ? -1 : 1);
    return { ...run, from, to: Math.max(from, tr.changes.mapPos(run.to, grows ? 1 : -1)) };
  });
}

class Room extends WidgetType {
  constructor(
    private readonly height: number,
    private readonly name: string,
  ) {
    super();
  }

  override eq(other: Room) {
    return other.height === this.height && other.name === this.name;
  }

  toDOM() {
    const room = document.createElement('div');
    room.className = this.name;
    room.style.height = `${this.height}px`;
    return room;
  }

  override get estimatedHeight() {
    return this.height;
  }
}

/** Room for the headers. A side without lines of its own gets it from the merge view's spacer. */
function headerRooms(state: EditorState, always: boolean): DecorationSet {
  const { runs } = state.field(marking);
  const rooms = runs.filter((run) => always || hasLines(run));
  return Decoration.set(
    rooms.map((run) => {
      const line = state.doc.lineAt(run.from);
      const below = run.past && !hasLines(run);
      const widget = new Room(headerRoom, 'room');
      return Decoration.widget({ widget, block: true, side: below ? 2 : -2 }).range(below ? line.to : line.from);
    }),
    true,
  );
}

export function headers(always: boolean): Extension {
  return StateField.define<DecorationSet>({
    create: (state) => headerRooms(state, always),
    update: (rooms, tr) => (tr.docChanged ? headerRooms(tr.state, always) : rooms),
    provide: (field) => EditorView.decorations.from(field),
  });
}

/** The folds of one side; a fold opens by its key on both. */
export function folding(folds: Fold[], side: Side): Extension {
  return StateField.define<DecorationSet>({
    create: ({ doc }) =>
      Decoration.set(
        folds.map((fold) => {
          const { first, last } = fold[side];
          const spec = { widget: new Room(foldRoom, 'fold-room'), block: true, key: fold.key };
          return Decoration.replace(spec).range(doc.line(first).from, doc.line(last).to);
        }),
      ),
    update(set, tr) {
      let next = set.map(tr.changes);
      for (const effect of tr.effects) {
        if (effect.is(unfold)) next = next.update({ filter: (_f, _t, { spec }) => spec.key !== effect.value });
      }
      return next;
    },
    provide: (field) => EditorView.decorations.from(field),
  });
}

const removed = Decoration.mark({ tagName: 'del', class: 'word' });
const inserted = Decoration.mark({ tagName: 'ins', class: 'word' });

/** Numbers, signs, washes and marked words, for the lines on screen. */
const painter = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    private kinds: LineKind[];

    constructor(view: EditorView) {
      this.kinds = view.state.facet(proseFiles) ? lineKinds(view.state.doc.iterLines()) : [];
      this.decorations = this.paint(view);
    }

    update(update: ViewUpdate) {
      const repaint = update.startState.field(marking) !== update.state.field(marking);
      if (!update.docChanged && !update.viewportChanged && !repaint) return;
      if (update.docChanged && this.kinds.length > 0) this.kinds = lineKinds(update.state.doc.iterLines());
      this.decorations = this.paint(update.view);
    }

    private paint(view: EditorView): DecorationSet {
      const ranges: Range<Decoration>[] = [];
      const { runs, looks } = view.state.field(marking);
      const side = view.state.facet(sideOf);
      for (const { from, to } of view.visibleRanges) {
        for (let at = from; at <= to; ) {
          const line = view.state.doc.lineAt(at);
          const run = runs.find((r) => holds(r, line));
          const look = run && (looks.get(run.change) ?? 'open');
          ranges.push(lineDecoration(line, this.kinds[line.number - 1], side, run, look).range(line.from));
          const plain = look === 'amending' && side === 'b';
          if (run && !plain && !rewritten(view.state, run)) ranges.push(...marksOn(run, line, side));
          if (run) ranges.push(...hiddenOn(view.state, run, line));
          at = line.to + 1;
        }
      }
      return Decoration.set(ranges, true);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

function holds(run: Run, line: Line): boolean {
  if (line.from < run.from) return false;
  return line.from < run.to || (run.closing && line.from === run.to && line.to === run.to);
}

interface Line {
  from: number;
  to: number;
  number: number;
  text: string;
}

function lineDecoration(line: Line, kind: LineKind | undefined, side: Side, run?: Run, look?: Look): Decoration {
  const classes = [`set-${kind ?? 'code'}`];
  const attributes: Record<string, string> = { 'data-number': String(line.number) };
  if (run && look) {
    const own = side === 'b' && (look === 'amended' || look === 'amending');
    const theirs = own && run.text.split('\n').includes(line.text);
    // An old line that stays, since the person didn't take its change.
    if (look === 'picked' && side === 'b' && !run.text.split('\n').includes(line.text)) return Decoration.line({ class: classes.join(' '), attributes });
    classes.push('changed', look);
    if (own && !theirs) classes.push('own');
    if (look === 'amending' && side === 'b') classes.push(...boxed(line, run));
    else attributes['data-sign'] = side === 'a' ? '−' : own && !theirs ? '' : '+';
  }
  return Decoration.line({ class: classes.join(' '), attributes });
}

function boxed(line: Line, run: Run): string[] {
  const first = line.from === run.from ? ['first'] : [];
  const last = line.to + 1 >= run.to ? ['last'] : [];
  return ['boxed', ...first, ...last];
}

function rewritten(state: EditorState, run: Run): boolean {
  return !run.text.startsWith(state.sliceDoc(run.from, run.to));
}

function marksOn(run: Run, line: Line, side: Side): Range<Decoration>[] {
  const mark = side === 'a' ? removed : inserted;
  return within(run, line, run.marks).map(({ from, to }) => mark.range(from, to));
}

/**
 * What can't be seen gets a sign before it, what looks like another a mark; both say
 * what they are. Of a rewritten change, the lines that are as proposed keep theirs.
 */
function hiddenOn(state: EditorState, run: Run, line: Line): Range<Decoration>[] {
  if (run.hidden.length === 0) return [];
  const start = rewritten(state, run) ? run.from + proposedAt(run, line) - line.from : 0;
  const places = run.hidden.map((of) => ({ ...of, from: of.from - start, to: of.to - start }));
  return within(run, line, places).map(({ from, to, of }) =>
    of.shapeless
      ? Decoration.widget({ widget: new Sign(of), side: -1 }).range(from)
      : Decoration.mark({ class: 'seeming', attributes: { title: of.text } }).range(from, to),
  );
}

/** Where a line stands in a change as it was proposed, far behind its end where it doesn't. */
function proposedAt(run: Run, line: Line): number {
  const at = `\n${run.text}`.indexOf(`\n${line.text}\n`);
  return at < 0 ? Infinity : at;
}

/** The parts of a run's places that stand on a line. */
function within<Place extends { from: number; to: number }>(run: Run, line: Line, places: readonly Place[]) {
  const parts = places.map((of) => ({ of, from: Math.max(run.from + of.from, line.from), to: Math.min(run.from + of.to, line.to) }));
  return parts.filter((part) => part.from < part.to);
}

class Sign extends WidgetType {
  constructor(private readonly of: Hidden) {
    super();
  }

  override eq(other: Sign) {
    return other.of.text === this.of.text;
  }

  toDOM() {
    const sign = document.createElement('span');
    sign.className = 'hidden-sign';
    sign.title = this.of.text;
    sign.textContent = signOf(this.of);
    return sign;
  }
}

const proseFiles = Facet.define<boolean, boolean>({ combine: (values) => values[0] ?? false });

/** Everything that draws one side's changes. */
export function drawn(runs: Run[], looks: ReadonlyMap<number, Look>, side: Side, prose: boolean): Extension {
  return [marking.init(() => ({ runs, looks })), sideOf.of(side), proseFiles.of(prose), painter];
}
