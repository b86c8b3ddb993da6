import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import Reply from './Reply.svelte';

test('a link in an answer opens outside and leaves the page where it is', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  render(Reply, { text: 'See [PSMSL](https://psmsl.org/data).' });
  const link = screen.getByRole('link', { name: 'PSMSL' });
  let prevented = false;
  link.parentElement?.parentElement?.parentElement?.addEventListener('click', (event) => (prevented = event.defaultPrevented));
  await userEvent.click(link);
  expect(open).toHaveBeenCalledWith('https://psmsl.org/data', '_blank', 'noopener,noreferrer');
  expect(prevented).toBe(true);
});
