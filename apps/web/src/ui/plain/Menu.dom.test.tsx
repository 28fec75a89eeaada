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

test('the button says that it opens a menu and whether it is open; the items are no stops of the Tab key', async () => {
  draw();
  const button = screen.getByRole('button', { name: 'Account' });
  expect([button.getAttribute('aria-haspopup'), button.getAttribute('aria-expanded')]).toEqual(['menu', 'false']);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  const menu = screen.getByRole('menu', { name: 'Account' });
  expect([button.getAttribute('aria-expanded'), button.getAttribute('aria-controls')]).toEqual(['true', menu.id]);
  expect(document.activeElement?.textContent).toBe('Dark mode');
  await userEvent.tab();
  expect(screen.queryByRole('menu')).toBeNull();
});

test('ArrowUp opens it at the last action; Home and End go to the ends, and the arrows round them', async () => {
  draw();
  screen.getByRole('button', { name: 'Account' }).focus();
  await userEvent.keyboard('{ArrowUp}');
  expect(document.activeElement?.textContent).toBe('Log out');
  for (const [key, to] of [
    ['{ArrowDown}', 'Dark mode'],
    ['{ArrowUp}', 'Log out'],
    ['{Home}', 'Dark mode'],
    ['{End}', 'Log out'],
  ] as const) {
    await userEvent.keyboard(key);
    expect([key, document.activeElement?.textContent]).toEqual([key, to]);
  }
});

test('a letter goes to the next action that begins with it, again and again', async () => {
  render(<Menu label="Acts" button="…" actions={['Copy', 'Clear', 'Edit'].map((label) => ({ label, onSelect: toggle }))} />);
  await userEvent.click(screen.getByRole('button', { name: 'Acts' }));
  const letters = [];
  for (const key of 'ccec') {
    await userEvent.keyboard(key);
    letters.push(document.activeElement?.textContent);
  }
  expect(letters).toEqual(['Clear', 'Copy', 'Edit', 'Copy']);
});

test('actions that load after it is opened have the focus when they come', async () => {
  const late = (actions: Parameters<typeof Menu>[0]['actions']) => <Menu label="Account" button="A" actions={actions} />;
  const { rerender } = render(late([]));
  screen.getByRole('button', { name: 'Account' }).focus();
  await userEvent.keyboard('{ArrowUp}');
  const actions = ['Profile', 'Log out'].map((label) => ({ label, onSelect: logOut }));
  rerender(late(actions));
  expect(document.activeElement?.textContent).toBe('Log out');
});
