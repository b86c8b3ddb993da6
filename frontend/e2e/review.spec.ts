import { ask, expect, picture, test } from './app';

const stations = `# Stations

Newlyn is the oldest.

One.

Two.

Three.

Four.

Five.

Six.

Newlyn has no gaps.

Seven.

The inline formula $e^{i\\pi} = -1$ and a diagram:

\`\`\`mermaid
graph LR
  a[Means] --> b[Trend]
\`\`\`

$$
\\hat b = \\frac{h_j - h_i}{t_j - t_i}
$$

Newlyn comes last.
`;

test('changes are approved, amended and rejected one by one', async ({ page, program, problems }) => {
  await program.write('notes/stations.md', stations);
  await page.goto(await program.start(program.workspace));
  await ask(page, 'replace Newlyn with Brest in notes/stations.md');
  await expect(page.getByText('Waiting for you')).toBeVisible();
  await expect(page.locator('.maths .katex')).toBeVisible();
  await expect(page.locator('.diagram svg')).toBeVisible();
  await picture(page, 'review-1-preview');

  await page.keyboard.press('Control+j');
  const review = page.getByRole('dialog');
  const change = (n: number) => review.getByRole('group', { name: new RegExp(`^Change ${n} of 3`) });
  await expect(change(1).getByRole('button', { name: 'Approve' })).toBeFocused();
  // A key decides only once the edit has been on screen for a moment.
  await expect(async () => {
    await page.keyboard.press('a');
    await expect(change(1)).toHaveAccessibleName(/Approved/, { timeout: 300 });
  }).toPass();

  await page.keyboard.press('e');
  await page.keyboard.press('Home');
  await page.keyboard.type('As we saw, ');
  await picture(page, 'review-2-amending');
  await page.keyboard.press('Control+Enter');
  await expect(change(2)).toHaveAccessibleName(/Amended by you/);
  await page.keyboard.press('c');
  await page.keyboard.type('The last line is about Newlyn itself.');
  await page.keyboard.press('Escape');
  await page.keyboard.press('r');
  await expect(review.getByText('3 of 3 changes decided')).toBeVisible();
  await picture(page, 'review-3-decided');
  expect(await program.read('notes/stations.md')).toBe(stations);

  await page.keyboard.press('Control+Enter');
  await expect(review).toBeHidden();
  await expect(page.getByText(/The last line is about Newlyn itself/).first()).toBeVisible();
  const now = await program.read('notes/stations.md');
  expect(now).toContain('Brest is the oldest.');
  expect(now).toContain('As we saw, Brest has no gaps.');
  expect(now).toContain('Newlyn comes last.');
  expect(problems).toEqual([]);
});

test('a file that another program saves meanwhile is not written over', async ({ page, program, problems }) => {
  await program.write('notes/stations.md', stations);
  await page.goto(await program.start(program.workspace));
  await ask(page, 'replace Newlyn with Brest in notes/stations.md');
  await expect(page.getByText('Waiting for you')).toBeVisible();
  await page.keyboard.press('Control+j');
  const review = page.getByRole('dialog');
  await expect(review.getByRole('button', { name: 'Approve' }).first()).toBeFocused();
  await program.write('notes/stations.md', stations.replace('Seven.', 'Eight.'));
  await page.evaluate(() => window.dispatchEvent(new Event('focus'))); // the person comes back to the window
  await expect(review.getByText(/Another program saved notes\/stations.md/)).toBeVisible();
  await picture(page, 'review-4-stale');
  await review.getByRole('button', { name: 'Ask for a fresh edit' }).click();
  await expect(review).toBeHidden();
  expect(await program.read('notes/stations.md')).toContain('Eight.');
  expect(problems).toEqual([]);
});
