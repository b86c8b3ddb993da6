import type { Heard } from '../api/events';
import type { Client, Preferences } from '../api/types.gen';
import { Latest } from './latest';
import type { Notices } from './notices.svelte';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const defaults: Preferences = { theme: 'system', addedText: 'blue', pageSize: 'auto', sidebar: true, inspector: true };

/** The person's choices. A change applies at once and is sent to be kept. */
export class Settings {
  now = $state.raw<Preferences>(defaults);
  /** The settings are on screen. */
  open = $state(false);

  readonly #latest = new Latest();

  constructor(
    private readonly client: Client,
    private readonly notices: Notices,
  ) {}

  async load() {
    const counts = this.#latest.ask();
    const now = await this.client.settings.get();
    if (counts()) this.now = now;
  }

  hear(heard: Heard) {
    if (heard.topic !== 'settings') return;
    this.#latest.heard();
    this.now = heard.data;
  }

  async change(part: Partial<Preferences>) {
    const before = this.now;
    this.now = { ...before, ...part };
    const kept = await this.notices.attempt(() => this.client.settings.set(this.now));
    this.now = kept ?? before;
  }

  /** System, then light, then dark, then system again. */
  nextTheme() {
    const at = themes.indexOf(this.now.theme as Theme);
    return this.change({ theme: themes[(at + 1) % themes.length] ?? 'system' });
  }
}
