import { SvelteMap } from 'svelte/reactivity';
import { toFailure } from '../api/failure';
import type { Heard } from '../api/events';
import type { Client, DecideRequest, EditSlip, Review as Shown } from '../api/types.gen';
import { t } from '../locales';
import { Decisions, type Scope } from './decisions.svelte';
import { Latest } from './latest';
import type { Notices } from './notices.svelte';

/** How long after an edit appears no key decides: a key meant for elsewhere must not approve it. */
const settle = 300; // ms

/** The edits that wait for an answer, and the review that is open on one of them. */
export class Review {
  /** Oldest first. */
  waiting = $state.raw<EditSlip[]>([]);
  /** The edit whose review is open, "" when none is. */
  current = $state('');
  /** The edit shown has been on screen long enough for a key to mean it; a click always does. */
  settled = $state(false);
  sending = $state(false);
  /** Rejecting everything was asked for, and waits for a yes. */
  confirming = $state(false);

  /** Decisions made so far, by edit. They outlive closing the review. */
  readonly sheets = new SvelteMap<string, Decisions>();

  readonly sheet = $derived(this.sheets.get(this.current));
  readonly total = $derived(this.waiting.reduce((sum, slip) => sum + (slip.changes || 1), 0));
  readonly decided = $derived(this.waiting.reduce((sum, slip) => sum + this.#verdicts(slip), 0));
  /** The edits that the primary button sends: the one shown, and others with every change decided. */
  readonly batch = $derived(this.waiting.filter((slip) => slip.id === this.current || this.#complete(slip)));
  /** How many decisions are sent when nothing is left to approve along with them, else 0. */
  readonly ready = $derived(
    this.batch.every((slip) => this.#complete(slip)) ? this.batch.reduce((n, slip) => n + this.#verdicts(slip), 0) : 0,
  );

  readonly #latest = new Latest();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly client: Client,
    private readonly notices: Notices,
  ) {}

  async load() {
    const counts = this.#latest.ask();
    const waiting = await this.client.approvals.waiting();
    if (counts()) this.#take(waiting);
  }

  hear(heard: Heard) {
    if (heard.topic === 'approvals') {
      this.#latest.heard();
      this.#take(heard.data);
    }
    if (heard.topic === 'files') this.#changed(heard.data.paths);
  }

  /** Opens the review of an edit; without one, of the edit that waits longest. */
  open(edit?: string) {
    const id = edit ?? this.waiting[0]?.id ?? '';
    this.current = id;
    this.confirming = false;
    this.#appear();
    if (id !== '' && !this.sheets.has(id)) void this.#fetch(id);
  }

  /** Closing keeps everything waiting, and the decisions made so far. */
  close() {
    this.sheet?.cancelDraft();
    this.sheet?.cancelPick();
    this.current = '';
    this.confirming = false;
  }

  /** Shows another waiting edit, by its distance in the queue. */
  turnTo(by: number) {
    const at = this.waiting.findIndex((slip) => slip.id === this.current) + by;
    const next = this.waiting[at];
    if (next && !this.sheet?.busy) this.open(next.id);
  }

  /** Decides on the change that the keys act on; after the last one the next edit is shown. */
  mark(action: 'approve' | 'reject', change = this.sheet?.current) {
    if (this.sending || !this.sheet || change === undefined) return;
    if (this.sheet.busy) return;
    if (!this.sheet.decide(change, action)) this.#nextUndecided();
  }

  markFile(action: 'approve' | 'reject') {
    if (this.sheet?.busy) return;
    this.sheet?.decideAll(action);
    this.#nextUndecided();
  }

  amend(change = this.sheet?.current) {
    if (change !== undefined) this.sheet?.amend(change);
  }

  pick(change = this.sheet?.current) {
    if (change !== undefined) this.sheet?.pick(change);
  }

  keepDraft() {
    if (this.sheet && !this.sheet.useDraft()) this.#nextUndecided();
  }

  keepPick() {
    if (this.sheet && !this.sheet.usePick()) this.#nextUndecided();
  }

  /** What the primary button does. */
  async send() {
    if (this.sending || this.sheet?.busy) return;
    const requests = this.batch.flatMap((slip) => this.sheets.get(slip.id)?.request() ?? []);
    await this.#send(requests);
  }

  /** Rejects the edit shown; asks once when a part of it was approved. */
  async rejectAll() {
    const { sheet } = this;
    if (this.sending || !sheet || sheet.busy) return;
    if (sheet.approved > 0 && !this.confirming) {
      this.confirming = true;
      return;
    }
    await this.#send([sheet.rejection()]);
  }

  /** Asks whether the file shown is still as it was: the person may come from another program. */
  async refresh() {
    if (this.sheet) await this.#renew(this.current);
  }

  /** Turns an edit of a file that changed meanwhile away, and says why. */
  async askFresh() {
    if (this.sheet) await this.#send([this.sheet.rejection(t.review.freshNote)]);
  }

  /** Answers a whole edit without opening it; a yes may hold for later ones too. */
  async decide({ id, shown }: EditSlip, all: 'approve' | 'reject', scope: Scope = '') {
    const request = { edit: id, all, decisions: [], note: '', scope, shown };
    await this.notices.attempt(() => this.client.approvals.decide(request));
  }

  forget() {
    this.close();
    this.sheets.clear();
    this.waiting = [];
  }

  async #send(requests: DecideRequest[]) {
    this.sending = true;
    this.confirming = false;
    try {
      for (const request of requests) {
        await this.client.approvals.decide(request);
        this.#done(request.edit);
      }
      this.notices.dismiss();
    } catch (reason) {
      await this.#refused(reason);
    } finally {
      this.sending = false;
    }
  }

  /** Takes an answered edit out; the next one slides in, after the last the review closes. */
  #done(edit: string) {
    this.#take(this.waiting.filter((slip) => slip.id !== edit));
  }

  async #refused(reason: unknown) {
    const failure = toFailure(reason);
    this.notices.fail(failure);
    if (failure.code === 'stale') await this.#renew(this.current);
    if (failure.code === 'answered' || failure.code === 'not_found') await this.notices.attempt(() => this.load());
  }

  #take(waiting: EditSlip[]) {
    const at = this.waiting.findIndex((slip) => slip.id === this.current);
    this.waiting = waiting;
    for (const id of this.sheets.keys()) {
      if (!waiting.some((slip) => slip.id === id)) this.sheets.delete(id);
    }
    if (this.current === '' || waiting.some((slip) => slip.id === this.current)) return;
    const next = waiting[Math.min(at, waiting.length - 1)];
    if (next) this.open(next.id);
    else this.close();
  }

  #nextUndecided() {
    const next = this.waiting.find((slip) => slip.id !== this.current && !this.#complete(slip));
    if (this.sheet?.undecided.length === 0 && next) this.open(next.id);
  }

  #complete(slip: EditSlip): boolean {
    return this.sheets.get(slip.id)?.undecided.length === 0;
  }

  #verdicts(slip: EditSlip): number {
    return this.sheets.get(slip.id)?.verdicts.size ?? 0;
  }

  async #fetch(edit: string) {
    const review = await this.notices.attempt(() => this.client.approvals.review({ edit }));
    if (!review) {
      if (this.current === edit) this.close();
      return;
    }
    this.sheets.set(edit, new Decisions(review));
    if (this.current === edit) this.#appear();
  }

  #changed(paths: string[]) {
    for (const [id, sheet] of this.sheets) {
      if (paths.includes(sheet.review.path)) void this.#renew(id);
    }
  }

  /** An edit that is gone by now leaves with the next list of what waits. */
  async #renew(edit: string) {
    const review = await this.client.approvals.review({ edit }).catch(() => undefined);
    const sheet = this.sheets.get(edit);
    // What is being typed or chosen is not taken away; sending it will say that the file moved on.
    if (!review || !sheet || sheet.busy || same(sheet.review, review)) return;
    sheet.renew(review);
  }

  #appear() {
    clearTimeout(this.#timer);
    this.settled = false;
    this.#timer = setTimeout(() => (this.settled = true), settle);
  }
}

function same(a: Shown, b: Shown): boolean {
  return a.stale === b.stale && a.before === b.before && a.after === b.after;
}
