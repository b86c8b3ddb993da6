import { describe, expect, test } from 'vitest';
import type { DiffLine, TimelineTurn } from '../api/types.gen';
import { renderMarkdown } from './markdown';
import { splitPrompt } from './mentions';
import { parentOf, splitPath } from './path';
import { barHeight, layRail, nearest, tickOf } from './rail';
import { hiddenPieces, signOf } from './hidden';
import { mergeProse } from './redline';
import { atOrOn, clockOrDay, dayName, listed } from './time';

describe('a redline in prose', () => {
  const line = (kind: string, text: string, marks: [number, number][] = []): DiffLine => ({
    kind,
    old: kind === 'insert' ? 0 : 12,
    new: kind === 'delete' ? 0 : 12,
    text,
    marks: marks.map(([from, to]) => ({ from, to })),
  });

  test('joins an old and a new line where only words differ', () => {
    const rows = mergeProse([line('delete', 'We fit a line.', [[3, 13]]), line('insert', 'We take a median.', [[3, 16]])]);
    expect(rows).toEqual([
      {
        line: 12,
        runs: [
          { kind: 'keep', text: 'We ' },
          { kind: 'delete', text: 'fit a line' },
          { kind: 'keep', text: ' ' },
          { kind: 'insert', text: 'take a median' },
          { kind: 'keep', text: '.' },
        ],
      },
    ]);
  });

  test('joins several old lines with as many new ones, or none of them', () => {
    const old = [line('delete', 'It pays.', [[3, 7]]), line('delete', 'He pays.', [[3, 7]])];
    const now = [line('insert', 'It owes.', [[3, 7]]), line('insert', 'He owes.', [[3, 7]])];
    const joined = mergeProse([...old, ...now, line('keep', 'End.')]);
    expect(joined.map((row) => row.runs.map((run) => run.text).join('|'))).toEqual(['It |pays| |owes|.', 'He |pays| |owes|.', 'End.']);
    expect(mergeProse([...old, now[0]!, line('insert', 'All new')])).toHaveLength(4);
    expect(mergeProse([...old, now[0]!])).toHaveLength(3);
  });

  test('keeps lines apart that were rewritten whole', () => {
    const rows = mergeProse([line('delete', 'Four stations'), line('insert', 'Monthly means')]);
    expect(rows.map((row) => row.runs)).toEqual([
      [{ kind: 'delete', text: 'Four stations' }],
      [{ kind: 'insert', text: 'Monthly means' }],
    ]);
  });

  test('keeps lines apart whose kept words differ', () => {
    const rows = mergeProse([line('delete', 'a b', [[0, 1]]), line('insert', 'c d', [[0, 1]])]);
    expect(rows).toHaveLength(2);
  });
});

describe('hidden places', () => {
  const hidden = (from: number, to: number, text: string, shapeless = true) => ({ from, to, text, shapeless });

  test('cut a line, each once and in order', () => {
    const pieces = hiddenPieces('a\u200bb pay', [hidden(4, 7, 'pay has a Cyrillic letter (U+0430)', false), hidden(1, 2, 'a zero width space (U+200B)'), hidden(1, 3, 'within')]);
    expect(pieces.map((piece) => [piece.text, piece.hidden?.from])).toEqual([['a', undefined], ['\u200b', 1], ['b ', undefined], ['pay', 4]]);
    expect(hiddenPieces('', [hidden(0, 1, 'beyond')])).toEqual([]);
  });

  test('show the code point, or the sign of a blank', () => {
    expect(signOf(hidden(0, 1, 'a zero width space (U+200B)'))).toBe('U+200B');
    expect(signOf(hidden(0, 1, 'white space at the end of the line'))).toBe('␣');
  });
});

describe('mentions', () => {
  test.each([
    ['Change @notes/newlyn.md. Then stop', ['Change ', '@notes/newlyn.md', '. Then stop']],
    ['@a.md', ['@a.md']],
    ['write to ines@example.org', ['write to ines@example.org']],
    ['@ alone', ['@ alone']],
  ])('%s', (prompt, pieces) => {
    expect(splitPrompt(prompt).map((piece) => piece.text)).toEqual(pieces);
  });
});

describe('Markdown of an answer', () => {
  test.each([
    ['a script', '<script>alert(1)</script>', '<script'],
    ['a handler', '<p onclick="alert(1)">x</p>', 'onclick'],
    ['a picture', '![x](https://example.org/x.png)', '<img'],
    ['a script link', '[x](javascript:alert(1))', 'javascript:'],
    ['a style', '<p style="position:fixed">x</p>', 'style'],
    ['a form', '<form action="/api"><button>x</button></form>', '<form'],
  ])('carries no %s', (_name, source, bad) => {
    expect(renderMarkdown(source)).not.toContain(bad);
  });

  test('sets emphasis, lists and code', () => {
    const html = renderMarkdown('*a* **b**\n\n- `c`');
    expect(html).toContain('<em>a</em> <strong>b</strong>');
    expect(html).toContain('<li><code>c</code></li>');
  });
});

test('paths are cut into folder and name', () => {
  expect(splitPath('a/b/c.md')).toEqual({ folder: 'a / b / ', name: 'c.md' });
  expect(splitPath('c.md')).toEqual({ folder: '', name: 'c.md' });
  expect(parentOf('a/b/c.md')).toBe('a/b');
  expect(parentOf('c.md')).toBe('');
});

describe('times', () => {
  const now = new Date(2026, 5, 17, 11, 42);

  test.each([
    [new Date(2026, 5, 17, 9, 5), '09:05', '09:05', 'Today', 'at 09:05'],
    [new Date(2026, 5, 17, 11, 41, 30), '11:41', 'now', 'Today', 'at 11:41'],
    [new Date(2026, 5, 16, 23, 59), 'Tue 23:59', 'Tue', 'Tuesday 16 June', 'on Tuesday at 23:59'],
    [new Date(2026, 5, 9, 16, 40), '9 Jun', '9 Jun', 'Tuesday 9 June', 'on 9 Jun at 16:40'],
  ])('%s', (at, withClock, inList, day, inSentence) => {
    expect(atOrOn(at, now)).toBe(inSentence);
    expect(clockOrDay(at, now)).toBe(withClock);
    expect(listed(at, now)).toBe(inList);
    expect(dayName(at, now)).toBe(day);
  });
});

describe('the rail', () => {
  const now = new Date(2026, 5, 17, 12);
  const turns = (n: number): TimelineTurn[] =>
    Array.from({ length: n }, (_, at) => ({
      number: at + 1,
      chat: 'c',
      label: `turn ${at + 1}`,
      time: new Date(2026, 5, 15 + (at % 14 < 7 ? 0 : 2), 9).toISOString(),
      files: 1,
      added: 10,
      removed: 2,
      state: 'kept',
      running: false,
      waiting: at === n - 1 ? 1 : 0,
      pin: '',
    }));

  test('spreads the turns from the first to the last place', () => {
    const rail = layRail(turns(14), 1040, now);
    expect(rail.ticks.map((tick) => tick.from)).toEqual(Array.from({ length: 14 }, (_, at) => at + 1));
    expect(rail.ticks[0]?.x).toBe(18);
    expect(rail.ticks.at(-1)?.x).toBe(1010);
    expect(rail.days.map((day) => day.label)).toEqual(['Monday 15 June', 'Today']);
  });

  test('grows from the left while there are few turns', () => {
    expect(layRail(turns(2), 1040, now).ticks.map((tick) => tick.x)).toEqual([18, 114]);
  });

  test('shares bars between thousands of turns, and loses none', () => {
    const rail = layRail(turns(4212), 1040, now);
    expect(rail.ticks.length).toBeLessThanOrEqual(600);
    expect(rail.ticks.flatMap((tick) => tick.turns)).toHaveLength(4212);
    expect(rail.ticks.at(-1)?.waiting).toBe(true);
    expect(tickOf(rail, 3168)?.turns.some((turn) => turn.number === 3168)).toBe(true);
    const gaps = rail.ticks.slice(1).map((tick, at) => tick.x - (rail.ticks[at]?.x ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(9);
  });

  test('finds the tick nearest to the pointer', () => {
    const rail = layRail(turns(14), 1040, now);
    expect(nearest(rail, -50)?.from).toBe(1);
    expect(nearest(rail, 18 + 76.3 * 8 + 20)?.from).toBe(9);
    expect(nearest(layRail([], 1040, now), 10)).toBeUndefined();
  });

  test('draws bars between the lowest and the highest', () => {
    expect(barHeight(0, 19)).toBe(0);
    expect(barHeight(1, 19)).toBe(3);
    expect(barHeight(100_000, 19)).toBe(19);
    expect(barHeight(26, 13)).toBeLessThanOrEqual(13);
  });
});
