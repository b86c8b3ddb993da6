import type { Review } from '../../state/review.svelte';

/** What the keys of the review reach beyond the state: the view and the notes. */
export interface ReviewView {
  toggleView(): void;
  toggleWrap(): void;
  writeNote(): void;
}

/** Text is being typed, so a letter is a letter. */
export function typing(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('textarea, select, input:not([type=radio], [type=checkbox])');
}

/**
 * Answers a key in the review; true when it was one of the review's. A key never
 * decides while text is typed or in the first moment after an edit appeared, and
 * Enter alone never decides at all.
 */
export function pressReviewKey(event: KeyboardEvent, review: Review, view: ReviewView): boolean {
  const { sheet } = review;
  if (!sheet) return false;
  const act = chord(event, review, view) ?? (isLetter(event) ? letter(event, review, view) : undefined);
  if (!act) return false;
  if (review.settled || !act.decides) act.run();
  return true;
}

interface Act {
  run: () => void;
  /** It must not happen by a key that was meant for what stood here before. */
  decides?: boolean;
}

function isLetter(event: KeyboardEvent): boolean {
  return !typing(event.target) && !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
}

function chord(event: KeyboardEvent, review: Review, view: ReviewView): Act | undefined {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return { run: () => finish(review), decides: true };
  if (event.altKey && event.code === 'KeyZ') return { run: () => view.toggleWrap() };
  return undefined;
}

/** Ends what is under way, from the innermost: an amendment, a choice of lines, the review. */
function finish(review: Review) {
  if (review.sheet?.amending !== undefined) review.keepDraft();
  else if (review.sheet?.picking !== undefined) review.keepPick();
  else void review.send();
}

function letter({ key, shiftKey }: KeyboardEvent, review: Review, view: ReviewView): Act | undefined {
  const { sheet } = review;
  if (!sheet || sheet.busy) return undefined;
  const whole: Record<string, Act> = {
    a: { run: () => review.markFile('approve'), decides: true },
    r: { run: () => review.markFile('reject'), decides: true },
  };
  const one: Record<string, Act> = {
    a: { run: () => review.mark('approve'), decides: true },
    r: { run: () => review.mark('reject'), decides: true },
    e: { run: () => review.amend(), decides: true },
    l: { run: () => review.pick(), decides: true },
    u: { run: () => sheet.undo() },
    j: { run: () => sheet.step(1) },
    k: { run: () => sheet.step(-1) },
    c: { run: () => view.writeNote() },
    v: { run: () => view.toggleView() },
    '[': { run: () => review.turnTo(-1) },
    ']': { run: () => review.turnTo(1) },
  };
  return (shiftKey ? whole : one)[key.toLowerCase()];
}
