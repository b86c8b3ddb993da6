import { expect, test } from 'vitest';
import * as example from '../api/fake/example';
import type { FakeApi } from '../api/fake/fake';
import type { Turn } from '../api/types.gen';
import { startedApp } from '../test/within';
import type { App } from './app.svelte';

/** Lets a call wait until it is told to go on; it then answers with what was so when it was asked. */
function held(api: FakeApi, call: string): () => void {
  const answer = api.answers[call];
  let release: () => void;
  api.answers[call] = async (request: never) => {
    const asked = structuredClone(answer?.(request));
    await new Promise<void>((resolve) => (release = resolve));
    return asked;
  };
  return () => release();
}

interface Race {
  call: string;
  load: (app: App) => Promise<void>;
  event: (api: FakeApi) => void;
  now: (app: App) => unknown;
  newer: unknown;
}

const line = { turns: example.timelineTurns.slice(0, 2), head: 2, canUndo: true, redo: 0, outside: [], usage: example.usage };

const races: Race[] = [
  {
    call: 'Chats.List',
    load: (app) => app.chats.load(),
    event: (api) => api.emit('chats', example.chats.slice(0, 1)),
    now: (app) => app.chats.list.length,
    newer: 1,
  },
  {
    call: 'Approvals.Waiting',
    load: (app) => app.review.load(),
    event: (api) => api.emit('approvals', [example.trendEdit]),
    now: (app) => app.review.waiting.map((slip) => slip.id),
    newer: [example.trendEdit.id],
  },
  {
    call: 'Timeline.State',
    load: (app) => app.timeline.load(),
    event: (api) => api.emit('timeline', line),
    now: (app) => app.timeline.state.head,
    newer: 2,
  },
  {
    call: 'Settings.Get',
    load: (app) => app.settings.load(),
    event: (api) => api.emit('settings', { ...example.preferences, theme: 'dark' }),
    now: (app) => app.settings.now.theme,
    newer: 'dark',
  },
  {
    call: 'Workspaces.Current',
    load: (app) => app.workspaces.load(),
    event: (api) => api.emit('workspace', { open: true, dir: '/other', name: 'other', library: false, problems: [] }),
    now: (app) => app.workspaces.current.dir,
    newer: '/other',
  },
  {
    call: 'Chats.Thread',
    load: (app) => app.thread.load(app.thread.chat),
    event: (api) => {
      const turn = { ...(example.turns.at(-1) as Turn), blocks: [], status: 'done' };
      api.emit('turn', { chat: example.chats[0]?.id ?? '', turn });
    },
    now: (app) => [app.thread.turns.length, app.thread.turns.at(-1)?.status],
    newer: [example.turns.length, 'done'],
  },
];

test.each(races)('a slow answer to $call does not undo what an event told meanwhile', async ({ call, load, event, now, newer }) => {
  const { app, api } = await startedApp();
  expect(now(app)).not.toEqual(newer);
  const release = held(api, call);
  const loading = load(app);
  event(api);
  release();
  await loading;
  expect(now(app)).toEqual(newer);
});

test('of two listings of a folder the one asked for last is shown', async () => {
  const { app, api } = await startedApp();
  const first = held(api, 'Files.List');
  const loading = app.files.load();
  api.answers['Files.List'] = () => ({ entries: [], cut: '' });
  await app.files.load();
  first();
  await loading;
  expect(app.files.rows).toEqual([]);
});
