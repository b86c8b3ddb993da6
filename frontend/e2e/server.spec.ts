import { ask, expect, test } from './app';



test('a page says that its server is gone, and goes on when it is let in again', async ({ page, context, program }) => {
  const address = await program.start(program.workspace);
  const host = new URL(address).host;
  await page.goto(address);
  await ask(page, 'replace 1915 with 1914 in notes/newlyn.md');
  await expect(page.getByText('Waiting for you')).toBeVisible();
  const failure = page.getByRole('main').getByText(/so this page shows what was/);

  await program.stop('SIGKILL');
  await expect(failure).toContainText('Redline is not answering');

  const again = await program.start(program.workspace, '--addr', host);
  await expect(failure).toContainText('Open the address that redline serve printed last');

  const other = await context.newPage();
  await other.goto(again);
  await expect(failure).toBeHidden();
  await expect(page.getByText('Waiting for you')).toBeHidden();
  await expect(page.getByText('Stopped. Finished edits are kept.')).toBeVisible();
});
