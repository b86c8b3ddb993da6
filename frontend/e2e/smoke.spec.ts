import { expect, test } from '@playwright/test';

test('the page starts and shows a screen', async ({ page }) => {
  test.skip(!process.env['REDLINE_URL'], 'REDLINE_URL names no running server');
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto('/');
  await expect(page.getByRole('main')).toBeVisible();
  expect(problems).toEqual([]);
});
