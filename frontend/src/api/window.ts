import { toFailure } from './failure';
import type { Call } from './types.gen';

type Bound = (...args: unknown[]) => Promise<unknown>;
type Areas = Record<string, Record<string, Bound> | undefined>;

declare global {
  interface Window {
    go?: { app?: Areas };
  }
}

/** Answers that can be megabytes; the bindings are several times slower for those. */
const large = new Set(['Approvals.Review', 'Timeline.Diff', 'Files.Read', 'Preview.Render']);

/** The areas that the window has bound, or undefined in a browser. */
export function boundAreas(): Areas | undefined {
  return window.go?.app;
}

/** Calls through the window's bindings, and over `web` when the answer may be large. */
export function windowCall(areas: Areas, web: Call): Call {
  return async <T>(area: string, method: string, request?: unknown): Promise<T> => {
    const bound = areas[area]?.[method];
    if (!bound || large.has(`${area}.${method}`)) return web<T>(area, method, request);
    try {
      return (await (request === undefined ? bound() : bound(request))) as T;
    } catch (reason) {
      throw toFailure(reason);
    }
  };
}
