/** Puts a text on the clipboard, through the window's runtime where there is one. */
export async function copyText(text: string) {
  if (window.runtime?.ClipboardSetText) await window.runtime.ClipboardSetText(text);
  else await navigator.clipboard.writeText(text);
}
