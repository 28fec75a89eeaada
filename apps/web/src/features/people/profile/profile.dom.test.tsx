import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { queryClient } from '../../../base/query-client.ts';
import { snackStore } from '../../../base/snackbar.ts';
import { closeScreen, openScreen, readyForScreen } from '../../../testing/open-screen.tsx';
import { failure, scriptFetch, success, type Reply } from '../../../testing/scripted-fetch.ts';
import { ProfileScreen } from './index.ts';

beforeEach(readyForScreen);
afterEach(closeScreen);

const profile = {
  id: 7,
  account_id: 7,
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'ada@school.test',
  address: '',
  city: '',
  state: '',
  zip: '',
  phone: '',
  picture: null,
  dob: null,
  updated_at: null,
};
const saved = {
  ...profile,
  address: 'Storgatan 1',
  city: 'Umeå',
  state: 'Västerbotten',
  zip: '903 27',
  phone: '+46 90 1',
  dob: '2010-02-28',
  updated_at: '2026-11-20T10:00:00.000Z',
};

const here = {
  id: 5,
  browser: 'Firefox',
  system: 'Linux',
  signed_in_at: '2026-11-20T08:00:00.000Z',
  last_used_at: '2026-11-20T10:00:00.000Z',
  is_current: true,
  is_wall: false,
};
type Answers = Parameters<typeof scriptFetch>[0];
function open(answers: Answers = {}, search = '', rights: readonly string[] = []) {
  const calls = scriptFetch({
    'GET /profile': success({ profile }),
    'GET /auth/sessions': success({ sessions: [here] }),
    'GET /auth/me': failure(503, 'UNAVAILABLE'),
    ...answers,
  });
  openScreen(() => <ProfileScreen />, { address: `/profile${search}`, rights });
  return calls;
}
const form = async (name = 'Profile') => within(await screen.findByRole('form', { name }));

test('[B2539] it begins with the face, the name and the own school', async () => {
  open();
  const fields = await screen.findByRole('form', { name: 'Profile' });
  const name = screen.getByText('Ada Byron');
  expect(name.compareDocumentPosition(fields) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(screen.getByText('ada@school.test · Rowan Bridge School')).toBeDefined();
  expect(screen.getByText('AB')).toBeDefined();
});

test('[K206] [K207] [K316] its fields, each required; Save says Saving, and what was typed stays after a refusal', async () => {
  const required = {
    state: ['State is required'],
    zip: ['Zip is required'],
    phone: ['Phone Number is required'],
    dob: ['Date of Birth is required'],
    address: ['Address is required'],
  };
  const answer = Promise.withResolvers<Reply>();
  const calls = open({ 'PUT /profile': () => answer.promise });
  const fields = await form();
  for (const label of ['City', 'State', 'Zip', 'Phone Number', 'Date of Birth', 'Address']) expect(fields.getByLabelText(label)).toHaveProperty('value', '');
  expect(fields.getByLabelText('Date of Birth')).toHaveProperty('type', 'date');
  await userEvent.type(fields.getByLabelText('City'), 'Umeå{Enter}');
  await fields.findByRole('button', { name: 'Saving' });
  answer.resolve(failure(422, 'VALIDATION_FAILED', { errors: required }));
  for (const [words] of Object.values(required)) await fields.findByText(words as string);
  expect(fields.getByLabelText('City')).toHaveProperty('value', 'Umeå');
  await waitFor(() => expect(document.activeElement).toBe(fields.getByLabelText('State')));
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ city: 'Umeå', state: '', zip: '', phone: '', dob: '', address: '', updated_at: null });
});

test('[K317] [K389] a message of the server stands at the phone; then it is saved, said, and shown', async () => {
  let tries = 0;
  const calls = open({
    'GET /profile': success({ profile: saved }),
    'PUT /profile': ({ body }) => {
      tries += 1;
      if (tries === 1) return failure(422, 'VALIDATION_FAILED', { errors: { phone: ['Write a phone number in digits.'] } });
      return success({ profile: { ...saved, ...(body as object), updated_at: '2026-11-20T11:00:00.000Z' }, message: 'Profile Updated Successfully' });
    },
  });
  const fields = await form();
  const phone = fields.getByLabelText('Phone Number');
  await waitFor(() => expect(phone).toHaveProperty('value', '+46 90 1'));
  await userEvent.clear(phone);
  await userEvent.type(phone, 'call me{Enter}');
  await fields.findByText('Write a phone number in digits.');
  expect(phone.getAttribute('aria-invalid')).toBe('true');
  expect(phone).toHaveProperty('value', 'call me');
  await userEvent.clear(phone);
  await userEvent.type(phone, '+46 90 2{Enter}');
  await screen.findByText('Profile Updated Successfully');
  expect(phone).toHaveProperty('value', '+46 90 2');
  expect(calls.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({ phone: '+46 90 2', updated_at: saved.updated_at });
});

test('[B039] saved elsewhere meanwhile: told, what was typed is kept, and saving again puts it over the newer version', async () => {
  const newer = { ...saved, city: 'Luleå', zip: '972 31', updated_at: '2026-11-20T12:00:00.000Z' };
  let isChanged = false;
  const calls = open({
    'GET /profile': () => success({ profile: isChanged ? newer : saved }),
    'PUT /profile': ({ body }) => {
      const { updated_at: version } = body as { updated_at: string };
      return version === newer.updated_at
        ? success({ profile: newer, message: 'Profile Updated Successfully' })
        : failure(409, 'EDIT_CONFLICT', { params: { row: newer } });
    },
  });
  const fields = await form();
  const city = fields.getByLabelText('City');
  await waitFor(() => expect(city).toHaveProperty('value', 'Umeå'));
  await userEvent.type(city, ' syd');
  isChanged = true;
  await queryClient.refetchQueries(); // the window has the focus again
  await userEvent.type(city, '{Enter}');
  await fields.findByText(/^Someone saved this at/);
  expect(city).toHaveProperty('value', 'Umeå syd');
  expect(fields.getByLabelText('Zip')).toHaveProperty('value', '972 31');
  await userEvent.type(city, '{Enter}');
  await screen.findByText('Profile Updated Successfully');
  expect(calls.filter(({ method }) => method === 'PUT').map(({ body }) => (body as typeof saved).updated_at)).toEqual([saved.updated_at, newer.updated_at]);
});

test('a lost connection is said and loses nothing; a failed load offers a Retry', async () => {
  let isUp = false;
  open({ 'GET /profile': () => (isUp ? success({ profile: saved }) : failure(429, 'TOO_MANY_REQUESTS')), 'PUT /profile': 'offline' });
  await screen.findByText('server says TOO_MANY_REQUESTS');
  isUp = true;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  const fields = await form();
  await userEvent.type(await fields.findByLabelText('Zip'), '9{Enter}');
  await fields.findByText(/There is no connection/);
  expect(fields.getByLabelText('Zip')).toHaveProperty('value', '903 279');
});

test('somebody else’s profile says whose it is and has no password form; one that may not be seen is not there', async () => {
  const calls = open({ 'GET /profile': success({ profile: { ...saved, id: 9, account_id: 9 } }) }, '?account_id=9');
  await screen.findByRole('heading', { name: 'Profile of Ada Byron' });
  expect(calls[0]?.query.get('account_id')).toBe('9');
  expect(screen.queryByRole('form', { name: 'Password' })).toBeNull();
  closeScreen();
  readyForScreen();
  open({ 'GET /profile': failure(404, 'NOT_FOUND') }, '?account_id=10');
  await screen.findByRole('heading', { name: 'Page not found' });
});

test('the password: a wrong current one stands at its field and keeps both; a right one is said and empties them', async () => {
  let tries = 0;
  const calls = open({
    'POST /auth/password': () => {
      tries += 1;
      return tries === 1
        ? failure(422, 'VALIDATION_FAILED', { errors: { current_password: ['This is not your current password.'] } })
        : success({ message: 'Your password was changed.' });
    },
  });
  const fields = await form('Password');
  const [current, next] = [fields.getByLabelText('Current password'), fields.getByLabelText('New password')];
  await userEvent.type(current, 'wrong');
  await userEvent.type(next, 'a much longer one{Enter}');
  await fields.findByText('This is not your current password.');
  await waitFor(() => expect(document.activeElement).toBe(current));
  expect([current, next].map((field) => (field as HTMLInputElement).value)).toEqual(['wrong', 'a much longer one']);
  await userEvent.type(next, '{Enter}');
  await screen.findByText('Your password was changed.');
  expect([current, next].map((field) => (field as HTMLInputElement).value)).toEqual(['', '']);
  expect(calls.findLast(({ path }) => path === '/auth/password')?.body).toEqual({ current_password: 'wrong', password: 'a much longer one' });
});

describe('[B162] where one is signed in', () => {
  const phone = { ...here, id: 6, browser: 'Safari', system: 'iPhone', is_current: false };
  const old = { ...here, id: 7, browser: null, system: null, is_current: false };
  const list = async () => within(await screen.findByRole('region', { name: 'Where you are signed in' }));

  test('stands under the profile: this device is marked and has no end; another one is ended by its button, and the list is asked again', async () => {
    let sessions = [here, phone, old];
    const calls = open({
      'GET /auth/sessions': () => success({ sessions }),
      'DELETE /auth/sessions/6': () => {
        sessions = [here, old];
        return success({ message: 'Signed out on that device.' });
      },
    });
    const region = await list();
    await region.findByText('Safari on iPhone');
    expect(region.getAllByRole('listitem').map(({ textContent }) => textContent?.includes('This device'))).toEqual([true, false, false]);
    expect(region.getByText('Unknown device')).toBeTruthy();
    expect(region.getAllByRole('button')).toHaveLength(3);
    await userEvent.click(region.getByRole('button', { name: /^Sign out Safari on iPhone/ }));
    await waitFor(() => expect(region.queryByText('Safari on iPhone')).toBeNull());
    expect(document.activeElement?.textContent).toBe('Where you are signed in');
    expect(calls.filter(({ path }) => path.startsWith('/auth/sessions')).map(({ method }) => method)).toEqual(['GET', 'DELETE', 'GET']);
  });

  test('all others are ended at once; afterwards it says that there are none', async () => {
    let sessions = [here, phone, old];
    open({
      'GET /auth/sessions': () => success({ sessions }),
      'DELETE /auth/sessions': () => {
        sessions = [here];
        return success({ message: 'You are now signed in only here.' });
      },
    });
    const region = await list();
    await userEvent.click(await region.findByRole('button', { name: 'Sign out everywhere else' }));
    await region.findByText('You are not signed in anywhere else.');
    expect(region.queryAllByRole('button')).toEqual([]);
  });

  test('a list that could not be loaded offers a Retry; an end that failed says why and leaves the list', async () => {
    let isUp = false;
    open({
      'GET /auth/sessions': () => (isUp ? success({ sessions: [here, phone] }) : 'offline'),
      'DELETE /auth/sessions/6': failure(503, 'UNAVAILABLE'),
    });
    const region = await list();
    await region.findByText(/There is no connection/);
    isUp = true;
    await userEvent.click(region.getByRole('button', { name: 'Retry' }));
    await userEvent.click(await region.findByRole('button', { name: /^Sign out Safari/ }));
    await waitFor(() => expect(snackStore.get()?.message).toContain('UNAVAILABLE'));
    expect(region.getByText('Safari on iPhone')).toBeTruthy();
  });

  test('[B2282] a screen that shows lessons is listed by its kind, with its own words to disconnect it', async () => {
    const calls = open({
      'GET /auth/sessions': success({ sessions: [here, { ...here, id: 9, browser: null, system: null, is_current: false, is_wall: true }] }),
      'DELETE /auth/sessions/9': success({ message: 'Signed out on that device.' }),
    });
    const region = await list();
    const row = within((await region.findByText('Screen that shows your lessons')).closest('li') as HTMLElement);
    expect(row.getByText(/^Connected /)).toBeTruthy();
    await userEvent.click(row.getByRole('button', { name: /^Disconnect the screen, connected / }));
    await waitFor(() => expect(calls.map(({ path }) => path)).toContain('/auth/sessions/9'));
  });

  test('somebody else’s profile does not tell where they are signed in', async () => {
    open({ 'GET /profile': success({ profile: { ...profile, account_id: 9 } }) }, '?account_id=9');
    await screen.findByRole('form', { name: 'Profile of Ada Byron' });
    expect(screen.queryByRole('region', { name: 'Where you are signed in' })).toBeNull();
  });
});

test('[B2272] a student sees the own PIN once asked for; a refusal is said; staff have no PIN', async () => {
  const replies = [failure(503, 'UNAVAILABLE'), success({ pin: '5837' })];
  open({ 'POST /seat-pins/own': () => replies.shift() as Reply }, '', ['live-participation:view']);
  const user = userEvent.setup();
  const own = within(await screen.findByRole('region', { name: 'Your PIN for lessons' }));
  expect(own.queryByText('5837')).toBeNull();
  await user.click(own.getByRole('button', { name: 'Show my PIN' }));
  await own.findByText('server says UNAVAILABLE');
  await user.click(own.getByRole('button', { name: 'Show my PIN' }));
  await own.findByText('5837');
  await user.click(own.getByRole('button', { name: 'Hide my PIN' }));
  expect(own.queryByText('5837')).toBeNull();
});

test('[B2272] a person who takes part in no lesson as a student has no PIN', async () => {
  open();
  await form();
  expect(screen.queryByRole('region', { name: 'Your PIN for lessons' })).toBeNull();
});
