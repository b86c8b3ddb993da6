/**
 * Lets Tab reach a box while it scrolls, so that the arrow keys can scroll it:
 * not every web view does that for a box with nothing in it to focus.
 */
export function scrollable(box: HTMLElement) {
  const look = () => {
    const scrolls = box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight;
    if (scrolls) box.tabIndex = 0;
    else box.removeAttribute('tabindex');
  };
  const observer = new ResizeObserver(look);
  observer.observe(box);
  for (const child of box.children) observer.observe(child);
  return () => observer.disconnect();
}
