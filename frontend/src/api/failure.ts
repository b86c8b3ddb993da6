import type { Error as Refusal } from './types.gen';

/**
 * What every call that fails throws. `code` is one of the Go side's codes,
 * `unreachable` when no answer came at all, or `signed_out` when the page is not
 * let in any more; `message` is written for people.
 */
export class Failure extends Error {
  readonly code: string;
  readonly path: string;
  readonly hint: string;

  constructor(refusal: Partial<Refusal> & { message: string }) {
    super(refusal.message);
    this.name = 'Failure';
    this.code = refusal.code || 'internal';
    this.path = refusal.path ?? '';
    this.hint = refusal.hint ?? '';
  }
}

/**
 * Reads a rejected call. The window's bindings give the error as an object or as
 * its JSON text, depending on how it was returned; both mean the same here.
 */
export function toFailure(reason: unknown): Failure {
  if (reason instanceof Failure) return reason;
  if (isRefusal(reason)) return new Failure(reason);
  const text = reason instanceof Error ? reason.message : String(reason);
  const parsed = parse(text);
  return isRefusal(parsed) ? new Failure(parsed) : new Failure({ message: text });
}

function isRefusal(value: unknown): value is Refusal {
  return (
    typeof value === 'object' &&
    value !== null &&
    !(value instanceof Error) &&
    typeof (value as Refusal).message === 'string'
  );
}

function parse(text: string): unknown {
  if (!text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
