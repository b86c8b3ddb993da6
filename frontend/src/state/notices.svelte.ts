import { toFailure, type Failure } from '../api/failure';

export interface ToastMessage {
  text: string;
  action?: { label: string; run: () => void };
}

/** The failures that end with the first answer. */
const cutOff = new Set(['unreachable', 'signed_out']);

/**
 * What the app says to the person outside the thread: one toast at a time, one
 * failure at a time, and a line for screen readers.
 */
export class Notices {
  toast = $state.raw<ToastMessage>();
  failure = $state.raw<Failure>();
  /** Read aloud politely; merged and at most one in two seconds by the region. */
  status = $state('');

  say(text: string, action?: ToastMessage['action']) {
    this.toast = { text, action };
    this.status = text;
  }

  announce(text: string) {
    this.status = text;
  }

  fail(reason: unknown) {
    this.failure = toFailure(reason);
  }

  /** Runs something that may fail; a failure is shown and gives undefined. */
  async attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      const result = await work();
      // An answer shows that the Go side is there again; other failures stay until
      // they are dismissed or what failed works.
      if (this.failure && cutOff.has(this.failure.code)) this.failure = undefined;
      return result;
    } catch (reason) {
      this.fail(reason);
      return undefined;
    }
  }

  dismiss() {
    this.failure = undefined;
  }

  clearToast() {
    this.toast = undefined;
  }
}
