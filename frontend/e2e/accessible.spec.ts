import axe from 'axe-core';
import type { Locator, Page } from '@playwright/test';
import { ask, expect, picture, test } from './app';

/** What axe finds on the page as it stands, once nothing moves any more. */
async function faults(page: Page): Promise<string[]> {
  await page.evaluate(async () => {
    const ends = document.getAnimations().filter((moving) => moving.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ends.map((moving) => moving.finished));
  });
  await page.evaluate(axe.source);
  const found = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
  return found.violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.html}\n${node.failureSummary}`));
}

const text = `# Sea level

One paragraph, [a link](#stations), \`code\` and a formula $e^x$.

- [x] done
- [ ] to do

> A quotation.

| Station | Trend |
| --- | ---: |
| Newlyn | 1.83 |

\`\`\`go
// Trend is the slope.
func Trend() float64 { return 1.83 }
\`\`\`

\`\`\`mermaid
graph LR
  a[Means] --> b[Trend]
\`\`\`

## Stations

Newlyn is the oldest.
`;

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing, ${colorScheme}`, async ({ page, program }) => {
    await program.write('notes/newlyn.md', text);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const clean = async (what: string) => expect.soft(await faults(page), what).toEqual([]);

    await page.goto(await program.start());
    await expect(page.getByRole('radio', { name: /Built-in commands/ })).toBeChecked();
    await clean('onboarding');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'All keys' })).toBeVisible();
    await clean('list of keys');
    await picture(page, `${colorScheme}-keys`);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Change/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill(program.workspace);
    await dialog.getByRole('textbox').press('Enter');
    await expect(dialog.getByRole('button', { name: 'notes' })).toBeVisible();
    await clean('folder dialog');
    await dialog.getByRole('button', { name: 'Choose this folder' }).click();
    await page.getByRole('button', { name: /Open the workspace/ }).click();
    await expect(page.getByRole('treeitem', { name: /^notes/ })).toBeVisible();
    await clean('empty chat');

    await ask(page, 'help me');
    await expect(page.getByText('You see every change before it is written.')).toBeVisible();
    await ask(page, 'create data/plan.csv: station,from');
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(page.getByText('data/plan.csv is there now.')).toBeVisible();
    await ask(page, 'replace Newlyn with Brest in notes/newlyn.md');
    await expect(page.getByText('Waiting for you')).toBeVisible();
    await page.getByRole('treeitem', { name: /^notes/ }).click();
    await expect(page.locator('.diagram svg')).toBeVisible();
    await clean('chat with a waiting edit');
    await page.getByRole('tab', { name: 'Changes' }).click();
    await clean('changes');
    await page.getByRole('tab', { name: 'File at turn' }).click();
    await expect(page.getByRole('textbox', { name: 'notes/newlyn.md' })).toBeVisible();
    await clean('file');
    await page.getByRole('tab', { name: 'Preview' }).click();
    await page.getByRole('button', { name: 'sea-level-notes' }).click();
    await clean('workspace menu');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect(page.getByRole('radio', { name: /^Plan/ })).toBeVisible();
    await clean('modes');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+,');
    await expect(dialog.getByRole('heading', { name: 'Allowed without asking' })).toBeVisible();
    await clean('settings');
    await page.keyboard.press('Escape');

    await page.keyboard.press('Control+j');
    await expect(dialog.getByRole('button', { name: 'Approve' }).first()).toBeFocused();
    await clean('review');
    await dialog.getByRole('button', { name: 'Approve' }).first().click();
    await expect(dialog.getByRole('group', { name: /^Change 1 of 2/ })).toHaveAccessibleName(/Approved/);
    await dialog.getByRole('button', { name: 'Amend' }).click();
    await clean('review while amending');
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Reject', exact: true }).click();
    await page.keyboard.press('c');
    await page.keyboard.type('It was always Newlyn.');
    await page.keyboard.press('Escape');
    await dialog.getByRole('radio', { name: 'Inline' }).check({ force: true });
    await clean('review, decided and inline');
    await page.setViewportSize({ width: 1000, height: 700 });
    await clean('review with notes in the gutter');
    await page.setViewportSize({ width: 1280, height: 820 });
    await dialog.getByRole('button', { name: 'Reject all' }).click();
    await clean('asking before rejecting all');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByRole('button', { name: /^Send 2/ }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('1 in, 1 out')).toBeVisible();

    await page.keyboard.press('Control+Shift+L');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await clean('reading view and export');
    await page.getByRole('button', { name: 'Export as PDF' }).click();
    await expect(dialog.getByText('Saved exports/newlyn.pdf.')).toBeVisible();
    await clean('exported');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Shift+L');

    await program.write('data/plan.csv', 'edited,outside\n');
    await page.getByRole('slider').focus();
    await page.keyboard.press('Home');
    await expect(page.getByText(/was edited outside Redline/)).toBeVisible();
    await clean('looking back, with a conflict');
    await page.getByRole('button', { name: /Rewind to here/ }).click();
    await expect(page.getByText(/Rewound to turn 1/).first()).toBeVisible();
    await clean('rewound');

    await page.setViewportSize({ width: 720, height: 520 });
    await page.getByRole('button', { name: /^Sidebar/ }).click();
    await clean('narrow, with the sidebar as a drawer');
  });
}

/** Goes on with Tab until something has the focus, and shows that it is seen there. */
async function tabTo(page: Page, target: Locator, key = 'Tab') {
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluateAll((found) => found.some((node) => node === document.activeElement))) {
      const ring = (node: Element) => getComputedStyle(node).outlineStyle !== 'none' && node.matches(':focus-visible');
      expect(await target.evaluate(ring), 'the focus is seen').toBe(true);
      return;
    }
    await page.keyboard.press(key);
  }
  throw new Error(`${key} never came to ${target}`);
}

test('the whole thread without a mouse', async ({ page, program, problems }) => {
  const press = (key: string) => page.keyboard.press(key);
  const type = async (prompt: string) => {
    await press('Control+l');
    await page.keyboard.type(prompt);
    await press('Enter');
  };

  await page.goto(await program.start());
  await expect(page.getByRole('heading', { name: 'Pick a folder' })).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: /^Change/ }));
  await press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(program.workspace);
  await press('Enter');
  await expect(dialog.getByRole('button', { name: 'notes' })).toBeVisible();
  await tabTo(page, dialog.getByRole('button', { name: 'Choose this folder' }));
  await press('Enter');
  await expect(page.getByText(program.workspace)).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: /Open the workspace/ }));
  await press('Enter');
  await expect(page.getByRole('treeitem', { name: /^notes/ })).toBeVisible();

  await type('replace 1915 with 1914 in notes/newlyn.md');
  await expect(page.getByText('Waiting for you')).toBeVisible();
  await tabTo(page, page.getByRole('group', { name: /^Edit of/ }), 'Shift+Tab');
  await press('Enter');
  const change = dialog.getByRole('group', { name: /^Change 1 of 1/ });
  await expect(change.getByRole('button', { name: 'Approve' })).toBeFocused();
  // No key decides while the edit is too new to have been read.
  await expect(async () => {
    await press('a');
    await expect(change).toHaveAccessibleName(/Approved/, { timeout: 300 });
  }).toPass();
  await press('?');
  await expect(page.getByRole('dialog', { name: 'All keys' })).toBeVisible();
  await press('r'); // it is a list: nothing behind it hears a key
  await press('Escape');
  await expect(change).toHaveAccessibleName(/Approved/);
  await press('Control+Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Replaced one place in notes/newlyn.md.')).toBeVisible();
  expect(await program.read('notes/newlyn.md')).toContain('since 1914');
  await expect(page.locator(':focus')).toHaveCount(1);

  await type('create notes/plan.md: Refit all stations');
  await expect(page.getByText('Waiting for you')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Approve', exact: true }), 'Shift+Tab');
  await press('Enter');
  await expect(page.getByText('notes/plan.md is there now.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'notes / plan.md' })).toBeFocused(); // the answered slip keeps it

  await press('Control+Shift+H');
  await expect(page.getByRole('slider')).toBeFocused();
  await expect(page.locator('[data-timeline] .focus')).toBeVisible();
  await press('ArrowLeft');
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuetext', /^Turn 1 of 2/);
  await expect(page.getByText('Rewind the workspace to turn 1?')).toBeVisible();
  const rewind = page.getByRole('button', { name: /Rewind to here/ });
  await expect(rewind).toBeEnabled();
  await press('Enter');
  await expect(rewind).toBeFocused();
  await press('Enter');
  await expect(page.getByText(/Rewound to turn 1/).first()).toBeVisible();
  await expect(program.read('notes/plan.md')).rejects.toThrow(/ENOENT/);
  await expect(page.getByRole('slider')).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Redo', exact: true }), 'F6');
  await press('Enter');
  await expect(page.getByText(/Back at turn 2/).first()).toBeVisible();
  expect(await program.read('notes/plan.md')).toBe('Refit all stations\n');

  await tabTo(page, page.getByRole('treeitem', { name: /^notes/ }));
  await press('ArrowRight');
  await expect(page.getByRole('treeitem', { name: /newlyn\.md/ })).toBeVisible();
  await press('ArrowDown');
  await press('ArrowDown');
  await press('Enter');
  await expect(page.getByRole('complementary').getByRole('heading', { name: 'Sea level at Newlyn' })).toBeVisible();
  await press('Control+Shift+L');
  await tabTo(page, page.getByRole('button', { name: 'Method' }));
  await press('Enter');
  await expect(page.getByRole('heading', { name: 'Method' })).toBeFocused();
  await press('Control+Shift+E');
  await expect(page.getByRole('button', { name: 'Export as PDF' })).toBeFocused();
  await press('Enter');
  await expect(page.getByText('Saved exports/newlyn.pdf.').first()).toBeVisible();
  expect(await program.read('exports/newlyn.pdf')).toMatch(/^%PDF-/);
  await press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await press('Escape');
  await expect(page.getByRole('main')).toBeVisible();
  expect(problems).toEqual([]);
});
