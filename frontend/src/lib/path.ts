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
