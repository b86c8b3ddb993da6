import { describe, expect, it } from 'vitest';
import { compose } from '../api/fake/compose';
import { reviews } from '../api/fake/reviews';
import type { Review } from '../api/types.gen';
import { Decisions } from './decisions.svelte';

const newlyn = reviews['edit-newlyn'] as Review;

function sheet(changes: Partial<Review> = {}) {
  return new Decisions({ ...newlyn, ...changes });
}

describe('deciding', () => {
  it('moves to the next undecided change, and back round to one that was passed over', () => {
    const edit = sheet();
    edit.step(1);
    expect(edit.decide(1, 'approve')).toBe(true);
    expect(edit.current).toBe(2);
    expect(edit.decide(2, 'reject')).toBe(true);
    expect(edit.current).toBe(0);
    expect(edit.decide(0, 'approve')).toBe(false);
    expect(edit.undecided).toEqual([]);
  });

  it('takes back the change it stands on, else the decision made last', () => {
    const edit = sheet();
    edit.decide(0, 'approve');
    edit.decide(1, 'reject');
    edit.undo();
    expect([...edit.verdicts.keys()]).toEqual([0]);
    expect(edit.current).toBe(1);
    edit.undo(0);
    expect(edit.verdicts.size).toBe(0);
  });

  it('stays within the edit when moving', () => {
    const edit = sheet();
    edit.step(-1);
    expect(edit.current).toBe(0);
    edit.step(9);
    expect(edit.current).toBe(2);
  });
});

describe('what is sent', () => {
  it('names what was decided and approves the rest', () => {
    const edit = sheet();
    edit.decide(2, 'reject');
    edit.annotate(2, 'Keep the old column.');
    edit.note = 'Nearly there.';
    expect(edit.request()).toEqual({
      edit: 'edit-newlyn',
      all: 'approve',
      note: 'Nearly there.',
      decisions: [{ hunk: 2, action: 'reject', text: '', old: [], new: [], note: 'Keep the old column.' }],
      scope: '',
      shown: 'as drawn',
    });
  });

  it('lets a yes reach further, and a no never', () => {
    const edit = sheet();
    edit.scope = 'always';
    edit.decide(0, 'reject');
    expect(edit.request().scope).toBe('always');
    edit.decideAll('reject');
    expect(edit.request().scope).toBe('');
    expect(edit.rejection().scope).toBe('');
  });

  it('carries a note on a change that is approved along with the rest', () => {
    const edit = sheet();
    edit.annotate(1, 'Good.');
    expect(edit.request().decisions).toEqual([{ hunk: 1, action: 'approve', text: '', old: [], new: [], note: 'Good.' }]);
    edit.annotate(1, '  ');
    expect(edit.request().decisions).toEqual([]);
  });

  it('rejects everything with the notes, whatever was approved', () => {
    const edit = sheet();
    edit.decide(0, 'approve');
    edit.annotate(0, 'No.');
    const { all, decisions } = edit.rejection();
    expect(all).toBe('reject');
    expect(decisions).toEqual([{ hunk: 0, action: 'reject', text: '', old: [], new: [], note: 'No.' }]);
  });

  it('decides an edit without text as a whole', () => {
    const edit = sheet({ hunks: [], binary: true });
    expect(edit.request()).toMatchObject({ all: 'approve', decisions: [] });
    edit.decide(edit.current, 'reject');
    expect(edit.request()).toMatchObject({ all: 'reject', decisions: [] });
  });
});

describe('choosing lines', () => {
  /** Takes these rows of a change and no other. */
  function take(edit: Decisions, change: number, rows: number[]) {
    edit.pick(change);
    const all = edit.hunk(change)?.rows ?? [];
    for (const [at, row] of all.entries()) if (!rows.includes(at)) edit.picked.delete(row);
    edit.usePick();
  }

  it('sends the lines taken by their numbers, and shows what comes of them', () => {
    const edit = sheet({ ...compose([['top'], { title: '', old: ['one', 'two'], new: ['1', '2', '3'] }, ['end']]) });
    take(edit, 0, [0, 1, 4]);
    expect(edit.textOf(0)).toBe('1\ntwo\n3\n');
    expect(edit.request().decisions).toEqual([{ hunk: 0, action: 'lines', text: '', old: [2], new: [2, 4], note: '' }]);
  });

  it('begins with all lines, and later with those taken before', () => {
    const edit = sheet();
    edit.pick(2);
    expect(edit.picked.size).toBe(8);
    edit.cancelPick();
    take(edit, 2, [0, 1]);
    edit.pick(2);
    expect([...edit.picked]).toEqual(edit.hunk(2)?.rows.slice(0, 2));
  });

  it.each([
    ['all', [0, 1, 2, 3], 'approve'],
    ['none', [], 'reject'],
  ])('%s of the lines are as good as the whole change', (_, rows, action) => {
    const edit = sheet({ ...compose([{ title: '', old: ['a', 'b'], new: ['c', 'd'] }]) });
    take(edit, 0, rows);
    expect(edit.verdicts.get(0)?.action).toBe(action);
  });

  it('is not offered for one line, and not while another change is under way', () => {
    const edit = sheet({ ...compose([{ title: '', old: [], new: ['c'] }, ['x'], { title: '', old: ['a'], new: ['b'] }]) });
    expect([edit.pickable(0), edit.pickable(1)]).toEqual([false, true]);
    edit.amend(0);
    edit.pick(1);
    expect(edit.picking).toBeUndefined();
  });

  it('is undone when the file changed, since lines are known by number', () => {
    const edit = sheet();
    take(edit, 2, [0, 1]);
    edit.renew({ ...newlyn });
    expect([edit.verdicts.size, edit.dropped]).toEqual([0, 1]);
  });
});

describe('amending', () => {
  it('keeps the person’s version, and undo gives the proposal back', () => {
    const edit = sheet();
    const proposed = edit.textOf(1);
    edit.amend(1);
    edit.draft = 'my own line\n';
    edit.useDraft();
    expect(edit.textOf(1)).toBe('my own line\n');
    expect(edit.request().decisions).toEqual([{ hunk: 1, action: 'amend', text: 'my own line\n', old: [], new: [], note: '' }]);
    edit.undo(1);
    expect(edit.textOf(1)).toBe(proposed);
  });

  it('is an approval when nothing was changed', () => {
    const edit = sheet();
    edit.amend(0);
    edit.useDraft();
    expect(edit.verdicts.get(0)?.action).toBe('approve');
  });

  it('asks before typed text is lost, and only then', () => {
    const edit = sheet();
    edit.amend(0);
    edit.leaveDraft();
    expect(edit.amending).toBeUndefined();
    edit.amend(0);
    edit.draft += 'more';
    edit.leaveDraft();
    expect([edit.amending, edit.leaving]).toEqual([0, true]);
    edit.leaveDraft();
    expect(edit.amending).toBeUndefined();
  });

  it('survives approving the whole file', () => {
    const edit = sheet();
    edit.amend(0);
    edit.draft = 'mine\n';
    edit.useDraft();
    edit.decideAll('approve');
    expect(edit.verdicts.get(0)).toEqual({ action: 'amend', text: 'mine\n' });
    edit.decideAll('reject');
    expect(edit.verdicts.get(0)?.action).toBe('reject');
  });
});

describe('a file that changed on disk', () => {
  it('keeps decisions on changes that still fit and counts those that do not', () => {
    const edit = sheet(compose([{ title: '', old: ['a'], new: ['b'] }, ['-'], { title: '', old: ['c'], new: ['d'] }]));
    edit.decide(0, 'approve');
    edit.decide(1, 'reject');
    edit.annotate(1, 'why');
    edit.renew({
      ...newlyn,
      stale: true,
      ...compose([['new first line'], { title: '', old: ['c'], new: ['d'] }, ['-'], { title: '', old: ['x'], new: ['b'] }]),
    });
    expect(edit.verdicts.get(0)?.action).toBe('reject');
    expect(edit.notes.get(0)).toBe('why');
    expect(edit.verdicts.has(1)).toBe(false);
    expect(edit.dropped).toBe(1);
  });
});
