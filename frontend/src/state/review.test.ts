import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeApi } from '../api/fake/fake';
import { newlynEdit, trendEdit } from '../api/fake/example';
import { reviews } from '../api/fake/reviews';
import type { DecideRequest, EditSlip } from '../api/types.gen';
import { Notices } from './notices.svelte';
import { Review } from './review.svelte';

let api: FakeApi;
let review: Review;
let waiting: EditSlip[];

beforeEach(async () => {
  vi.useFakeTimers();
  waiting = [newlynEdit, trendEdit];
  api = new FakeApi({
    'Approvals.Waiting': () => waiting,
    'Approvals.Review': ({ edit }: { edit: string }) => reviews[edit],
    'Approvals.Decide': ({ edit }: DecideRequest) => waiting.find((slip) => slip.id === edit),
  });
  review = new Review(api.client, new Notices());
  await review.load();
});

afterEach(() => vi.useRealTimers());

async function open(edit?: string) {
  review.open(edit);
  await vi.advanceTimersByTimeAsync(300);
}

const sent = () => api.requests('Approvals.Decide') as DecideRequest[];

describe('the first 300 ms', () => {
  it('take no decision', async () => {
    review.open();
    await vi.advanceTimersByTimeAsync(299);
    review.mark('approve');
    review.markFile('approve');
    await review.send();
    await review.rejectAll();
    expect(review.sheet?.verdicts.size).toBe(0);
    expect(sent()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    review.mark('approve');
    expect(review.sheet?.verdicts.size).toBe(1);
  });

  it('begin again with every edit that appears', async () => {
    await open();
    review.turnTo(1);
    await vi.advanceTimersByTimeAsync(0);
    review.mark('approve');
    expect(review.sheet?.review.id).toBe('edit-trend');
    expect(review.sheet?.verdicts.size).toBe(0);
  });
});

describe('the queue', () => {
  it('opens at the edit that waits longest and counts all changes', async () => {
    await open();
    expect(review.current).toBe('edit-newlyn');
    expect([review.decided, review.total]).toEqual([0, 5]);
  });

  it('goes on to the next edit after the last change, without sending', async () => {
    await open();
    for (let n = 0; n < 3; n++) review.mark('approve');
    await vi.advanceTimersByTimeAsync(300);
    expect(review.current).toBe('edit-trend');
    expect(sent()).toEqual([]);
    expect(review.decided).toBe(3);
  });

  it('keeps decisions when it is closed', async () => {
    await open();
    review.mark('reject');
    review.close();
    await open();
    expect(review.sheet?.verdicts.get(0)?.action).toBe('reject');
  });

  it('follows what happens elsewhere: an edit that was answered leaves', async () => {
    await open();
    review.hear({ topic: 'approvals', data: [trendEdit] });
    expect(review.current).toBe('edit-trend');
    review.hear({ topic: 'approvals', data: [] });
    expect(review.current).toBe('');
  });
});

describe('sending', () => {
  it('approves the rest of the edit shown, never an edit not shown', async () => {
    await open();
    review.mark('reject');
    expect(review.ready).toBe(0);
    await review.send();
    expect(sent()).toHaveLength(1);
    expect(sent()[0]).toMatchObject({ edit: 'edit-newlyn', all: 'approve' });
    expect(review.current).toBe('edit-trend');
  });

  it('sends every edit that is wholly decided, then closes', async () => {
    await open();
    review.markFile('approve');
    await vi.advanceTimersByTimeAsync(300);
    review.markFile('reject');
    expect(review.ready).toBe(5);
    await review.send();
    expect(sent().map((request) => request.edit)).toEqual(['edit-newlyn', 'edit-trend']);
    expect(review.current).toBe('');
  });

  it('keeps the edit and its decisions when it is refused', async () => {
    await open();
    review.mark('approve');
    api.refuse('Approvals.Decide', { code: 'disk_full', message: 'The disk is full.' });
    await review.send();
    expect(review.current).toBe('edit-newlyn');
    expect(review.sheet?.verdicts.size).toBe(1);
    expect(review.sending).toBe(false);
  });

  it('waits for an amendment to be finished', async () => {
    await open();
    review.amend();
    await review.send();
    await review.rejectAll();
    review.mark('approve');
    expect(sent()).toEqual([]);
    expect(review.sheet?.amending).toBe(0);
  });
});

describe('rejecting all', () => {
  it('asks once when something was approved', async () => {
    await open();
    review.mark('approve');
    await review.rejectAll();
    expect([review.confirming, sent().length]).toEqual([true, 0]);
    await review.rejectAll();
    expect(sent()[0]).toMatchObject({ edit: 'edit-newlyn', all: 'reject' });
  });

  it('does not ask when nothing was', async () => {
    await open();
    await review.rejectAll();
    expect(sent()[0]?.all).toBe('reject');
  });
});

describe('a file that changes underneath', () => {
  it('is read again when the file is touched', async () => {
    await open();
    review.mark('approve');
    const original = reviews['edit-newlyn'];
    api.answers['Approvals.Review'] = () => ({ ...original, stale: true });
    review.hear({ topic: 'files', data: { paths: ['notes/newlyn.md'] } });
    await vi.advanceTimersByTimeAsync(0);
    expect(review.sheet?.review.stale).toBe(true);
    expect(review.sheet?.verdicts.size).toBe(1);
  });

  it('is sent back with the reason', async () => {
    await open();
    await review.askFresh();
    expect(sent()[0]?.all).toBe('reject');
    expect(sent()[0]?.note).toContain('changed on disk');
  });
});
