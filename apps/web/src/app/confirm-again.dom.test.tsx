import type { accountLinkCreate } from '@classwright/contract/people/accounts/links';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeApp, openApp, pageOf, readyForApp, teacher } from '../testing/open-app.tsx';
import { failure, success } from '../testing/scripted-fetch.ts';

beforeEach(readyForApp);
afterEach(closeApp);

const made = success({ url: 'https://school.example/choose-password#code=x', expires_at: '2026-11-20T10:00:00Z', message: 'Made' });

/** Opens a page with text in its search field. Links are refused until the password is right. */
async function openPage({ ways = ['password'], isWrong = false }: { ways?: string[]; isWrong?: boolean } = {}) {
  let isConfirmed = false;
  const link = () => (isConfirmed ? made : failure(403, 'CONFIRM_FIRST'));
  const opened = await openApp(
    '/assessments',
    {
      'GET /assessments': pageOf([]),
      'POST /accounts/1/sign-in-link': link,
      'POST /accounts/2/sign-in-link': link,
      'POST /auth/confirm/ways': success({ ways, ticket: null, options: null }),
      'POST /auth/confirm': () => {
        isConfirmed = !isWrong;
        return isWrong ? failure(422, 'VALIDATION_FAILED', { errors: { password: ['This is not your current password.'] } }) : success();
      },
    },
    teacher,
  );
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Search pages' });
  await userEvent.type(field, 'half a word');
  const { api } = await import('../base/api.ts');
  const make = (id: number) =>
    api<typeof accountLinkCreate>('POST', '/accounts/:id/sign-in-link', { params: { id }, body: { mail: false } }).catch(
      (error: { code: string }) => error.code,
    );
  return { ...opened, field, make };
}
const dialog = () => screen.findByRole('dialog', { name: 'Confirm that it is you' });

test('[B2602] a call that needs a confirmation asks for the password over the page, and is repeated; two at once ask once', async () => {
  const { make, field, calls } = await openPage();
  let answers: Promise<unknown[]> = Promise.resolve([]);
  act(() => {
    answers = Promise.all([make(1), make(2)]);
  });
  await userEvent.type(await within(await dialog()).findByLabelText('Password'), 'a long password{Enter}');
  expect(await answers).toMatchObject([{ message: 'Made' }, { message: 'Made' }]);
  await waitFor(() => expect(document.querySelector('dialog')).toBeNull());
  expect([field.isConnected, field.value]).toEqual([true, 'half a word']);
  expect(calls.filter(({ path }) => path.startsWith('/auth/confirm')).map(({ path, body }) => [path, body])).toEqual([
    ['/auth/confirm/ways', undefined],
    ['/auth/confirm', { password: 'a long password' }],
  ]);
});

test('[B2602] a wrong password is named at its field; Escape leaves the call refused and the page as it was', async () => {
  const { make, field } = await openPage({ isWrong: true });
  let answer: Promise<unknown> = Promise.resolve();
  act(() => {
    answer = make(1);
  });
  const input = await within(await dialog()).findByLabelText<HTMLInputElement>('Password');
  await userEvent.type(input, 'wrong{Enter}');
  await screen.findByText('This is not your current password.');
  expect(input.value).toBe('wrong');
  await userEvent.keyboard('{Escape}');
  expect(await answer).toBe('CONFIRM_FIRST');
  await waitFor(() => expect(document.querySelector('dialog')).toBeNull());
  expect(field.value).toBe('half a word');
});

test('an empty password is not sent; a person without one reads what to do', async () => {
  const { make, calls } = await openPage();
  act(() => void make(1));
  await within(await dialog()).findByLabelText('Password');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(screen.getByText('Enter your password')).toBeTruthy();
  expect(calls.some(({ path, method }) => path === '/auth/confirm' && method === 'POST')).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
});

test('a person without a password reads what to do', async () => {
  const { make } = await openPage({ ways: [] });
  act(() => void make(1));
  expect(await within(await dialog()).findByText(/sign in again with Google/)).toBeTruthy();
});
