import type { Hunk, Mark, Row } from '../types.gen';

/** A part of an example diff: lines that stay, or a change. Changed words stand in ⟦ ⟧. */
export type Part = string[] | { title: string; old: string[]; new: string[] };

/** Builds both texts of an example and the hunks between them, as Go gives them. */
export function compose(parts: Part[]): { before: string; after: string; hunks: Hunk[] } {
  const a = new Side();
  const b = new Side();
  const hunks: Hunk[] = [];
  for (const part of parts) {
    if (Array.isArray(part)) {
      a.add(part);
      b.add(part);
      continue;
    }
    const [oldStart, newStart] = [a.lines + 1, b.lines + 1];
    const old = a.add(part.old);
    const now = b.add(part.new);
    hunks.push({
      index: hunks.length,
      title: part.title,
      oldStart,
      oldLines: part.old.length,
      newStart,
      newLines: part.new.length,
      fromA: old.from,
      toA: old.to,
      fromB: now.from,
      toB: now.to,
      marksA: old.marks,
      marksB: now.marks,
      rows: rowsOf(oldStart, part.old.length, newStart, part.new.length),
    });
  }
  return { before: a.text, after: b.text, hunks };
}

/** The lines of a change in pairs, and then what is left of the longer side. */
function rowsOf(oldStart: number, oldLines: number, newStart: number, newLines: number): Row[] {
  if (oldLines + newLines < 2) return [];
  const rows: Row[] = [];
  for (let n = 0; n < Math.max(oldLines, newLines); n++) {
    if (n < oldLines) rows.push({ old: oldStart + n, new: 0 });
    if (n < newLines) rows.push({ old: 0, new: newStart + n });
  }
  return rows;
}

class Side {
  text = '';
  lines = 0;

  add(lines: string[]): { from: number; to: number; marks: Mark[] } {
    const from = this.text.length;
    const marks: Mark[] = [];
    for (const line of lines) {
      for (const [at, run] of line.split(/[⟦⟧]/).entries()) {
        if (at % 2 === 1) marks.push({ from: this.text.length, to: this.text.length + run.length });
        this.text += run;
      }
      this.text += '\n';
      this.lines++;
    }
    return { from, to: this.text.length, marks };
  }
}
