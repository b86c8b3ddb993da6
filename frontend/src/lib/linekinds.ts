/** How a line of a prose file is set: running text in serif, a heading, or as code. */
export type LineKind = 'text' | 'heading' | 'code';

const fence = /^\s*(```+|~~~+)/;
const mathFence = /^\s*\$\$/;
const tableRow = /^\s*\|/;

/** The kind of each line of a Markdown text: tables, maths and fences are set as code. */
export function lineKinds(lines: Iterable<string>): LineKind[] {
  const kinds: LineKind[] = [];
  let closing: RegExp | undefined;
  for (const line of lines) {
    if (closing) {
      kinds.push('code');
      if (closing.test(line)) closing = undefined;
      continue;
    }
    closing = opens(line);
    if (closing || mathFence.test(line) || tableRow.test(line)) kinds.push('code');
    else kinds.push(/^#{1,6}\s/.test(line) ? 'heading' : 'text');
  }
  return kinds;
}

/** What ends the block that a line opens, undefined when it opens none. */
function opens(line: string): RegExp | undefined {
  const marks = fence.exec(line)?.[1];
  if (marks) return marks.startsWith('`') ? /^\s*```+\s*$/ : /^\s*~~~+\s*$/;
  const rest = mathFence.test(line) ? line.trim().slice(2) : undefined;
  return rest === undefined || rest.includes('$$') ? undefined : /\$\$\s*$/;
}
