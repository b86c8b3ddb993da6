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
 * Answers a key in the review; true when it was one of the review's. Single keys
 * never decide while text is typed, and Enter alone never decides at all.
 */
export function pressReviewKey(event: KeyboardEvent, review: Review, view: ReviewView): boolean {
  const { sheet } = review;
  if (!sheet) return false;
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    if (sheet.amending === undefined) void review.send();
    else review.keepDraft();
    return true;
  }
  if (event.altKey && event.code === 'KeyZ') {
    view.toggleWrap();
    return true;
  }
  if (typing(event.target) || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return false;
  if (sheet.amending !== undefined) return false;
  const act = event.shiftKey ? shifted(event.key, review) : plain(event.key, review, view);
  if (!act) return false;
  act();
  return true;
}

function shifted(key: string, review: Review): (() => void) | undefined {
  if (key === 'A') return () => review.markFile('approve');
  if (key === 'R') return () => review.markFile('reject');
  return undefined;
}

function plain(key: string, review: Review, view: ReviewView): (() => void) | undefined {
  const { sheet } = review;
  const keys: Record<string, () => void> = {
    a: () => review.mark('approve'),
    r: () => review.mark('reject'),
    e: () => review.amend(),
    u: () => sheet?.undo(),
    j: () => sheet?.step(1),
    k: () => sheet?.step(-1),
    c: () => view.writeNote(),
    v: () => view.toggleView(),
    '[': () => review.turnTo(-1),
    ']': () => review.turnTo(1),
  };
  return keys[key.toLowerCase()];
}
