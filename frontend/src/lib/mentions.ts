/** A piece of a prompt: plain text, or a file that was pointed at. */
export interface PromptPiece {
  text: string;
  mention: boolean;
}

const mention = /(?<=^|\s)@[\p{L}\p{N}_./-]*[\p{L}\p{N}_/-]/gu;

/** Splits a prompt into text and mentions such as @notes/newlyn.md. */
export function splitPrompt(prompt: string): PromptPiece[] {
  const pieces: PromptPiece[] = [];
  let from = 0;
  for (const found of prompt.matchAll(mention)) {
    if (found.index > from) pieces.push({ text: prompt.slice(from, found.index), mention: false });
    pieces.push({ text: found[0], mention: true });
    from = found.index + found[0].length;
  }
  if (from < prompt.length) pieces.push({ text: prompt.slice(from), mention: false });
  return pieces;
}
