import DOMPurify from 'dompurify';

const purifier = DOMPurify();

// Go's preview writes no address but these; a page from elsewhere gets no other.
purifier.addHook('uponSanitizeAttribute', (_node, data) => {
  if (data.attrName === 'src' && !data.attrValue.startsWith('/content/')) data.keepAttr = false;
});

/** Takes out of the preview's HTML whatever could run, load or pose as the app. */
export function sanitise(html: string): string {
  return purifier.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'button', 'textarea', 'select', 'video', 'audio', 'source', 'dialog'],
    FORBID_ATTR: ['style', 'srcset', 'autofocus'],
  });
}
