import { ask, expect, note, picture, test } from './app';

for (const colorScheme of ['light', 'dark'] as const) {
  test(`from first start to an exported note, ${colorScheme}`, async ({ page, program, problems }) => {
    await page.emulateMedia({ colorScheme });
    const shot = (name: string) => picture(page, `${colorScheme}-${name}`);

    await page.goto(await program.start());
    await expect(page.getByRole('heading', { name: 'Pick a folder' })).toBeVisible();
    await page.getByRole('button', { name: /^Change/ }).click();
    const chooser = page.getByRole('dialog');
    await chooser.getByRole('textbox').fill(program.workspace);
    await chooser.getByRole('textbox').press('Enter');
    await chooser.getByRole('button').last().click();
    await expect(page.getByText(program.workspace)).toBeVisible();
    await shot('1-onboarding');
    await page.getByRole('button', { name: /Open the workspace/ }).click();
    await expect(page.getByRole('navigation')).toContainText('notes');

    await ask(page, 'replace "a straight line to the monthly means" with "the median of all slopes" in notes/newlyn.md');
    await expect(page.getByText('Waiting for you')).toBeVisible();
    await expect(page.getByRole('button', { name: '1 edit to review' })).toBeVisible();
    await shot('2-waiting');
    expect(await program.read('notes/newlyn.md')).toBe(note);

    await page.keyboard.press('Control+j');
    const review = page.getByRole('dialog');
    await expect(review.getByRole('button', { name: /^Approve/ }).first()).toBeFocused();
    await shot('3-review');
    expect(await program.read('notes/newlyn.md')).toBe(note);
    await review.getByRole('button', { name: /^Approve/ }).first().click();
    await review.getByRole('button', { name: /^Send 1 decision/ }).click();
    await expect(review).toBeHidden();
    await expect(page.getByText('Replaced one place in notes/newlyn.md.')).toBeVisible();
    const first = note.replace('a straight line to the monthly means', 'the median of all slopes');
    expect(await program.read('notes/newlyn.md')).toBe(first);

    await ask(page, 'replace 1915 with 1914 in notes/newlyn.md');
    await expect(page.getByText('Waiting for you')).toBeVisible();
    await page.getByPlaceholder('What should change?').blur();
    await page.keyboard.press('Control+j');
    await review.getByPlaceholder(/Note on the whole edit/).fill('The pier is from 1915.');
    await review.getByRole('button', { name: 'Reject all' }).click();
    await expect(review).toBeHidden();
    await expect(page.getByText('Rejected, note sent')).toBeVisible();
    await expect(page.getByText('You rejected it, so nothing was written.')).toBeVisible();
    expect(await program.read('notes/newlyn.md')).toBe(first);

    await ask(page, 'create notes/plan.md: Refit all four stations');
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(page.getByText('notes/plan.md is there now.')).toBeVisible();
    expect(await program.read('notes/plan.md')).toBe('Refit all four stations\n');

    const timeline = page.getByRole('slider');
    await expect(timeline).toHaveAttribute('aria-valuemax', '3');
    await timeline.focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByText('Read-only. Your files are as you left them.')).toBeVisible();
    await expect(page.getByText('Rewind the workspace to turn 1?')).toBeVisible();
    await shot('4-scrubbed');
    expect(await program.read('notes/plan.md')).toBe('Refit all four stations\n');

    await page.getByRole('button', { name: /Rewind to here/ }).click();
    await expect(page.getByText(/Rewound to turn 1/).first()).toBeVisible();
    await expect(program.read('notes/plan.md')).rejects.toThrow(/ENOENT/);
    await shot('5-rewound');
    await page.getByRole('button', { name: 'Redo', exact: true }).first().click();
    await expect(page.getByText(/Back at turn 3/).first()).toBeVisible();
    expect(await program.read('notes/plan.md')).toBe('Refit all four stations\n');

    await page.getByRole('treeitem', { name: /^notes/ }).click();
    await page.getByRole('treeitem', { name: /newlyn\.md/ }).click();
    await expect(page.getByRole('complementary').getByRole('heading', { name: 'Sea level at Newlyn' })).toBeVisible();
    await shot('6-preview');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await shot('7-export');
    for (const [format, file] of [['PDF', 'newlyn.pdf'], ['Word', 'newlyn.docx']] as const) {
      await page.getByRole('radio', { name: format }).check({ force: true });
      await page.getByRole('button', { name: `Export as ${format}` }).click();
      await expect(page.getByText(new RegExp(`Saved .*${file}`)).first()).toBeVisible();
      const made = await program.read(`exports/${file}`);
      expect(made.startsWith(format === 'PDF' ? '%PDF-' : 'PK')).toBe(true);
    }
    await shot('8-exported');
    expect(problems).toEqual([]);
  });
}

test('the thread follows its end, unless the person went up to read', async ({ page, program, problems }) => {
  await page.goto(await program.start(program.workspace));
  const newest = page.getByRole('button', { name: 'Jump to the newest' });
  for (let i = 1; i <= 3; i++) {
    await ask(page, 'help');
    await expect(page.getByText('You see every change before it is written.')).toHaveCount(i);
  }
  await ask(page, 'replace Newlyn with Brest in notes/newlyn.md');
  const approve = page.getByRole('button', { name: 'Approve', exact: true });
  await expect(approve).toBeInViewport();
  await expect(newest).toBeHidden();
  await page.setViewportSize({ width: 1000, height: 600 });
  await expect(approve).toBeInViewport();

  await page.getByRole('main').hover();
  await page.mouse.wheel(0, -600);
  await expect(newest).toBeVisible();
  await expect(approve).not.toBeInViewport();
  await newest.click();
  await expect(approve).toBeInViewport();
  await expect(newest).toBeHidden();
  expect(problems).toEqual([]);
});

test('an edit of a second chat can be answered there at once', async ({ page, program, problems }) => {
  await page.goto(await program.start(program.workspace));
  await ask(page, 'replace Newlyn with Brest in notes/newlyn.md');
  await expect(page.getByText('Waiting for you')).toBeVisible();
  await page.keyboard.press('Control+n');
  await expect(page.getByRole('heading', { name: 'What should change?' })).toBeVisible();
  await ask(page, 'replace Brest with Newlyn in notes/brest.md');
  await expect(page.getByRole('button', { name: '2 edits to review' })).toBeVisible();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByText('Replaced one place in notes/brest.md.')).toBeVisible();
  expect(await program.read('notes/brest.md')).toBe('# Newlyn before 1850\n');
  expect(await program.read('notes/newlyn.md')).toBe(note);
  await expect(page.getByRole('button', { name: '1 edit to review' })).toBeVisible();
  expect(problems).toEqual([]);
});
