import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';

/** One `redline serve` with a home and a workspace of its own. */
export class Program {
  private process: ChildProcess | null = null;

  constructor(
    readonly home: string,
    readonly workspace: string,
  ) {}

  /** Starts the server on the arguments and gives the address that it prints. */
  async start(...args: string[]): Promise<string> {
    const program = process.env['REDLINE_PROGRAM'] ?? resolve('../build/bin/redline');
    const started = spawn(program, ['serve', ...args], {
      env: { ...process.env, REDLINE_HOME: this.home, HOME: this.home },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.process = started;
    let said = '';
    return new Promise((done, failed) => {
      started.stdout.on('data', (data: Buffer) => {
        said += data.toString();
        if (said.includes('\n')) done(said.split('\n')[0]!);
      });
      started.stderr.on('data', (data: Buffer) => (said += data.toString()));
      started.on('exit', (code) => failed(new Error(`redline serve ended with ${code}: ${said}`)));
    });
  }

  /** Ends the server: politely, or as a crash would. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const running = this.process;
    if (!running || running.exitCode !== null) return;
    const ended = new Promise((done) => running.once('exit', done));
    running.kill(signal);
    await ended;
    this.process = null;
  }

  /** A file of the workspace as it stands on disk. */
  read(name: string): Promise<string> {
    return readFile(join(this.workspace, name), 'utf8');
  }

  /** Writes a file of the workspace as another program would. */
  async write(name: string, text: string | Uint8Array): Promise<void> {
    await writeFile(join(this.workspace, name), text);
  }
}

/** A small workspace: a note with a table, a picture and code, and two more files. */
export const note = `# Sea level at Newlyn

The gauge has stood on the same pier since 1915.

## Method

We fit a straight line to the monthly means. The slope is the trend, in millimetres per year.

| Station | Trend |
| --- | ---: |
| Newlyn | 1.83 |

\`\`\`go
func Trend() float64 { return 1.83 }
\`\`\`

See [the archive](https://example.org/archive).
`;

interface Fixtures {
  program: Program;
  /** What the page said went wrong; a test ends with none. */
  problems: string[];
}

export const test = base.extend<Fixtures>({
  program: async ({}, use) => {
    const scratch = await realpath(await mkdtemp(join(tmpdir(), 'redline-e2e-')));
    const workspace = join(scratch, 'sea-level-notes');
    await mkdir(join(workspace, 'notes'), { recursive: true });
    await mkdir(join(scratch, 'home'));
    await writeFile(join(workspace, 'notes/newlyn.md'), note);
    await writeFile(join(workspace, 'notes/brest.md'), '# Brest before 1850\n');
    const program = new Program(join(scratch, 'home'), workspace);
    await use(program);
    await program.stop();
    await rm(scratch, { recursive: true, force: true });
  },
  problems: async ({ page }, use) => {
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('422')) problems.push(message.text());
    });
    await use(problems);
    expect(problems).toEqual([]);
  },
});

/** Keeps a picture of the page among the test's artefacts. */
export async function picture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `../test-artifacts/browser/${name}.png` });
}

/** Types a prompt and sends it. */
export async function ask(page: Page, prompt: string): Promise<void> {
  const composer = page.getByPlaceholder('What should change?');
  await composer.fill(prompt);
  await composer.press('Enter');
}

export { expect };
