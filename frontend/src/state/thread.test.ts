import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settled, startedApp } from '../test/within';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

async function started() {
  const { app, fake, api } = await startedApp();
  const last = () => app.thread.turns.at(-1)?.blocks.at(-1)?.text;
  return { app, fake, api, last };
}

const begun = 'Next I’ll refit all four stations and update the';

test('streamed text appears in whole words, at most every 50 ms', async () => {
  const { fake, last } = await started();
  fake.stream(' table of the sta');
  expect(last()).toBe(begun);
  await vi.advanceTimersByTimeAsync(50);
  expect(last()).toBe(`${begun} table of the `);
  fake.stream('tions. ');
  await vi.advanceTimersByTimeAsync(50);
  expect(last()).toBe(`${begun} table of the stations. `);
});

test('the last word comes even when nothing follows it', async () => {
  const { fake, last } = await started();
  fake.stream(' table');
  await vi.advanceTimersByTimeAsync(500);
  expect(last()).toBe(`${begun} table`);
});

test('a whole turn replaces the words that were on their way', async () => {
  const { fake, last } = await started();
  fake.stream(' table ');
  fake.tell({ ...(fake.turns.at(-1) as (typeof fake.turns)[0]), status: 'done' });
  await vi.advanceTimersByTimeAsync(500);
  expect(last()).toBe(`${begun} table `);
});

test('words for a block that is not known ask for the thread again', async () => {
  const { app, api } = await started();
  api.emit('text', { chat: 'newlyn', turn: 14, block: 40, text: 'lost ' });
  await vi.advanceTimersByTimeAsync(50);
  expect(api.requests('Chats.Thread')).toHaveLength(2);
  expect(app.thread.turns).toHaveLength(14);
});

test('what happens in another chat leaves this one alone', async () => {
  const { app, api, fake } = await started();
  const before = app.thread.turns;
  api.emit('turn', { chat: 'brest', turn: { ...(fake.turns[0] as (typeof fake.turns)[0]), prompt: 'elsewhere' } });
  api.emit('text', { chat: 'brest', turn: 14, block: 5, text: 'elsewhere ' });
  await vi.advanceTimersByTimeAsync(500);
  expect(app.thread.turns).toBe(before);
});

test('an answer that comes after another chat was picked is not shown', async () => {
  const { app, api } = await started();
  const answers: (() => void)[] = [];
  const answer = api.answers['Chats.Thread'];
  api.answers['Chats.Thread'] = async (request) => {
    await new Promise<void>((resolve) => answers.push(resolve));
    return answer?.(request);
  };
  const slow = app.showChat('newlyn');
  const quick = app.showChat('brest');
  answers[1]?.();
  answers[0]?.();
  await Promise.all([slow, quick]);
  expect(app.thread.chat).toBe('brest');
  expect(app.thread.turns).toEqual([]);
});

test('a prompt that is refused is told, and nothing is added', async () => {
  const { app } = await started();
  await expect(app.thread.send('one more')).resolves.toBe(false);
  expect(app.notices.failure?.code).toBe('running');
  expect(app.thread.turns).toHaveLength(14);
});

test('stopping settles what waits for the agent to be idle', async () => {
  const { app } = await started();
  const idle = vi.fn();
  void app.thread.idle().then(idle);
  await settled();
  expect(idle).not.toHaveBeenCalled();
  await app.thread.stop();
  await settled();
  expect(idle).toHaveBeenCalled();
  expect(app.thread.running).toBeUndefined();
});
