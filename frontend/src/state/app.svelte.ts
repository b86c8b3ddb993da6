import { createContext } from 'svelte';
import type { Api } from '../api/client';
import type { Heard } from '../api/events';
import { t } from '../locales';
import { Chats } from './chats.svelte';
import { Exports } from './exports.svelte';
import { Files } from './files.svelte';
import { Inspector } from './inspector.svelte';
import { Layout } from './layout.svelte';
import { Notices } from './notices.svelte';
import { Review } from './review.svelte';
import { Rules } from './rules.svelte';
import { Settings } from './settings.svelte';
import { Thread } from './thread.svelte';
import { Timeline } from './timeline.svelte';
import { Workspaces } from './workspaces.svelte';

/**
 * The state of the whole interface, one class per thing. It hands every event to
 * those who want it, and asks for everything again after a gap.
 */
export class App {
  readonly notices = new Notices();
  readonly settings: Settings;
  readonly rules: Rules;
  readonly layout: Layout;
  readonly workspaces: Workspaces;
  readonly chats: Chats;
  readonly thread: Thread;
  readonly timeline: Timeline;
  readonly files: Files;
  readonly review: Review;
  readonly inspector: Inspector;
  readonly exports: Exports;

  readonly #api: Api;
  /** Who is told of every event, in this order: the inspector asks what the review and timeline know. */
  readonly #hearers: { hear(heard: Heard): void }[];

  constructor(api: Api) {
    this.#api = api;
    const { client } = api;
    this.settings = new Settings(client, this.notices);
    this.rules = new Rules(client, this.notices);
    this.layout = new Layout(this.settings);
    this.workspaces = new Workspaces(client, this.notices);
    this.chats = new Chats(client, this.notices);
    this.thread = new Thread(client, this.notices);
    this.timeline = new Timeline(client, this.notices);
    this.files = new Files(client, this.notices);
    this.review = new Review(client, this.notices);
    this.inspector = new Inspector(client, this.notices, this.timeline, this.review);
    this.exports = new Exports(client, this.notices, this.settings);
    const { settings, chats, thread, timeline, files, review, inspector, exports } = this;
    this.#hearers = [settings, chats, thread, timeline, files, review, inspector, exports];
  }

  /** Begins to listen; the first message brings everything in. */
  start(): () => void {
    return this.#api.listen({
      event: (heard) => this.#hear(heard),
      resync: () => void this.notices.attempt(() => this.#loadAll()),
    });
  }

  openFolder(dir: string): Promise<boolean> {
    return this.#enter(() => this.workspaces.open(dir));
  }

  openLibrary(): Promise<boolean> {
    return this.#enter(() => this.workspaces.openLibrary());
  }

  async showChat(chat: string) {
    this.chats.shown = chat;
    this.timeline.now();
    await this.notices.attempt(() => this.thread.load(chat));
  }

  async newChat() {
    await this.notices.attempt(async () => {
      await this.chats.create();
      this.timeline.now();
      await this.thread.load(this.chats.shown);
    });
  }

  /** Shows a file in the inspector, opening it where it is folded away. */
  showFile(path: string) {
    this.inspector.show(path);
    this.layout.showInspector();
  }

  /** Looks again at the files: the person may come back from another program. */
  refresh() {
    if (!this.workspaces.current.open) return;
    this.inspector.refresh();
    this.timeline.refresh();
    void this.notices.attempt(() => this.files.load());
  }

  /** Goes back to the turn looked at; the agent is stopped before. */
  async rewind() {
    if (this.thread.running) {
      await this.thread.stop();
      await this.thread.idle();
    }
    await this.timeline.rewind();
  }

  async #enter(how: () => Promise<boolean>): Promise<boolean> {
    const before = this.workspaces.current.dir;
    const opened = await how();
    if (opened && this.workspaces.current.dir !== before) {
      this.#forget();
      await this.notices.attempt(() => this.#loadFolder());
    }
    return opened;
  }

  #hear(heard: Heard) {
    if (this.workspaces.hear(heard)) {
      this.#forget();
      void this.notices.attempt(() => this.#loadFolder());
      return;
    }
    const waiting = this.review.waiting.length;
    if (heard.topic === 'problem') this.notices.fail(heard.data);
    for (const part of this.#hearers) {
      part.hear(heard);
    }
    const now = this.review.waiting.length;
    if (now > waiting) this.notices.announce(t.thread.waits(now));
  }

  async #loadAll() {
    await Promise.all([this.settings.load(), this.workspaces.load()]);
    await this.#loadFolder();
  }

  async #loadFolder() {
    if (!this.workspaces.current.open) return;
    this.layout.enter(this.workspaces.current.dir);
    await Promise.all([
      this.chats.load().then(() => this.thread.load(this.chats.shown)),
      this.timeline.load(),
      this.files.load(),
      this.review.load(),
    ]);
  }

  #forget() {
    this.chats.forget();
    void this.thread.load('');
    this.timeline.forget();
    this.files.forget();
    this.review.forget();
    this.inspector.forget();
    this.exports.forget();
  }
}

/** The state that every component below the root shares. */
export const [useApp, provideApp] = createContext<App>();
