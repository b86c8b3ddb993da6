import { describe, expect, it } from 'vitest';
import { compose, type Part } from '../../api/fake/compose';
import { reviews } from '../../api/fake/reviews';
import type { Review } from '../../api/types.gen';
import { editorText, foldsOf, runsOf } from './spec';

const lines = (n: number) => Array.from({ length: n }, (_, at) => `line ${at}`);
const change: Part = { title: '', old: ['old'], new: ['new', 'newer'] };

function folds(parts: Part[]) {
  const { before, hunks } = compose(parts);
  return foldsOf(hunks, editorText(before).split('\n').length);
}

describe('foldsOf', () => {
  it('leaves two lines around a change and folds the rest of a long run', () => {
    expect(folds([lines(12), change, lines(13)])).toEqual([
      { key: 0, a: { first: 1, last: 10 }, b: { first: 1, last: 10 }, lines: 10, end: false },
      { key: 1, a: { first: 16, last: 26 }, b: { first: 17, last: 27 }, lines: 11, end: true },
    ]);
  });

  it('folds no run of eight lines or fewer', () => {
    expect(folds([lines(8), change, lines(8), change, lines(8)])).toEqual([]);
  });

  it('counts both sides apart between changes', () => {
    const [fold] = folds([change, lines(20), change]);
    expect(fold).toEqual({ key: 1, a: { first: 4, last: 19 }, b: { first: 5, last: 20 }, lines: 16, end: false });
  });

  it('finds the place of a pure insertion', () => {
    const [first, second] = folds([lines(10), { title: '', old: [], new: ['x'] }, lines(10)]);
    expect(first?.a).toEqual({ first: 1, last: 8 });
    expect(second?.a).toEqual({ first: 13, last: 20 });
    expect(second?.b).toEqual({ first: 14, last: 21 });
  });
});

describe('runsOf', () => {
  const review = (parts: Part[]): Review => ({ ...(reviews['edit-newlyn'] as Review), ...compose(parts) });

  it('gives marks relative to their run', () => {
    const [run] = runsOf(review([['keep'], { title: '', old: ['a ⟦b⟧'], new: ['a ⟦c⟧'] }]), 'b');
    expect(run).toMatchObject({ from: 5, marks: [{ from: 2, to: 3 }], text: 'a c\n', closing: true });
  });

  it('gives what is hidden to the new run that it stands in', () => {
    const shown = review([['keep'], { title: '', old: ['ab'], new: ['a\u200bb'] }]);
    shown.findings = [
      { kind: 'invisible', line: 2, from: 6, to: 7, text: 'a zero width space (U+200B)' },
      { kind: 'long-line', line: 2, from: 0, to: 0, text: 'the line is 900 characters long' },
    ];
    expect(runsOf(shown, 'b')[0]?.hidden).toEqual([{ from: 1, to: 2, text: 'a zero width space (U+200B)', shapeless: true }]);
    expect(runsOf(shown, 'a')[0]?.hidden).toEqual([]);
  });

  it('stays within the editor, which does not show the last line break', () => {
    const [run] = runsOf(review([['keep'], { title: '', old: [], new: ['end'] }]), 'a');
    expect(run).toMatchObject({ from: 4, to: 4, closing: false });
  });
});
