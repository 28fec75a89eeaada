import { act, cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeSnack, showSnack } from '../../app/snackbar.ts';
import { Snackbar } from './Snackbar.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  render(<Snackbar />);
});
afterEach(() => {
  act(() => closeSnack());
  cleanup();
  vi.useRealTimers();
});
const show = (...given: Parameters<typeof showSnack>) => act(() => showSnack(...given));
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test('[L564] closes by itself after 4000 ms', () => {
  show('Settings Changed Successfully');
  pass(3999);
  expect(screen.getByText('Settings Changed Successfully')).toBeTruthy();
  pass(1);
  expect(screen.queryByText('Settings Changed Successfully')).toBeNull();
});

test('[K083] colour, timeout and Close come with the message; a red one is spoken at once, others politely', () => {
  show('Done');
  expect(within(screen.getByRole('status')).getByText('Done')).toBeTruthy();
  show('Something Went Wrong', { color: 'red', timeout: 0 });
  expect(within(screen.getByRole('alert')).getByText('Something Went Wrong')).toBeTruthy();
  pass(60_000);
  act(() => screen.getByRole('button', { name: 'Close' }).click());
  expect(screen.queryByText('Something Went Wrong')).toBeNull();
});

test('[L565] [K460] a message is multiline unless said otherwise: it wraps, and keeps its lines', () => {
  show('A long message\nin two lines');
  const snack = screen.getByText(/A long message/);
  expect(snack.textContent).toBe('A long message\nin two lines');
  expect(snack.parentElement?.dataset['multiline']).toBe('true');
  show('One line', { multiline: false });
  expect(screen.getByText('One line').parentElement?.dataset['multiline']).toBeUndefined();
});

test('the newest message has its own time', () => {
  show('first');
  pass(3000);
  show('second');
  pass(3000);
  expect(screen.getByText('second')).toBeTruthy();
  pass(1000);
  expect(screen.queryByText('second')).toBeNull();
});
