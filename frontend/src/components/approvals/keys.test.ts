import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newlynEdit, trendEdit } from '../../api/fake/example';
import { FakeApi } from '../../api/fake/fake';
import { reviews } from '../../api/fake/reviews';
import { Notices } from '../../state/notices.svelte';
import { Review } from '../../state/review.svelte';
import { pressReviewKey } from './keys';

const view = { toggleView: vi.fn(), toggleWrap: vi.fn(), writeNote: vi.fn() };
let api: FakeApi;
let review: Review;

beforeEach(async () => {
  vi.useFakeTimers();
  api = new FakeApi({
    'Approvals.Waiting': () => [newlynEdit, trendEdit],
    'Approvals.Review': ({ edit }: { edit: string }) => reviews[edit],
    'Approvals.Decide': () => newlynEdit,
  });
  review = new Review(api.client, new Notices());
  await review.load();
  review.open();
  await vi.advanceTimersByTimeAsync(0);
});

afterEach(() => vi.useRealTimers());

/** Presses a key on an element, as the page hears it. */
function press(key: string, init: KeyboardEventInit = {}, target: HTMLElement = document.body) {
  const event = new KeyboardEvent('keydown', { key, ...init });
  Object.defineProperty(event, 'target', { value: target });
  return pressReviewKey(event, review, view);
}

const settle = () => vi.advanceTimersByTimeAsync(300);
const verdict = (change: number) => review.sheet?.verdicts.get(change)?.action;

describe('a key that decides', () => {
  it.each([
    ['a', {}],
    ['r', {}],
    ['e', {}],
    ['l', {}],
    ['A', { shiftKey: true }],
    ['R', { shiftKey: true }],
    ['Enter', { ctrlKey: true }],
  ])('%s does nothing in the first 300 ms', async (key, init) => {
    await vi.advanceTimersByTimeAsync(299);
    press(key, init);
    expect(review.sheet?.verdicts.size).toBe(0);
    expect(review.sheet?.busy).toBe(false);
    expect(api.requests('Approvals.Decide')).toEqual([]);
  });

  it('decides from then on', async () => {
    await settle();
    press('a');
    press('r');
    expect([verdict(0), verdict(1)]).toEqual(['approve', 'reject']);
  });

  it('is a letter while text is typed', async () => {
    await settle();
    const field = document.createElement('textarea');
    expect(press('a', {}, field)).toBe(false);
    expect(review.sheet?.verdicts.size).toBe(0);
  });

  it('does not repeat while it is held down', async () => {
    await settle();
    press('a');
    press('a', { repeat: true });
    expect(review.sheet?.verdicts.size).toBe(1);
  });

  it('is a letter while a change is amended', async () => {
    await settle();
    press('e');
    expect(press('r')).toBe(false);
    expect(review.sheet?.amending).toBe(0);
  });
});

it('leaves Enter to the control that has the focus', async () => {
  await settle();
  expect(press('Enter')).toBe(false);
  expect(api.requests('Approvals.Decide')).toEqual([]);
});

it('sends by Ctrl Enter, or keeps an amendment', async () => {
  await settle();
  press('e');
  if (review.sheet) review.sheet.draft = 'mine\n';
  press('Enter', { ctrlKey: true });
  expect(verdict(0)).toBe('amend');
  press('Enter', { ctrlKey: true });
  await vi.advanceTimersByTimeAsync(0);
  expect(api.requests('Approvals.Decide')).toHaveLength(1);
});

it('moves, takes back, and reaches the view at any time', () => {
  press('j');
  expect(review.sheet?.current).toBe(1);
  press('k');
  expect(review.sheet?.current).toBe(0);
  press('v');
  press('c');
  press('z', { altKey: true, code: 'KeyZ' });
  expect(view.toggleView).toHaveBeenCalledOnce();
  expect(view.writeNote).toHaveBeenCalledOnce();
  expect(view.toggleWrap).toHaveBeenCalledOnce();
  press(']');
  expect(review.current).toBe('edit-trend');
});
