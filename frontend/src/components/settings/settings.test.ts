import { screen, within } from '@testing-library/svelte';
import { expect, test } from 'vitest';
import { t } from '../../locales';
import { settled, shown } from '../../test/within';
import RuleList from './RuleList.svelte';

async function listed() {
  const drawn = await shown(RuleList, {});
  await settled();
  return drawn;
}

const items = () => screen.getAllByRole('listitem');

test('a rule says what it allows, where it came from and when it was used', async () => {
  await listed();
  const [chat, here, other] = items();
  expect(chat!.textContent).toContain('Edit files in /home/ines/Documents/sea-level-notes');
  expect(chat!.textContent).toContain('in the chat “Newlyn trend, robust fit”, until Redline is closed');
  expect(chat!.textContent).toContain('when references.bib was asked about in turn 12');
  expect(here!.textContent).toContain('Delete files in');
  expect(here!.textContent).toContain('in every chat, never used');
  expect(other!.textContent).toContain('/home/ines/src/tide-server');
});

test('revoking takes a rule away at once, and all of them', async () => {
  const { user, api } = await listed();
  await user.click(within(items()[1]!).getByRole('button', { name: /^Ask again: Delete files in/ }));
  await settled();
  expect(api.requests('Approvals.Revoke')).toEqual([{ rules: ['delete here'] }]);
  expect(items()).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: t.settings.clear }));
  await settled();
  expect(screen.getByText(t.settings.none)).toBeTruthy();
});

test('a rule that is still saved is named', async () => {
  const { user, api } = await listed();
  api.refuse('Approvals.ClearRules', { code: 'still_saved', message: 'Still saved: write:/w.' });
  await user.click(screen.getByRole('button', { name: t.settings.clear }));
  await settled();
  expect(screen.getByText('Still saved: write:/w.')).toBeTruthy();
});
