import type { Topics } from './types.gen';

/** One event, with the data that its topic carries. */
export type Heard = { [T in keyof Topics]: { topic: T; data: Topics[T] } }[keyof Topics];

export interface Listener {
  event(heard: Heard): void;
  /** Something was missed, or nothing is known yet: ask for the present state. */
  resync(): void;
}

/** Starts listening and returns how to stop. */
export type Listen = (listener: Listener) => () => void;

/** How long to wait before opening a stream again that the server closed for good. */
const reopenAfter = 2000; // ms

/**
 * Hears events from the Go side, in the window and in a browser alike. The first
 * message of every connection is "hello" with the present sequence number; a
 * number that doesn't follow the last one means that events were lost.
 */
export const listen: Listen = (listener) => {
  let last: number | undefined;
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function open() {
    source = new EventSource('/events');
    source.onmessage = (message: MessageEvent<string>) => receive(message.data);
    source.onerror = () => {
      // A stream that never opened must not keep the page empty: the calls that
      // resync makes say what is wrong.
      if (last === undefined) listener.resync();
      if (source.readyState !== EventSource.CLOSED) return;
      clearTimeout(timer);
      timer = setTimeout(open, reopenAfter);
    };
  }

  function receive(text: string) {
    const { seq, topic, data } = JSON.parse(text) as { seq: number; topic: string; data: unknown };
    const hello = topic === 'hello';
    const expected = last === undefined ? undefined : last + (hello ? 0 : 1);
    last = seq;
    if (seq !== expected) listener.resync();
    if (!hello) listener.event({ topic, data } as Heard);
  }

  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
};
