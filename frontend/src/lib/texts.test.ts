import { describe, expect, it } from 'vitest';
import { lineKinds } from './linekinds';
import { follow } from './path';
import { pieces } from './runs';
import { sanitise } from './sanitise';

describe('lineKinds', () => {
  const kinds = (text: string) => lineKinds(text.split('\n')).map((kind) => kind[0]).join('');

  it.each([
    ['tables', 'a\n| b |\n|---|\nc', 'tcct'],
    ['a heading', '# a\n#b\n####### c', 'htt'],
    ['a fence and what is in it', '```go\n# x\n```\ny', 'ccct'],
    ['a fence of more marks than one inside', '~~~\n```\n~~~\ny', 'ccct'],
    ['a formula over lines', '$$\nx\n$$\ny', 'ccct'],
    ['a formula in one line', '$$x$$\ny', 'ct'],
    ['a fence that never closes', '```\na\nb', 'ccc'],
  ])('sets %s as code', (_name, text, expected) => expect(kinds(text)).toBe(expected));
});

describe('pieces', () => {
  it('cuts at marks, in offsets of the whole text', () => {
    expect(pieces('old words', [{ from: 104, to: 109 }], 100)).toEqual([
      { text: 'old ', changed: false },
      { text: 'words', changed: true },
    ]);
  });

  it('ignores marks outside of the text', () => {
    expect(pieces('abc', [{ from: 0, to: 2 }, { from: 50, to: 60 }], 10)).toEqual([{ text: 'abc', changed: false }]);
  });
});

describe('follow', () => {
  it.each([
    ['notes/a.md', 'b.md', 'notes/b.md'],
    ['notes/a.md', '../c.md#x', 'c.md'],
    ['notes/a.md', './d%20e.md?x', 'notes/d e.md'],
    ['notes/a.md', '/f.md', 'f.md'],
    ['notes/a.md', '../../g.md', undefined],
  ])('from %s by %s', (from, link, to) => expect(follow(from, link)).toBe(to));
});

describe('sanitise', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<form action="/api/Approvals/Decide"><button>Approve</button></form>',
    '<iframe src="https://a.example"></iframe>',
    '<style>body{display:none}</style>',
    '<p style="position:fixed">x</p>',
    '<svg><a xlink:href="javascript:alert(1)">x</a></svg>',
    '<img src="https://a.example/x.png">',
  ])('takes the danger out of %s', (html) => {
    expect(sanitise(html)).not.toMatch(/script|onerror|form|button|iframe|style|https:|svg/i);
  });

  it('keeps what the preview writes', () => {
    const html = '<h1 id="user-content-a" data-line="3">A</h1><img src="/content/file?path=a.png" alt="">';
    expect(sanitise(html)).toBe(html);
  });
});
