import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadConfig } from '../../../base/config.ts';
import { closeScreen, openScreen, readyForScreen } from '../../../testing/open-screen.tsx';
import { failure, scriptFetch, success, type Reply } from '../../../testing/scripted-fetch.ts';
import { FirstSignIn } from './FirstSignIn.tsx';

beforeEach(readyForScreen);
afterEach(closeScreen);

async function open(email: string, { mail = true, reply = success({ message: 'A link is on its way.' }) as Reply } = {}) {
  const calls = scriptFetch({
    'GET /config': success({
      version: '1',
      realtime: { key: 'k', host: '', port: 1, tls: false, auth_endpoint: '' },
      school: { name: '' },
      demo: [],
      messages: {},
      sign_in: { mail, set_up: false },
    }),
    'POST /auth/forgot': reply,
  });
  await loadConfig(true);
  openScreen(() => <FirstSignIn email={email} />, { address: '/sign-in', signedIn: false });
  await screen.findByRole('link', { name: 'Sign in with a card' });
  return calls;
}
const forgot = () => screen.getByRole('button', { name: 'Forgot your password?' });

test('a forgotten password: a link is mailed to the address that was typed, and the server’s words say so', async () => {
  const calls = await open('ada@school.test');
  await userEvent.click(forgot());
  await screen.findByText('A link is on its way.');
  expect(calls.find(({ path }) => path === '/auth/forgot')).toMatchObject({ body: { email: 'ada@school.test' } });
});

test('without an address it asks for one and sends nothing; a failure is said', async () => {
  const calls = await open(' ');
  await userEvent.click(forgot());
  await screen.findByText(/^Enter your school email first/);
  expect(calls.filter(({ path }) => path === '/auth/forgot')).toEqual([]);
  closeScreen();
  readyForScreen();
  await open('ada@school.test', { reply: failure(429, 'TOO_MANY_REQUESTS') });
  await userEvent.click(forgot());
  await screen.findByText('server says TOO_MANY_REQUESTS');
});

test('where the school sends no mail, nothing promises any; the way in is a card', async () => {
  await open('ada@school.test', { mail: false });
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole('link', { name: 'Sign in with a card' }).getAttribute('href')).toBe('/choose-password');
});
