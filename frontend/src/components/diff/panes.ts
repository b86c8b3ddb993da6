import { defaultKeymap, history, historyKeymap, insertTab } from '@codemirror/commands';
import { Chunk, MergeView } from '@codemirror/merge';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { BlockType, EditorView, keymap, type BlockInfo } from '@codemirror/view';
import type { Review } from '../../api/types.gen';
import { lineKinds } from '../../lib/linekinds';
import { deletedLines } from './deleted';
import { highlighting } from './languages';
import { drawn, folding, headerRoom, headers, marking, placeRun, rewriting, setLooks, unfold } from './marking';
import { editorText, foldsOf, hasLines, runsOf, type Fold, type Look, type Run, type Side } from './spec';

/** Where a change stands, in px from the top of the panes. */
export interface ChangeBox {
  change: number;
  top: number;
  /** Where its lines begin, under the header. */
  text: number;
  bottomA: number;
  bottomB: number;
  bottom: number;
}

export interface FoldBox {
  fold: Fold;
  top: number;
}

export interface Layout {
  changes: ChangeBox[];
  folds: FoldBox[];
}

export interface PanesOptions {
  parent: HTMLElement;
  review: Review;
  inline: boolean;
  wrap: boolean;
  looks: ReadonlyMap<number, Look>;
  label: { before: string; after: string };
  onlayout: (layout: Layout) => void;
  ontype: (text: string) => void;
}

/**
 * The two texts of a review in CodeMirror, side by side in its merge view or in one
 * column. The changes are the ones that Go computed; nothing is compared here. The
 * texts are read-only, except for the lines of the change being amended.
 */
export class Panes {
  readonly b: EditorView;
  readonly a: EditorView | undefined;

  readonly #merge: MergeView | undefined;
  readonly #runsA: Run[];
  readonly #folds: Fold[];
  readonly #closed: Set<number>;
  readonly #editing = new Compartment();
  readonly #wrapping = new Compartment();
  readonly #colours = new Compartment();
  #amending: number | undefined;
  #frame = 0;
  #gone = false;

  constructor(private readonly options: PanesOptions) {
    const { review, inline, parent } = options;
    this.#runsA = runsOf(review, 'a');
    this.#folds = foldsOf(review.hunks, lineCount(review.before));
    this.#closed = new Set(this.#folds.map((fold) => fold.key));
    const b = { doc: editorText(review.after), extensions: this.#extensions('b') };
    if (inline) {
      this.b = new EditorView({ ...b, parent });
    } else {
      const a = { doc: editorText(review.before), extensions: this.#extensions('a') };
      // The merge view compares nothing: its chunks are set from Go's hunks below.
      this.#merge = new MergeView({ a, b, parent, gutter: false, highlightChanges: false, diffConfig: { override: () => [] } });
      this.b = this.#merge.b;
      this.a = this.#merge.a;
      this.#align();
      this.#scrollTogether();
    }
    void this.#colour();
  }

  /** Shows the changes as they are decided by now. */
  show(looks: ReadonlyMap<number, Look>) {
    for (const view of this.#views) view.dispatch({ effects: setLooks.of(looks) });
  }

  /** Puts a text in the place of a change's new lines, unless it stands there. */
  write(change: number, text: string) {
    const run = this.#run(change);
    if (!run || this.textOf(change) === text) return;
    if (run.past) return this.#writePast(run, text);
    const insert = run.closing && text.endsWith('\n') ? text.slice(0, -1) : text;
    const changes = { from: run.from, to: run.to, insert };
    this.b.dispatch({ changes, annotations: rewriting.of(change), filter: false });
  }

  /** Below the last line, a text brings the line break before it along and takes it away again. */
  #writePast(run: Run, text: string) {
    const start = hasLines(run) ? run.from - 1 : run.from;
    const lines = text === '' ? '' : `\n${editorText(text)}`;
    const from = lines === '' ? start : start + 1;
    const placed = { ...run, from, to: start + lines.length, closing: lines !== '' };
    this.b.dispatch({ changes: { from: start, to: run.to, insert: lines }, effects: placeRun.of(placed), filter: false });
  }

  /** A change's new lines as they stand in the editor. */
  textOf(change: number): string {
    const run = this.#run(change);
    if (!run) return '';
    const text = this.b.state.sliceDoc(run.from, run.to);
    return run.closing ? `${text}\n` : text;
  }

  /** Makes the new lines of one change editable, and no other text. */
  amend(change: number) {
    const run = this.#run(change);
    if (!run) return;
    // A change that only takes out has no line to type on.
    if (!hasLines(run)) this.write(change, '\n');
    this.#amending = change;
    this.b.dispatch({ effects: this.#editing.reconfigure(this.#editable(change)), selection: { anchor: this.#editEnd(change) } });
    this.b.focus();
  }

  endAmending() {
    if (this.#amending === undefined) return;
    this.#amending = undefined;
    this.b.dispatch({ effects: this.#editing.reconfigure(readOnly) });
  }

  wrap(on: boolean) {
    const effects = this.#wrapping.reconfigure(on ? EditorView.lineWrapping : []);
    for (const view of this.#views) view.dispatch({ effects });
  }

  unfold(key: number) {
    this.#closed.delete(key);
    for (const view of this.#views) view.dispatch({ effects: unfold.of(key) });
  }

  destroy() {
    this.#gone = true;
    cancelAnimationFrame(this.#frame);
    if (this.#merge) this.#merge.destroy();
    else this.b.destroy();
  }

  get #views(): EditorView[] {
    return this.a ? [this.a, this.b] : [this.b];
  }

  #run(change: number): Run | undefined {
    return this.b.state.field(marking).runs.find((run) => run.change === change);
  }

  #extensions(side: Side): Extension[] {
    const { review, inline, wrap, looks, label } = this.options;
    const firsts = new Map(review.hunks.map((h) => [h.index, h.oldStart]));
    return [
      drawn(side === 'a' ? this.#runsA : runsOf(review, 'b'), looks, side, review.prose),
      headers(inline),
      inline ? deletedLines(this.#runsA, firsts, kindsOf(review)) : [],
      folding(this.#folds, side),
      this.#wrapping.of(wrap ? EditorView.lineWrapping : []),
      this.#colours.of([]),
      this.#editing.of(readOnly),
      EditorState.tabSize.of(3),
      EditorView.contentAttributes.of({ 'aria-label': side === 'a' ? label.before : label.after }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) {
          this.#align();
          if (this.#amending !== undefined) this.options.ontype(this.#typed(this.#amending));
        }
        if (update.geometryChanged || update.heightChanged || update.docChanged) this.#measure();
      }),
    ];
  }

  /** The line that was made for typing doesn't count until something stands on it. */
  #typed(change: number): string {
    const text = this.textOf(change);
    return text === '\n' && this.#run(change)?.text === '' ? '' : text;
  }

  /** Typing and the cursor stay within the change's new lines. */
  #editable(change: number): Extension {
    const runOf = (state: EditorState) => state.field(marking).runs.find((r) => r.change === change);
    return [
      EditorState.changeFilter.of((tr) => {
        const run = runOf(tr.startState);
        return run !== undefined && within(tr.changes, run.from, endOf(run));
      }),
      EditorState.transactionFilter.of((tr) => {
        const run = runOf(tr.startState);
        if (!tr.selection || tr.docChanged || !run) return tr;
        const clamp = (at: number) => Math.min(Math.max(at, run.from), endOf(run));
        const { anchor, head } = tr.selection.main;
        return [tr, { selection: { anchor: clamp(anchor), head: clamp(head) }, sequential: true }];
      }),
      history(),
      keymap.of([{ key: 'Tab', run: insertTab }]),
      keymap.of([...historyKeymap, ...defaultKeymap.filter(({ key }) => !key || !ours.has(key))]),
    ];
  }

  #editEnd(change: number): number {
    const run = this.#run(change);
    return run ? endOf(run) : 0;
  }

  /** Gives the merge view Go's changes to align by, where they are by now. */
  #align() {
    const { b } = this;
    if (!this.#merge || !b) return;
    const runs = b.state.field(marking).runs;
    this.#merge.chunks = this.#runsA.flatMap((old) => {
      const now = runs.find((run) => run.change === old.change);
      if (!now) return [];
      const end = (run: Run) => run.to + (run.closing ? 1 : 0);
      return new Chunk([], old.from, end(old), now.from, end(now));
    });
  }

  /** Long lines scroll sideways on both sides at once. */
  #scrollTogether() {
    const [left, right] = [this.a?.scrollDOM, this.b.scrollDOM];
    if (!left) return;
    const follow = (from: HTMLElement, to: HTMLElement) => () => {
      if (to.scrollLeft !== from.scrollLeft) to.scrollLeft = from.scrollLeft;
    };
    left.addEventListener('scroll', follow(left, right));
    right.addEventListener('scroll', follow(right, left));
  }

  async #colour() {
    const { review } = this.options;
    if (review.prose) return;
    const colours = await highlighting(review.language);
    if (this.#gone) return;
    for (const view of this.#views) view.dispatch({ effects: this.#colours.reconfigure(colours) });
  }

  /** Tells where everything stands, once for all that moved in a frame. */
  #measure() {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      if (!this.#gone) this.options.onlayout(this.#layout());
    });
  }

  #layout(): Layout {
    const runs = this.b.state.field(marking).runs;
    const changes = runs.map((run, at) => this.#box(run, this.#runsA[at] as Run));
    const folds = this.#folds
      .filter((fold) => this.#closed.has(fold.key))
      .map((fold) => ({ fold, top: this.b.lineBlockAt(this.b.state.doc.line(fold.b.first).from).top }));
    return { changes, folds };
  }

  #box(run: Run, old: Run): ChangeBox {
    const { a, b } = this;
    const top = a && hasLines(old) ? roomTop(a, old) : roomTop(b, run);
    const text = top + headerRoom;
    const bottomA = a && hasLines(old) ? textBottom(a, lastOf(old)) : text;
    const bottomB = hasLines(run) ? textBottom(b, lastOf(run)) : a ? text : roomBottom(b, run);
    return { change: run.change, top, text, bottomA, bottomB, bottom: Math.max(bottomA, bottomB) };
  }
}

/** Keys that mean something in the review also while amending. */
const ours = new Set(['Escape', 'Mod-Enter']);

const readOnly: Extension = [EditorState.readOnly.of(true), EditorView.editable.of(false)];

function endOf(run: Run): number {
  return run.closing ? run.to : Math.max(run.from, run.to - 1);
}

function within(changes: { iterChangedRanges(f: (from: number, to: number) => void): void }, from: number, to: number) {
  let inside = true;
  changes.iterChangedRanges((a, b) => (inside &&= a >= from && b <= to));
  return inside;
}

function kindsOf(review: Review) {
  return review.prose ? lineKinds(review.before.split('\n')) : [];
}

function lineCount(text: string): number {
  return editorText(text).split('\n').length;
}

function lastOf(run: Run): number {
  return run.closing ? run.to : run.to - 1;
}

/** The parts of a line's block: what stands above its text, the text, what stands below. */
function partsOf(view: EditorView, position: number): readonly BlockInfo[] {
  const block = view.lineBlockAt(position);
  return Array.isArray(block.type) ? block.type : [block];
}

function textPart(view: EditorView, position: number): BlockInfo {
  const parts = partsOf(view, position);
  return parts.find((part) => part.type === BlockType.Text) ?? (parts[0] as BlockInfo);
}

function textBottom(view: EditorView, position: number): number {
  return textPart(view, position).bottom;
}

/** A change past the last line has its header below that line's text, else above its own. */
function roomTop(view: EditorView, run: Run): number {
  return run.past && !hasLines(run) ? textBottom(view, run.from) : view.lineBlockAt(run.from).top;
}

/** Where the lines that a change only takes out end, in one column. */
function roomBottom(view: EditorView, run: Run): number {
  return run.past ? view.lineBlockAt(run.from).bottom : textPart(view, run.from).top;
}
