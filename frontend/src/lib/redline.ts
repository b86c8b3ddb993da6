import type { DiffLine, Mark } from '../api/types.gen';

/** A run of text in a redline. */
export interface Run {
  kind: 'keep' | 'delete' | 'insert';
  text: string;
}

/** One line of a shown redline: its number, and its runs. */
export interface RedlineRow {
  line: number;
  runs: Run[];
}

/**
 * Sets neighbouring old and new lines as one redlined line where only words in
 * them differ, as an editor would on paper; other lines stay lines of their own.
 */
export function mergeProse(lines: DiffLine[]): RedlineRow[] {
  const rows: RedlineRow[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as DiffLine;
    const merged = line.kind === 'delete' ? mergeFrom(lines, at) : undefined;
    if (merged) {
      rows.push(...merged);
      at += 2 * merged.length - 1;
    } else {
      rows.push({ line: line.new || line.old, runs: [{ kind: line.kind as Run['kind'], text: line.text }] });
    }
  }
  return rows;
}

/** Merges as many old lines as stand here with as many new ones that follow, when each finds its own. */
function mergeFrom(lines: DiffLine[], at: number): RedlineRow[] | undefined {
  let count = 0;
  while (lines[at + count]?.kind === 'delete') count++;
  const rows: RedlineRow[] = [];
  for (let n = 0; n < count; n++) {
    const [before, after] = [lines[at + n], lines[at + count + n]];
    const runs = before && after?.kind === 'insert' ? mergePair(before, after) : undefined;
    if (!before || !runs) return undefined;
    rows.push({ line: before.old, runs });
  }
  return rows;
}

/** The runs of one line, with the changed words of its side marked. */
export function markedRuns(line: DiffLine): { text: string; changed: boolean }[] {
  return split(line.text, line.marks).filter((piece) => piece.text !== '');
}

function mergePair(before: DiffLine, after: DiffLine): Run[] | undefined {
  const old = split(before.text, before.marks);
  const now = split(after.text, after.marks);
  const kept = (pieces: Piece[]) => pieces.filter((p) => !p.changed).map((p) => p.text);
  if (old.length === 1 && now.length === 1) return undefined;
  if (old.length !== now.length || kept(old).join('\n') !== kept(now).join('\n')) return undefined;
  return old.flatMap((piece, at) => {
    if (!piece.changed) return piece.text === '' ? [] : [{ kind: 'keep' as const, text: piece.text }];
    return swap(piece.text, now[at]?.text ?? '');
  });
}

/** Struck words, then the new ones, with the space between that a pen would leave. */
function swap(removed: string, added: string): Run[] {
  const runs: Run[] = [];
  if (removed !== '') runs.push({ kind: 'delete', text: removed });
  if (removed !== '' && added !== '' && !/\s$/.test(removed) && !/^\s/.test(added)) runs.push({ kind: 'keep', text: ' ' });
  if (added !== '') runs.push({ kind: 'insert', text: added });
  return runs;
}

interface Piece {
  text: string;
  changed: boolean;
}

/** Kept and changed pieces in turn, beginning and ending with a kept one, which may be empty. */
function split(text: string, marks: Mark[]): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const mark of marks) {
    pieces.push({ text: text.slice(from, mark.from), changed: false });
    pieces.push({ text: text.slice(mark.from, mark.to), changed: true });
    from = mark.to;
  }
  pieces.push({ text: text.slice(from), changed: false });
  return pieces;
}
