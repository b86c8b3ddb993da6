import { screen, within } from '@testing-library/svelte';
import { expect, test, vi } from 'vitest';
import type { EditSlip as Slip, Turn } from '../../api/types.gen';
import * as example from '../../api/fake/example';
import { t } from '../../locales';
import { settled, shown } from '../../test/within';
import Composer from './Composer.svelte';
import EditSlip from './EditSlip.svelte';
import ModePick from './ModePick.svelte';
import Feed from './Feed.svelte';
import ToolLine from './ToolLine.svelte';
import TurnView from './Turn.svelte';

const field = () => screen.getByRole('textbox', { name: t.composer.label });

test('Enter sends, Shift Enter begins a line', async () => {
  const { user, api } = await shown(Composer, {}, { settled: true });
  await user.type(field(), 'Replace a with b{Shift>}{Enter}{/Shift}in notes.md{Enter}');
  expect(api.requests('Chats.Send')).toEqual([{ chat: 'newlyn', text: 'Replace a with b\nin notes.md' }]);
  expect(field()).toHaveProperty('value', '');
});

test('nothing is sent while the agent works, and the text stays', async () => {
  const { user, api } = await shown(Composer, {});
  await user.type(field(), 'One more thing{Enter}');
  expect(api.requests('Chats.Send')).toEqual([]);
  expect(field()).toHaveProperty('value', 'One more thing');
  expect(screen.getByRole('button', { name: t.composer.send })).toHaveProperty('title', t.composer.queuedNote);
  await user.click(screen.getByRole('button', { name: t.composer.stop }));
  expect(api.requests('Chats.Stop')).toEqual([{ chat: 'newlyn' }]);
});

test('a message that was refused comes back into the field', async () => {
  const { user, api, app } = await shown(Composer, {}, { settled: true });
  api.refuse('Chats.Send', { code: 'disk_full', message: 'The disk is full.' });
  await user.type(field(), 'Write it{Enter}');
  expect(field()).toHaveProperty('value', 'Write it');
  expect(app.notices.failure?.code).toBe('disk_full');
});

test('up in the empty field brings the last message back, and nowhere else', async () => {
  const { user, fake } = await shown(Composer, {}, { settled: true });
  const last = fake.turns.at(-1)?.prompt;
  await user.type(field(), '{ArrowUp}');
  expect(field()).toHaveProperty('value', last);
  await user.type(field(), ' and more{ArrowUp}');
  expect(field()).toHaveProperty('value', `${last} and more`);
});

test('a turn that failed can be tried again', async () => {
  const failed = { ...(example.turns[0] as Turn), status: 'failed', error: 'The model stopped answering.' };
  const { user, api } = await shown(TurnView, { turn: failed }, { settled: true });
  await user.click(screen.getByRole('button', { name: t.thread.again }));
  expect(api.requests('Chats.Send')).toEqual([{ chat: 'newlyn', text: failed.prompt }]);
});

const decided = new Date(2026, 5, 16, 16, 42).toISOString();
const states: [string, Partial<Slip>, RegExp][] = [
  ['waiting', {}, /Waiting for you/],
  ['queued', {}, /Next in the queue/],
  ['writing', {}, /Writing/],
  ['approved', { decided }, /Approved/],
  ['approved', { decided, by: 'always' }, /Always allowed/],
  ['approved', { decided, by: 'accept-edits' }, /Accepted by mode/],
  ['partly', { accepted: 2 }, /2 in, 1 out/],
  ['amended', {}, /Amended by you/],
  ['rejected', { note: 'no' }, /Rejected, note sent/],
  ['stale', { error: 'Another program saved it.' }, /The file changed underneath/],
  ['failed', { error: 'The disk is full.' }, /Could not be written/],
  ['withdrawn', {}, /Withdrawn/],
];

test.each(states)('a slip that is %s says so', async (status, more, words) => {
  const slip = { ...example.newlynEdit, status, ...more };
  await shown(EditSlip, { slip, prompt: 'p' });
  const group = screen.getByRole('group', { name: words });
  expect(within(group).getByText(words)).toBeTruthy();
  if (more.error) expect(within(group).getByText(more.error)).toBeTruthy();
  expect(within(group).queryByRole('button', { name: t.slip.approve }) !== null).toBe(status === 'waiting');
});

test('a waiting slip reads its change in words and is answered from the keyboard', async () => {
  const { user, api, app } = await shown(EditSlip, { slip: example.newlynEdit, prompt: 'p' });
  const group = screen.getByRole('group', { name: /notes\/newlyn.md/ });
  expect(group.querySelector('del')?.textContent).toContain(t.slip.removed);
  expect(group.querySelector('ins')?.textContent).toContain(t.slip.added);
  const open = vi.spyOn(app.review, 'open');
  group.focus();
  await user.keyboard('{Enter}');
  expect(open).toHaveBeenCalledWith('edit-newlyn');
  await user.click(screen.getByRole('button', { name: t.slip.reject }));
  expect(api.requests('Approvals.Decide')).toEqual([expect.objectContaining({ edit: 'edit-newlyn', all: 'reject' })]);
});

test.each([
  [t.slip.approve, 'approve', ''],
  [t.slip.chat, 'approve', 'chat'],
  [t.slip.always, 'approve', 'always'],
  [t.slip.reject, 'reject', ''],
])('a slip is answered with “%s” for what it shows', async (name, all, scope) => {
  const { user, api } = await shown(EditSlip, { slip: example.newlynEdit, prompt: 'p' });
  await user.click(screen.getByRole('button', { name }));
  expect(api.requests('Approvals.Decide')).toEqual([
    { edit: 'edit-newlyn', all, scope, decisions: [], note: '', shown: example.newlynEdit.shown },
  ]);
});

test('an edit that is asked about each time offers no rule, and says why', async () => {
  await shown(EditSlip, { slip: { ...example.newlynEdit, mustAsk: 'make runs it' }, prompt: 'p' });
  expect(screen.getByText(t.slip.mustAsk('make runs it'))).toBeTruthy();
  expect(screen.queryByRole('button', { name: t.slip.always })).toBeNull();
  expect(screen.getByRole('button', { name: t.slip.approve })).toBeTruthy();
});

test('the mode is picked from what can be had, and a jail is marked for as long as it is on', async () => {
  const { user, api, app } = await shown(ModePick, {}, { settled: true });
  const opener = () => screen.getByRole('button', { name: /^(Nobody is asked while this is on )?(Ask|Jail auto|Plan)$/ });
  await user.click(opener());
  expect(screen.getByRole('radio', { name: /^Ask/ })).toHaveProperty('checked', true);
  expect(screen.getByRole('radio', { name: /^Bypass Bypass is only for/ })).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('radio', { name: /^Jail auto/ }));
  expect(api.requests('Chats.SetMode')).toEqual([{ chat: 'newlyn', mode: 'jail' }]);
  expect(within(opener()).getByRole('img', { name: t.composer.unasked })).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('radiogroup')).toBeNull();
  api.refuse('Chats.SetMode', { code: 'forbidden', message: 'Not here.' });
  await user.click(opener());
  await user.click(screen.getByRole('radio', { name: /^Plan/ }));
  expect(screen.getByRole('radio', { name: /^Jail auto/ })).toHaveProperty('checked', true);
  expect(app.notices.failure?.message).toBe('Not here.');
});

test('a slip seen in an earlier turn offers nothing to decide', async () => {
  await shown(EditSlip, { slip: example.newlynEdit, prompt: 'p', readOnly: true });
  expect(screen.queryByRole('button', { name: t.slip.approve })).toBeNull();
});

test('a tool line opens to what was asked and answered', async () => {
  const tool = { id: '1', name: 'read_file', summary: 'Read a.md', status: 'failed', args: '{}', result: 'not found' };
  const { user } = await shown(ToolLine, { tool });
  const details = screen.getByRole('group');
  expect(details).toHaveProperty('open', false);
  await user.click(screen.getByText('Read a.md'));
  expect(details).toHaveProperty('open', true);
  expect(within(details).getByText('not found')).toBeTruthy();
  expect(within(details).getByText(t.thread.failed)).toBeTruthy();
});

test('the thread is a feed of turns, and lists the later ones while looking back', async () => {
  const { app, user } = await shown(Feed, {}, { settled: true });
  const feed = screen.getByRole('feed', { name: t.thread.label });
  expect(within(feed).getAllByRole('article')).toHaveLength(14);
  app.timeline.view(9);
  await settled();
  const articles = within(feed).getAllByRole('article');
  expect(articles).toHaveLength(9);
  expect(articles.at(-1)?.getAttribute('aria-label')).toContain('Turn 9, you: Tighten');
  await user.click(screen.getByRole('button', { name: /12\s*Move the references/ }));
  expect(app.timeline.viewing).toBe(12);
});

test('an empty chat says how to begin', async () => {
  const { app } = await shown(Feed, {}, { settled: true });
  await app.newChat();
  await settled();
  expect(screen.getByText(t.thread.emptyText)).toBeTruthy();
});

test('nothing can be written before it is known in which chat', async () => {
  const { app } = await shown(Composer, {});
  expect(field()).toHaveProperty('readOnly', false);
  await app.thread.load('');
  expect(field()).toHaveProperty('readOnly', true);
});
