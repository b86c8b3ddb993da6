import type { Finding } from '../api/types.gen';

/** A place in a text that is not what it seems. */
export interface Hidden {
  from: number;
  to: number;
  /** What it is: "a zero width space (U+200B)". */
  text: string;
  /** It has no shape of its own, so a sign stands in its place. */
  shapeless: boolean;
}

const shapeless = new Set(['bidi', 'invisible', 'control', 'trailing']);

/** The findings within a part of the text, in offsets that begin at its start. */
export function hiddenIn(findings: readonly Finding[], from: number, to: number): Hidden[] {
  const inside = findings.filter((f) => f.from < f.to && f.from >= from && f.to <= to);
  return inside.map((f) => ({ from: f.from - from, to: f.to - from, text: f.text, shapeless: shapeless.has(f.kind) }));
}

/** What stands in the place of a character without a shape: its code point where that is known, else a blank's own sign. */
export function signOf(hidden: Hidden): string {
  return /U\+[0-9A-F]+/.exec(hidden.text)?.[0] ?? '␣';
}

/** A piece of a line: text as it is, or a hidden place. */
export interface HiddenPiece {
  text: string;
  hidden?: Hidden;
}

/** Cuts a line at its hidden places, which are in order. */
export function hiddenPieces(line: string, places: readonly Hidden[]): HiddenPiece[] {
  const pieces: HiddenPiece[] = [];
  let done = 0;
  for (const hidden of [...places].sort((a, b) => a.from - b.from)) {
    const end = Math.min(hidden.to, line.length);
    if (hidden.from < done || end <= hidden.from) continue;
    if (hidden.from > done) pieces.push({ text: line.slice(done, hidden.from) });
    pieces.push({ text: line.slice(hidden.from, end), hidden });
    done = end;
  }
  if (done < line.length) pieces.push({ text: line.slice(done) });
  return pieces;
}
