import '../../../testing/dialog.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../base/query-client.ts';
import { signIn } from '../../../base/session.ts';
import { closeSnack } from '../../../base/snackbar.ts';
import { setScreenWidth } from '../../../testing/match-media.ts';
import { pageAt } from '../../../testing/page-at.tsx';
import { person } from '../../../testing/people.ts';
import { failure, scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { Snackbar } from '../../../ui/plain/Snackbar.tsx';
import { InvitationGroupsScreen } from './index.ts';

const ada = { id: 7, first_name: 'Ada', last_name: 'King', email: 'ada@school.test' };
const choir = {
  id: 3,
  name: 'Choir',
  school_id: null,
  school_name: null,
  accounts: [ada],
  accounts_count: 1,
  created_at: '2026-11-20T10:00:00Z',
  updated_at: '2026-11-20T10:00:00Z',
};
const pageOf = (data: object[]) =>
  success({ data, pagination: { total: data.length, per_page: 25, current_page: 1, last_page: 1, from: data.length > 0 ? 1 : null, to: data.length || null } });

beforeEach(() => vi.stubGlobal('scrollTo', () => undefined));
afterEach(() => {
  cleanup();
  closeSnack();
  vi.unstubAllGlobals();
});

function open(may: readonly string[] = ['view', 'create', 'edit', 'delete'], search = '') {
  setScreenWidth(1280);
  queryClient.clear();
  signIn('token', person({ user_type: 'Admin', rights: may.map((action) => `invitation-groups:${action}`) }));
  const root = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <Snackbar />
      </>
    ),
  });
  const route = createRoute({ getParentRoute: () => root, path: '/invitation-groups', component: pageAt('/invitation-groups', InvitationGroupsScreen) });
  const router = createRouter({ routeTree: root.addChildren([route]), history: createMemoryHistory({ initialEntries: [`/invitation-groups${search}`] }) });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return router;
}

test('[Q119] [Q120] [Q121] [Q122] [Q487] the table and its three buttons; the template opens in a new tab with no token', async () => {
  scriptFetch({ 'GET /invitation/groups': pageOf([choir]) });
  open();
  await screen.findByText('Choir');
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual(['SL', 'Name', 'Accounts', 'Actions']);
  expect(screen.getByRole('button', { name: 'Import Group Accounts' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Create Invitation Group' })).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Download Invitation Group Import Template' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/api/import/group/account/download', '_blank']);
});

test('who may only look sees no button that changes anything; without the right there is no screen', async () => {
  scriptFetch({ 'GET /invitation/groups': pageOf([choir]), 'GET /invitation/groups/3': success({ data: choir, dependents: [] }) });
  open(['view']);
  await userEvent.click(await screen.findByRole('button', { name: /Accounts of Choir/ }));
  await screen.findByText('ada@school.test');
  for (const name of [/Import/, /IMPORT/, /Create/, /Insert/, /Take/]) expect(screen.queryByRole('button', { name })).toBeNull();
  cleanup();
  open([]);
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByText('Choir')).toBeNull();
});

test('[Q123] [Q125] [Q126] [Q352] Insert waits for a choice, which stands as a chip, and adds it', async () => {
  const calls = scriptFetch({
    'GET /invitation/groups': pageOf([choir]),
    'GET /invitation/groups/3': success({ data: choir, dependents: [] }),
    'GET /suggest/accounts': success({ data: [{ id: 9, name: 'Bo Ek', first_name: 'Bo', last_name: 'Ek', email: 'bo@school.test' }] }),
    'POST /invitation/group/accounts': success({ message: '1 account added to Choir' }),
  });
  open();
  await userEvent.click(await screen.findByRole('button', { name: /Accounts of Choir/ }));
  const insert = await screen.findByRole('button', { name: 'Insert' });
  expect(insert).toHaveProperty('disabled', true);
  await userEvent.type(screen.getByRole('combobox', { name: 'Add accounts' }), 'bo');
  await userEvent.click(await screen.findByRole('option', { name: /Bo Ek/ }));
  expect(screen.getByRole('button', { name: /Bo Ek/ })).toBeTruthy();
  expect(insert).toHaveProperty('disabled', false);
  await userEvent.click(insert);
  expect((await screen.findAllByText('1 account added to Choir')).length).toBeGreaterThan(0);
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ invitation_group_id: 3, account_id: [9] });
});

test('[B235] who is chosen while others are being added is not among them, and stays chosen', async () => {
  let arrive = (): void => undefined;
  const onTheWay = new Promise<void>((resolve) => (arrive = resolve));
  const people = ['Bo', 'Cy'].map((first_name, index) => ({
    id: 9 + index,
    name: `${first_name} Ek`,
    first_name,
    last_name: 'Ek',
    email: `${first_name}@school.test`,
  }));
  const calls = scriptFetch({
    'GET /invitation/groups': pageOf([choir]),
    'GET /invitation/groups/3': success({ data: choir, dependents: [] }),
    'GET /suggest/accounts': success({ data: people }),
    'POST /invitation/group/accounts': async () => {
      await onTheWay;
      return success({ message: '1 account added to Choir' });
    },
  });
  open();
  await userEvent.click(await screen.findByRole('button', { name: /Accounts of Choir/ }));
  await userEvent.click(await screen.findByRole('combobox', { name: 'Add accounts' }));
  await userEvent.click(await screen.findByRole('option', { name: /Bo Ek/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Insert' }));
  await userEvent.click(screen.getByRole('combobox', { name: 'Add accounts' }));
  await userEvent.click(await screen.findByRole('option', { name: /Cy Ek/ }));
  arrive();
  expect((await screen.findAllByText('1 account added to Choir')).length).toBeGreaterThan(0);
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ invitation_group_id: 3, account_id: [9] });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove Bo Ek' })).toBeNull());
  expect(screen.getByRole('button', { name: 'Remove Cy Ek' })).toBeTruthy();
});

test('[Q124] [Q128] people are found in the group, and taken out after a question', async () => {
  const calls = scriptFetch({
    'GET /invitation/groups': pageOf([choir]),
    'GET /invitation/groups/3': success({ data: choir, dependents: [] }),
    'DELETE /invitation/group/accounts': success({ message: '1 account removed from Choir' }),
  });
  open();
  await userEvent.click(await screen.findByRole('button', { name: /Accounts of Choir/ }));
  const search = await screen.findByRole('searchbox', { name: 'Search the accounts of this group' });
  await userEvent.type(search, 'nobody');
  expect(screen.queryByText('ada@school.test')).toBeNull();
  await userEvent.clear(search);
  await userEvent.click(screen.getByRole('button', { name: 'Remove Ada King from the group' }));
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  expect((await screen.findAllByText('1 account removed from Choir')).length).toBeGreaterThan(0);
  expect(calls.find(({ method }) => method === 'DELETE')?.body).toEqual({ invitation_group_id: 3, account_id: [7] });
});

test('[Q508] many people stand in pages of 25, the search looks through all of them, and the address says whose people are open', async () => {
  const crowd = Array.from({ length: 60 }, (_, index) => ({
    id: index + 1,
    first_name: 'Pupil',
    last_name: `No ${index + 1}`,
    email: `p${index + 1}@school.test`,
  }));
  const many = { ...choir, accounts: [...crowd, { id: 99, first_name: 'Zoë', last_name: 'Ångström', email: 'z@school.test' }], accounts_count: 61 };
  scriptFetch({ 'GET /invitation/groups': pageOf([many]), 'GET /invitation/groups/3': success({ data: many, dependents: [] }) });
  const router = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Accounts of Choir: 61 accounts' }));
  expect(router.state.location.searchStr).toBe('?accounts=3');
  const dialog = within(await screen.findByRole('dialog', { name: 'Accounts of Choir' }));
  const table = within(await dialog.findByRole('table', { name: 'Accounts' }));
  expect(table.getAllByRole('row')).toHaveLength(26);
  await userEvent.click(dialog.getByRole('button', { name: 'Page 3' }));
  expect(table.getAllByRole('row')).toHaveLength(12);
  expect(table.getAllByRole('cell')[0]?.textContent).toBe('51');
  await userEvent.type(dialog.getByRole('searchbox'), 'angstrom zoe');
  expect(dialog.getAllByText('1 account', { exact: true })).toHaveLength(1);
  expect(table.getByText('z@school.test')).toBeTruthy();
  await userEvent.type(dialog.getByRole('searchbox'), ' nobody');
  await userEvent.click(await dialog.findByRole('button', { name: 'Clear the search' }));
  expect(dialog.getByText('61 accounts')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  expect(router.state.location.searchStr).toBe('');
});

test('a group that is gone, and a failed load, say so; taking out somebody who is gone closes the question with the server’s words', async () => {
  let isUp = false;
  scriptFetch({
    'GET /invitation/groups': pageOf([choir]),
    'GET /invitation/groups/3': () => (isUp ? success({ data: choir, dependents: [] }) : failure(500, 'INTERNAL')),
    'DELETE /invitation/group/accounts': failure(404, 'NOT_FOUND', { message: 'This is not there any more.' }),
    'GET /invitation/groups/8': failure(404, 'NOT_FOUND'),
  });
  const router = open(undefined, '?accounts=3');
  const retry = await screen.findByRole('button', { name: 'Retry' });
  isUp = true;
  await userEvent.click(retry);
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Ada King from the group' }));
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  expect((await screen.findAllByText('This is not there any more.')).length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: 'OK' })).toBeNull();
  await router.navigate({ to: '.', search: { accounts: 8 } as never });
  expect(await screen.findByText('This Invitation Group no longer exists, or you cannot see it.')).toBeTruthy();
});

test('[Q129] [Q349] [Q503] the import asks for an .xlsx file, shows its errors and imports the rest when that is chosen', async () => {
  const errors = [{ row: 3, column: 'email', column_title: 'Email', value: 'x@y.test', message: 'Nobody has this address.' }];
  const answers = [
    success({ imported: false, message: 'Nothing was imported.', groups: [], errors, error_count: 1, total_rows: 2 }),
    success({ imported: true, message: 'Import Completed with 1 errors', groups: [], errors, error_count: 1, total_rows: 2 }),
  ];
  scriptFetch({ 'GET /invitation/groups': pageOf([]), 'POST /import/group/account': () => answers.shift() as never });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Import Group Accounts' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import Accounts' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Import' }));
  expect(await dialog.findByText('Select a valid xlsx file')).toBeTruthy();
  await userEvent.upload(dialog.getByLabelText('Spreadsheet (.xlsx or .csv)'), new File(['x'], 'groups.xlsx'));
  await userEvent.click(dialog.getByRole('button', { name: 'Import' }));
  expect(await dialog.findByText(/Nobody has this address/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Import the rows without errors' }));
  expect((await screen.findAllByText('Import Completed with 1 errors')).length).toBeGreaterThan(0);
});

test.each([
  ['closes after an import without errors', 0, false],
  ['stays open to show errors that an import left out', 1, true],
])('[B3048] the dialog %s', async (_, error_count, isOpen) => {
  const errors = [{ row: 3, column: 'email', column_title: 'Email', value: 'x@y.test', message: 'Nobody has this address.' }].slice(0, error_count);
  scriptFetch({
    'GET /invitation/groups': pageOf([]),
    'POST /import/group/account': success({ imported: true, message: 'Import Completed', groups: [], errors, error_count, total_rows: 2 }),
  });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Import Group Accounts' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import Accounts' }));
  await userEvent.upload(dialog.getByLabelText('Spreadsheet (.xlsx or .csv)'), new File(['x'], 'groups.xlsx'));
  await userEvent.click(dialog.getByRole('button', { name: 'Import' }));
  await screen.findAllByText('Import Completed');
  await waitFor(() => expect(screen.queryAllByText(/Nobody has this address/)).toHaveLength(error_count));
  await waitFor(() => expect(screen.queryAllByRole('dialog', { name: 'Import Accounts' })).toHaveLength(isOpen ? 1 : 0));
});

test('[Q350] [Q363] only a spreadsheet is sent; while it is, the form waits; what the server says of it stands beside the field', async () => {
  const answered = Promise.withResolvers<ReturnType<typeof failure>>();
  const calls = scriptFetch({ 'GET /invitation/groups': pageOf([choir]), 'POST /import/group/account': () => answered.promise });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Import Group Accounts' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import Accounts' }));
  const field = dialog.getByLabelText('Spreadsheet (.xlsx or .csv)');
  expect(field.getAttribute('accept')).toContain('.xlsx,.csv');
  fireEvent.change(field, { target: { files: [new File(['a,b'], 'groups.pdf')] } });
  await userEvent.click(dialog.getByRole('button', { name: 'Import' }));
  expect(await dialog.findByText('Select a valid xlsx file')).toBeTruthy();
  expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  fireEvent.change(field, { target: { files: [new File(['x'], 'groups.xlsx')] } });
  await userEvent.click(dialog.getByRole('button', { name: 'Import' }));
  expect(await dialog.findByRole('button', { name: 'Importing...' })).toBeTruthy();
  expect(field.closest('fieldset')).toHaveProperty('disabled', true);
  answered.resolve(failure(422, 'VALIDATION_FAILED', { errors: { file: ['Select a valid xlsx file. This one is damaged.'] } }));
  const words = await dialog.findByText('Select a valid xlsx file. This one is damaged.');
  expect(field.getAttribute('aria-describedby')).toBe(words.id);
  expect(field.closest('fieldset')).toHaveProperty('disabled', false);
});

test('[B338] a whole class comes in one press and goes again by Undo; without a choice nothing is sent; what the server says stands at the field', async () => {
  const answers = [failure(422, 'VALIDATION_FAILED', { errors: { course_id: ['It has no students who can be in this group.'] } })];
  const calls = scriptFetch({
    'GET /invitation/groups': pageOf([choir]),
    'GET /invitation/groups/3': success({ data: choir, dependents: [] }),
    'GET /courses': success({ data: [{ id: 5, name: 'Physics', section: 'A', level_id: 1, level_name: 'Grade 8', local: { id: 5 } }], pagination: {} }),
    'POST /invitation/group/class': () => answers.shift() ?? success({ message: '2 accounts added to Choir', account_id: [8, 9] }),
    'DELETE /invitation/group/accounts': success({ message: '2 accounts removed from Choir' }),
  });
  open(undefined, '?accounts=3');
  await userEvent.click(await screen.findByRole('button', { name: 'Add a class or level' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add everyone in a class or level' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Add them' }));
  expect(await dialog.findByText('Choose a class or a level')).toBeTruthy();
  expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  await userEvent.click(dialog.getByRole('combobox', { name: 'Class' }));
  await userEvent.click(await screen.findByRole('option', { name: /Physics/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Add them' }));
  expect(await dialog.findByText('It has no students who can be in this group.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Add them' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add everyone in a class or level' })).toBeNull());
  expect(calls.findLast(({ path }) => path === '/invitation/group/class')?.body).toEqual({ invitation_group_id: 3, course_id: 5 });
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(calls.find(({ method }) => method === 'DELETE')?.body).toEqual({ invitation_group_id: 3, account_id: [8, 9] }));
});
