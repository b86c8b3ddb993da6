declare global {
  interface Window {
    /** What the window offers beside the bound areas; undefined in a browser. */
    runtime?: { BrowserOpenURL?: (url: string) => void; ClipboardSetText?: (text: string) => Promise<boolean> };
  }
}

const allowed = /^(https?|mailto):/i;

/** Opens an address outside of Redline: the page itself never goes anywhere. */
export function openOutside(url: string) {
  if (!allowed.test(url)) return;
  if (window.runtime?.BrowserOpenURL) window.runtime.BrowserOpenURL(url);
  else window.open(url, '_blank', 'noopener,noreferrer');
}
