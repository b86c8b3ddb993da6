import { SvelteMap } from 'svelte/reactivity';
import type { Heard } from '../api/events';
import type { Client, Turn } from '../api/types.gen';
import { t } from '../locales';
import { Latest } from './latest';
import type { Notices } from './notices.svelte';
import { WordFlow } from './wordflow';

/** The turns of the chat that is shown. */
export class Thread {
  turns = $state.raw<Turn[]>([]);
  chat = $state('');
  loading = $state(false);
  /** Rises with every prompt that was taken. */
  sent = $state(0);

  /** What is written and not sent yet, by chat. */
  readonly #drafts = new SvelteMap<string, string>();

  readonly running = $derived(this.turns.find((turn) => turn.status === 'running'));

  /** Turns that came since the thread was asked for: they know more than its answer. */
  readonly #heard = new Map<number, Turn>();
  readonly #latest = new Latest();
  readonly #waiting: (() => void)[] = [];
  readonly #flow = new WordFlow((turn, block, text) => this.#append(turn, block, text));

  constructor(
    private readonly client: Client,
    private readonly notices: Notices,
  ) {}

  get draft(): string {
    return this.#drafts.get(this.chat) ?? '';
  }

  set draft(text: string) {
    this.#drafts.set(this.chat, text);
  }

  /** Shows a chat, or asks for it again when it is the one shown. */
  async load(chat: string) {
    if (chat !== this.chat) this.turns = [];
    this.chat = chat;
    this.#flow.clear();
    this.#heard.clear();
    const counts = this.#latest.ask();
    this.loading = chat !== '';
    if (chat === '') return;
    try {
      const thread = await this.client.chats.thread({ chat });
      if (counts()) this.turns = byIndex([...thread.turns.filter((turn) => !this.#heard.has(turn.index)), ...this.#heard.values()]);
    } finally {
      if (counts()) this.loading = false;
    }
  }

  hear(heard: Heard) {
    if (heard.topic === 'turn' && heard.data.chat === this.chat) this.#place(heard.data.turn);
    if (heard.topic === 'text' && heard.data.chat === this.chat) {
      const { turn, block, text } = heard.data;
      this.#flow.add(turn, block, text);
    }
  }

  /** Sends a prompt; true when it was taken. */
  async send(text: string): Promise<boolean> {
    const { chat } = this;
    const turn = await this.notices.attempt(() => this.client.chats.send({ chat, text }));
    if (!turn) return false;
    this.sent++;
    this.notices.dismiss();
    // The event may have come first, and then knows more than the answer.
    if (this.chat === chat && !this.turns.some((known) => known.index === turn.index)) this.#place(turn);
    return true;
  }

  /** Sends what is written; what was not taken is there again, unless something new is. */
  async sendDraft() {
    const { chat } = this;
    const prompt = this.draft.trim();
    if (prompt === '' || this.running) return;
    this.draft = '';
    if (!(await this.send(prompt)) && !this.#drafts.get(chat)) this.#drafts.set(chat, prompt);
  }

  async stop() {
    await this.notices.attempt(() => this.client.chats.stop({ chat: this.chat }));
  }

  /** Settles when no turn is running any more. */
  idle(): Promise<void> {
    if (!this.running) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #place(turn: Turn) {
    this.#flow.clear(turn.index);
    this.#heard.set(turn.index, turn);
    const before = this.turns.find((known) => known.index === turn.index);
    if (before) this.turns = this.turns.map((known) => (known === before ? turn : known));
    else this.turns = byIndex([...this.turns, turn]);
    if (before?.status === 'running' && turn.status === 'done') this.notices.announce(t.thread.finished);
    if (!this.running) this.#waiting.splice(0).forEach((resolve) => resolve());
  }

  #append(index: number, at: number, text: string) {
    const turn = this.turns.find((known) => known.index === index);
    const block = turn?.blocks[at];
    if (!turn || !block) {
      void this.load(this.chat).catch((reason: unknown) => this.notices.fail(reason));
      return;
    }
    const blocks = turn.blocks.with(at, { ...block, text: block.text + text });
    this.turns = this.turns.map((known) => (known === turn ? { ...turn, blocks } : known));
  }
}

function byIndex(turns: Turn[]): Turn[] {
  return turns.sort((a, b) => a.index - b.index);
}
