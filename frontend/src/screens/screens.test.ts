import { screen, within } from '@testing-library/svelte';
import axe from 'axe-core';
import { expect, test, vi } from 'vitest';
import { t } from '../locales';
import { settled, shown } from '../test/within';
import { keyGroups } from '../components/workspace/keylist';
import { everywhere } from './keys';
import ThreadPane from './ThreadPane.svelte';
import Welcome from './Welcome.svelte';
import Workbench from './Workbench.svelte';

/** What axe finds; colours need layout, which jsdom has none of. */
async function faults(root: Element) {
  const found = await axe.run(root, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } });
  return found.violations.map((v) => `${v.id}: ${v.nodes.map((node) => node.html).join(' | ')}`);
}

test('the workbench has its landmarks and no fault that axe sees', async () => {
  const { container } = await shown(Workbench, {});
  expect(screen.getByRole('banner')).toBeTruthy();
  expect(screen.getByRole('navigation', { name: t.sidebar.label })).toBeTruthy();
  expect(screen.getByRole('main')).toBeTruthy();
  expect(screen.getByRole('complementary')).toBeTruthy();
  expect(screen.getByRole('region', { name: t.timeline.label })).toBeTruthy();
  expect(await faults(container)).toEqual([]);
});

test('looking back says that nothing is written', async () => {
  const { app, container } = await shown(Workbench, {});
  app.timeline.view(9);
  await settled();
  expect(screen.getByText(t.timeline.readOnly)).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: t.composer.label })).toBeNull();
  expect(await faults(container)).toEqual([]);
});

test.each([
  ['{Control>}b{/Control}', 'sidebar'],
  ['{Control>}{Shift>}B{/Shift}{/Control}', 'inspector'],
] as const)('%s folds the %s away', async (keys, pane) => {
  const { app, user } = await shown(Workbench, {});
  expect(app.layout[pane]).toBe(true);
  await user.keyboard(keys);
  expect(app.layout[pane]).toBe(false);
});

test('Control Shift A goes through the modes that ask, and never into one that does not', async () => {
  const { app, user, container } = await shown(Workbench, {});
  const seen: string[] = [];
  for (let press = 0; press < 4; press++) {
    await user.keyboard('{Control>}{Shift>}A{/Shift}{/Control}');
    await settled();
    seen.push(app.chats.mode);
  }
  expect(seen).toEqual(['accept-edits', 'plan', 'ask', 'accept-edits']);
  expect(await faults(container)).toEqual([]);
});

test('keys that work everywhere', async () => {
  const { app, user, api } = await shown(Workbench, {});
  await user.keyboard('{Control>}l{/Control}');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: t.composer.label }));
  await user.keyboard('{Control>}.{/Control}');
  expect(api.requests('Chats.Stop')).toHaveLength(1);
  await user.keyboard('{Control>}[[{/Control}');
  expect(app.timeline.viewing).toBe(13);
  await user.keyboard('{Escape}');
  expect(app.timeline.viewing).toBeUndefined();
  const open = vi.spyOn(app.review, 'open').mockImplementation(() => undefined);
  await user.keyboard('{Control>}j{/Control}');
  expect(open).toHaveBeenCalled();
  await user.keyboard('{Control>}2{/Control}');
  expect(api.requests('Workspaces.Open')).toEqual([{ dir: '/home/ines/Documents/The Harbour Year' }]);
});

test('Ctrl K finds even with the sidebar folded away', async () => {
  const { app, user } = await shown(Workbench, {});
  await user.keyboard('{Control>}bk{/Control}');
  await settled();
  expect(app.layout.sidebar).toBe(true);
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: t.sidebar.find }));
});

test('F6 goes around the regions', async () => {
  const { user } = await shown(Workbench, {});
  const regions = [...document.querySelectorAll('[data-region]')];
  const seen = [];
  for (let turn = 0; turn < regions.length; turn++) {
    await user.keyboard('{F6}');
    seen.push(regions.findIndex((region) => region.contains(document.activeElement)));
  }
  expect(new Set(seen).size).toBeGreaterThanOrEqual(4);
});

test('the tree is walked with arrows and opens a file in the inspector', async () => {
  const { app, user } = await shown(Workbench, {});
  const tree = screen.getByRole('tree', { name: t.sidebar.files });
  within(tree).getByRole('treeitem', { name: 'analysis' }).focus();
  await user.keyboard('{ArrowRight}');
  await settled();
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
  expect(app.inspector.path).toBe('analysis/trend.go');
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(within(tree).queryByRole('treeitem', { name: /trend.go/ })).toBeNull();
});

test('the field in the sidebar finds chats and files', async () => {
  const { user } = await shown(Workbench, {});
  await user.type(screen.getByRole('textbox', { name: t.sidebar.find }), 'brest');
  expect(screen.getAllByRole('option').map((option) => option.textContent?.trim())).toEqual([
    expect.stringContaining('Brest before 1850'),
  ]);
  expect(screen.getByText(t.sidebar.noMatch('brest'))).toBeTruthy();
});

test('the first run proposes the last folder and opens it', async () => {
  const { user, api, container } = await shown(Welcome, {}, { open: false });
  await settled();
  expect(screen.getByText('sea-level-notes')).toBeTruthy();
  expect(screen.getByRole('radio', { name: /Built-in commands/ })).toHaveProperty('checked', true);
  expect(await faults(container)).toEqual([]);
  await user.click(screen.getByRole('button', { name: t.onboarding.open }));
  expect(api.requests('Workspaces.Open')).toEqual([{ dir: '/home/ines/Documents/sea-level-notes' }]);
});

test('a folder that can not be opened is told where it was picked', async () => {
  const { user, api } = await shown(Welcome, {}, { open: false });
  const problem = '/root is not yours to read. Choose another folder.';
  api.answers['Workspaces.Check'] = () => ({ dir: '/root', name: 'root', files: 0, library: false, problem });
  await user.click(screen.getByRole('button', { name: t.onboarding.change }));
  const dialog = screen.getByRole('dialog', { name: t.folders.title });
  await user.click(await within(dialog).findByRole('button', { name: 'Documents' }));
  await user.click(within(dialog).getByRole('button', { name: t.folders.choose }));
  expect(await screen.findByText(problem)).toBeTruthy();
  expect(screen.getByRole('button', { name: t.onboarding.open })).toHaveProperty('disabled', true);
});

test('opening a busy folder says so and stays', async () => {
  const { user, api } = await shown(Welcome, {}, { open: false });
  api.refuse('Workspaces.Open', { code: 'busy', message: 'Another Redline has this folder open.' });
  await settled();
  await user.click(screen.getByRole('button', { name: t.onboarding.open }));
  expect(screen.getByText('Another Redline has this folder open.')).toBeTruthy();
});

test('the list of keys has every key that works everywhere', () => {
  const listed = keyGroups.flatMap((group) => group.lines.flatMap((line) => line.of));
  const name = (key: string) => key.replace('Control', 'Ctrl').replace('Escape', 'Esc').replaceAll('+', ' ');
  expect(Object.keys(everywhere).map(name).filter((key) => !listed.includes(key))).toEqual([]);
});

const field = () => screen.getByRole('textbox', { name: t.composer.label });

test('what is written stays with its chat, also while an earlier turn is looked at', async () => {
  const { user, app } = await shown(ThreadPane, {});
  await user.type(field(), 'Not yet sent');
  app.timeline.view(9);
  await settled();
  expect(screen.queryByRole('textbox', { name: t.composer.label })).toBeNull();
  app.timeline.now();
  await settled();
  expect(field()).toHaveProperty('value', 'Not yet sent');
  await app.showChat('brest');
  expect(field()).toHaveProperty('value', '');
  await app.showChat('newlyn');
  expect(field()).toHaveProperty('value', 'Not yet sent');
});

test('an answer is copied, and a message is taken up again', async () => {
  const { user, fake } = await shown(ThreadPane, {}, { settled: true });
  const turn = screen.getByRole('article', { name: /Turn 9,/ });
  await user.click(within(turn).getByRole('button', { name: t.thread.copy }));
  expect(await navigator.clipboard.readText()).toContain('It is 117 words now.');
  await user.click(within(turn).getByRole('button', { name: t.thread.edit }));
  expect(field()).toHaveProperty('value', fake.turns.find((one) => one.number === 9)?.prompt);
  expect(document.activeElement).toBe(field());
});
