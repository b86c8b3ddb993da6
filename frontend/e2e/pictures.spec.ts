import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { ask, expect, test } from './app';

// The README's pictures, taken from the real program: `make pictures`.
test.skip(!process.env['REDLINE_PICTURES'], 'only make pictures takes the pictures of the README');
test.use({ deviceScaleFactor: 1.5 });

const files: Record<string, string> = {
  'notes/newlyn.md': `# Sea level at Newlyn since 1915

The gauge at Newlyn has stood on the same stone pier since 1915 and gave Great Britain its vertical datum. Few records are as long, or as carefully levelled.

## Method

We fit a straight line to the monthly means by ordinary least squares. The slope is the trend, in millimetres per year.

- [x] Datum checked against the pier's own mark
- [ ] Refit all four stations

## Four stations

| Station | Years | Trend, mm/yr |
| :------ | :---- | -----------: |
| Newlyn | 1915–2023 | 1.83 ± 0.08 |
| North Shields | 1895–2023 | 1.95 ± 0.08 |
| Sheerness | 1832–2006 | 1.72 ± 0.06 |
| Brest | 1807–2023 | 1.06 ± 0.04 |

## Code

\`\`\`go
// Trend is the slope of a straight line through the samples.
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
  'notes/references.bib': '@book{datum,\n  title = {The Newlyn datum},\n}\n',
  'analysis/trend.go': 'package analysis\n\n// Trend is the slope.\nfunc Trend() float64 { return 1.83 }\n',
  'data/stations.csv': 'station,from\nNewlyn,1915\n',
};

const turns = [
  'replace "Few records are as long" with "Few records anywhere are as long" in notes/newlyn.md',
  'create notes/outline.md: Pier, datum, trend, what we left out',
  'replace gaps with "long gaps" in notes/brest.md',
  'replace 1.83 with 1.77 in notes/newlyn.md',
  'create analysis/trend_test.go: package analysis',
  'replace "± 0.08" with "± 0.07" in notes/newlyn.md',
];

async function shot(page: Page, name: string) {
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: `../docs/pictures/${name}.png`, animations: 'disabled' });
}

test('pictures of the README', async ({ page, program }) => {
  test.setTimeout(120_000);
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(program.workspace, name)), { recursive: true });
    await writeFile(join(program.workspace, name), text);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(await program.start());
  await expect(page.getByRole('heading', { name: 'Pick a folder' })).toBeVisible();
  await page.getByRole('button', { name: /^Change/ }).click();
  const chooser = page.getByRole('dialog');
  await chooser.getByRole('textbox').fill(program.workspace);
  await chooser.getByRole('textbox').press('Enter');
  await chooser.getByRole('button').last().click();
  await page.getByRole('button', { name: /Open the workspace/ }).click();

  await page.getByRole('treeitem', { name: /^notes/ }).click();
  for (const [i, prompt] of turns.entries()) {
    await ask(page, prompt);
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(page.getByText(/Approved \d/)).toHaveCount(i + 1);
    await expect(page.getByRole('button', { name: /^Stop/ })).toBeHidden();
  }
  await page.getByRole('treeitem', { name: /newlyn\.md/ }).click();
  await ask(page, 'replace "a straight line to the monthly means by ordinary least squares" with "the median of all pairwise slopes" in notes/newlyn.md');
  await expect(page.getByText('Waiting for you')).toBeVisible();
  await shot(page, 'chat');
  await page.getByRole('button', { name: '1 edit to review' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Approve/ }).first()).toBeFocused();
  await shot(page, 'review');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('dialog').getByRole('button', { name: /^Approve the rest/ }).click();
  await expect(page.getByText('Replaced one place in notes/newlyn.md.').last()).toBeVisible();
  const timeline = page.getByRole('slider');
  await timeline.focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowLeft');
  await expect(page.getByText('Rewind the workspace to turn 4?')).toBeVisible();
  await shot(page, 'rewind-dark');
  await page.keyboard.press('Escape');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.getByRole('treeitem', { name: /newlyn\.md/ }).click();
  await page.keyboard.press('Control+Shift+L');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await shot(page, 'export');
});
