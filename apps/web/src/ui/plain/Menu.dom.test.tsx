import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Menu } from './Menu.tsx';

afterEach(cleanup);
const logOut = vi.fn<() => void>();
const toggle = vi.fn<() => void>();
const draw = () =>
  render(
    <>
      <Menu
        label="Account"
        button="A"
        actions={[
          { label: 'Dark mode', checked: false, onSelect: toggle },
          { label: 'Log out', onSelect: logOut },
        ]}
      />
      <button type="button">elsewhere</button>
    </>,
  );

test('opens by keyboard, walks with arrows and letters, acts with Enter, and gives the focus back', async () => {
  draw();
  const button = screen.getByRole('button', { name: 'Account' });
  button.focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('Dark mode');
  await userEvent.keyboard('{ArrowUp}');
  expect(document.activeElement?.textContent).toBe('Log out');
  await userEvent.keyboard('d');
  expect(document.activeElement?.textContent).toBe('Dark mode');
  await userEvent.keyboard('{End}{Enter}');
  expect(logOut).toHaveBeenCalledOnce();
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(button);
});

test('a switch leaves it open; Escape, Tab and a press elsewhere close it', async () => {
  draw();
  const button = screen.getByRole('button', { name: 'Account' });
  await userEvent.click(button);
  await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Dark mode' }));
  expect(toggle).toHaveBeenCalled();
  expect(screen.getByRole('menu')).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).toBeNull();
  await userEvent.click(button);
  await userEvent.click(screen.getByRole('button', { name: 'elsewhere' }));
  expect(screen.queryByRole('menu')).toBeNull();
});
