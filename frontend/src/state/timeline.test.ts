import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Moment } from '../api/types.gen';
import { t } from '../locales';
import { startedApp } from '../test/within';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

async function started() {
  const { app, fake, api } = await startedApp({ settled: true });
  const look = async (turn: number) => {
    app.timeline.view(turn);
    await vi.advanceTimersByTimeAsync(100);
  };
  return { app, timeline: app.timeline, fake, api, look };
}

test('looking at a turn asks once the playhead rests, and writes nothing', async () => {
  const { timeline, api } = await started();
  for (const turn of [13, 12, 11, 10, 9]) timeline.view(turn);
  expect(timeline.viewing).toBe(9);
  expect(timeline.moment).toBeUndefined();
  await vi.advanceTimersByTimeAsync(100);
  expect(api.requests('Timeline.Moment')).toEqual([{ turn: 9 }]);
  expect(timeline.moment?.turn).toBe(9);
  expect(api.requests('Timeline.Rewind')).toEqual([]);
});

test('a moment seen before is shown at once', async () => {
  const { timeline, look, api } = await started();
  await look(9);
  await look(8);
  timeline.view(9);
  expect(timeline.moment?.turn).toBe(9);
  expect(api.requests('Timeline.Moment')).toHaveLength(2);
});

test('a file that changes on disk makes the moment be asked again', async () => {
  const { look, api } = await started();
  await look(9);
  api.emit('files', { paths: ['references.bib'] });
  expect(api.requests('Timeline.Moment')).toHaveLength(2);
});

test('stepping stays on the line and comes back to now', async () => {
  const { timeline } = await started();
  timeline.step(-1);
  expect(timeline.viewing).toBe(13);
  timeline.step(-100);
  expect(timeline.viewing).toBe(1);
  timeline.step(Infinity);
  expect(timeline.viewing).toBeUndefined();
});

test('a turn that is not there can not be looked at', async () => {
  const { timeline } = await started();
  timeline.view(99);
  expect(timeline.viewing).toBeUndefined();
});

test('rewinding keeps edits made outside, unless the person chose otherwise', async () => {
  const { timeline, look, api } = await started();
  await look(9);
  await timeline.rewind();
  expect(api.requests('Timeline.Rewind')).toEqual([{ turn: 9, keep: ['references.bib'], choices: [], force: false }]);
  expect(timeline.viewing).toBeUndefined();
  expect(timeline.state.head).toBe(9);
});

test('restoring a file that was edited outside is forced, by name', async () => {
  const { timeline, look, api } = await started();
  await look(9);
  timeline.replace.add('references.bib');
  await timeline.rewind();
  expect(api.requests('Timeline.Rewind')).toEqual([{ turn: 9, keep: [], choices: [], force: true }]);
});

test('a file that was edited outside counts once', async () => {
  const { timeline, look, api } = await started();
  const moment = api.answers['Timeline.Moment'] as (request: { turn: number }) => Moment;
  api.answers['Timeline.Moment'] = (request: { turn: number }) => {
    const answer = moment(request);
    const [conflict] = answer.conflicts;
    const file = { path: conflict!.path, change: 'edited', added: 1, removed: 1, note: '', prose: false };
    return { ...answer, files: [...answer.files, file] };
  };
  await look(9);
  expect(timeline.differing).toBe(5);
});

test('the toast after a rewind redoes it', async () => {
  const { app, timeline, look, api } = await started();
  await look(9);
  await timeline.rewind();
  expect(app.notices.toast?.text).toBe(t.rewind.done(9, 4, 1));
  app.notices.toast?.action?.run();
  await vi.advanceTimersByTimeAsync(0);
  expect(api.requests('Timeline.Redo')).toEqual([{ force: false }]);
  expect(app.notices.toast?.text).toBe(t.rewind.redone(14));
});

test('an undo that meets an edit from outside shows the choice instead', async () => {
  const { app, timeline, api } = await started();
  api.refuse('Timeline.Undo', { code: 'conflict', message: 'references.bib was edited outside Redline.' });
  await timeline.undo();
  expect(timeline.viewing).toBe(13);
  expect(app.notices.failure).toBeUndefined();
  expect(app.notices.toast?.text).toBe(t.rewind.choose);
});

test('undone turns stand after the kept ones', async () => {
  const { timeline, fake, api } = await started();
  const state = fake.timeline;
  const turns = state.turns.map((turn) => (turn.number > 9 && turn.number < 14 ? { ...turn, state: 'undone' } : turn));
  api.emit('timeline', { ...state, turns, head: 14, redo: 13 });
  expect(timeline.state.turns.map((turn) => turn.number).slice(-5)).toEqual([14, 10, 11, 12, 13]);
  timeline.view(11);
  expect(timeline.forward).toBe(true);
  expect(timeline.later.map((turn) => turn.number)).toEqual([12, 13]);
  expect([9, 11, 14, 0].map((number) => timeline.setAside(number))).toEqual([false, true, false, false]);
});

test('a turn that left the line is no longer looked at', async () => {
  const { timeline, look, fake, api } = await started();
  await look(9);
  api.emit('timeline', { ...fake.timeline, turns: fake.timeline.turns.slice(0, 5), head: 5 });
  expect(timeline.viewing).toBeUndefined();
});
