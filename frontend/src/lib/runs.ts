/** A piece of text, changed or not. */
export interface Piece {
  text: string;
  changed: boolean;
}

/** Cuts a text at its marks; marks are in order and in offsets that begin at `from`. */
export function pieces(text: string, marks: readonly { from: number; to: number }[], from: number): Piece[] {
  const cut: Piece[] = [];
  let done = 0;
  for (const mark of marks) {
    const start = Math.max(mark.from - from, done);
    const end = Math.min(mark.to - from, text.length);
    if (start >= end) continue;
    if (start > done) cut.push({ text: text.slice(done, start), changed: false });
    cut.push({ text: text.slice(start, end), changed: true });
    done = end;
  }
  if (done < text.length) cut.push({ text: text.slice(done), changed: false });
  return cut;
}
