import { expect, test } from './app';

const hostile = `# A note from elsewhere <img src=x onerror="document.title='run'">

<script>document.title = 'run'</script><form action="/api/Workspaces/Close"><button>Go</button></form>

[a](javascript:document.title='run') ![b](http://127.0.0.1:1/pixel.png) ![c](/etc/passwd)

\`\`\`mermaid
%%{init: {"securityLevel": "loose", "themeCSS": "* {background: url(http://127.0.0.1:1/css)}"}}%%
graph LR
  a["<img src='/api/pixel'><form action='/api/x'><input name='pass'></form><b>Means</b>"] --> b[Trend]
  click a "javascript:document.title='run'"
  click b "https://example.org/trend"
\`\`\`
`;

test('what a file holds can neither run, load nor pose as the app', async ({ page, program }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await program.write('notes/<img src=x onerror=alert(1)>.md', hostile);
  const address = await program.start(program.workspace);
  await page.goto(address);
  const title = await page.title();
  await page.getByRole('treeitem', { name: /^notes/ }).click();
  await page.getByRole('treeitem', { name: /onerror/ }).click();
  const preview = page.getByRole('complementary').getByRole('article');
  await expect(preview.locator('.diagram svg')).toContainText('Means');

  await expect(preview.locator('img, form, input, button, script, iframe, [onerror]')).toHaveCount(0);
  await expect(preview.locator('[href^="javascript:" i]')).toHaveCount(0);
  await preview.getByText('Trend').click();
  expect(await page.title()).toBe(title);
  const { origin } = new URL(address);
  expect(asked.filter((url) => !url.startsWith(origin) || url.includes('pixel'))).toEqual([]);
});
