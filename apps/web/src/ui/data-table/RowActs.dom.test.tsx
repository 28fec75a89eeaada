import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setScreenWidth } from '../../testing/match-media.ts';
import { openActs } from '../../testing/row-acts.ts';
import { type RowAct, RowActs } from './index.ts';

beforeEach(() => setScreenWidth(1280));
afterEach(cleanup);

const act = (words: string, more: Partial<RowAct> = {}): RowAct => ({ words, label: `${words} Lamps`, ...more });
const draw = (acts: RowAct[], open?: number) => render(<RowActs name="Lamps" acts={acts} {...(open !== undefined && { open })} />);
const buttons = () => screen.queryAllByRole('button').map(({ textContent, ariaLabel }) => [textContent, ariaLabel]);

test('[B2589] one or two acts of a row are buttons with words; of more, the first is one, and the others are words in a menu', async () => {
  const { unmount } = draw([act('Edit'), act('Delete')]);
  expect(buttons()).toEqual([
    ['Edit', 'Edit Lamps'],
    ['Delete', 'Delete Lamps'],
  ]);
  unmount();
  const onSelect = vi.fn<() => void>();
  draw([act('Edit'), act('Copy', { onSelect }), act('Delete')]);
  expect(buttons()).toEqual([
    ['Edit', 'Edit Lamps'],
    ['', 'More for Lamps'],
  ]);
  expect(await openActs('Lamps')).toEqual(['Copy', 'Delete']);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Copy' }));
  expect(onSelect).toHaveBeenCalledTimes(1);
});

test('[B2589] on a phone one act stands next to the name, the others are in the menu', async () => {
  setScreenWidth(360);
  draw([act('Edit'), act('Delete')]);
  expect(buttons()).toEqual([
    ['Edit', 'Edit Lamps'],
    ['', 'More for Lamps'],
  ]);
  expect(await openActs('Lamps')).toEqual(['Delete']);
});

test('[B2589] an act that cannot be used now stays where it is, and says why', async () => {
  const onSelect = vi.fn<() => void>();
  draw([act('Restore'), act('Delete', { disabled: true, hint: 'Used by lessons', onSelect })], 0);
  expect(await openActs('Lamps')).toEqual(['Restore', 'DeleteUsed by lessons']);
  const item = screen.getByRole('menuitem', { name: 'Delete' });
  expect([item.ariaDisabled ?? item.getAttribute('aria-disabled'), item.getAttribute('aria-description')]).toEqual(['true', 'Used by lessons']);
  await userEvent.click(item);
  expect(onSelect).not.toHaveBeenCalled();
});
