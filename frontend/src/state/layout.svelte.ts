import { MediaQuery } from 'svelte/reactivity';
import type { Settings } from './settings.svelte';

type Pane = 'sidebar' | 'inspector';

/** What a divider may be dragged to, in pixels. */
export const paneLimits: Record<Pane, { min: number; max: number }> = {
  sidebar: { min: 200, max: 320 },
  inspector: { min: 320, max: 720 },
};

/**
 * Which panes are beside the thread. Where the window is too narrow for a pane it
 * becomes a drawer over the thread, and being open is then not a setting.
 */
export class Layout {
  drawer = $state<Pane>();
  /** The reading view: sidebar and thread fold away. */
  reading = $state(false);
  /** The list of all keys is on screen. */
  keys = $state(false);
  /** Widths that the person dragged to, in pixels; undefined is the design's. */
  widths = $state.raw<Partial<Record<Pane, number>>>({});

  readonly #narrow = new MediaQuery('max-width: 959px');
  readonly #medium = new MediaQuery('max-width: 1179px');
  readonly #low = new MediaQuery('(max-width: 959px) or (max-height: 699px)');
  #place = '';

  constructor(private readonly settings: Settings) {}

  /** The sidebar, or both panes, are drawers. */
  get narrow(): boolean {
    return this.#narrow.current;
  }

  get medium(): boolean {
    return this.#medium.current;
  }

  /** The timeline is 60 px high and has no day names. */
  get low(): boolean {
    return this.#low.current;
  }

  get sidebar(): boolean {
    return this.narrow ? this.drawer === 'sidebar' : this.settings.now.sidebar && !this.reading;
  }

  get inspector(): boolean {
    if (this.reading) return true;
    return this.medium ? this.drawer === 'inspector' : this.settings.now.inspector;
  }

  toggle(pane: Pane) {
    const floats = pane === 'sidebar' ? this.narrow : this.medium;
    if (floats) this.drawer = this.drawer === pane ? undefined : pane;
    else if (this.reading) this.reading = false;
    else void this.settings.change({ [pane]: !this.settings.now[pane] });
  }

  /** Makes sure that the inspector can be seen. */
  showInspector() {
    if (!this.inspector) this.toggle('inspector');
  }

  closeDrawer() {
    this.drawer = undefined;
  }

  /** Widths are remembered for each workspace. */
  enter(dir: string) {
    this.#place = `widths:${dir}`;
    this.widths = read(this.#place);
  }

  resize(pane: Pane, width: number | undefined) {
    const { min, max } = paneLimits[pane];
    const kept = width === undefined ? undefined : Math.round(Math.min(Math.max(width, min), max));
    this.widths = { ...this.widths, [pane]: kept };
    localStorage.setItem(this.#place, JSON.stringify(this.widths));
  }
}

function read(place: string): Partial<Record<Pane, number>> {
  try {
    return (JSON.parse(localStorage.getItem(place) ?? '{}') ?? {}) as Partial<Record<Pane, number>>;
  } catch {
    return {};
  }
}
