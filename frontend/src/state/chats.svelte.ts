import type { Heard } from '../api/events';
import type { Chat, Client, ModeChoice } from '../api/types.gen';
import { Latest } from './latest';
import type { Notices } from './notices.svelte';

/** The modes that a key goes through. Those that never ask are chosen by hand only. */
const asking = ['ask', 'accept-edits', 'plan'];

/** The chats of the open folder, and which one is shown. */
export class Chats {
  list = $state.raw<Chat[]>([]);
  shown = $state('');
  modes = $state.raw<ModeChoice[]>([]);

  readonly current = $derived(this.list.find((c) => c.id === this.shown));
  readonly mode = $derived(this.current?.mode ?? 'ask');

  readonly #latest = new Latest();

  constructor(
    private readonly client: Client,
    private readonly notices: Notices,
  ) {}

  /** Loads the list, and shows the newest chat when the one shown is not in it. */
  async load() {
    const counts = this.#latest.ask();
    const list = await this.client.chats.list();
    if (counts()) this.list = list;
    if (this.list.length === 0) this.list = [await this.client.chats.new()];
    if (!this.current) this.shown = this.list[0]?.id ?? '';
  }

  hear(heard: Heard) {
    if (heard.topic !== 'chats') return;
    this.#latest.heard();
    this.list = heard.data;
  }

  async create() {
    const chat = await this.client.chats.new();
    if (!this.list.some((c) => c.id === chat.id)) this.list = [chat, ...this.list];
    this.shown = chat.id;
  }

  async loadModes() {
    this.modes = (await this.notices.attempt(() => this.client.chats.modes())) ?? this.modes;
  }

  /** Gives the chat shown a mode, from its next edit on. */
  async setMode(mode: string) {
    const chat = await this.notices.attempt(() => this.client.chats.setMode({ chat: this.shown, mode }));
    if (chat) this.list = this.list.map((c) => (c.id === chat.id ? chat : c));
  }

  nextMode() {
    return this.setMode(asking[(asking.indexOf(this.mode) + 1) % asking.length] ?? 'ask');
  }

  forget() {
    this.list = [];
    this.shown = '';
  }
}
