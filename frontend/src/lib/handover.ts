/**
 * Hands the focus on when what has it goes away, so that a keyboard goes on from
 * where it was and not from the top of the page.
 */
export function handOver(to: () => HTMLElement | null | undefined) {
  return (node: HTMLElement) => {
    let had = false;
    const came = () => (had = true);
    const left = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node) had = node.contains(relatedTarget);
    };
    node.addEventListener('focusin', came);
    node.addEventListener('focusout', left);
    return () => {
      if (had && document.activeElement === document.body) to()?.focus({ preventScroll: true });
    };
  };
}
