import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listen, listenWhileSeen, type Heard } from './events';

class Stream {
  static readonly CLOSED = 2;
  static opened: Stream[] = [];
  onmessage: (message: { data: string }) => void = () => undefined;
  onerror: () => void = () => undefined;
  readyState = 1;

  constructor(readonly url: string) {
    Stream.opened.push(this);
  }

  close() {
    this.readyState = Stream.CLOSED;
  }

  send(seq: number, topic: string, data: unknown = null) {
    this.onmessage({ data: JSON.stringify({ seq, topic, data }) });
  }

  fail(readyState: number) {
    this.readyState = readyState;
    this.onerror();
  }
}

function hear() {
  const heard: Heard[] = [];
  const resync = vi.fn();
  const stop = listen({ event: (event) => heard.push(event), resync });
  return { heard, resync, stop };
}

const stream = () => Stream.opened.at(-1) as Stream;

beforeEach(() => {
  Stream.opened = [];
  vi.stubGlobal('EventSource', Stream);
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the first message asks for the present state, the next ones are events', () => {
  const { heard, resync } = hear();
  stream().send(7, 'hello');
  stream().send(8, 'files', { paths: ['a.md'] });
  expect(resync).toHaveBeenCalledTimes(1);
  expect(heard).toEqual([{ topic: 'files', data: { paths: ['a.md'] } }]);
});

test('a gap asks again, and the event after it is still told', () => {
  const { heard, resync } = hear();
  stream().send(1, 'hello');
  stream().send(3, 'chats', []);
  expect(resync).toHaveBeenCalledTimes(2);
  expect(heard).toHaveLength(1);
});

test('a new connection asks again only when something happened meanwhile', () => {
  const { resync } = hear();
  stream().send(5, 'hello');
  stream().send(5, 'hello');
  expect(resync).toHaveBeenCalledTimes(1);
  stream().send(9, 'hello');
  expect(resync).toHaveBeenCalledTimes(2);
});

test('a stream that never opens still lets the page load', () => {
  const { resync } = hear();
  stream().fail(0);
  expect(resync).toHaveBeenCalledTimes(1);
});

test('a stream that breaks off asks at once, and again when it is back, whatever its number', () => {
  const { resync } = hear();
  stream().send(5, 'hello');
  stream().fail(0);
  expect(resync).toHaveBeenCalledTimes(2);
  stream().send(5, 'hello');
  expect(resync).toHaveBeenCalledTimes(3);
});

test('a stream that was closed for good is opened again', () => {
  const { stop } = hear();
  stream().send(1, 'hello');
  stream().fail(Stream.CLOSED);
  vi.advanceTimersByTime(2000);
  expect(Stream.opened).toHaveLength(2);
  stop();
  expect(stream().readyState).toBe(Stream.CLOSED);
});

test('a tab out of sight gives its connection up, and asks again when it is seen', () => {
  const seen = vi.spyOn(document, 'visibilityState', 'get');
  const show = (state: DocumentVisibilityState) => {
    seen.mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  const resync = vi.fn();
  const stop = listenWhileSeen({ event: vi.fn(), resync });
  stream().send(5, 'hello');
  show('hidden');
  vi.advanceTimersByTime(4000);
  show('visible');
  vi.advanceTimersByTime(9000);
  expect(stream().readyState, 'a short look elsewhere').toBe(1);

  show('hidden');
  vi.advanceTimersByTime(5000);
  expect(stream().readyState).toBe(Stream.CLOSED);
  show('visible');
  stream().send(5, 'hello');
  expect(Stream.opened).toHaveLength(2);
  expect(resync).toHaveBeenCalledTimes(2);

  stop();
  expect(stream().readyState).toBe(Stream.CLOSED);
  show('visible');
  expect(Stream.opened).toHaveLength(2);
});
