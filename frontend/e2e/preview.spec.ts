import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { ask, expect, picture, test } from './app';

/** A red square of 16 px. */
const square = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mPYLy9GEmIY1TCqYfhqAABh+vQBHthgFQAAAABJRU5ErkJggg==',
  'base64',
);

async function open(page: Page, file: RegExp) {
  await page.getByRole('treeitem', { name: /^notes/ }).click();
  await page.getByRole('treeitem', { name: file }).click();
}

/** How far below the top of what scrolls it an element stands, in px. */
const below = (element: Locator) =>
  element.evaluate((node) => node.getBoundingClientRect().top - (node.closest('.scroller')?.getBoundingClientRect().top ?? 0));

const everything = `# Everything

A *word*, a **word**, ~~a word~~, \`code\`, a note[^1] and $e^{i\\pi}$.

- [x] done
- [ ] to do

> [!NOTE]
> Worth knowing.

| Left | Right |
| :--- | ----: |
| a | 1 |

\`\`\`go
func Trend() float64 { return 1.83 }
\`\`\`

\`\`\`mermaid
graph LR
  a[Means] --> b[Trend]
\`\`\`

\`\`\`mermaid
graph LR
  a[Means --> no
\`\`\`

$$
\\frac{1}{
$$

![a square](../figures/square.png)

![a plot](../figures/plot.svg)

![not there](../figures/gone.png)

![from elsewhere](https://example.org/spy.png)

<script>document.title = 'run'</script><img src=x onerror="document.title = 'run'">

[^1]: The note.
`;

const plot = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="green"/></svg>';

test('shows what prints, and asks the network for nothing', async ({ page, program }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await program.write('notes/everything.md', everything);
  await mkdir(join(program.workspace, 'figures'));
  await program.write('figures/square.png', square);
  await program.write('figures/plot.svg', plot);
  const address = await program.start(program.workspace);
  await page.goto(address);
  await open(page, /everything/);
  const shown = page.locator('article.page');

  await expect(shown.getByRole('heading', { level: 1, name: 'Everything' })).toBeVisible();
  await expect(shown.locator('em, strong, del, p > code')).toHaveText(['word', 'word', 'a word', 'code']);
  await expect(shown.getByRole('checkbox', { name: 'Done' })).toBeChecked();
  await expect(shown.getByRole('checkbox', { name: 'To do' })).not.toBeChecked();
  await expect(shown.getByText('Worth knowing.')).toBeVisible();
  await expect(shown.getByRole('cell', { name: '1' })).toHaveCSS('text-align', 'end');
  await expect(shown.locator('.code-keyword').first()).toHaveText('func');
  await expect(shown.locator('.maths-inline .katex')).toHaveCount(1);
  await expect(shown.locator('.diagram svg')).toHaveCount(1);
  await expect(shown.getByText('This diagram has an error, so its source is shown.')).toBeVisible();
  await expect(shown.locator('pre.math.broken')).toContainText('\\frac{1}{');
  await expect(shown.getByRole('img', { name: 'a square' })).toHaveJSProperty('naturalWidth', 16);
  await expect(shown.locator('pre').first()).toHaveCSS('font-variant-ligatures', 'no-contextual');
  for (const left of ['a plot', 'not there', 'from elsewhere']) await expect(shown.getByText(`[image: ${left}]`)).toBeVisible();
  const why = page.getByRole('region', { name: 'What could not be shown' });
  await expect(why.getByRole('listitem')).toContainText(['plot.svg', 'gone.png', 'example.org/spy.png']);
  await expect(page).toHaveTitle('Redline');
  await picture(page, 'preview-everything');
  expect(asked.filter((url) => new URL(url).origin !== new URL(address).origin)).toEqual([]);
});

const long = (headings: string[]) => headings.map((name) => `## ${name}\n\n${'A paragraph.\n\n'.repeat(30)}`).join('');

test('links lead to their place: in the page, in another file, and outside', async ({ page, program, problems }) => {
  const links = '[down](#größe) [twice](#part-1) [over](brest.md#end) [broken](#100%) [empty]() [out](https://example.org/a)';
  await program.write('notes/newlyn.md', `# Newlyn\n\n${links} a note[^1]\n\n${long(['Part', 'Part', 'Größe', 'Last'])}[^1]: The note.\n`);
  await program.write('notes/brest.md', `# Brest\n\n${long(['Part'])}## End\n\nThe end. [back](newlyn.md)\n`);
  await page.goto(await program.start(program.workspace));
  const here = page.url();
  await open(page, /newlyn/);
  const shown = page.locator('article.page');
  const leads = async (link: string, to: Locator) => {
    await shown.getByRole('link', { name: link, exact: true }).click();
    await expect(to).toBeInViewport();
    await expect(to).toBeFocused();
  };

  await leads('down', shown.getByRole('heading', { name: 'Größe' }));
  expect(await below(shown.getByRole('heading', { name: 'Größe' }))).toBeLessThan(40);
  await leads('twice', shown.getByRole('heading', { name: 'Part' }).nth(1));
  await leads('1', shown.getByRole('listitem').filter({ hasText: 'The note.' }));
  for (const nowhere of ['broken', 'empty']) await shown.getByRole('link', { name: nowhere }).click();
  const outside = page.waitForEvent('popup');
  await shown.getByRole('link', { name: 'out' }).click();
  await (await outside).close();
  expect(page.url()).toBe(here);

  await shown.getByRole('link', { name: 'over' }).click();
  await expect(shown.getByRole('heading', { name: 'Brest' })).toBeAttached();
  await expect(shown.getByRole('heading', { name: 'End' })).toBeFocused();
  await expect(shown.getByText('The end.')).toBeInViewport();
  await shown.getByRole('link', { name: 'back' }).click();
  await expect(shown.getByRole('heading', { name: 'Newlyn' })).toBeInViewport();

  await page.keyboard.press('Control+Shift+L');
  const outline = page.getByRole('navigation', { name: 'Outline' });
  await expect(outline.getByRole('button')).toHaveText(['Newlyn', 'Part', 'Part', 'Größe', 'Last']);
  await outline.getByRole('button', { name: 'Größe' }).click();
  await expect(shown.getByRole('heading', { name: 'Größe' })).toBeInViewport();
  await expect(outline.getByRole('button', { name: 'Größe' })).toHaveAttribute('aria-current', 'location');
  expect(problems).toEqual([]);
});

test('follows the file on disk and keeps the place', async ({ page, program, problems }) => {
  await program.write('notes/newlyn.md', `# Newlyn\n\n${long(['One', 'Two'])}`);
  await page.goto(await program.start(program.workspace));
  await open(page, /newlyn/);
  /** As when the person comes from another program. */
  const back = () => page.evaluate(() => window.dispatchEvent(new Event('focus')));
  const two = page.locator('article.page').getByRole('heading', { name: /^Two/ });
  await two.scrollIntoViewIfNeeded();
  const before = await below(two);
  await program.write('notes/newlyn.md', `# Newlyn\n\n${long(['One', 'Two, said anew'])}`);
  await back();
  await expect(page.getByRole('heading', { name: 'Two, said anew' })).toBeVisible();
  expect(Math.abs((await below(two)) - before)).toBeLessThan(2);

  await page.getByRole('tab', { name: 'File at turn' }).click();
  const source = page.getByRole('textbox', { name: 'notes/newlyn.md' });
  await expect(source).toContainText('Newlyn');
  await program.write('notes/newlyn.md', 'one\ntwo\n');
  await back();
  await expect(source.locator('.cm-line')).toHaveText(['one', 'two']);
  expect(problems).toEqual([]);
});

test('a turn that is looked at shows the file as it was', async ({ page, program, problems }) => {
  await page.goto(await program.start(program.workspace));
  for (const [before, after] of [['1915', '1916'], ['1916', '1917']]) {
    await ask(page, `replace ${before} with ${after} in notes/newlyn.md`);
    await page.getByRole('button', { name: /to review$/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: /^Approve the rest/ }).click();
    await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden();
  }
  const shown = page.locator('article.page');
  await expect(shown).toContainText('since 1917');

  await page.getByRole('slider').focus();
  await page.keyboard.press('ArrowLeft');
  const diff = page.getByRole('tabpanel');
  await expect(diff.locator('del')).toHaveText('1917');
  await expect(diff.locator('del')).toHaveCSS('color', 'rgb(191, 31, 22)');
  await expect(diff.locator('ins')).toHaveText('1916');
  await expect(diff.locator('ins')).toHaveCSS('color', 'rgb(28, 78, 156)');
  await page.getByRole('tab', { name: 'Preview' }).click();
  await expect(shown).toContainText('since 1916');
  await expect(page.getByText('as of turn 1')).toBeVisible();
  await page.getByRole('tab', { name: 'File at turn' }).click();
  await expect(page.getByRole('textbox', { name: 'notes/newlyn.md' })).toContainText('since 1916');
  expect(await program.read('notes/newlyn.md')).toContain('since 1917');
  await page.keyboard.press('Escape');
  await expect(shown).toContainText('since 1917');
  expect(problems).toEqual([]);
});
