import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { address, closeApp, openApp, pageOf, readyForApp, teacher } from '../testing/open-app.tsx';
import { failure, success, type SeenCall } from '../testing/scripted-fetch.ts';

beforeEach(readyForApp);
afterEach(closeApp);

const ended = failure(401, 'NOT_SIGNED_IN');
const underToken = (call: SeenCall, token: string) => call.headers.get('authorization') === `Bearer ${token}`;

/** Opens the assessments with text in the search field, and a sign-in that ends while it is typed. */
async function openUntilExpiry(login = success({ user: teacher, api_token: 'token-2' })) {
  let over = false;
  const guarded = (reply: ReturnType<typeof success>) => (call: SeenCall) => (over && !underToken(call, 'token-2') ? ended : reply);
  const opened = await openApp(
    '/assessments',
    { 'GET /auth/me': guarded(success({ user: teacher })), 'GET /assessments': guarded(pageOf([])), 'POST /auth/login': login },
    teacher,
  );
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Search pages' });
  await userEvent.type(field, 'half a word');
  over = true;
  document.dispatchEvent(new Event('visibilitychange'));
  await screen.findByRole('dialog', { name: 'Sign in again' });
  return { ...opened, field };
}

test('an ended sign-in asks for the password over the page; what was typed is there afterwards, and no write is repeated', async () => {
  const { field, calls, session } = await openUntilExpiry();
  expect(address()).toBe('/assessments');
  const before = calls.length;
  expect((screen.getByLabelText('School email') as HTMLInputElement).readOnly).toBe(true);
  await userEvent.type(screen.getByLabelText('Password'), 'a long password{Enter}');
  await waitFor(() => expect(document.querySelector('dialog')).toBeNull());
  expect(session.getToken()).toBe('token-2');
  expect([field.isConnected, field.value, address()]).toEqual([true, 'half a word', '/assessments']);
  const writes = calls.slice(before).filter(({ method }) => method !== 'GET');
  expect(writes.map(({ path, body }) => [path, (body as { email: string }).email])).toEqual([['/auth/login', teacher.email]]);
});

test('a wrong password is said there and leaves the page as it is', async () => {
  const { field } = await openUntilExpiry(failure(401, 'SIGN_IN_REFUSED'));
  await userEvent.type(screen.getByLabelText('Password'), 'wrong{Enter}');
  expect(await within(screen.getByRole('dialog')).findByText(/The email or password is wrong/)).toBeTruthy();
  expect([field.isConnected, field.value]).toEqual([true, 'half a word']);
});

test('Escape keeps it open; leaving the page leads to sign-in, and back', async () => {
  const { session } = await openUntilExpiry();
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('dialog', { name: 'Sign in again' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Leave this page' }));
  await waitFor(() => expect(address()).toBe('/?to=%2Fassessments'));
  expect(session.getSession()).toBeNull();
});
