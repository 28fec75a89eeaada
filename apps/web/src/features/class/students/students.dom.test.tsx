import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { choose } from '../../../testing/choose.ts';
import { closeScreen, openScreen, pageOf, readyForScreen } from '../../../testing/open-screen.tsx';
import { failure, scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { StudentsScreen } from './index.ts';

beforeEach(readyForScreen);
afterEach(closeScreen);

const student = (id: number, first_name: string) => ({
  id,
  account_id: id,
  first_name,
  last_name: 'Ek',
  email: `${first_name.toLowerCase()}@school.test`,
  school_name: 'Rowan',
  has_password: true,
  picture_card: null as string | null,
});

type Answers = Parameters<typeof scriptFetch>[0];
function open(answers: Answers = {}, { search = '', rights = ['students:view', 'sign-in-cards:create'], width = 1280 } = {}) {
  const calls = scriptFetch({
    'GET /course/students': ({ query }) =>
      pageOf([student(31, 'Ada'), student(32, 'Bo')], { total: 500, per_page: 25, last_page: 20, current_page: Number(query.get('page')), from: 26, to: 27 }),
    'GET /suggest/classes': success({ data: [{ id: 3, name: 'Science 10B', section: '10B', local: { id: 3 } }] }),
    ...answers,
  });
  const router = openScreen(StudentsScreen, { address: `/students${search}`, rights, width });
  return { calls, router };
}

test('[B210] [K202] [K204] [K205] [L026] the directory: its titles, its columns counted across pages, 7 page buttons', async () => {
  const { calls, router } = open({}, { search: '?page=2' });
  const table = await screen.findByRole('table', { name: 'Student List' });
  expect(screen.getByRole('heading', { name: 'Filter Students' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Student List' })).toBeTruthy();
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['#', 'First Name', 'Last Name', 'Email']);
  expect(within(table).getByRole('row', { name: '27 Bo Ek bo@school.test' })).toBeTruthy();
  expect(calls.find(({ path }) => path === '/course/students')?.query.get('page')).toBe('2');
  const pages = within(screen.getByRole('navigation', { name: 'Pages' }));
  expect(pages.getAllByRole('button', { name: /^Page / })).toHaveLength(7);
  await userEvent.click(pages.getByRole('button', { name: 'Page 20' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ page: 20 }));
});

test('[K203] [K375] searches by first name, last name, phone number and e-mail, of one class; the reset icon clears it', async () => {
  const { calls, router } = open();
  const panel = within(await screen.findByRole('search', { name: 'Filter Students' }));
  await userEvent.type(panel.getByLabelText('First Name'), 'ada');
  await userEvent.type(panel.getByLabelText('Last Name'), 'ek');
  await userEvent.type(panel.getByLabelText('Phone Number'), '555');
  await choose(panel.getByLabelText('Class'), 'Science 10B');
  await userEvent.type(panel.getByLabelText('Email'), 'school');
  await userEvent.click(panel.getByRole('button', { name: 'Search' }));
  const asked = { first_name: 'ada', last_name: 'ek', phone_number: '555', email: 'school', course_id: '3', page: '1' };
  await waitFor(() => expect(Object.fromEntries(calls.findLast(({ path }) => path === '/course/students')?.query ?? [])).toEqual(asked));
  await userEvent.click(panel.getByRole('button', { name: 'Reset the search' }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
  expect(panel.getByLabelText('First Name')).toHaveProperty('value', '');
});

test('[B225] [L522] of one’s own class: cards for all of it, or for one student; nobody else has that button', async () => {
  const card = { account_id: 32, first_name: 'Bo', last_name: 'Ek', email: 'bo@school.test', kind: 'pictures', secret: 'k7wm-29qdab' };
  const { calls } = open(
    {
      'POST /sign-in-cards': success({
        cards: [card],
        school_name: 'Rowan',
        address: 'https://school.test',
        time_zone: 'UTC',
        expires_at: null,
        message: '1 card made.',
      }),
    },
    { search: '?course_id=3' },
  );
  await screen.findByRole('button', { name: 'Sign-in cards' });
  await userEvent.click(await screen.findByRole('button', { name: 'Sign-in card for Bo Ek' }));
  const cards = within(await screen.findByRole('dialog', { name: 'Sign-in cards' }));
  expect(cards.queryByRole('checkbox')).toBeNull();
  await userEvent.selectOptions(cards.getByLabelText('What the card does'), 'pictures');
  await userEvent.click(cards.getByRole('button', { name: 'Make cards' }));
  await cards.findByText('k7wm-29qdab');
  expect(calls.find(({ path }) => path === '/sign-in-cards')?.body).toEqual({ account_ids: [32], kind: 'pictures', only_new: false });
  // Codes are shown once, so closing without printing asks for confirmation.
  await userEvent.click(cards.getByRole('button', { name: 'Close' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Keep them open' }));
  expect(cards.getByText('k7wm-29qdab')).toBeTruthy();
  await userEvent.click(cards.getByRole('button', { name: 'Close' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Close anyway' }));
  await userEvent.click(screen.getByRole('button', { name: 'Sign-in cards' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Make cards' }));
  await waitFor(() => expect(calls.findLast(({ path }) => path === '/sign-in-cards')?.body).toEqual({ course_id: 3, kind: 'once', only_new: true }));
  closeScreen();
  readyForScreen();
  open({}, { search: '?course_id=3', rights: ['students:view'] });
  await screen.findByText('bo@school.test');
  expect(screen.queryByRole('button', { name: /card/ })).toBeNull();
});

test('sorted by a heading, filtered by who has no password yet, both in the address; cards for everybody found, by those who keep accounts', async () => {
  const { calls, router } = open(
    {
      'GET /course/students': success({
        data: [{ ...student(31, 'أمل'), has_password: false, school_name: '北校' }],
        pagination: { total: 2, per_page: 25, current_page: 1, last_page: 1, from: 1, to: 2 },
        spans_schools: true,
      }),
      'GET /course/students/ids': success({ ids: [31, 32] }),
      'POST /sign-in-cards': 'offline',
    },
    { rights: ['students:view', 'sign-in-cards:create', 'accounts:edit'] },
  );
  const table = within(await screen.findByRole('table', { name: 'Student List' }));
  expect(table.getByText('No password yet')).toBeTruthy();
  expect(table.getByText('北校')).toBeTruthy();
  await userEvent.click(table.getByRole('button', { name: /School/ }));
  await waitFor(() => expect(router.state.location.search).toEqual({ sort: 'school_name', direction: 'asc' }));
  const panel = within(screen.getByRole('search', { name: 'Filter Students' }));
  await userEvent.selectOptions(panel.getByLabelText('Password'), 'No password yet');
  await userEvent.click(panel.getByRole('button', { name: 'Search' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ sort: 'school_name', has_password: false }));
  await userEvent.click(await screen.findByRole('button', { name: 'Sign-in cards for these 2' }));
  const cards = within(await screen.findByRole('dialog', { name: 'Sign-in cards' }));
  expect(Object.fromEntries(calls.find(({ path }) => path === '/course/students/ids')?.query ?? [])).toEqual({ has_password: 'false', sort: 'school_name' });
  await userEvent.click(cards.getByRole('button', { name: 'Make cards' }));
  await waitFor(() => expect(calls.find(({ path }) => path === '/sign-in-cards')?.body).toMatchObject({ account_ids: [31, 32], only_new: true }));
});

test('without accounts to keep there are no cards for the whole school', async () => {
  open();
  await screen.findByText('bo@school.test');
  expect(screen.queryByRole('button', { name: /Sign-in cards/ })).toBeNull();
});

test('cards that cannot be made say why, and the dialog stays', async () => {
  open({ 'POST /sign-in-cards': failure(422, 'VALIDATION_FAILED', { message: 'There is nobody to make a card for.' }) }, { search: '?course_id=3' });
  await userEvent.click(await screen.findByRole('button', { name: 'Sign-in cards' }));
  const cards = within(await screen.findByRole('dialog'));
  await userEvent.click(cards.getByRole('button', { name: 'Make cards' }));
  await cards.findByText('There is nobody to make a card for.');
  expect(cards.getByRole('button', { name: 'Make cards' })).toHaveProperty('disabled', false);
});

test('on a phone the search waits behind its title, rows are cards; an empty search says so; without the right there is no page', async () => {
  open({}, { width: 360 });
  const list = await screen.findByRole('list', { name: 'Student List' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(2);
  expect(within(list).getByText('Bo Ek')).toBeTruthy();
  const details = screen.getByRole('search').querySelector('details');
  expect(details?.open).toBe(false);
  closeScreen();
  readyForScreen();
  open({ 'GET /course/students': pageOf([]) }, { search: '?email=nobody', width: 360 });
  await screen.findByText('No matches. Try fewer or other words.');
  expect(screen.getByRole('search').querySelector('details')?.open).toBe(true);
  closeScreen();
  readyForScreen();
  open({}, { rights: [] });
  await screen.findByRole('heading', { name: 'Page not found' });
});

test('[B2788] a card that asks for a teacher says so, and its pictures are reset after a question; others offer none', async () => {
  const { calls } = open(
    {
      'GET /course/students': () =>
        pageOf([
          { ...student(31, 'Ada'), has_password: false, picture_card: 'asks_teacher' },
          { ...student(32, 'Bo'), has_password: false, picture_card: 'new' },
        ]),
      'DELETE /accounts/31/pictures': success({ message: 'Ada Ek can choose new pictures with the same card.' }),
    },
    { search: '?course_id=3' },
  );
  const table = within(await screen.findByRole('table', { name: 'Student List' }));
  const [ada, bo] = [within(table.getByRole('row', { name: /Ada/ })), within(table.getByRole('row', { name: /Bo/ }))];
  expect(ada.getByText('Pictures forgotten')).toBeTruthy();
  expect(ada.queryByText('No password yet')).toBeNull();
  expect(bo.getByText('No password yet')).toBeTruthy();
  expect(bo.getByRole('button', { name: 'Sign-in card for Bo Ek' })).toBeTruthy();
  await userEvent.click(ada.getByRole('button', { name: 'Reset the pictures of Ada Ek' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reset pictures' }));
  await waitFor(() => expect(calls.some(({ method, path }) => method === 'DELETE' && path === '/accounts/31/pictures')).toBe(true));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
