import { t } from '../locales';
import { Failure, toFailure } from './failure';
import type { Call } from './types.gen';

/**
 * Calls over HTTP: `POST /api/<Area>/<Method>`. The session cookie was set when
 * the page was opened, so a call carries no secret of its own.
 */
export const webCall: Call = async <T>(area: string, method: string, request?: unknown): Promise<T> => {
  const response = await fetch(`/api/${area}/${method}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(request ?? {}),
    credentials: 'same-origin',
  }).catch(() => {
    throw new Failure({ code: 'unreachable', message: t.errors.unreachable });
  });
  const text = await response.text();
  if (!response.ok) throw refusal(response.status, text);
  return (text.trim() === '' ? undefined : JSON.parse(text)) as T;
};

function refusal(status: number, text: string): Failure {
  if (text.trim().startsWith('{')) return toFailure(text.trim());
  if (status === 401 || status === 403) return new Failure({ code: 'signed_out', message: t.errors.signedOut });
  return new Failure({ message: t.errors.status(status) });
}
