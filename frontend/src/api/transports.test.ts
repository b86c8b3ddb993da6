import { afterEach, expect, test, vi } from 'vitest';
import { t } from '../locales';
import { webCall } from './web';
import { windowCall } from './window';

afterEach(() => vi.unstubAllGlobals());

function answer(status: number, body: string) {
  const fetch = vi.fn(async () => new Response(body, { status }));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

test('a web call posts its request and reads the answer', async () => {
  const fetch = answer(200, '{"dir":"/notes"}');
  await expect(webCall('Workspaces', 'Check', { dir: '/notes' })).resolves.toEqual({ dir: '/notes' });
  expect(fetch).toHaveBeenCalledWith('/api/Workspaces/Check', expect.objectContaining({ body: '{"dir":"/notes"}' }));
});

test('a web call without an answer gives undefined', async () => {
  answer(200, '');
  await expect(webCall('Chats', 'Stop', { chat: 'a' })).resolves.toBeUndefined();
});

test.each([
  [409, '{"code":"conflict","message":"Edited outside.","path":"a.md","hint":""}', 'conflict', 'Edited outside.'],
  [401, 'unauthorized', 'signed_out', t.errors.signedOut],
  [403, 'This link was used already.', 'signed_out', t.errors.signedOut],
  [502, '<html>', 'internal', t.errors.status(502)],
])('status %i is told as a failure', async (status, body, code, message) => {
  answer(status, body);
  await expect(webCall('Timeline', 'Undo', {})).rejects.toMatchObject({ code, message });
});

test('no answer at all is told as unreachable', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(webCall('Chats', 'List')).rejects.toMatchObject({ code: 'unreachable' });
});

test('the window calls its bindings, and the web for what may be large', async () => {
  const list = vi.fn(async () => []);
  const review = vi.fn();
  const web = vi.fn(async () => 'from the web');
  const call = windowCall({ Chats: { List: list }, Approvals: { Review: review } }, web as never);

  await expect(call('Chats', 'List')).resolves.toEqual([]);
  expect(list).toHaveBeenCalledWith();
  await expect(call('Approvals', 'Review', { edit: '1' })).resolves.toBe('from the web');
  expect(review).not.toHaveBeenCalled();
});

test('an error of a binding keeps its code', async () => {
  const open = () => Promise.reject('{"code":"bad_folder","message":"No.","path":"","hint":""}');
  const call = windowCall({ Workspaces: { Open: open } }, vi.fn() as never);
  await expect(call('Workspaces', 'Open', { dir: '/x' })).rejects.toMatchObject({ code: 'bad_folder', message: 'No.' });
});
