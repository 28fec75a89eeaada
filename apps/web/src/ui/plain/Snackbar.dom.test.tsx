import { act, cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../base/api.ts';
import { closeSnack, showSnack, snackStore } from '../../base/snackbar.ts';
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

test('the focus goes back to where it was when a button of the message is pressed', () => {
  const before = document.createElement('button');
  document.body.append(before);
  before.focus();
  show('1 class work deleted.', { undo: () => Promise.resolve('1 class work restored.') });
  const undo = screen.getByRole('button', { name: 'Undo' });
  act(() => undo.focus());
  act(() => undo.click());
  expect(document.activeElement).toBe(before);
  before.remove();
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

test('[B213] closing one that is no longer shown leaves the newer one alone', () => {
  let first = 0;
  act(() => {
    showSnack('first');
    first = snackStore.get()?.id as number;
    showSnack('second');
    closeSnack(first);
  });
  expect(screen.getByText('second')).toBeTruthy();
  act(() => closeSnack(snackStore.get()?.id));
  expect(screen.queryByText('second')).toBeNull();
});

test('[B212] what can be taken back offers Undo, once and long enough to be reached; its own words follow', async () => {
  const undo = vi.fn<() => Promise<string>>(async () => 'Ada is active again');
  show('Ada was deactivated', { undo });
  pass(9000);
  act(() => screen.getByRole('button', { name: 'Undo' }).click());
  expect(screen.queryByText('Ada was deactivated')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(undo).toHaveBeenCalledTimes(1);
  expect(screen.getByText('Ada is active again')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('[B212] an Undo that failed says why', async () => {
  show('Gone', { undo: () => Promise.reject(new ApiError('NETWORK')) });
  act(() => screen.getByRole('button', { name: 'Undo' }).click());
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(within(screen.getByRole('alert')).getByText(/no connection to the school/)).toBeTruthy();
});
