import type { Api } from '../client';
import { Failure } from '../failure';
import type { Listener } from '../events';
import { Client, type Call, type Topics } from '../types.gen';

export type Answer = (request: never) => unknown;
export type Answers = Record<string, Answer>;

/**
 * The Go side, played in memory. It answers what `answers` says, keeps what was
 * asked, and says what a test tells it to say.
 */
export class FakeApi implements Api {
  readonly asked: { call: string; request: unknown }[] = [];
  readonly client: Client;
  readonly #listeners = new Set<Listener>();

  constructor(readonly answers: Answers) {
    const call: Call = async <T>(area: string, method: string, request?: unknown): Promise<T> => {
      const name = `${area}.${method}`;
      this.asked.push({ call: name, request });
      const answer = this.answers[name];
      if (!answer) throw new Failure({ message: `nothing answers ${name}` });
      // As over a bridge: what comes back shares nothing with what was kept.
      return structuredClone(await (answer as (request: unknown) => unknown)(request)) as T;
    };
    this.client = new Client(call);
  }

  readonly listen = (listener: Listener) => {
    this.#listeners.add(listener);
    queueMicrotask(() => listener.resync());
    return () => void this.#listeners.delete(listener);
  };

  emit<T extends keyof Topics>(topic: T, data: Topics[T]) {
    const event = structuredClone({ topic, data }) as Parameters<Listener['event']>[0];
    for (const listener of this.#listeners) listener.event(event);
  }

  /** What a page sees when events were lost. */
  lose() {
    for (const listener of this.#listeners) listener.resync();
  }

  /** The requests of one call, oldest first. */
  requests(call: string): unknown[] {
    return this.asked.filter((a) => a.call === call).map((a) => a.request);
  }

  refuse(call: string, failure: { code: string; message: string }) {
    this.answers[call] = () => {
      throw new Failure(failure);
    };
  }
}
