import { fireEvent, screen } from '@testing-library/svelte';
import { expect, test, vi } from 'vitest';
import { t } from '../../locales';
import { settled, shown } from '../../test/within';
import RewindCard from './RewindCard.svelte';
import Timeline from './Timeline.svelte';

const slider = () => screen.getByRole('slider', { name: t.timeline.label });

async function focused() {
  const started = await shown(Timeline, {}, { settled: true });
  slider().focus();
  return started;
}

test.each([
  ['{ArrowLeft}', 13],
  ['{ArrowLeft}{ArrowLeft}{ArrowRight}', 13],
  ['{Shift>}{ArrowLeft}{/Shift}', 4],
  ['{PageUp}', 4],
  ['{Home}', 1],
  ['{Home}{End}', undefined],
  ['9{Enter}', 9],
  ['12{Enter}', 12],
])('%s moves the playhead', async (keys, turn) => {
  const { app, user } = await focused();
  await user.keyboard(keys);
  expect(app.timeline.viewing).toBe(turn);
});

test('the slider says where it stands in words', async () => {
  const { user } = await focused();
  expect(slider().getAttribute('aria-valuetext')).toMatch(/^Turn 14 of 14, Wednesday 17 June/);
  await user.keyboard('9{Enter}');
  await settled();
  expect(slider().getAttribute('aria-valuenow')).toBe('9');
  expect(slider().getAttribute('aria-valuetext')).toContain('one file, 11 added, 26 removed');
});

test('the turns are also buttons, for who cannot slide', async () => {
  const { app, user } = await focused();
  await user.click(screen.getByRole('button', { name: /^Turn 3 of 14/ }));
  expect(app.timeline.viewing).toBe(3);
});

test('pressing the line looks at the turn nearest to the pointer', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1040);
  const { app } = await focused();
  slider().setPointerCapture = () => undefined;
  // jsdom has no PointerEvent; a mouse event of that name has what is read.
  const press = (clientX: number) => new MouseEvent('pointerdown', { button: 0, clientX, bubbles: true });
  await fireEvent(slider(), press(18 + 76.3 * 8 + 20));
  expect(app.timeline.viewing).toBe(9);
  await fireEvent(slider(), press(-5));
  expect(app.timeline.viewing).toBe(1);
});

test('undo and redo offer what there is', async () => {
  const { user, api } = await focused();
  expect(screen.getByRole('button', { name: t.timeline.nothingToRedo })).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('button', { name: t.timeline.undo }));
  expect(api.requests('Timeline.Undo')).toEqual([{ force: false }]);
  await user.click(await screen.findByRole('button', { name: t.timeline.redo(14) }));
  expect(api.requests('Timeline.Redo')).toEqual([{ force: false }]);
});

async function lookingBack() {
  const started = await shown(RewindCard, { conflicts: true }, { settled: true });
  started.app.timeline.view(9);
  await expect.poll(() => started.app.timeline.moment?.turn).toBe(9);
  await settled();
  return started;
}

test('the card counts what the choices leave', async () => {
  const { user } = await lookingBack();
  expect(screen.getByText(/^Four files go back .*; references.bib keeps your edit. Turns 10 to 14 stay/)).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: t.rewind.restore(9) }));
  expect(screen.getByText(/^Five files go back to how they were on/)).toBeTruthy();
});

test('rewinding sends the choices, going back to now sends nothing', async () => {
  const { app, user, api } = await lookingBack();
  await user.click(screen.getByRole('button', { name: new RegExp(t.rewind.now) }));
  expect(app.timeline.viewing).toBeUndefined();
  expect(api.requests('Timeline.Rewind')).toEqual([]);
  app.timeline.view(9);
  await expect.poll(() => app.timeline.moment?.turn).toBe(9);
  await user.click(screen.getByRole('button', { name: new RegExp(t.rewind.rewind) }));
  expect(api.requests('Timeline.Rewind')).toEqual([{ turn: 9, keep: ['references.bib'], choices: [], force: false }]);
});
