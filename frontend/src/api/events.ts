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
      // Without the stream what the page shows may be long past: the calls that
      // resync makes say what is wrong, or bring in what is.
      last = undefined;
      listener.resync();
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

/** How long a page is out of sight before it stops listening. */
const patience = 5000; // ms

/**
 * Listens while the page is seen. A browser opens six connections to a server, for
 * all its tabs together: tabs that each kept a stream would leave none for calls.
 */
export const listenWhileSeen: Listen = (listener) => {
  let stop: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function leave() {
    stop?.();
    stop = undefined;
  }

  function look() {
    clearTimeout(timer);
    if (document.visibilityState === 'hidden') timer = setTimeout(leave, patience);
    else stop ??= listen(listener);
  }

  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    document.removeEventListener('visibilitychange', look);
    clearTimeout(timer);
    leave();
  };
};
