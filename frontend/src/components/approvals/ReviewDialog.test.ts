import { screen, waitFor, within } from '@testing-library/svelte';
import { beforeAll, expect, test } from 'vitest';
import { compose } from '../../api/fake/compose';
import { reviews } from '../../api/fake/reviews';
import type { DecideRequest, Review } from '../../api/types.gen';
import { t } from '../../locales';
import { shown } from '../../test/within';
import ReviewDialog from './ReviewDialog.svelte';

// jsdom measures nothing, and CodeMirror asks where its text stands.
beforeAll(() => {
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});

/** The dialog on the example's two waiting edits, ready to be decided on. */
async function reviewing(edit?: string) {
  const drawn = await shown(ReviewDialog, {});
  drawn.app.review.open(edit);
  await screen.findAllByRole('group', {}, { timeout: 5000 });
  await waitFor(() => expect(drawn.app.review.settled).toBe(true));
  return { ...drawn, sent: () => drawn.api.requests('Approvals.Decide') as DecideRequest[] };
}

const change = (n: number) => screen.getByRole('group', { name: new RegExp(`^Change ${n} of`) });
const button = (name: string, inside?: HTMLElement) =>
  (inside ? within(inside) : screen).getByRole('button', { name: new RegExp(`^${name}`) });

test('every change says its place and state, and is read as what goes and what comes', async () => {
  await reviewing();
  expect(change(1).getAttribute('aria-label')).toBe('Change 1 of 3, Method, line 12, undecided');
  const table = within(change(1)).getByRole('table');
  expect(within(table).getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['On disk', 'Proposed']);
  expect(table.querySelector('del')?.textContent).toContain('removed: fit a straight line');
  expect(table.querySelector('ins')?.textContent).toContain('added: subtract the mean');
});

test('the focus begins on the first Approve, where Enter does nothing and A decides', async () => {
  const { user, app, sent } = await reviewing();
  await waitFor(() => expect(document.activeElement).toBe(button('Approve', change(1))));
  await user.keyboard('{Enter} ');
  expect(app.review.sheet?.verdicts.size).toBe(0);
  await user.keyboard('a');
  expect(change(1).getAttribute('aria-label')).toContain('Approved');
  await waitFor(() => expect(document.activeElement).toBe(button('Approve', change(2))));
  expect(sent()).toEqual([]);
});

test('Enter presses an Approve that the person went to', async () => {
  const { user, app } = await reviewing();
  await waitFor(() => expect(document.activeElement).toBe(button('Approve', change(1))));
  await user.keyboard('{Tab}{Shift>}{Tab}{/Shift}{Enter}');
  expect(app.review.sheet?.verdicts.get(0)?.action).toBe('approve');
});

test('a decided change offers Undo, and U takes the last decision back', async () => {
  const { user, app } = await reviewing();
  await user.click(button('Reject', change(1)));
  await user.click(button('Undo', change(1)));
  expect(change(1).getAttribute('aria-label')).toContain('undecided');
  await user.keyboard('ru');
  expect(app.review.sheet?.verdicts.size).toBe(0);
});

test('the primary button says what it does', async () => {
  const { user, sent } = await reviewing();
  expect(button(t.review.approveRest)).toBeTruthy();
  await user.click(button('Approve', change(1)));
  await user.click(button('Reject', change(2)));
  await user.click(button('Reject', change(3)));
  // The next edit has come up; back to the one that is decided.
  await user.keyboard('[[');
  await user.click(await screen.findByRole('button', { name: /^Send 3 decisions/ }));
  expect(sent()).toHaveLength(1);
  expect(sent()[0]?.decisions.map((d) => d.action)).toEqual(['approve', 'reject', 'reject']);
});

test('a note is typed beside its change, and no letter of it decides', async () => {
  const { user, app, sent } = await reviewing();
  await user.keyboard('c');
  const field = await screen.findByRole('textbox', { name: t.review.noteLabel(1) });
  await user.type(field, 'are you sure?');
  expect(app.review.sheet?.verdicts.size).toBe(0);
  await user.keyboard('{Escape}');
  expect(app.review.current).toBe('edit-newlyn');
  await user.click(button(t.review.approveRest));
  expect(sent()[0]?.decisions).toEqual([{ hunk: 0, action: 'approve', text: '', old: [], new: [], note: 'are you sure?' }]);
});

test('rejecting all asks when something was approved, and starts on the harmless answer', async () => {
  const { user, sent } = await reviewing();
  await user.click(button('Approve', change(1)));
  await user.click(button(t.review.rejectAll));
  const question = screen.getByRole('alertdialog');
  expect(question.textContent).toContain('Reject all 3 changes? You approved one of them a moment ago.');
  expect(document.activeElement).toBe(within(question).getByRole('button', { name: t.review.cancel }));
  await user.click(within(question).getByRole('button', { name: t.review.rejectYes }));
  expect(sent()[0]).toMatchObject({ edit: 'edit-newlyn', all: 'reject' });
});

test('amending holds everything else back until it is finished', async () => {
  const { user, app } = await reviewing('edit-trend');
  await user.click(button('Amend', change(2)));
  expect(button(t.review.approveRest)).toHaveProperty('disabled', true);
  expect(button(t.review.approveRest).title).toBe(t.review.finishFirst);
  app.review.sheet!.draft = 'return 0\n';
  await user.keyboard('{Escape}');
  expect(await screen.findByText(t.review.discard)).toBeTruthy();
  await user.click(button(t.review.discardYes));
  expect(app.review.sheet?.amending).toBeUndefined();
});

test('single lines are chosen by key, and the pane shows what comes of them', async () => {
  const { user, app, sent } = await reviewing();
  await user.keyboard('jjl');
  const lines = await screen.findByRole('list', { name: t.review.linesLabel });
  const boxes = within(lines).getAllByRole('checkbox');
  await waitFor(() => expect(document.activeElement).toBe(boxes[0]));
  expect(boxes).toHaveLength(8);
  expect(button(t.review.approveRest)).toHaveProperty('disabled', true);
  await user.keyboard('{ArrowDown}{ArrowDown} {ArrowDown} ');
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(change(3).getAttribute('aria-label')).toContain(t.review.state.picked);
  expect(app.review.sheet?.textOf(2)).toContain('| North Shields | 1895–2023 | 1.95 ± 0.07 |');
  await user.click(button(t.review.approveRest));
  expect(sent()[0]?.decisions).toMatchObject([{ hunk: 2, action: 'lines', old: [26, 28, 29], new: [28, 30, 31] }]);
});

test('Escape leaves the choice of lines as it was', async () => {
  const { user, app } = await reviewing();
  await user.keyboard('l');
  await user.click(await screen.findByRole('checkbox', { name: /^take out line/ }));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('list', { name: t.review.linesLabel })).toBeNull();
  expect(app.review.current).toBe('edit-newlyn');
  expect(app.review.sheet?.verdicts.size).toBe(0);
});

test('what the diff hides is told above, at its place and in the text', async () => {
  const drawn = await shown(ReviewDialog, {});
  const { before, after, hunks } = compose([['keep'], { title: '', old: ['ab', 'pay'], new: ['a\u200bb', 'p\u0430y'] }]);
  const findings = [
    { kind: 'invisible', line: 2, from: 6, to: 7, text: 'a zero width space (U+200B)' },
    { kind: 'homoglyph', line: 3, from: 9, to: 12, text: 'pay, with a Cyrillic letter (U+0430)' },
  ];
  const notices = ["adds one character that can't be seen"];
  drawn.api.answers['Approvals.Review'] = () => ({ ...reviews['edit-newlyn'], before, after, hunks, findings, notices });
  drawn.app.review.open();
  expect(await screen.findByText("adds one character that can't be seen")).toBeTruthy();
  await drawn.user.click(screen.getByText(t.review.places(2)));
  const places = screen.getByText(t.review.places(2)).closest('details')!;
  expect(within(places).getAllByRole('listitem').map((place) => place.textContent)).toEqual([
    'line 2: a zero width space (U+200B)',
    'line 3: pay, with a Cyrillic letter (U+0430)',
  ]);
  await waitFor(() => expect(document.querySelector('.hidden-sign')?.textContent).toBe('U+200B'));
  expect(document.querySelector('.seeming')?.getAttribute('title')).toBe('pay, with a Cyrillic letter (U+0430)');

  // Also where single lines are chosen, and in those that were taken.
  await drawn.user.click(button('Lines', await screen.findByRole('group', { name: /^Change 1 of/ })));
  const lines = await screen.findByRole('list', { name: t.review.linesLabel });
  expect(lines.querySelector('.hidden-sign')?.textContent).toBe('U+200B');
  expect(lines.querySelector('.seeming')?.textContent).toBe('p\u0430y');
  await drawn.user.click(within(lines).getByRole('checkbox', { name: /^take out line 2/ }));
  await drawn.user.click(within(lines).getByRole('checkbox', { name: /^put in line 2/ }));
  await drawn.user.click(button('Use 2 lines'));
  drawn.app.review.open('edit-newlyn'); // the next edit has come up
  await waitFor(() => expect(document.querySelector('.cm-content .hidden-sign')).toBeNull());
  expect(document.querySelector('.seeming')?.textContent).toBe('p\u0430y');
});

test('an edit without text is decided as a whole', async () => {
  const drawn = await shown(ReviewDialog, {});
  const pdf = { ...(reviews['edit-newlyn'] as Review), hunks: [], binary: true, summary: 'Create notes.pdf (3 pages, 84 KB)' };
  drawn.api.answers['Approvals.Review'] = () => pdf;
  drawn.app.review.open();
  expect(await screen.findByText('Create notes.pdf (3 pages, 84 KB)')).toBeTruthy();
  await drawn.user.click(button(t.review.approveWhole));
  expect(drawn.api.requests('Approvals.Decide')).toEqual([
    { edit: 'edit-newlyn', all: 'approve', decisions: [], note: '', scope: '', shown: 'as drawn' },
  ]);
});

test('a deletion is approved or rejected, never amended', async () => {
  const drawn = await shown(ReviewDialog, {});
  drawn.api.answers['Approvals.Review'] = () => ({ ...reviews['edit-newlyn'], change: 'deleted' });
  drawn.app.review.open();
  expect(await screen.findByRole('group', { name: /^Change 1 of/ }, { timeout: 5000 })).toBeTruthy();
  expect(screen.queryByRole('button', { name: new RegExp(`^${t.review.amend}`) })).toBeNull();
  drawn.app.review.amend(0);
  expect(drawn.app.review.sheet?.amending).toBeUndefined();
});

test('a change of a notebook shows its cell', async () => {
  const drawn = await shown(ReviewDialog, {});
  const lines = [
    { kind: 'delete', old: 4, new: 0, text: '1 + 2', marks: [] },
    { kind: 'insert', old: 0, new: 4, text: '1 + 3', marks: [] },
  ];
  const view = { path: 'tides.ipynb', prose: false, binary: false, added: 1, removed: 1, cut: '', blocks: [{ skipped: 0, lines }] };
  const cell = { ...(reviews['edit-newlyn'] as Review), hunks: [], binary: true, summary: 'Replace cell 0 of tides.ipynb', view };
  drawn.api.answers['Approvals.Review'] = () => cell;
  drawn.app.review.open();
  expect(await screen.findByText('Replace cell 0 of tides.ipynb')).toBeTruthy();
  expect(screen.getByText('1 + 3')).toBeTruthy();
  expect(screen.getByText(t.review.asWhole)).toBeTruthy();
  expect(screen.queryByText(t.review.binary)).toBeNull();
});

test('a yes can reach further, except where each time is asked', async () => {
  const drawn = await reviewing();
  await drawn.user.selectOptions(screen.getByRole('combobox', { name: t.review.scope }), t.review.scopes['chat']!);
  await drawn.user.click(button(t.review.approveRest));
  expect(drawn.sent()).toMatchObject([{ all: 'approve', scope: 'chat', shown: 'as drawn' }]);
  drawn.api.answers['Approvals.Review'] = () => ({ ...reviews['edit-newlyn'], mustAsk: 'make runs it' });
  drawn.app.review.sheets.clear();
  drawn.app.review.open();
  expect(await screen.findByText(t.slip.mustAsk('make runs it'))).toBeTruthy();
  expect(screen.queryByRole('combobox', { name: t.review.scope })).toBeNull();
});

test('a file that changed underneath is said, and only a fresh edit is offered', async () => {
  const drawn = await shown(ReviewDialog, {});
  drawn.api.answers['Approvals.Review'] = () => ({ ...reviews['edit-newlyn'], stale: true, notices: ['Line endings change.'] });
  drawn.app.review.open();
  expect(await screen.findByText(t.review.stale('notes/newlyn.md'))).toBeTruthy();
  expect(screen.getByText('Line endings change.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: new RegExp(t.review.approveRest) })).toBeNull();
  await drawn.user.click(button(t.review.fresh));
  expect(drawn.api.requests('Approvals.Decide')).toMatchObject([{ all: 'reject', note: t.review.freshNote }]);
});

test('Esc closes and keeps everything waiting', async () => {
  const { user, app, sent } = await reviewing();
  await user.keyboard('a{Escape}');
  expect(app.review.current).toBe('');
  expect(app.review.waiting).toHaveLength(2);
  expect(sent()).toEqual([]);
});
