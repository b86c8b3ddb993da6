import type { Heard } from '../api/events';
import type { Chat, Client } from '../api/types.gen';

/** The chats of the open folder, and which one is shown. */
export class Chats {
  list = $state.raw<Chat[]>([]);
  shown = $state('');

  readonly current = $derived(this.list.find((c) => c.id === this.shown));

  constructor(private readonly client: Client) {}

  /** Loads the list, and shows the newest chat when the one shown is not in it. */
  async load() {
    const list = await this.client.chats.list();
    this.list = list.length > 0 ? list : [await this.client.chats.new()];
    if (!this.current) this.shown = this.list[0]?.id ?? '';
  }

  hear(heard: Heard) {
    if (heard.topic === 'chats') this.list = heard.data;
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
