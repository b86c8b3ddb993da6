import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { Decision, DecideRequest, Hunk, Review, Row } from '../api/types.gen';
import { hiddenIn, type Hidden } from '../lib/hidden';

/** How far a yes reaches: this edit, later ones like it in this chat, or those in every chat. */
export const scopes = ['', 'chat', 'always'] as const;
export type Scope = (typeof scopes)[number];

export type Action = 'approve' | 'reject' | 'amend' | 'lines';

/** The person's answer on one change. */
export interface Verdict {
  action: Action;
  /** The change's new lines, when the person amended it or took single lines. */
  text: string;
  /** The lines that were taken: old ones that go and new ones that come. */
  rows?: readonly Row[];
}

/** An edit without a text diff is decided as one change under this number. */
const whole = 0;

/**
 * One edit under review: what is proposed, and what the person decided so far.
 * It sends nothing; `request` says what would be sent.
 */
export class Decisions {
  review = $state.raw<Review>() as Review;
  readonly verdicts = new SvelteMap<number, Verdict>();
  readonly notes = new SvelteMap<number, string>();
  /** The note on the whole edit. */
  note = $state('');
  scope = $state<Scope>('');
  /** The change that the keys act on. */
  current = $state(whole);
  /** The change being rewritten, undefined when none is. */
  amending = $state<number>();
  /** What the person has typed for it so far. */
  draft = $state('');
  /** The change of which single lines are being chosen, undefined when none is. */
  picking = $state<number>();
  /** The lines chosen so far. */
  readonly picked = new SvelteSet<Row>();
  /** Leaving the amendment would lose what was typed, and waits for a yes. */
  leaving = $state(false);
  /** How many decisions no longer fit, since the file changed on disk. */
  dropped = $state(0);

  readonly changes = $derived(this.review.hunks.length > 0 ? this.review.hunks.map((h) => h.index) : [whole]);
  /** A file that goes has no lines to rewrite. */
  readonly amendable = $derived(this.review.change !== 'deleted');
  readonly undecided = $derived(this.changes.filter((change) => !this.verdicts.has(change)));
  readonly approved = $derived([...this.verdicts.values()].filter((v) => v.action !== 'reject').length);
  readonly amended = $derived([...this.verdicts.values()].some((v) => v.action === 'amend' || v.action === 'lines'));
  /** A change is being rewritten or its lines chosen, and everything else waits for that. */
  readonly busy = $derived(this.amending !== undefined || this.picking !== undefined);
  /** The amendment differs from what it began with. */
  readonly typed = $derived(this.amending !== undefined && this.draft !== this.textOf(this.amending));

  /** The decisions in the order made, so that one can be taken back after moving on. */
  #made: number[] = [];

  constructor(review: Review) {
    this.review = review;
    this.current = this.changes[0] ?? whole;
  }

  hunk(change: number): Hunk | undefined {
    return this.review.hunks.find((h) => h.index === change);
  }

  /** A change's new lines: the person's version if there is one, else as proposed. */
  textOf(change: number): string {
    const verdict = this.verdicts.get(change);
    const hunk = this.hunk(change);
    if (verdict?.action === 'amend' || verdict?.action === 'lines') return verdict.text;
    return hunk ? this.review.after.slice(hunk.fromB, hunk.toB) : '';
  }

  /** Decides on a change and moves to the next undecided one; false when there is none. */
  decide(change: number, action: 'approve' | 'reject'): boolean {
    return this.#decide(change, { action, text: '' });
  }

  /** Takes back the decision on a change, or the one made last when it has none. */
  undo(change = this.current) {
    const back = this.verdicts.has(change) ? change : this.#made.at(-1);
    if (back === undefined) return;
    this.verdicts.delete(back);
    this.#made = this.#made.filter((made) => made !== back);
    this.current = back;
  }

  amend(change: number) {
    if (!this.amendable || !this.hunk(change) || this.busy) return;
    this.current = change;
    this.draft = this.textOf(change);
    this.amending = change;
  }

  /** Keeps the person's version; one that equals the proposal is an approval. */
  useDraft(): boolean {
    const change = this.amending;
    const hunk = change === undefined ? undefined : this.hunk(change);
    if (change === undefined || !hunk) return false;
    this.amending = undefined;
    this.leaving = false;
    const proposed = this.review.after.slice(hunk.fromB, hunk.toB);
    if (this.draft === proposed) return this.decide(change, 'approve');
    return this.#decide(change, { action: 'amend', text: this.draft });
  }

  /** Leaves the amendment; asks once when something was typed. */
  leaveDraft() {
    if (this.typed && !this.leaving) this.leaving = true;
    else this.cancelDraft();
  }

  cancelDraft() {
    this.amending = undefined;
    this.leaving = false;
    this.draft = '';
  }

  /** Whether there is more than one line to choose from. */
  pickable(change: number): boolean {
    return this.amendable && (this.hunk(change)?.rows.length ?? 0) > 1;
  }

  /** Begins choosing among the lines of a change: all of them, or those taken before. */
  pick(change: number) {
    const hunk = this.hunk(change);
    if (!hunk || !this.pickable(change) || this.busy) return;
    const taken = this.verdicts.get(change)?.rows;
    this.picked.clear();
    for (const row of hunk.rows) {
      if (!taken || taken.includes(row)) this.picked.add(row);
    }
    this.current = change;
    this.picking = change;
  }

  /** Takes the chosen lines; all of them are an approval, none a rejection. */
  usePick(): boolean {
    const change = this.picking;
    const hunk = change === undefined ? undefined : this.hunk(change);
    if (change === undefined || !hunk) return false;
    const rows = hunk.rows.filter((row) => this.picked.has(row));
    this.picking = undefined;
    if (rows.length === 0) return this.decide(change, 'reject');
    if (rows.length === hunk.rows.length) return this.decide(change, 'approve');
    return this.#decide(change, { action: 'lines', text: this.#withRows(hunk, rows), rows });
  }

  cancelPick() {
    this.picking = undefined;
  }

  /** The text of one line of a change, without its ending. */
  lineOf(hunk: Hunk, row: Row): string {
    return this.#line(hunk, row).replace(/\n$/, '');
  }

  /** What in a new line is not what it seems. */
  hiddenOf(hunk: Hunk, row: Row): Hidden[] {
    if (row.new === 0) return [];
    const before = this.review.after.slice(hunk.fromB, hunk.toB).split(/(?<=\n)/).slice(0, row.new - hunk.newStart);
    const from = hunk.fromB + before.join('').length;
    return hiddenIn(this.review.findings, from, from + this.#line(hunk, row).length);
  }

  /** Moves by a number of changes, staying in the edit. */
  step(by: number) {
    const at = this.changes.indexOf(this.current) + by;
    this.current = this.changes[Math.min(Math.max(at, 0), this.changes.length - 1)] ?? this.current;
  }

  /** Decides on every change at once; one that the person made their own stays so when approved. */
  decideAll(action: 'approve' | 'reject') {
    for (const change of this.changes) {
      const own = ['amend', 'lines'].includes(this.verdicts.get(change)?.action ?? '');
      if (action === 'approve' && own) continue;
      this.decide(change, action);
    }
  }

  /** Writes a note on a change; an empty one takes it away. */
  annotate(change: number, text: string) {
    if (text.trim() === '') this.notes.delete(change);
    else this.notes.set(change, text);
  }

  /** What sending means now: decisions as made, and what is undecided approved. */
  request(): DecideRequest {
    const { id, hunks, shown } = this.review;
    const all = hunks.length === 0 ? (this.verdicts.get(whole)?.action ?? 'approve') : 'approve';
    const decisions = hunks.flatMap((h) => this.#decision(h.index, 'approve'));
    // A rule can't come of an edit that is turned away.
    const declined = this.undecided.length === 0 && this.approved === 0;
    return { edit: id, all, decisions, note: this.note, scope: declined ? '' : this.scope, shown };
  }

  /** What rejecting the whole edit sends. The notes go along. */
  rejection(note = this.note): DecideRequest {
    const annotated = this.review.hunks.filter((h) => this.notes.has(h.index));
    const decisions = annotated.map((h) => rejected(h.index, this.notes.get(h.index) ?? ''));
    return { edit: this.review.id, all: 'reject', decisions, note, scope: '', shown: this.review.shown };
  }

  /**
   * Takes the edit as it is after the file changed on disk. Decisions and notes stay
   * on changes that replace the same lines by the same lines.
   */
  renew(review: Review) {
    const kept = this.review.hunks.map((h) => ({ key: keyOf(this.review, h), index: h.index }));
    const before = { verdicts: new Map(this.verdicts), notes: new Map(this.notes), count: this.verdicts.size };
    this.review = review;
    this.cancelDraft();
    this.cancelPick();
    this.verdicts.clear();
    this.notes.clear();
    for (const hunk of review.hunks) {
      const old = kept.find((k) => k.key === keyOf(review, hunk));
      const verdict = old && before.verdicts.get(old.index);
      const note = old && before.notes.get(old.index);
      // Lines are known by their numbers, which may be others now.
      if (verdict && verdict.action !== 'lines') this.verdicts.set(hunk.index, verdict);
      if (note) this.notes.set(hunk.index, note);
    }
    this.#made = [...this.verdicts.keys()];
    this.dropped = before.count - this.verdicts.size;
    if (!this.changes.includes(this.current)) this.current = this.changes[0] ?? whole;
  }

  #decide(change: number, verdict: Verdict): boolean {
    this.verdicts.set(change, verdict);
    this.#made = [...this.#made.filter((made) => made !== change), change];
    const next = this.undecided.find((other) => other > change) ?? this.undecided[0];
    this.current = next ?? change;
    return next !== undefined;
  }

  #decision(change: number, otherwise: Action): Decision[] {
    const verdict = this.verdicts.get(change);
    const note = this.notes.get(change) ?? '';
    if (!verdict && note === '') return [];
    const { old, new: now } = numbersOf(verdict?.rows ?? []);
    const text = verdict?.action === 'amend' ? verdict.text : '';
    return [{ hunk: change, action: verdict?.action ?? otherwise, text, old, new: now, note }];
  }

  /** A change's lines with only some of it taken, in the order in which Go writes them. */
  #withRows(hunk: Hunk, taken: readonly Row[]): string {
    let text = '';
    for (const row of hunk.rows) {
      if (taken.includes(row) !== row.new > 0) continue;
      if (text !== '' && !text.endsWith('\n')) text += '\n';
      text += this.#line(hunk, row);
    }
    return text;
  }

  #line(hunk: Hunk, row: Row): string {
    const { before, after } = this.review;
    const [text, at] = row.new > 0 ? [after.slice(hunk.fromB, hunk.toB), row.new - hunk.newStart] : [before.slice(hunk.fromA, hunk.toA), row.old - hunk.oldStart];
    return text.split(/(?<=\n)/)[at] ?? '';
  }
}

function rejected(hunk: number, note: string): Decision {
  return { hunk, action: 'reject', text: '', old: [], new: [], note };
}

function numbersOf(rows: readonly Row[]) {
  return { old: rows.flatMap((row) => (row.old > 0 ? [row.old] : [])), new: rows.flatMap((row) => (row.new > 0 ? [row.new] : [])) };
}

function keyOf(review: Review, hunk: Hunk): string {
  return `${review.before.slice(hunk.fromA, hunk.toA)}\0${review.after.slice(hunk.fromB, hunk.toB)}`;
}
