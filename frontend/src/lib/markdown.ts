import DOMPurify from 'dompurify';
import { Marked } from 'marked';

const marked = new Marked({ gfm: true, breaks: false });

/**
 * What an answer may contain. No pictures: an answer must not be able to fetch
 * anything, and its files are shown by the preview. Links carry no target; the
 * app opens them in the system's browser.
 */
const allowed = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'hr', 'strong', 'em', 'del', 'code', 'pre', 'blockquote', 'a'],
    ...['ul', 'ol', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  ALLOWED_ATTR: ['href', 'start', 'align'],
  ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
};

/** An answer's Markdown as HTML that is safe to put into the page. */
export function renderMarkdown(text: string): string {
  const html = DOMPurify.sanitize(marked.parse(text, { async: false }), allowed);
  // A wide block scrolls sideways, also for who has only a keyboard.
  return html.replaceAll('<pre>', '<pre tabindex="0">');
}
