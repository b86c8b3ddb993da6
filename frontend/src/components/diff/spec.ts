import type { Hunk, Review } from '../../api/types.gen';
import { hiddenIn, type Hidden } from '../../lib/hidden';

export type Side = 'a' | 'b';

/** How a change shows: undecided, or resolved by a decision. */
export type Look = 'open' | 'approved' | 'rejected' | 'amended' | 'picked' | 'amending';

/** One change on one side, in offsets of that side's editor. */
export interface Run {
  change: number;
  from: number;
  to: number;
  /** Changed words, relative to `from`. They hold while the text is as proposed. */
  marks: { from: number; to: number }[];
  text: string;
  /** What is not what it seems, relative to `from` while the text is as proposed. */
  hidden: Hidden[];
  /** It ends the file, with the line break that the editor doesn't show. */
  closing: boolean;
  /** It stands below the last line, where there is no line to stand above of. */
  past: boolean;
}

/** Lines that stay and are folded away on both sides, by number of the first and last. */
export interface Fold {
  key: number;
  a: { first: number; last: number };
  b: { first: number; last: number };
  lines: number;
  /** Nothing follows it. */
  end: boolean;
}

/** Unchanged runs longer than this fold. */
const foldOver = 8; // lines

/** Lines that stay visible on each side of a change. */
const context = 2; // lines

/** An editor shows a line for each line break, so the last one is left off. */
export function editorText(text: string): string {
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}

export function runsOf(review: Review, side: Side): Run[] {
  const text = side === 'a' ? review.before : review.after;
  const length = editorText(text).length;
  return review.hunks.map((hunk) => {
    const [from, to] = side === 'a' ? [hunk.fromA, hunk.toA] : [hunk.fromB, hunk.toB];
    const marks = (side === 'a' ? hunk.marksA : hunk.marksB).map((m) => ({ from: m.from - from, to: m.to - from }));
    const run = { from: Math.min(from, length), to: Math.min(to, length), closing: to > length && from < to, past: from > length };
    const hidden = side === 'a' ? [] : hiddenIn(review.findings, from, to);
    return { change: hunk.index, ...run, marks, hidden, text: text.slice(from, to) };
  });
}

/** Whether a run has lines of its own on its side by now. */
export function hasLines(run: Run): boolean {
  return run.from < run.to || run.closing;
}

/** The unchanged runs to fold, between the changes and at both ends. */
export function foldsOf(hunks: Hunk[], linesA: number): Fold[] {
  const folds: Fold[] = [];
  let doneA = 0;
  let doneB = 0;
  for (const [at, hunk] of [...hunks, undefined].entries()) {
    const untilA = hunk ? beforeA(hunk) : linesA;
    const top = at === 0 ? 0 : context;
    const bottom = hunk ? context : 0;
    const lines = untilA - doneA - top - bottom;
    if (untilA - doneA > foldOver && lines > 0) {
      const a = { first: doneA + top + 1, last: doneA + top + lines };
      const b = { first: doneB + top + 1, last: doneB + top + lines };
      folds.push({ key: at, a, b, lines, end: !hunk });
    }
    if (!hunk) break;
    doneB += untilA - doneA + hunk.newLines;
    doneA = untilA + hunk.oldLines;
  }
  return folds;
}

/** How many old lines stand before a change; a pure insertion names the line after it. */
function beforeA(hunk: Hunk): number {
  return hunk.oldStart - 1;
}
