import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { Heard } from '../api/events';
import type { Client, FileEntry, FileList } from '../api/types.gen';
import { parentOf } from '../lib/path';
import { Latest } from './latest';
import type { Notices } from './notices.svelte';

/** One row of the tree, in the order shown. */
export interface FileRow {
  entry: FileEntry;
  level: number; // 1 at the top
  open: boolean;
}

/** The folder's tree, listed one folder at a time as the person opens them. */
export class Files {
  readonly lists = new SvelteMap<string, FileList>();
  readonly opened = new SvelteSet<string>();
  /** The turn whose files are shown, 0 for now. */
  turn = $state(0);

  readonly rows = $derived(this.#rows('', 1));

  readonly #latest = new Map<string, Latest>();

  constructor(
    private readonly client: Client,
    private readonly notices: Notices,
  ) {}

  /** Lists every folder that is open again. */
  async load() {
    await Promise.all(['', ...this.opened].map((dir) => this.#list(dir)));
  }

  hear(heard: Heard) {
    if (heard.topic === 'files') this.#relist(heard.data.paths);
    // A waiting edit marks its file, so the badges change with the approvals.
    if (heard.topic === 'approvals' || heard.topic === 'timeline') void this.#quietly(() => this.load());
  }

  /** Shows the files as of a turn, or with 0 as they are. */
  async showTurn(turn: number) {
    if (turn === this.turn) return;
    this.turn = turn;
    await this.#quietly(() => this.load());
  }

  async toggle(dir: string) {
    if (this.opened.delete(dir)) return;
    this.opened.add(dir);
    await this.#quietly(() => this.#list(dir));
  }

  forget() {
    this.lists.clear();
    for (const latest of this.#latest.values()) latest.heard();
    this.opened.clear();
    this.turn = 0;
  }

  #relist(paths: string[]) {
    const dirs = new Set(paths.map(parentOf));
    const shown = [...this.lists.keys()].filter((dir) => dirs.has(dir) || paths.includes(dir));
    void this.#quietly(() => Promise.all(shown.map((dir) => this.#list(dir))));
  }

  async #list(dir: string) {
    const latest = this.#latest.get(dir) ?? new Latest();
    this.#latest.set(dir, latest);
    const counts = latest.ask();
    const list = await this.client.files.list({ dir, turn: this.turn });
    if (counts()) this.lists.set(dir, list);
  }

  /** A folder that is gone leaves the tree with its parent's next listing. */
  async #quietly(work: () => Promise<unknown>) {
    try {
      await work();
    } catch (reason) {
      if ((reason as { code?: string }).code !== 'not_found') this.notices.fail(reason);
    }
  }

  #rows(dir: string, level: number): FileRow[] {
    const entries = this.lists.get(dir)?.entries ?? [];
    return entries.flatMap((entry) => {
      const open = entry.dir && this.opened.has(entry.path);
      const row = { entry, level, open };
      return open ? [row, ...this.#rows(entry.path, level + 1)] : [row];
    });
  }
}
