import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { IconBell } from './icons.ts';
import { Popover } from './Popover.tsx';

afterEach(cleanup);

const draw = () => {
  render(
    <>
      <Popover icon={IconBell} label="News">
        <a href="#one">One</a>
      </Popover>
      <button type="button">elsewhere</button>
    </>,
  );
  return screen.getByRole('button', { name: 'News' });
};
const panel = () => screen.queryByRole('dialog', { name: 'News' });

test('the button says what it opens and whether it is open; the focus goes in, and by Escape back to the button', async () => {
  const button = draw();
  expect([button.getAttribute('aria-haspopup'), button.getAttribute('aria-expanded')]).toEqual(['dialog', 'false']);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  expect([button.getAttribute('aria-expanded'), button.getAttribute('aria-controls')]).toEqual(['true', panel()?.id]);
  expect(document.activeElement).toBe(panel());
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'One' }));
  await userEvent.keyboard('{Escape}');
  expect([panel(), document.activeElement]).toEqual([null, button]);
});

test('leaving it by Tab or by a press elsewhere closes it and leaves the focus where it went', async () => {
  const button = draw();
  await userEvent.click(button);
  await userEvent.tab();
  await userEvent.tab();
  expect([panel(), document.activeElement]).toEqual([null, screen.getByRole('button', { name: 'elsewhere' })]);
  await userEvent.click(button);
  await userEvent.click(screen.getByRole('button', { name: 'elsewhere' }));
  expect(panel()).toBeNull();
});
