import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { ask, expect, test } from './app';

// The README's pictures, taken from the real program: `make pictures`.
test.skip(!process.env['REDLINE_PICTURES'], 'only make pictures takes the pictures of the README');
test.use({ deviceScaleFactor: 1.5 });

/** Monthly means as a tide gauge gives them, one line a month. */
const monthly = (from: number, months: number) =>
  Array.from({ length: months }, (_, i) => `${from + Math.floor(i / 12)};${(i % 12) + 1};${6950 + ((i * 37) % 90)}\n`).join('');

const files: Record<string, string> = {
  'notes/newlyn.md': `# Sea level at Newlyn since 1915

The gauge at Newlyn has stood on the same stone pier since 1915 and gave Great Britain its vertical datum. Few records are as long, or as carefully levelled.

## Method

We fit a straight line to the monthly means by least squares. The slope is the trend, in millimetres per year.

$$
\\hat b=\\operatorname*{med}_{i<j}\\frac{h_j-h_i}{t_j-t_i}
$$

## Four stations

Slopes by least squares, with one standard error.

| Station | Years | Trend, mm/yr |
| :------ | :---- | -----------: |
| Newlyn | 1915–2023 | 1.83 ± 0.08 |
| North Shields | 1895–2023 | 1.95 ± 0.08 |
| Sheerness | 1832–2006 | 1.72 ± 0.06 |
| Brest | 1807–2023 | 1.06 ± 0.04 |

\`\`\`mermaid
graph LR
  a[Monthly means] --> b[Remove season] --> c[Slopes] --> d([Trend])
\`\`\`

## Code

\`\`\`go
// Trend is the slope of the samples by least squares.
func Trend(s []Sample) float64 {
	var st, sh float64
	for _, x := range s {
		st += x.T
		sh += x.H
	}
	return st / sh
}
\`\`\`
`,
  'notes/brest.md': '# Brest before 1850\n\nThe record begins in 1807 and has gaps, which we leave empty.\n',
  'notes/references.bib': '@book{datum,\n  title = {The Newlyn datum},\n  year = {1912},\n}\n',
  'analysis/trend.go': 'package analysis\n\n// Trend is the slope.\nfunc Trend() float64 { return 1.83 }\n',
  'data/newlyn.csv': monthly(1915, 60),
  'data/brest.csv': monthly(1807, 18),
};

const turns = [
  'create notes/outline.md: Pier, datum, trend, what we left out',
  'replace ; with , in data/newlyn.csv',
  'replace "Few records are as long" with "Few records anywhere are as long" in notes/newlyn.md',
  'replace ; with , in data/brest.csv',
  'replace gaps with "long gaps" in notes/brest.md',
  'replace 1912 with 1921 in notes/references.bib',
  'create analysis/trend_test.go: package analysis',
  'replace "± 0.08" with "± 0.07" in notes/newlyn.md',
];

async function shot(page: Page, name: string) {
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: `../docs/pictures/${name}.png`, animations: 'disabled' });
}

test('pictures of the README', async ({ page, program }) => {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(program.workspace, name)), { recursive: true });
    await writeFile(join(program.workspace, name), text);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(await program.start(program.workspace));
  await page.getByRole('treeitem', { name: /^notes/ }).click();
  const done = () => expect(page.getByRole('button', { name: 'Stop' })).toBeHidden();
  for (const prompt of turns) {
    await ask(page, prompt);
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await done();
  }

  await page.getByRole('treeitem', { name: /newlyn\.md/ }).click();
  await ask(page, 'replace "least squares" with Theil–Sen in @notes/newlyn.md');
  await expect(page.getByText('Waiting for you')).toBeVisible();
  await expect(page.locator('.diagram svg')).toBeVisible();
  await shot(page, 'chat');

  await page.keyboard.press('Control+j');
  const review = page.getByRole('dialog');
  const change = (n: number) => review.getByRole('group', { name: new RegExp(`^Change ${n} of 3`) });
  await expect(change(1).getByRole('button', { name: 'Approve' })).toBeFocused();
  await change(1).getByRole('button', { name: 'Approve' }).click();
  await change(2).getByRole('button', { name: 'Add a note' }).click();
  await page.keyboard.type('Leave this until all four stations are refitted.');
  await page.keyboard.press('Escape');
  await change(2).getByRole('button', { name: 'Reject' }).click();
  await page.keyboard.press('k');
  await page.keyboard.press('j'); // by key, so that the focus shows
  await expect(change(3).getByRole('button', { name: 'Approve' })).toBeFocused();
  await change(1).locator('.header').evaluate((header) => header.scrollIntoView());
  await shot(page, 'review');

  await page.emulateMedia({ colorScheme: 'dark' });
  await review.getByRole('button', { name: /^Approve the rest/ }).click();
  await expect(review).toBeHidden();
  await done();
  await program.write('notes/references.bib', '@book{datum,\n  title = {The Newlyn datum},\n  year = {1921},\n  pages = {96},\n}\n');
  await page.getByRole('slider').focus();
  await page.keyboard.type('5');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/was edited outside Redline/)).toBeVisible();
  await expect(page.getByText('Rewind the workspace to turn 5?')).toBeVisible();
  await shot(page, 'rewind-dark');

  await page.keyboard.press('Escape');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.keyboard.press('Control+Shift+L');
  await expect(page.locator('.diagram svg')).toBeVisible();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await shot(page, 'export');
});
