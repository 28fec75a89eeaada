import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeScreen, openScreen, pageOf, readyForScreen } from '../../../testing/open-screen.tsx';
import { failure, scriptFetch, success, type Reply } from '../../../testing/scripted-fetch.ts';
import type { Account } from './calls.ts';
import type { Changed } from './bulk.ts';
import { AccountsScreen } from './index.ts';
import { account } from './testing/account.ts';
import { chooseAct } from '../../../testing/row-acts.ts';

beforeEach(readyForScreen);
afterEach(closeScreen);

const ada = account(4, { first_name: 'Ada', last_name: 'King', full_name: 'Ada King', email: 'ada@school.test', phone_number: '+44 20 555' });
const bo: Account = { ...ada, id: 5, first_name: 'Bo', last_name: 'Ek', full_name: 'Bo Ek', email: 'bo@school.test', has_password: false };
const types = ['Admin', 'Teachers', 'Student'].map((name, index) => ({ id: index + 1, name }));

type Answers = Parameters<typeof scriptFetch>[0];
const answers = (more: Answers = {}): Answers => ({
  'GET /accounts': pageOf([ada, bo]),
  'GET /account-types': pageOf(types),
  'GET /roles': pageOf(types),
  'GET /schools': pageOf([{ id: 2, school_name: 'Rowan Bridge School' }]),
  'GET /accounts/4': success({ account: ada }),
  'GET /auth/me': failure(503, 'UNAVAILABLE'),
  ...more,
});
const ALL = ['view', 'create', 'edit', 'delete'].map((action) => `accounts:${action}`);
const open = (search = '', rights: readonly string[] = ALL) => openScreen(AccountsScreen, { address: `/accounts${search}`, rights });
/** Opens the dialog for an existing account, once it is loaded. */
const editing = async () => {
  await screen.findByRole('switch', { name: 'Account Status' });
  return within(await dialog('Edit Account'));
};
const dialog = (name: string): Promise<HTMLElement> => screen.findByRole('dialog', { name });

test('[L159] [L160] [L161] [L164] [L168] the columns, the three buttons, and the template as a plain file', async () => {
  scriptFetch(answers());
  open();
  const table = await screen.findByRole('table', { name: 'Accounts' });
  // everybody shown is of one school
  expect(within(table).queryByRole('columnheader', { name: 'School name' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show all columns' }));
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Full name', 'School name', 'Email', 'Account Type', 'Role', 'Last sign-in', 'Actions']);
  expect(within(table).getByRole('row', { name: /Ada King.*Rowan Bridge School.*ada@school\.test.*Student/ })).toBeTruthy();
  for (const name of ['Create New Account', 'Import Accounts', 'Download Account Import Template']) expect(screen.getByRole('button', { name })).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Empty account import template (.xlsx)' });
  expect([link.getAttribute('href'), link.hasAttribute('download')]).toEqual(['/account-import-template.xlsx', true]);
});

test('on a phone the template and the import wait behind one button beside the next step', async () => {
  scriptFetch(answers());
  openScreen(AccountsScreen, { address: '/accounts', rights: ALL, width: 360 });
  await userEvent.click(await screen.findByRole('button', { name: 'More for all accounts' }));
  expect(screen.getByRole('menuitem', { name: 'Download Account Import Template' })).toBeTruthy();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Import Accounts' }));
  await screen.findByRole('dialog', { name: 'Import Accounts' });
});

test('[B210] [L165] [L559] [L560] pages come from the server: page 1 first, its per_page, 7 page buttons', async () => {
  const calls = scriptFetch(
    answers({
      'GET /accounts': ({ query }) => pageOf([ada], { total: 5000, per_page: 25, last_page: 200, current_page: Number(query.get('page')), from: 1, to: 25 }),
    }),
  );
  const router = open();
  await screen.findByText('Ada King');
  const first = calls.find(({ path }) => path === '/accounts')?.query;
  expect([first?.get('page'), first?.get('per_page')]).toEqual(['1', null]);
  const pages = within(screen.getByRole('navigation', { name: 'Pages' }));
  expect(pages.getAllByRole('button', { name: /^Page / })).toHaveLength(7);
  await userEvent.click(pages.getByRole('button', { name: 'Page 200' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ page: 200 }));
  await waitFor(() => expect(calls.at(-1)?.query.get('page')).toBe('200'));
});

test('[L162] [L163] [L535] [L536] [L512] the search panel asks with its fields, says in green or red what came, and is reset', async () => {
  const calls = scriptFetch(answers({ 'GET /accounts': ({ query }) => (query.get('last_name') === 'nobody' ? pageOf([]) : pageOf([ada])) }));
  const router = open();
  await screen.findByText('Ada King');
  expect(screen.queryByRole('search', { name: 'Search Accounts' })).toBeNull(); // folded: rows have the room
  await userEvent.click(screen.getByRole('button', { name: 'Search Accounts' }));
  const panel = within(screen.getByRole('search', { name: 'Search Accounts' }));
  await panel.findAllByRole('option', { name: 'Teachers' });
  await userEvent.type(panel.getByLabelText('First Name'), 'ada');
  await userEvent.type(panel.getByLabelText('Last Name'), 'king');
  await userEvent.type(panel.getByLabelText('Email'), 'school');
  await userEvent.click(panel.getByRole('combobox', { name: 'School' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Rowan Bridge School' }));
  await userEvent.selectOptions(panel.getByLabelText('Account Type'), 'Student');
  await userEvent.selectOptions(panel.getByLabelText('Role'), 'Student');
  await userEvent.click(panel.getByRole('button', { name: 'Search' }));
  expect((await screen.findByText('Showing Search Results')).closest('[role="status"]')).toBeTruthy();
  expect(Object.fromEntries(calls.findLast(({ path }) => path === '/accounts')?.query ?? [])).toEqual({
    first_name: 'ada',
    last_name: 'king',
    email: 'school',
    school_id: '2',
    account_type_id: '3',
    role_id: '3',
    page: '1',
  });
  const last = panel.getByLabelText('Last Name');
  await userEvent.clear(last);
  await userEvent.type(last, 'nobody{Enter}');
  expect((await screen.findByText('No Result found')).closest('[role="alert"]')).toBeTruthy();
  expect(screen.queryByText('Showing Search Results')).toBeNull();
  expect(document.activeElement).toBe(last);
  await userEvent.click(panel.getByRole('button', { name: 'Reset the search' }));
  await screen.findByText('Ada King');
  expect(screen.queryByText('No Result found')).toBeNull();
  expect(router.state.location.search).toEqual({});
  expect(last).toHaveProperty('value', '');
});

test('a failed list says why and offers a Retry; whoever may not look finds no page', async () => {
  let isUp = false;
  scriptFetch(answers({ 'GET /accounts': () => (isUp ? pageOf([ada]) : failure(422, 'VALIDATION_FAILED')) }));
  open();
  await screen.findByText('server says VALIDATION_FAILED');
  isUp = true;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('Ada King');
  closeScreen();
  readyForScreen();
  scriptFetch(answers());
  open('', []);
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
});

test('whoever may only look sees no way to change anything', async () => {
  scriptFetch(answers());
  open('?create=true', ['accounts:view']);
  await screen.findByText('Ada King');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('button', { name: /^(Create|Import|Edit|Delete|Download)/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'More for Ada King' })).toBeNull();
  expect(screen.getAllByRole('button', { name: 'Profile' }).length).toBeGreaterThan(0);
});

const required = {
  first_name: ['First Name is required'],
  last_name: ['Last Name is required'],
  email: ['Email is required'],
  phone_number: ['Phone Number is required'],
  school_id: ['School is required'],
  account_type_id: ['Account Type is required'],
  role_id: ['Role is required'],
  status: ['Status is required'],
};

test('[L213] [L292] [L296] [L336] [L344] [L555] an empty dialog: the server’s words stand at the fields, the first has the focus, what was typed stays', async () => {
  const several = pageOf([2, 3].map((id) => ({ id, school_name: `School ${id}` })));
  const calls = scriptFetch(answers({ 'GET /schools': several, 'POST /accounts': failure(422, 'VALIDATION_FAILED', { errors: required }) }));
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Create New Account' }));
  const form = await dialog('Create Account');
  expect(form.style.getPropertyValue('--dialog-width')).toBe('800px');
  const fields = within(form);
  for (const name of ['First Name', 'Last Name', 'Email', 'Phone Number']) expect(fields.getByLabelText(name)).toHaveProperty('value', '');
  expect(fields.getByRole('switch', { name: 'Account Status' })).toHaveProperty('checked', true);
  await userEvent.type(fields.getByLabelText('Email'), 'grace');
  await userEvent.click(fields.getByRole('button', { name: 'Save' }));
  for (const [words] of Object.values(required)) await fields.findByText(words as string);
  expect(document.activeElement).toBe(fields.getByLabelText('First Name'));
  expect(fields.getByLabelText('Email')).toHaveProperty('value', 'grace');
  expect(calls.findLast(({ method }) => method === 'POST')?.body).toEqual({
    first_name: '',
    last_name: '',
    email: 'grace',
    phone_number: '',
    school_id: '',
    account_type_id: '',
    role_id: '',
    status: true,
  });
  await userEvent.type(fields.getByLabelText('First Name'), 'G');
  expect(fields.queryByText('First Name is required')).toBeNull();
  expect(fields.getByText('Last Name is required')).toBeTruthy();
});

test('[L166] [L291] [L294] [L295] [L300] [L547] a new account: saved with its types from data, said, and seen in the list though it belongs to another page', async () => {
  const made = { ...ada, id: 9, first_name: 'Grace', last_name: 'Hopper', full_name: 'Grace Hopper', email: 'grace@school.test' };
  const answer = Promise.withResolvers<Reply>();
  const calls = scriptFetch(answers({ 'POST /accounts': () => answer.promise }));
  open('?create=true');
  const form = within(await dialog('Create Account'));
  await form.findAllByRole('option', { name: 'Teachers' });
  await userEvent.type(form.getByLabelText('First Name'), 'Grace');
  await userEvent.type(form.getByLabelText('Last Name'), 'Hopper');
  await userEvent.type(form.getByLabelText('Email'), 'grace@school.test');
  await userEvent.type(form.getByLabelText('Phone Number'), '555 1');
  await userEvent.click(form.getByRole('combobox', { name: 'School' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Rowan Bridge School' }));
  await userEvent.selectOptions(form.getByLabelText('Account Type'), 'Teachers');
  await userEvent.selectOptions(form.getByLabelText('Role'), 'Teachers');
  await userEvent.click(form.getByRole('switch', { name: 'Account Status' }));
  await userEvent.type(form.getByLabelText('Email'), '{Enter}');
  expect(await form.findByRole('button', { name: 'Saving...' })).toBeTruthy();
  expect(form.getByLabelText('Email').matches(':disabled')).toBe(true);
  answer.resolve(success({ account: made, message: 'Account Created Successfully' }));
  await screen.findByText('Account Created Successfully');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    first_name: 'Grace',
    last_name: 'Hopper',
    email: 'grace@school.test',
    phone_number: '555 1',
    school_id: 2,
    account_type_id: 2,
    role_id: 2,
    status: false,
  });
  expect((await screen.findByRole('row', { name: /Grace Hopper/ })).hasAttribute('data-fresh')).toBe(true);
});

test('[B304] a new account begins with the only school, takes the role of its type until another is chosen, and says when it makes an administrator', async () => {
  scriptFetch(answers({ 'GET /roles': pageOf(types.map((type) => ({ ...type, key: type.name.toLowerCase() }))) }));
  open('?create=true');
  const form = within(await dialog('Create Account'));
  await waitFor(() => expect(form.getByRole('combobox', { name: 'School' })).toHaveProperty('value', 'Rowan Bridge School'));
  await form.findAllByRole('option', { name: 'Student' });
  const role = form.getByLabelText('Role') as HTMLSelectElement;
  await userEvent.selectOptions(form.getByLabelText('Account Type'), 'Student');
  expect(role.value).toBe('3');
  await userEvent.selectOptions(form.getByLabelText('Account Type'), 'Teachers');
  expect(role.value).toBe('2');
  expect(form.queryByText(/administrator of the whole installation/)).toBeNull();
  await userEvent.selectOptions(role, 'Admin');
  expect(form.getByText('This person becomes an administrator of the whole installation.')).toBeTruthy();
  await userEvent.selectOptions(form.getByLabelText('Account Type'), 'Student');
  expect(role.value).toBe('1'); // chosen by hand
});

test('what a new account begins with is nothing that would be lost', async () => {
  scriptFetch(answers());
  open('?create=true');
  const form = within(await dialog('Create Account'));
  await waitFor(() => expect(form.getByRole('combobox', { name: 'School' })).toHaveProperty('value', 'Rowan Bridge School'));
  await userEvent.click(form.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('[B039] [L290] [L548] the edit icon opens the row as the server has it now; saved meanwhile by somebody else: told, nothing overwritten unseen', async () => {
  const newer = { ...ada, phone_number: '999', last_name: 'Lovelace', updated_at: '2026-11-20T11:00:00.000Z' };
  let tries = 0;
  const calls = scriptFetch(
    answers({
      'PUT /accounts/4': () => {
        tries += 1;
        return tries === 1
          ? failure(409, 'EDIT_CONFLICT', { params: { row: newer } })
          : success({ account: { ...newer, last_name: 'Byron' }, message: 'Account Updated Successfully' });
      },
    }),
  );
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Ada King' }));
  const form = await editing();
  const last = await form.findByLabelText('Last Name');
  expect(last).toHaveProperty('value', 'King');
  expect(form.getByRole('combobox', { name: 'School' })).toHaveProperty('value', 'Rowan Bridge School');
  await userEvent.clear(last);
  await userEvent.type(last, 'Byron{Enter}');
  await form.findByText(/^Someone saved this at/);
  expect(last).toHaveProperty('value', 'Byron');
  expect(within(form.getByRole('region', { name: 'Both changed: Last Name' })).getByText('Lovelace')).toBeTruthy();
  expect(form.getByText(/now have their values: Phone Number\./)).toBeTruthy();
  expect(form.getByLabelText('Phone Number')).toHaveProperty('value', '999');
  await userEvent.type(last, '{Enter}');
  await screen.findByText('Account Updated Successfully');
  const sent = calls.filter(({ method }) => method === 'PUT').map(({ body }) => body as Record<string, unknown>);
  expect(sent.map(({ updated_at }) => updated_at)).toEqual([ada.updated_at, newer.updated_at]);
  expect(sent[1]).toMatchObject({ last_name: 'Byron', phone_number: '999' });
});

test.each([
  [
    'an address that somebody has',
    failure(422, 'VALIDATION_FAILED', { errors: { email: ['Someone already has this email address.'] } }),
    'Someone already has this email address.',
  ],
  ['a lost connection', 'offline' as const, /There is no connection to the school’s server/],
  ['a right that is lacking', failure(403, 'RIGHT_NOT_HELD'), 'server says RIGHT_NOT_HELD'],
])('[L349] after %s the dialog stays with everything typed', async (_what, reply, words) => {
  scriptFetch(answers({ 'PUT /accounts/4': reply }));
  open('?edit=4');
  const form = await editing();
  const email = await form.findByLabelText('Email');
  await userEvent.clear(email);
  await userEvent.type(email, 'taken@school.test{Enter}');
  await form.findByText(words);
  expect(email).toHaveProperty('value', 'taken@school.test');
  expect(form.getByLabelText('First Name')).toHaveProperty('value', 'Ada');
});

test('closing with something typed asks first', async () => {
  scriptFetch(answers());
  open('?edit=4');
  const form = await editing();
  await userEvent.type(await form.findByLabelText('First Name'), 'x{Escape}');
  await screen.findByText('You have unsaved changes. Close anyway?');
  expect(screen.getAllByRole('dialog')).toHaveLength(2);
});

test.each([
  ['after success', success({ message: 'Account Deleted Successfully' }), 'Account Deleted Successfully'],
  ['after a refusal, with the server’s words', failure(409, 'ACCOUNT_IN_USE'), 'server says ACCOUNT_IN_USE'],
])('[L297] [L298] [L299] [L541] [L549] [L553] the confirmation names the account and closes %s', async (_what, reply, words) => {
  const answer = Promise.withResolvers<Reply>();
  scriptFetch(answers({ 'DELETE /accounts/4': () => answer.promise }));
  open();
  await chooseAct('Ada King', 'Delete');
  const question = await dialog('Are you sure you want to delete this Account?');
  expect(question.style.getPropertyValue('--dialog-width')).toBe('500px');
  expect(within(question).getByText('Ada King')).toBeTruthy();
  expect(within(question).getByRole('button', { name: 'Cancel' })).toBe(document.activeElement);
  await userEvent.click(within(question).getByRole('button', { name: 'OK' }));
  await within(question).findByRole('button', { name: 'DELETING...' });
  answer.resolve(reply);
  await screen.findByText(words);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('[L523] deactivating, signing out and activating say what happened; a refusal is said in red', async () => {
  const calls = scriptFetch(
    answers({
      'PUT /accounts/4/status': success({ account: { ...ada, status: false }, message: 'Ada King was deactivated and signed out everywhere.' }),
      'POST /accounts/5/sign-out': failure(404, 'NOT_FOUND'),
    }),
  );
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'More for Ada King' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Deactivate' }));
  await screen.findByText('Ada King was deactivated and signed out everywhere.');
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ status: false });
  await userEvent.click(screen.getByRole('button', { name: 'More for Bo Ek' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out everywhere' }));
  await screen.findByText('server says NOT_FOUND');
});

test('a sign-in link is made, shown once and copied; one that cannot be made says why', async () => {
  const user = userEvent.setup();
  let tries = 0;
  scriptFetch(
    answers({
      'POST /accounts/4/sign-in-link': () => {
        tries += 1;
        return tries === 1
          ? failure(403, 'RIGHT_NOT_HELD')
          : success({ url: 'https://school.test/choose-password#code=abc', expires_at: '2026-11-28T12:00:00Z', message: 'Made.' });
      },
    }),
  );
  open('?link=4');
  const link = within(await dialog('Sign-in link for Ada King'));
  await user.click(link.getByRole('button', { name: 'Make a link' }));
  await link.findByText('server says RIGHT_NOT_HELD');
  await user.click(link.getByRole('button', { name: 'Make a link' }));
  await link.findByText(/works once, until Sat, Nov 28, 2026\./); // a date as dates stand everywhere
  expect(await link.findByLabelText('The link, shown once')).toHaveProperty('value', 'https://school.test/choose-password#code=abc');
  expect(link.queryByText('server says RIGHT_NOT_HELD')).toBeNull();
  // another one would end the link that is shown
  expect(link.queryByRole('button', { name: 'Make a link' })).toBeNull();
  expect(link.getByRole('button', { name: 'Replace this link' })).toBeTruthy();
  await user.click(link.getByRole('button', { name: 'Copy' }));
  await screen.findAllByText('Link Has been Copied to Clip Board'); // the page's own words stand behind the dialog's
  expect(await navigator.clipboard.readText()).toBe('https://school.test/choose-password#code=abc');
});

test('one box finds by name or address; what narrows the list stands beside it and can be taken away one by one', async () => {
  const calls = scriptFetch(answers());
  const router = open('?role_id=3&status=false');
  await userEvent.type(await screen.findByRole('searchbox'), 'ada king{Enter}');
  await waitFor(() => expect(router.state.location.search).toEqual({ role_id: 3, status: false, search_text: 'ada king' }));
  const asked = () => Object.fromEntries(calls.findLast(({ path }) => path === '/accounts')?.query ?? []);
  await waitFor(() => expect(asked()).toMatchObject({ search_text: 'ada king', status: 'false', role_id: '3' }));
  await userEvent.click(screen.getByRole('button', { name: 'Remove the filter Deactivated' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ role_id: 3, search_text: 'ada king' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Reset' }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});

test('what was deactivated with one press is taken back with one', async () => {
  const asked: unknown[] = [];
  scriptFetch(
    answers({
      'PUT /accounts/4/status': ({ body }) => {
        asked.push(body);
        return success({ account: ada, message: 'said' });
      },
    }),
  );
  open();
  await userEvent.click(await screen.findByRole('button', { name: /More.*Ada King/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Deactivate' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(asked).toEqual([{ status: false }, { status: true }]));
});

test('[B222] 250 found people are deactivated in calls of a hundred; who was refused is named; Undo takes the others back', async () => {
  const ids = Array.from({ length: 250 }, (_, index) => index + 1);
  const sent: { act: string; account_ids: number[] }[] = [];
  scriptFetch(
    answers({
      'GET /accounts': pageOf([ada, bo], { total: 250, last_page: 10, to: 25 }),
      'GET /accounts/ids': success({ accounts: { rows: ids.length, columns: { id: ids } } }),
      'POST /accounts/bulk': ({ body }) => {
        const call = body as { act: string; account_ids: number[] };
        sent.push(call);
        const refused =
          call.act === 'deactivate' && call.account_ids.includes(7) ? [{ account_id: 7, name: 'Ada Byron', message: 'This is your own account.' }] : [];
        const changed: Changed[] = call.account_ids
          .filter((id) => refused.every(({ account_id }) => account_id !== id))
          .map((account_id) => ({ account_id, status: true, role_id: 3, school_id: 2 }));
        return success({ changed, refused });
      },
    }),
  );
  open();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select every row on this page' }));
  await userEvent.click(screen.getByRole('button', { name: 'Select all 250 found' }));
  await userEvent.click(screen.getByRole('button', { name: 'Deactivate' }));
  const asking = within(await dialog('Deactivate: 250 people'));
  await userEvent.click(asking.getByRole('button', { name: 'Deactivate' }));
  expect(await asking.findByText('Not possible for 1 person:')).toBeTruthy();
  expect(asking.getByText('Ada Byron')).toBeTruthy();
  expect(sent.map(({ account_ids }) => account_ids.length)).toEqual([100, 100, 50]);
  await userEvent.click(asking.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent.slice(3).flatMap(({ account_ids }) => account_ids)).toHaveLength(249));
  expect(sent.at(-1)?.act).toBe('activate');
});

test('whoever may only look has nothing to select', async () => {
  scriptFetch(answers());
  open('', ['accounts:view']);
  await screen.findByText('Ada King');
  expect(screen.queryByRole('checkbox')).toBeNull();
});
