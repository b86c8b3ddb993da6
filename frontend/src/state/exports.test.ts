import { beforeEach, expect, it } from 'vitest';
import { FakeApi } from '../api/fake/fake';
import type { ExportJob, ExportRequest } from '../api/types.gen';
import { Exports } from './exports.svelte';
import { Notices } from './notices.svelte';
import { Settings } from './settings.svelte';

const running: ExportJob = {
  id: 'export-1',
  path: 'notes/newlyn.md',
  format: 'pdf',
  output: 'exports/newlyn.pdf',
  status: 'running',
  page: 0,
  pages: 0,
  bytes: 0,
  warnings: [],
  error: '',
  exists: false,
};

let api: FakeApi;
let notices: Notices;
let exports: Exports;

beforeEach(() => {
  api = new FakeApi({
    'Exports.Start': () => running,
    'Exports.Cancel': () => ({ ...running, status: 'cancelled' }),
  });
  notices = new Notices();
  exports = new Exports(api.client, notices, new Settings(api.client, notices));
});

const start = () => exports.start('notes/newlyn.md');

it('asks for what was chosen and follows the progress', async () => {
  exports.format = 'docx';
  exports.chosenSize = 'letter';
  await start();
  expect(api.requests('Exports.Start')).toEqual([
    { path: 'notes/newlyn.md', format: 'docx', output: '', pageSize: 'letter', overwrite: false },
  ] satisfies ExportRequest[]);
  exports.hear({ topic: 'export', data: { ...running, page: 4, pages: 6 } });
  expect(exports.job?.page).toBe(4);
});

it('believes an event that came before the answer', async () => {
  const started = start();
  exports.hear({ topic: 'export', data: { ...running, status: 'done', pages: 6 } });
  await started;
  expect(exports.job?.status).toBe('done');
});

it('ends when the end of a cancelled one was heard before the answer', async () => {
  await start();
  api.answers['Exports.Cancel'] = () => running;
  const cancelled = exports.cancel();
  exports.hear({ topic: 'export', data: { ...running, status: 'cancelled' } });
  await cancelled;
  expect(exports.running).toBe(false);
});

it('ignores what another page exports', () => {
  exports.hear({ topic: 'export', data: running });
  expect(exports.job).toBeUndefined();
});

it('does not start a second one while one runs', async () => {
  await start();
  await start();
  expect(api.requests('Exports.Start')).toHaveLength(1);
});

it('says that it is done where the popover does not', async () => {
  await start();
  exports.hear({ topic: 'export', data: { ...running, status: 'done' } });
  expect(notices.toast?.text).toContain('exports/newlyn.pdf');
});

it('goes back to the choices when it is cancelled, and when another file is picked', async () => {
  await start();
  expect(exports.shown('other.md')?.id).toBe('export-1');
  await exports.cancel();
  expect(exports.shown('notes/newlyn.md')).toBeUndefined();
  exports.job = { ...running, status: 'done' };
  expect(exports.shown('other.md')).toBeUndefined();
});

it('replaces a file only when told to', async () => {
  await start();
  exports.hear({ topic: 'export', data: { ...running, status: 'failed', exists: true } });
  await exports.start('notes/newlyn.md', true);
  expect(api.requests('Exports.Start').at(-1)).toMatchObject({ overwrite: true });
});
