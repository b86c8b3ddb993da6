import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, note, picture, test, type Program } from './app';

/** Opens the note and the export's popover. */
async function begin(page: Page, program: Program, tab = 'Preview') {
  await page.goto(await program.start(program.workspace));
  await page.getByRole('treeitem', { name: /^notes/ }).click();
  await page.getByRole('tab', { name: tab }).click();
  await page.getByRole('treeitem', { name: /newlyn/ }).click();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  return page.getByRole('dialog', { name: 'Export newlyn.md' });
}

/** Long enough to be met while it is set. */
const book = `# A book\n\n${'Every gauge in this book has stood on the same pier since it was built. '.repeat(40)}\n\n`.repeat(1500);

test('PDF and Word are saved in the workspace, on the timeline, and can be downloaded', async ({ page, program, problems }) => {
  const popover = await begin(page, program);
  for (const [format, file, magic] of [
    ['PDF', 'newlyn.pdf', '%PDF-'],
    ['Word', 'newlyn.docx', 'PK\x03\x04'],
  ] as const) {
    await popover.getByRole('radio', { name: format }).check();
    await expect(popover.getByText(`Saves to sea-level-notes/exports/${file}`)).toBeVisible();
    await popover.getByRole('button', { name: `Export as ${format}` }).click();
    await expect(popover.getByText(`Saved exports/${file}.`)).toBeVisible();
    const made = await readFile(join(program.workspace, 'exports', file));
    expect(made.toString('latin1').startsWith(magic)).toBe(true);
    const download = page.waitForEvent('download');
    await popover.getByRole('link', { name: 'Download' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe(file);
    expect(await readFile(await saved.path())).toEqual(made);
  }
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuetext', /^Turn 2 of 2, .* Export notes\/newlyn\.md, one file/);
  await page.getByRole('button', { name: 'Undo the last turn' }).click();
  await expect(page.getByText(/Rewound to turn 1/).first()).toBeVisible();
  expect(await readdir(join(program.workspace, 'exports'))).toEqual(['newlyn.pdf']);
  expect(problems).toEqual([]);
});

test('the page size is the one chosen', async ({ page, program, problems }) => {
  const popover = await begin(page, program);
  const sizes = { a4: [595, 842], letter: [612, 792] };
  for (const [size, [width, height]] of Object.entries(sizes)) {
    await popover.getByRole('combobox', { name: 'Page size' }).selectOption(size);
    await popover.getByRole('button', { name: 'Export as PDF' }).click();
    await expect(popover.getByText('Saved exports/newlyn.pdf.')).toBeVisible();
    const box = /MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/.exec(await program.read('exports/newlyn.pdf'));
    expect([Math.round(Number(box?.[1])), Math.round(Number(box?.[2]))]).toEqual([width, height]);
    await rm(join(program.workspace, 'exports/newlyn.pdf'));
    await popover.getByRole('button', { name: 'Export again' }).click();
  }
  expect(problems).toEqual([]);
});

test('a file that is there already is replaced only when that was asked for', async ({ page, program, problems }) => {
  await mkdir(join(program.workspace, 'exports'));
  await program.write('exports/newlyn.pdf', 'my own');
  const popover = await begin(page, program);
  await popover.getByRole('button', { name: 'Export as PDF' }).click();
  await expect(popover.getByText('exports/newlyn.pdf exists already. Replace it?')).toBeVisible();
  await picture(page, 'export-exists');
  await popover.getByRole('button', { name: 'Cancel' }).click();
  expect(await program.read('exports/newlyn.pdf')).toBe('my own');
  await popover.getByRole('button', { name: 'Export as PDF' }).click();
  await popover.getByRole('button', { name: 'Replace it' }).click();
  await expect(popover.getByText('Saved exports/newlyn.pdf.')).toBeVisible();
  expect(await program.read('exports/newlyn.pdf')).toMatch(/^%PDF-/);
  await page.getByRole('button', { name: 'Undo the last turn' }).click();
  await expect(page.getByText(/Rewound/).first()).toBeVisible();
  expect(await program.read('exports/newlyn.pdf')).toBe('my own');
  expect(problems).toEqual([]);
});

test('an export that fails says why, changes nothing, and can be tried again', async ({ page, program, problems }) => {
  await program.write('exports', 'a file where the folder should be');
  const popover = await begin(page, program);
  await popover.getByRole('button', { name: 'Export as PDF' }).click();
  await expect(popover.getByText('The export stopped. Your note is unchanged.')).toBeVisible();
  await expect(popover.getByText(/exports/).last()).toBeVisible();
  await picture(page, 'export-failed');
  expect(await program.read('notes/newlyn.md')).toBe(note);
  expect(await program.read('exports')).toBe('a file where the folder should be');
  await rm(join(program.workspace, 'exports'));
  await popover.getByRole('button', { name: 'Try again' }).click();
  await expect(popover.getByText('Saved exports/newlyn.pdf.')).toBeVisible();
  expect(problems).toEqual([]);
});

test('a long export counts its pages, goes on without the popover, and can be cancelled', async ({ page, program, problems }) => {
  await program.write('notes/newlyn.md', book);
  const popover = await begin(page, program, 'File at turn');
  await popover.getByRole('button', { name: 'Export as PDF' }).click();
  await expect(popover.getByText(/^Setting page \d+/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(popover.getByRole('button', { name: 'Export as PDF' })).toBeVisible();
  await expect(program.read('exports/newlyn.pdf')).rejects.toThrow(/ENOENT/);

  await popover.getByRole('button', { name: 'Export as PDF' }).click();
  await expect(popover.getByText(/^Setting page \d+/)).toBeVisible();
  await expect(popover.getByRole('radio', { name: 'Word' })).toBeDisabled();
  await popover.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: /^Setting page \d+/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Saved exports/newlyn.pdf.' })).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(popover.getByText(/^\d+ pages, /)).toBeVisible();
  expect(problems).toEqual([]);
});
