import { SvelteSet } from 'svelte/reactivity';
import { toFailure } from '../api/failure';
import type { Heard } from '../api/events';
import type { Client, Moment, RewindResult, TimelineState, TimelineTurn } from '../api/types.gen';
import { t } from '../locales';
import { Latest } from './latest';
import type { Notices } from './notices.svelte';

const nothing: TimelineState = {
  turns: [],
  head: 0,
  canUndo: false,
  redo: 0,
  outside: [],
  usage: { bytes: 0, maxBytes: 0, maxAgeDays: 0, oldest: 0, next: 0, dropped: 0, pinned: 0 },
};

/** How long the playhead rests before what it points at is loaded. */
const rest = 80; // ms

/** How many moments are kept, so that going back and forth asks once. */
const keptMoments = 20;

/**
 * The line of turns, where the workspace stands on it, and the moment that the
 * person looks at. Looking writes nothing; only rewind, undo and redo do.
 */
export class Timeline {
  state = $state.raw<TimelineState>(nothing);
  /** The turn that is looked at, undefined for now. */
  viewing = $state<number>();
  /** What `viewing` would change, once it is known. */
  moment = $state.raw<Moment>();
  busy = $state(false);
  /** Files edited outside Redline that the person chose to replace. */
  readonly replace = new SvelteSet<string>();

  readonly last = $derived(Math.max(0, ...this.state.turns.map((turn) => turn.number)));
  readonly viewed = $derived(this.state.turns.find((turn) => turn.number === this.viewing));
  readonly current = $derived(this.state.turns.find((turn) => turn.number === this.state.head));
  /** The turn looked at was undone: going there is a redo. */
  readonly forward = $derived(this.viewed?.state === 'undone');
  /** The turns that come after the one looked at, on the line. */
  readonly later = $derived(
    this.viewed ? this.state.turns.slice(this.state.turns.indexOf(this.viewed) + 1) : [],
  );
  /** How many files differ between now and the moment looked at. */
  readonly differing = $derived(
    new Set([...(this.moment?.files ?? []), ...(this.moment?.conflicts ?? [])].map((file) => file.path)).size,
  );
  /** Where the playhead stands: the turn looked at, else the one on disk. */
  readonly at = $derived(this.viewing ?? this.state.head);

  readonly #moments = new Map<number, Moment>();
  readonly #latest = new Latest();
  readonly #latestLook = new Latest();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly client: Client,
    private readonly notices: Notices,
  ) {}

  async load() {
    const counts = this.#latest.ask();
    const state = await this.client.timeline.state();
    if (counts()) this.#take(state);
  }

  hear(heard: Heard) {
    if (heard.topic === 'timeline') {
      this.#latest.heard();
      this.#take(heard.data);
    }
    if (heard.topic === 'files') this.refresh();
  }

  /** Whether what a turn did is not in the files: it was undone, or left on another line. */
  setAside(number: number): boolean {
    if (number === 0 || number > this.last) return false;
    const turn = this.state.turns.find((known) => known.number === number);
    return !turn || turn.state === 'undone';
  }

  /** Looks at a turn; its content loads once the playhead rests. */
  view(turn: number) {
    if (turn === this.state.head) return this.now();
    if (turn === this.viewing || !this.state.turns.some((known) => known.number === turn)) return;
    this.viewing = turn;
    this.moment = this.#moments.get(turn);
    this.replace.clear();
    clearTimeout(this.#timer);
    if (!this.moment) this.#timer = setTimeout(() => void this.#look(turn), rest);
  }

  /** Moves the playhead by a number of turns, staying on the line. */
  step(by: number) {
    const { turns } = this.state;
    const from = turns.findIndex((turn) => turn.number === this.at);
    if (from < 0 && by < 0) return; // before the first turn already
    const to = Math.min(Math.max(from + by, 0), turns.length - 1);
    const turn = turns[to];
    if (turn) this.view(turn.number);
  }

  /** Back to the workspace as it is on disk. */
  now() {
    clearTimeout(this.#timer);
    this.viewing = undefined;
    this.moment = undefined;
    this.replace.clear();
  }

  /** Rewinds to the turn looked at, or goes forward to it when it was undone. */
  async rewind() {
    const { viewing, moment } = this;
    if (viewing === undefined || !moment) return;
    const keep = moment.conflicts.map((c) => c.path).filter((path) => !this.replace.has(path));
    const force = this.replace.size > 0;
    const redone = this.forward;
    await this.#go(() => this.client.timeline.rewind({ turn: viewing, keep, choices: [], force }), viewing, redone);
  }

  async undo() {
    const at = this.state.turns.findIndex((turn) => turn.number === this.state.head);
    const before = this.state.turns[at - 1]?.number;
    await this.#go(() => this.client.timeline.undo({ force: false }), before, false);
  }

  async redo() {
    await this.#go(() => this.client.timeline.redo({ force: false }), this.state.redo, true);
  }

  forget() {
    this.now();
    this.#moments.clear();
    this.state = nothing;
  }

  /** Moves the workspace; a conflict opens the turn so that the person can choose. */
  async #go(how: () => Promise<RewindResult>, target: number | undefined, redone: boolean) {
    if (this.busy) return;
    this.busy = true;
    try {
      const result = await how();
      this.now();
      this.notices.dismiss();
      await this.load();
      this.#tell(result, redone);
    } catch (reason) {
      const failure = toFailure(reason);
      // The look back shows what was edited outside and asks; that is the message.
      if (failure.code === 'conflict' && target !== undefined) this.#ask(target);
      else this.notices.fail(failure);
    } finally {
      this.busy = false;
    }
  }

  #tell(result: RewindResult, redone: boolean) {
    if (redone) return this.notices.say(t.rewind.redone(result.turn));
    const text = t.rewind.done(result.turn, result.restored.length, result.kept.length);
    this.notices.say(text, { label: t.rewind.redoAction, run: () => void this.redo() });
  }

  #ask(turn: number) {
    this.notices.say(t.rewind.choose);
    this.refresh();
    if (this.viewing === turn) void this.#look(turn);
    else this.view(turn);
  }

  async #look(turn: number) {
    const counts = this.#latestLook.ask();
    const moment = await this.notices.attempt(() => this.client.timeline.moment({ turn }));
    if (!moment || !counts()) return;
    this.#moments.set(turn, moment);
    const oldest = this.#moments.keys().next().value;
    if (this.#moments.size > keptMoments && oldest !== undefined) this.#moments.delete(oldest);
    if (this.viewing === turn) this.moment = moment;
  }

  #take(state: TimelineState) {
    // A kept turn may have a later number than undone ones; those are the tail.
    const undone = (turn: TimelineTurn) => (turn.state === 'undone' ? 1 : 0);
    this.state = { ...state, turns: state.turns.toSorted((a, b) => undone(a) - undone(b)) };
    this.refresh();
    if (this.viewing === undefined) return;
    if (this.viewing === state.head || !state.turns.some((turn) => turn.number === this.viewing)) this.now();
  }

  /** What going to a turn would change depends on the files as they are now. */
  refresh() {
    this.#moments.clear();
    if (this.viewing !== undefined) void this.#look(this.viewing);
  }
}
