import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getSession, signOut } from '../../../base/session.ts';
import { closeScreen, openScreen, readyForScreen } from '../../../testing/open-screen.tsx';
import { person } from '../../../testing/people.ts';
import { failure, scriptFetch, success, type Reply } from '../../../testing/scripted-fetch.ts';
import { ChoosePasswordScreen, SetUpScreen } from './index.ts';

beforeEach(readyForScreen);
afterEach(() => {
  signOut();
  closeScreen();
  history.replaceState(null, '', '/');
});

const link = { purpose: 'card', first_name: 'Zoë', last_name: 'Ek', email: 'zoe@school.test', min_characters: 8 };
const found = success({ link });
const signedIn = success({ user: person({ first_name: 'Zoë' }), api_token: 'new-token' });
const config = success({
  version: '1',
  realtime: { key: 'k', host: '', port: 1, tls: false, auth_endpoint: '' },
  school: { name: 'Rowan' },
  demo: [],
  messages: {},
});

type Answers = Parameters<typeof scriptFetch>[0];
function open(answers: Answers, code?: string) {
  const calls = scriptFetch({ 'GET /config': config, ...answers });
  history.replaceState(null, '', `/choose-password${code ? `#code=${code}` : ''}`);
  const router = openScreen(ChoosePasswordScreen, { address: '/choose-password', signedIn: false });
  return { calls, router };
}
const codeField = () => screen.findByLabelText('The code on your card');

describe('a card', () => {
  test('[B040] without a code nothing is asked; a refused one stays in its field, with what to do', async () => {
    const { calls } = open({ 'POST /auth/link/check': failure(404, 'LINK_REFUSED') });
    await userEvent.type(await codeField(), '{Enter}');
    await screen.findByText('Type the code on your card.');
    expect(calls.filter(({ path }) => path === '/auth/link/check')).toEqual([]);
    await userEvent.type(await codeField(), 'K7wm 29qd HXTR{Enter}');
    await screen.findByText('server says LINK_REFUSED');
    expect(await codeField()).toHaveProperty('value', 'K7wm 29qd HXTR');
  });

  test('[L522] its code leads to a password: different, refused, then kept; whoever holds it is signed in and goes home', async () => {
    let tries = 0;
    const { calls, router } = open({
      'POST /auth/link/check': found,
      'POST /auth/link': () => {
        tries += 1;
        return tries === 1 ? failure(422, 'VALIDATION_FAILED', { errors: { password: ['Choose at least 8 characters.'] } }) : signedIn;
      },
    });
    await userEvent.type(await codeField(), 'k7wm-29qd-hxtr{Enter}');
    await screen.findByText('Hello Zoë. You sign in as zoe@school.test.');
    const [first, again] = [screen.getByLabelText('New password'), screen.getByLabelText('Confirm password')];
    await userEvent.type(first, 'otters');
    await userEvent.type(again, 'otter{Enter}');
    await screen.findByText('The passwords do not match.');
    await waitFor(() => expect(document.activeElement).toBe(again));
    expect(tries).toBe(0);
    await userEvent.type(again, 's{Enter}');
    await screen.findByText('Choose at least 8 characters.');
    expect([first, again].map((field) => (field as HTMLInputElement).value)).toEqual(['otters', 'otters']);
    await waitFor(() => expect(document.activeElement).toBe(first));
    await userEvent.type(again, '{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
    expect(getSession()).toMatchObject({ token: 'new-token', user: { first_name: 'Zoë' } });
    expect(calls.filter(({ path }) => path === '/config')).toHaveLength(1); // the earlier answer may be out of date
    const sent = calls.findLast(({ path }) => path === '/auth/link');
    expect(sent?.body).toEqual({ code: 'k7wm-29qd-hxtr', password: 'otters', device: expect.any(String) });
    expect(sent?.headers.has('authorization')).toBe(false);
  });
});

describe('a link', () => {
  test('carries its code behind the #, which is taken out of the address; without a password there is no way in', async () => {
    const { calls } = open({ 'POST /auth/link/check': success({ link: { ...link, purpose: 'password', min_characters: 15 } }) }, 'abc');
    await screen.findByText('At least 15 characters. Several words in a row are easy to remember.');
    expect(location.href).not.toContain('abc');
    expect(calls.find(({ path }) => path === '/auth/link/check')?.body).toEqual({ code: 'abc' });
    // These are all ways on from here: a button or a link that skips the password would be one more.
    const waysOn = [...screen.getAllByRole('button'), ...screen.queryAllByRole('link')].map(({ textContent }) => textContent);
    expect(waysOn.filter((text) => text !== '')).toEqual(['Save and sign in']); // the eyes that show a password have no text
  });

  test('[B040] is not lost when the server is away: Retry asks again', async () => {
    let isUp = false;
    open({ 'POST /auth/link/check': () => (isUp ? found : 'offline') }, 'abc');
    await screen.findByText(/There is no connection/);
    isUp = true;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('Hello Zoë. You sign in as zoe@school.test.');
  });

  test('of somebody deactivated meanwhile says so, and what was typed stays', async () => {
    open({ 'POST /auth/link/check': found, 'POST /auth/link': failure(401, 'ACCOUNT_DEACTIVATED') }, 'abc');
    await userEvent.type(await screen.findByLabelText('New password'), 'seven otters');
    await userEvent.type(screen.getByLabelText('Confirm password'), 'seven otters{Enter}');
    await screen.findByText('server says ACCOUNT_DEACTIVATED');
    expect(screen.getByLabelText('New password')).toHaveProperty('value', 'seven otters');
    expect(getSession()).toBeNull();
  });
});

describe('the first set-up', () => {
  const openSetUp = (answers: Answers, code = 'first') => {
    const calls = scriptFetch({ 'GET /config': config, ...answers });
    history.replaceState(null, '', `/set-up#code=${code}`);
    return { calls, router: openScreen(SetUpScreen, { address: '/set-up', signedIn: false }) };
  };

  test('asks for the school and its first administrator; what is wrong stands at its field, what was typed stays', async () => {
    let tries = 0;
    const replies: Reply[] = [failure(422, 'VALIDATION_FAILED', { errors: { password: ['Choose at least 15 characters.'] } }), signedIn];
    const { calls, router } = openSetUp({
      'POST /set-up/check': success({ min_characters: 15, asks_school: true }),
      'POST /set-up': () => replies[tries++] as Reply,
    });
    await userEvent.type(await screen.findByLabelText('First Name'), 'Ingrid');
    await userEvent.type(screen.getByLabelText('Last Name'), 'Solheim');
    await userEvent.type(screen.getByLabelText('Email'), 'ingrid@school.test');
    await userEvent.type(screen.getByLabelText('Password'), 'short{Enter}');
    await screen.findByText('School is required');
    expect(screen.getByText('Choose at least 15 characters.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('School')));
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ingrid@school.test');
    await userEvent.type(screen.getByLabelText('School'), 'Rowan Bridge School');
    await userEvent.selectOptions(screen.getByLabelText('Time zone'), 'Europe/Oslo');
    await userEvent.type(screen.getByLabelText('Password'), ' but now much longer{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
    expect(calls.findLast(({ path }) => path === '/set-up')?.body).toEqual({
      code: 'first',
      school_name: 'Rowan Bridge School',
      time_zone: 'Europe/Oslo',
      first_name: 'Ingrid',
      last_name: 'Solheim',
      email: 'ingrid@school.test',
      password: 'short but now much longer',
      device: expect.any(String),
    });
  });

  test('a phone shows its keyboard for addresses in the field for the email only', async () => {
    openSetUp({ 'POST /set-up/check': success({ min_characters: 15, asks_school: true }) });
    await screen.findByLabelText('First Name');
    const types = ['School', 'First Name', 'Last Name', 'Email'].map((label) => screen.getByLabelText<HTMLInputElement>(label).type);
    expect(types).toEqual(['text', 'text', 'text', 'email']);
  });

  test('with a link that counts no more says so; when the server is away it can be asked again', async () => {
    openSetUp({ 'POST /set-up/check': failure(404, 'LINK_REFUSED') });
    await screen.findByText('server says LINK_REFUSED');
    expect(screen.queryByLabelText('First Name')).toBeNull();
    closeScreen();
    readyForScreen();
    let isUp = false;
    openSetUp({ 'POST /set-up/check': () => (isUp ? success({ min_characters: 15, asks_school: false }) : 'offline') });
    await screen.findByText(/There is no connection/);
    isUp = true;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByLabelText('First Name');
    expect(screen.queryByLabelText('Time zone')).toBeNull();
  });
});
