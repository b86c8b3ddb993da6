import type { Heard } from '../api/events';
import type { Chat, Client } from '../api/types.gen';
import { Latest } from './latest';

/** The chats of the open folder, and which one is shown. */
export class Chats {
  list = $state.raw<Chat[]>([]);
  shown = $state('');

  readonly current = $derived(this.list.find((c) => c.id === this.shown));

  readonly #latest = new Latest();

  constructor(private readonly client: Client) {}

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

  forget() {
    this.list = [];
    this.shown = '';
  }
}
