import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { address, closeApp, openApp, readyForApp, teacher } from '../../../testing/open-app.tsx';
import { failure, type Reply, success } from '../../../testing/scripted-fetch.ts';

beforeEach(readyForApp);
afterEach(closeApp);

const connection = {
  ...{ id: 2, account_id: 7, account_name: 'Ada Byron', email: 'ada@school.test', state: 'ok', problem: null, is_own: true },
  ...{ last_ok_at: null, created_at: '2026-11-20T10:00:00.000Z' },
};

/** Returns from Google in a tab that started to connect. */
async function comeBack(finish: Reply, { isSignedIn = true, begun = true } = {}) {
  const clear = vi.spyOn(Storage.prototype, 'clear').mockImplementation(() => undefined); // the tab keeps what it began
  sessionStorage.removeItem('cw.sync');
  if (begun) sessionStorage.setItem('cw.sync', JSON.stringify({ secret: 's', to: '/classes' }));
  const opened = await openApp('/sync-connect?code=c&state=x', { 'POST /sync/connect/finish': finish }, isSignedIn ? teacher : undefined);
  clear.mockRestore();
  return opened;
}

test('[B1090] posts Google’s answer with the tab’s secret once, out of the address at once, says what came of it and leads on', async () => {
  const { calls } = await comeBack(success({ connection, message: 'Google Classroom is connected as ada@school.test.' }));
  expect(await screen.findByText('Google Classroom is connected as ada@school.test.')).toBeDefined();
  expect(address()).toBe('/sync-connect');
  expect(calls.filter(({ path }) => path === '/sync/connect/finish').map(({ body }) => body)).toEqual([{ answer: '?code=c&state=x', secret: 's' }]);
  expect(sessionStorage.getItem('cw.sync')).toBeNull();
  expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/classes');
  expect(screen.getByRole('link', { name: 'Go to the sync page' }).getAttribute('href')).toBe('/sync');
});

test('[B1090] permissions that were not ticked are said, and connecting again is offered', async () => {
  await comeBack(success({ connection: { ...connection, state: 'scope_missing' }, message: 'Connected, without: see and manage topics.' }));
  expect(await screen.findByText('Connected, without: see and manage topics.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
});

test('[B1090] a refusal says why, and trying again begins anew with a new secret', async () => {
  const { calls } = await comeBack(failure(403, 'GOOGLE_CANCELLED', { message: 'You cancelled at Google.' }));
  expect(await screen.findByText('You cancelled at Google.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(calls.some(({ method, path }) => method === 'POST' && path === '/sync/connect')).toBe(true));
  expect(sessionStorage.getItem('cw.sync')).toBeNull();
});

test('[B1090] a tab that began nothing asks nothing; who was signed out meanwhile is told to sign in', async () => {
  const first = await comeBack('never', { begun: false });
  expect(await screen.findByText(/^This was started in another browser or tab/)).toBeDefined();
  expect(first.calls.some(({ path }) => path === '/sync/connect/finish')).toBe(false);
  closeApp();
  readyForApp();
  sessionStorage.clear();
  localStorage.clear();
  const second = await comeBack('never', { isSignedIn: false });
  expect(await screen.findByText(/^You were signed out while connecting/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/');
  expect(second.calls.some(({ path }) => path === '/sync/connect/finish')).toBe(false);
  expect(address()).toBe('/sync-connect');
});
