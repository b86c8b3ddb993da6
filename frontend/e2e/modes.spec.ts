import { ask, expect, picture, test } from './app';

test('a chat keeps its mode: plan writes nothing, accept edits asks nothing, and both outlive the program', async ({ page, program, problems }) => {
  await page.goto(await program.start(program.workspace));
  const mode = page.getByRole('button', { name: /^(Nobody is asked while this is on )?(Ask|Accept edits|Plan|Jail auto)$/ });
  await expect(mode).toHaveText('Ask');
  await mode.click();
  await expect(page.getByRole('radio', { name: /^Ask/ })).toBeChecked();
  await picture(page, 'modes-1-picker');
  await page.getByRole('radio', { name: /^Plan/ }).check();
  await page.keyboard.press('Escape');
  await expect(mode).toHaveText('Plan');
  await ask(page, 'create notes/plan.md: planned');
  await expect(page.getByRole('paragraph').filter({ hasText: 'in plan mode, which only reads; nothing was written.' })).toBeVisible();
  await expect(program.read('notes/plan.md')).rejects.toThrow();

  await page.keyboard.press('Control+Shift+A');
  await expect(mode).toHaveText('Ask');
  await page.keyboard.press('Control+Shift+A');
  await expect(mode).toHaveText('Accept edits');
  await ask(page, 'create notes/plan.md: planned');
  await expect(page.getByText('Accepted by mode')).toBeVisible();
  expect(await program.read('notes/plan.md')).toBe('planned\n');
  await ask(page, 'delete notes/plan.md');
  await expect(page.getByText('Waiting for you')).toBeVisible();
  await page.getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByText('Rejected', { exact: true })).toBeVisible();

  // A file that other programs run is asked about whatever the mode, and no rule can cover it.
  await ask(page, 'create Makefile: all');
  await expect(page.getByText(/^Asked about each time/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Always allow' })).toBeHidden();
  await picture(page, 'modes-2-asked-each-time');
  await page.getByRole('button', { name: 'Reject' }).click();

  await mode.click();
  await page.getByRole('radio', { name: /^Jail auto/ }).check();
  await page.keyboard.press('Escape');
  await expect(mode.getByRole('img', { name: 'Nobody is asked while this is on' })).toBeVisible();
  await picture(page, 'modes-3-jail');
  await program.stop('SIGKILL');
  await page.goto(await program.start(program.workspace));
  await expect(mode).toHaveText('Jail auto');
  expect(problems.filter((said) => !/ERR_|Failed to fetch|NetworkError/.test(said))).toEqual([]);
  problems.length = 0; // the page lost its server on purpose
});

test('an answer for the chat or for always is listed, and ends when it is taken back', async ({ page, program, problems }) => {
  await page.goto(await program.start(program.workspace));
  await ask(page, 'create notes/a.md: one');
  await page.getByRole('button', { name: 'Always allow', exact: true }).click();
  await expect(page.getByText(/Approved \d/)).toBeVisible();
  await ask(page, 'create notes/b.md: two');
  await expect(page.getByText('Always allowed')).toBeVisible();
  expect(await program.read('notes/b.md')).toBe('two\n');

  await ask(page, 'delete notes/a.md');
  await expect(page.getByText('Waiting for you')).toBeVisible();
  await page.keyboard.press('Control+j');
  const review = page.getByRole('dialog');
  await review.getByRole('combobox', { name: 'How far your yes reaches' }).selectOption('This chat');
  await picture(page, 'rules-1-review');
  await review.getByRole('button', { name: /^Approve and send|^Approve the rest/ }).click();
  await expect(review).toBeHidden();
  await ask(page, 'delete notes/b.md');
  await expect(page.getByText('Allowed in this chat')).toBeVisible();
  await expect(program.read('notes/b.md')).rejects.toThrow();

  await page.keyboard.press('Control+,');
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await expect(settings.getByRole('listitem')).toHaveCount(2);
  await expect(settings.getByText(/^Delete files in/)).toBeVisible();
  await expect(settings.getByText(/when notes\/a\.md was asked about in turn 1/)).toBeVisible();
  await picture(page, 'rules-2-settings');
  await settings.getByRole('button', { name: /^Ask again: Edit files in/ }).click();
  await expect(settings.getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(settings).toBeHidden();
  await ask(page, 'create notes/c.md: three');
  await expect(page.getByText('Waiting for you')).toBeVisible();
  expect(problems).toEqual([]);
});
