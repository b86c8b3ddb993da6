/** A path in two parts: the folder as it is shown before the name, and the name. */
export function splitPath(path: string): { folder: string; name: string } {
  const cut = path.lastIndexOf('/');
  if (cut < 0) return { folder: '', name: path };
  return { folder: path.slice(0, cut).split('/').join(' / ') + ' / ', name: path.slice(cut + 1) };
}

/** The folder that holds a path, "" for the workspace itself. */
export function parentOf(path: string): string {
  const cut = path.lastIndexOf('/');
  return cut < 0 ? '' : path.slice(0, cut);
}

/** An address's escapes undone; one that is no address stays as it is. */
export function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** Where a link in one file leads: a path of the workspace, or undefined outside of it. */
export function follow(from: string, link: string): string | undefined {
  const plain = decoded(link.replace(/[?#].*$/, ''));
  if (plain === '') return from;
  const parts = plain.startsWith('/') ? [] : parentOf(from).split('/').filter(Boolean);
  for (const part of plain.split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined;
    if (part !== '' && part !== '.' && part !== '..') parts.push(part);
  }
  return parts.length === 0 ? undefined : parts.join('/');
}
