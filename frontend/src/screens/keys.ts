import { tick } from 'svelte';
import type { App } from '../state/app.svelte';

/** What the keys of the workbench need beside the state. */
export interface KeyTargets {
  pickFolder: () => void;
}

type Act = (app: App, targets: KeyTargets) => void;

const focus = (selector: string) => () => document.querySelector<HTMLElement>(selector)?.focus();

/** Keys that work everywhere, by `Control+Shift+Key` in upper case. `Meta` counts as Control. */
export const everywhere: Record<string, Act> = {
  'Control+J': (app) => app.review.open(),
  'Control+.': (app) => void app.thread.stop(),
  'Control+L': focus('[data-composer]'),
  'Control+N': (app) => void app.newChat(),
  'Control+Shift+A': (app) => void app.chats.nextMode(),
  'Control+O': (_app, targets) => targets.pickFolder(),
  'Control+K': (app) => void find(app),
  'Control+B': (app) => app.layout.toggle('sidebar'),
  'Control+Shift+B': (app) => app.layout.toggle('inspector'),
  'Control+Shift+L': (app) => (app.layout.reading = !app.layout.reading),
  'Control+Shift+E': (app) => (app.exports.open = app.inspector.printable),
  'Control+Shift+H': focus('[data-timeline]'),
  'Control+,': (app) => (app.settings.open = true),
  'Control+[': (app) => app.timeline.step(-1),
  'Control+]': (app) => app.timeline.step(1),
  F6: () => nextRegion(1),
  'Shift+F6': () => nextRegion(-1),
  Escape: (app) => escape(app),
};

/**
 * Answers a key press of the whole window. A dialog or a field that wanted the
 * key has prevented the default by then.
 */
export function pressed(event: KeyboardEvent, app: App, targets: KeyTargets) {
  if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
  const name = nameOf(event);
  const workspace = /^Control\+([1-9])$/.exec(name)?.[1];
  const rewinds = name === 'Control+ENTER' && app.timeline.viewing !== undefined;
  const act: Act | undefined = rewinds ? () => void app.rewind() : everywhere[name];
  if (workspace) switchTo(app, Number(workspace));
  else if (act) act(app, targets);
  else return;
  event.preventDefault();
}

/** Searching begins in the sidebar, which is opened where it is folded away. */
export async function find(app: App) {
  if (!app.layout.sidebar) app.layout.toggle('sidebar');
  await tick();
  focus('[data-find]')();
}

function nameOf(event: KeyboardEvent): string {
  const control = event.ctrlKey || event.metaKey ? 'Control+' : '';
  const shift = event.shiftKey ? 'Shift+' : '';
  const key = event.key === 'Escape' || event.key === 'F6' ? event.key : event.key.toUpperCase();
  return control + shift + key;
}

function switchTo(app: App, number: number) {
  const dir = app.workspaces.recent[number - 1]?.dir;
  if (dir && dir !== app.workspaces.current.dir) void app.openFolder(dir);
}

/** One level at a time: the drawer, the reading view, the look back. */
function escape(app: App) {
  if (app.layout.drawer) app.layout.closeDrawer();
  else if (app.layout.reading) app.layout.reading = false;
  else if (app.timeline.viewing !== undefined) app.timeline.now();
}

/** What may take the focus in a region. What is hidden does not, although it matches. */
const stops = 'textarea, [role=slider], [role=listbox], button:enabled, input:enabled, summary, [tabindex="0"]';

/** Moves the focus to the first control of the next region that has one. */
function nextRegion(by: 1 | -1) {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')];
  const at = regions.findIndex((region) => region.contains(document.activeElement));
  for (let turn = 1; turn <= regions.length; turn++) {
    const region = regions[(at + by * turn + regions.length * 2) % regions.length];
    for (const target of region?.querySelectorAll<HTMLElement>(stops) ?? []) {
      target.focus();
      if (document.activeElement === target) return;
    }
  }
}
