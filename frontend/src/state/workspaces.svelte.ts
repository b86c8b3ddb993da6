import { SvelteSet } from 'svelte/reactivity';
import type { Heard } from '../api/events';
import type { Client, FolderCheck, Folders, Info, RecentWorkspace, Workspace, Writer } from '../api/types.gen';
import { Latest } from './latest';
import type { Notices } from './notices.svelte';

const noInfo: Info = { version: '', platform: '', native: false, home: '', problem: '' };
const noWorkspace: Workspace = { open: false, dir: '', name: '', library: false, problems: [] };

/** Which folder is open, which were before, and who can write in them. */
export class Workspaces {
  info = $state.raw<Info>(noInfo);
  current = $state.raw<Workspace>(noWorkspace);
  recent = $state.raw<RecentWorkspace[]>([]);
  writers = $state.raw<Writer[]>([]);
  /** True once it is known whether a folder is open. */
  known = $state(false);

  readonly #latest = new Latest();
  readonly #dismissed = new SvelteSet<string>();

  /** Sentences about what was wrong at start or at opening, until dismissed. */
  readonly problems = $derived(
    [this.info.problem, ...this.current.problems].filter((text) => text !== '' && !this.#dismissed.has(text)),
  );

  readonly others = $derived(this.recent.filter((r) => r.dir !== this.current.dir));

  constructor(
    private readonly client: Client,
    private readonly notices: Notices,
  ) {}

  async load() {
    const { info, current, recent, writers } = this.client.workspaces;
    const counts = this.#latest.ask();
    const [about, now, before, who] = await Promise.all([info(), current(), recent(), writers()]);
    [this.info, this.recent, this.writers] = [about, before, who];
    if (counts()) this.#take(now);
    this.known = true;
  }

  /** Returns true when another folder, or none, is open now. */
  hear(heard: Heard): boolean {
    if (heard.topic !== 'workspace') return false;
    const moved = heard.data.dir !== this.current.dir || heard.data.open !== this.current.open;
    this.#latest.heard();
    this.#take(heard.data);
    return moved;
  }

  dismiss(problem: string) {
    this.#dismissed.add(problem);
  }

  check(dir: string): Promise<FolderCheck> {
    return this.client.workspaces.check({ dir });
  }

  folders(dir: string): Promise<Folders> {
    return this.client.workspaces.folders({ dir });
  }

  /** Asks the system for a folder; undefined when the person chose none. */
  async choose(): Promise<FolderCheck | undefined> {
    const chosen = await this.client.workspaces.choose();
    return chosen.dir === '' ? undefined : chosen;
  }

  open(dir: string): Promise<boolean> {
    return this.#enter(() => this.client.workspaces.open({ dir }));
  }

  openLibrary(): Promise<boolean> {
    return this.#enter(() => this.client.workspaces.openLibrary());
  }

  async forget(dir: string) {
    const left = await this.notices.attempt(() => this.client.workspaces.forget({ dir }));
    if (left) this.recent = left;
  }

  /** The empty workspace has no lists. */
  #take(workspace: Workspace) {
    this.current = { ...workspace, problems: workspace.problems ?? [] };
  }

  async #enter(how: () => Promise<Workspace>): Promise<boolean> {
    const opened = await this.notices.attempt(how);
    if (!opened) return false;
    this.notices.dismiss();
    this.#latest.heard();
    this.#take(opened);
    this.recent = await this.client.workspaces.recent().catch(() => this.recent);
    return true;
  }
}
