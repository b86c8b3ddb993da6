import { expect, test } from 'vitest';
import { FakeWorkspace } from '../api/fake/workspace';
import { settled, startedApp } from '../test/within';
import { App } from './app.svelte';

test('starting brings everything in', async () => {
  const { app } = await startedApp();
  expect(app.workspaces.current.name).toBe('sea-level-notes');
  expect(app.chats.current?.title).toBe('Newlyn trend, robust fit');
  expect(app.thread.turns).toHaveLength(14);
  expect(app.timeline.state.head).toBe(14);
  expect(app.review.waiting.map((slip) => slip.path)).toEqual(['notes/newlyn.md', 'analysis/trend.go']);
  expect(app.files.rows.map((row) => row.entry.name)).toEqual(['analysis', 'data', 'notes', 'references.bib']);
});

test('after lost events everything is asked again', async () => {
  const { app, fake, api } = await startedApp();
  fake.turns = fake.turns.slice(0, 5);
  fake.head = 5;
  api.lose();
  await settled();
  expect(app.thread.turns).toHaveLength(5);
  expect(app.timeline.state.turns).toHaveLength(5);
});

test('another folder leaves nothing of the last one behind', async () => {
  const { app, fake } = await startedApp();
  await app.files.toggle('notes');
  app.timeline.view(9);
  fake.chats = [];
  fake.turns = [];
  fake.head = 0;
  await app.openFolder('/home/ines/src/tide-server');
  await settled();
  expect(app.workspaces.current.name).toBe('tide-server');
  expect(app.timeline.viewing).toBeUndefined();
  expect(app.thread.turns).toEqual([]);
  expect(app.files.opened.size).toBe(0);
  expect(app.chats.list).toHaveLength(1);
});

test('without a folder nothing of one is asked for', async () => {
  const { app, api } = await startedApp({ open: false });
  expect(app.workspaces.known).toBe(true);
  expect(api.asked.map((a) => a.call)).not.toContain('Chats.List');
});

test('a start that fails is told, and a later one clears it', async () => {
  const fake = new FakeWorkspace();
  const info = fake.api.answers['Workspaces.Info'];
  fake.api.refuse('Workspaces.Info', { code: 'unreachable', message: 'No answer.' });
  const app = new App(fake.api);
  app.start();
  await settled();
  expect(app.workspaces.known).toBe(false);
  expect(app.notices.failure?.code).toBe('unreachable');
  if (info) fake.api.answers['Workspaces.Info'] = info;
  fake.api.lose();
  await settled();
  expect(app.workspaces.known).toBe(true);
  expect(app.notices.failure).toBeUndefined();
});

test('a failure that no call waited for is shown', async () => {
  const { app, api } = await startedApp();
  api.emit('problem', { code: 'disk_full', message: 'The disk is full. Nothing was lost.', path: '', hint: '' });
  expect(app.notices.failure?.message).toBe('The disk is full. Nothing was lost.');
});

test('problems at opening are shown until dismissed', async () => {
  const { app, fake, api } = await startedApp();
  api.emit('workspace', { ...fake.workspace, problems: ['The settings could not be read.'] });
  expect(app.workspaces.problems).toEqual(['The settings could not be read.']);
  app.workspaces.dismiss('The settings could not be read.');
  expect(app.workspaces.problems).toEqual([]);
});

test('rewinding stops the agent first', async () => {
  const { app, api } = await startedApp();
  app.timeline.view(9);
  await expect.poll(() => app.timeline.moment?.turn).toBe(9);
  await app.rewind();
  const calls = api.asked.map((a) => a.call).filter((call) => call === 'Chats.Stop' || call === 'Timeline.Rewind');
  expect(calls).toEqual(['Chats.Stop', 'Timeline.Rewind']);
});

test('a setting that could not be kept goes back', async () => {
  const { app, api } = await startedApp();
  api.refuse('Settings.Set', { code: 'permission', message: 'The settings are read-only for you.' });
  await app.settings.change({ theme: 'dark' });
  expect(app.settings.now.theme).toBe('system');
  expect(app.notices.failure?.code).toBe('permission');
});

test('the tree lists a folder when it is opened and again when it changes', async () => {
  const { app, api } = await startedApp();
  await app.files.toggle('notes');
  expect(app.files.rows.map((row) => row.entry.path)).toContain('notes/newlyn.md');
  const before = api.requests('Files.List').length;
  api.emit('files', { paths: ['notes/new.md', 'data/x.csv'] });
  await settled();
  expect(api.requests('Files.List').slice(before)).toEqual([{ dir: 'notes', turn: 0 }]);
});
