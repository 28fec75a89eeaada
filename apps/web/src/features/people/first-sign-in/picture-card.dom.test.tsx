import { PICTURES } from '@classwright/rules/password/pictures';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { getSession, signOut } from '../../../base/session.ts';
import { closeScreen, openScreen, readyForScreen } from '../../../testing/open-screen.tsx';
import { person } from '../../../testing/people.ts';
import { failure, scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { ChoosePasswordScreen } from './index.ts';

beforeEach(readyForScreen);
afterEach(() => {
  signOut();
  closeScreen();
  history.replaceState(null, '', '/');
});

const config = success({
  version: '1',
  realtime: { key: 'k', host: '', port: 1, tls: false, auth_endpoint: '' },
  school: { name: 'Rowan' },
  demo: [],
  messages: {},
});
const signedIn = success({ user: person({ first_name: 'Zoë' }), api_token: 'new-token' });
const cardOf = (pictures: 'new' | 'chosen' | 'asks_teacher', first_name = 'Zoë') =>
  success({ link: { purpose: 'pictures', pictures, first_name, last_name: 'Ek', email: `${first_name}@school.test`, min_characters: 8 } });

function open(answers: Parameters<typeof scriptFetch>[0]) {
  const calls = scriptFetch({ 'GET /config': config, ...answers });
  history.replaceState(null, '', '/choose-password#code=abcd');
  const router = openScreen(ChoosePasswordScreen, { address: '/choose-password', signedIn: false });
  return { calls, router };
}
const tap = async (...names: string[]) => {
  for (const name of names) await userEvent.click(screen.getByRole('button', { name }));
};
const OWN = ['Cat', 'Boat', 'Cat', 'Moon'];

test('[B2787] at the first use: one picture alone is refused, another repetition shows them again, and the same signs in', async () => {
  const { calls, router } = open({ 'POST /auth/link/check': cardOf('new'), 'POST /auth/pictures/choose': signedIn });
  await screen.findByText(/^Choose 4 pictures that you can remember/);
  const all = within(screen.getByRole('group', { name: 'Pictures' }));
  expect(all.getAllByRole('button')).toHaveLength(PICTURES.length);
  await tap('Dog', 'Dog', 'Dog', 'Dog');
  await screen.findByText('Choose at least two different pictures.');
  await tap(...OWN);
  await screen.findByText(/^These are your pictures/);
  expect(
    within(screen.getByRole('list', { name: 'Pictures' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(OWN);
  expect(document.activeElement?.textContent).toMatch(/^These are your pictures/);
  await tap('I can remember them', 'Cat', 'Boat', 'Moon', 'Cat');
  await screen.findByText('Those were not the same. Look at your pictures again.');
  expect(calls.some(({ path }) => path === '/auth/pictures/choose')).toBe(false);
  await tap('I can remember them', ...OWN);
  await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
  const sent = calls.findLast(({ path }) => path === '/auth/pictures/choose');
  expect(sent?.body).toEqual({ code: 'abcd', pictures: ['cat', 'boat', 'cat', 'moon'], device: expect.any(String) });
  expect(getSession()).toMatchObject({ token: 'new-token' });
});

test('[B2787] from then on four taps sign in; what was tapped is not shown, wrong ones can be tapped again, and the keyboard does it too', async () => {
  let tries = 0;
  const { router } = open({
    'POST /auth/link/check': cardOf('chosen'),
    'POST /auth/pictures': () => (++tries === 1 ? failure(403, 'PICTURES_REFUSED') : signedIn),
  });
  await screen.findByText('Tap your pictures in order.');
  await tap('Cat', 'Boat');
  expect(screen.getByText('2 of 4 pictures')).toBeTruthy();
  expect(screen.getAllByText('Cat')).toHaveLength(1); // the button alone
  await tap('Start again', 'Dog', 'Dog', 'Dog', 'Cat');
  await screen.findByText('server says PICTURES_REFUSED');
  expect(screen.getByText('0 of 4 pictures')).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Cat');
  for (const name of OWN) {
    screen.getByRole('button', { name }).focus();
    await userEvent.keyboard(' ');
  }
  await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
});

test('[B2787] after too many wrong tries it sends to the teacher, and asks again afterwards', async () => {
  let isReset = false;
  open({
    'POST /auth/link/check': () => cardOf(isReset ? 'new' : 'chosen'),
    'POST /auth/pictures': failure(403, 'PICTURES_ASK_TEACHER'),
  });
  await screen.findByText('Tap your pictures in order.');
  await tap(...OWN);
  await screen.findByText('Ask your teacher');
  expect(screen.queryByRole('button', { name: 'Cat' })).toBeNull();
  isReset = true;
  await tap('My teacher has reset them');
  await screen.findByText(/^Choose 4 pictures/);
});

test('[B2787] pictures that were reset while the page was open lead to the choice', async () => {
  let state: 'new' | 'chosen' = 'chosen';
  open({ 'POST /auth/link/check': () => cardOf(state), 'POST /auth/pictures': failure(409, 'PICTURES_CHANGED') });
  await screen.findByText('Tap your pictures in order.');
  state = 'new';
  await tap(...OWN);
  await screen.findByText('server says PICTURES_CHANGED');
  await tap('Start again');
  await screen.findByText(/^Choose 4 pictures/);
});

test('[B2786] a student who scans a card while the page shows another card comes to the new one, and leaves a card of another student by a button', async () => {
  const { calls } = open({ 'POST /auth/link/check': ({ body }) => cardOf('chosen', (body as { code: string }).code === 'abcd' ? 'Zoë' : 'Bo') });
  await screen.findByRole('heading', { name: 'Hello Zoë' });
  await tap('Cat');
  act(() => {
    location.hash = '#code=efgh';
  });
  await screen.findByRole('heading', { name: 'Hello Bo' });
  expect(screen.getByText('0 of 4 pictures')).toBeTruthy();
  expect(calls.findLast(({ path }) => path === '/auth/link/check')?.body).toEqual({ code: 'efgh' });
  await tap('This is not my card');
  expect(await screen.findByLabelText('The code on your card')).toHaveProperty('value', '');
});
