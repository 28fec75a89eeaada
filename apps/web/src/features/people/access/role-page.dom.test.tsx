import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeScreen, openScreen, pageOf, readyForScreen } from '../../../testing/open-screen.tsx';
import { failure, scriptFetch, success, type Reply } from '../../../testing/scripted-fetch.ts';
import { PolicyExplorerScreen } from './index.ts';

beforeEach(readyForScreen);
afterEach(closeScreen);

const OFFICE = [
  'access-explorer:view',
  'resource-policies:edit',
  'resource-policies:create',
  'policies:create',
  'roles:create',
  'account-roles:view',
  'levels:edit',
];
const GRANT = [...OFFICE, 'access:grant'];
const grant = { account_role_id: null, role_id: 2, role_name: 'Keeper', policy_id: 3, policy_name: 'p', resource_policy_id: 4, is_active: true };
const action = (id: number, name: string, allowed: boolean, grants: object[] = allowed ? [grant] : []) => ({
  id,
  name,
  key: name.toLowerCase(),
  allowed,
  is_asked: true,
  grants,
});
const resource = (id: number, name: string, actions: object[]) => ({ id, name, key: name.toLowerCase(), res_url: '', menu_group: null, actions });
const explored = (editAllowed = false) =>
  success({
    subject: { kind: 'role', id: 2, name: 'أمناء المكتبة', email: null, is_active: true, may_change: true },
    roles: [],
    resources: [
      resource(5, 'Levels', [action(1, 'View', true), action(2, 'Edit', editAllowed), action(9, 'Publish', false)]),
      resource(6, 'Accounts', [action(1, 'View', false), action(2, 'Edit', false), { ...action(9, 'Publish', false), is_asked: false }]),
      resource(7, 'Own account', [action(1, 'View', true, [])]),
    ],
  });
const people = [{ id: 1, account_name: '李 明', email: 'li@school.test', is_active: false }];

function open(rights: readonly string[] = GRANT, more: Record<string, Reply | (() => Reply)> = {}) {
  const calls = scriptFetch({ 'GET /access/explorer': explored(), 'GET /account-roles': pageOf(people), ...more } as never);
  const router = openScreen(PolicyExplorerScreen, { address: '/policy-explorer?role=2', rights });
  return { calls, router };
}
const box = (name: string) => screen.findByRole('checkbox', { name }) as Promise<HTMLInputElement>;

test('every right of a role is a box with a name of its own; what belongs to everybody is closed', async () => {
  open();
  const table = await screen.findByRole('table', { name: 'What \u2068أمناء المكتبة\u2069 can do' });
  expect((await box('View: Levels')).checked).toBe(true);
  expect((await box('Edit: Levels')).checked).toBe(false);
  const own = await box('View: Own account, for everyone who is signed in');
  expect([own.checked, own.disabled]).toEqual([true, true]);
  expect(within(table).queryByRole('checkbox', { name: 'Publish: Accounts' })).toBeNull();
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Resource', 'View', 'Edit', 'More']);
});

test('[B301] what was ticked is saved together, said, and can be taken back; ticked and unticked again is no change', async () => {
  let saved = false;
  const { calls } = open(GRANT, {
    'GET /access/explorer': () => explored(saved),
    'PUT /access/roles/2/rights': () => {
      saved = !saved;
      return success({ message: saved ? 'Keeper: 1 right changed' : 'undone', changed: [{ resource_id: 5, action_id: 2, allowed: saved }] });
    },
  });
  await userEvent.click(await box('View: Accounts'));
  await userEvent.click(await box('View: Accounts'));
  expect(screen.queryByText(/change/)).toBeNull();
  await userEvent.click(await box('Edit: Levels'));
  expect(screen.getByText('1 change')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Keeper: 1 right changed');
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ changes: [{ resource_id: 5, action_id: 2, allowed: true }] });
  await waitFor(async () => expect((await box('Edit: Levels')).checked).toBe(true));
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('undone');
  expect(calls.findLast(({ method }) => method === 'PUT')?.body).toEqual({ changes: [{ resource_id: 5, action_id: 2, allowed: false }] });
});

test('a refusal is said, and what was ticked stays', async () => {
  open(GRANT, { 'PUT /access/roles/2/rights': failure(409, 'LAST_ADMIN', { message: 'Nobody could repair access any more.' }) });
  await userEvent.click(await box('View: Levels'));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Nobody could repair access any more.');
  expect((await box('View: Levels')).checked).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect((await box('View: Levels')).checked).toBe(true);
});

test('who may not grant everything gives only what they hold; who may not change a role reads it as before', async () => {
  open(OFFICE);
  expect((await box('Edit: Levels')).disabled).toBe(false);
  expect((await box('View: Accounts')).disabled).toBe(true);
  expect((await box('View: Levels')).disabled).toBe(false); // taking needs no more
  expect(screen.getByText(/You can only give rights you have yourself/)).toBeTruthy();
  closeScreen();
  readyForScreen();
  open(['access-explorer:view']);
  await screen.findByRole('heading', { name: 'What \u2068أمناء المكتبة\u2069 can do' });
  expect(screen.queryByRole('table', { name: /can do/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Copy this role' })).toBeNull();
});

test('a copy of the role is made and shown; a name that is there is said at its field', async () => {
  let tries = 0;
  const { calls, router } = open(GRANT, {
    'POST /access/roles/2/copy': () => {
      tries += 1;
      return tries === 1
        ? failure(422, 'VALIDATION_FAILED', { errors: { name: ['Name is already used. Choose another one.'] } })
        : success({ id: 8, message: 'Clerks was created. Nobody has it yet.' });
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Copy this role' }));
  const dialog = within(screen.getByRole('dialog'));
  const field = dialog.getByLabelText('Name') as HTMLInputElement;
  expect(field.value).toBe('Copy of أمناء المكتبة');
  await userEvent.click(dialog.getByRole('button', { name: 'Create copy' }));
  await dialog.findByText('Name is already used. Choose another one.');
  await userEvent.clear(field);
  await userEvent.type(field, 'Clerks');
  await userEvent.click(dialog.getByRole('button', { name: 'Create copy' }));
  await screen.findByText('Clerks was created. Nobody has it yet.');
  expect(calls.findLast(({ method }) => method === 'POST')?.body).toEqual({ name: 'Clerks' });
  await waitFor(() => expect(router.state.location.search).toEqual({ role: 8 }));
});

test('the people with the role stand below', async () => {
  const { calls } = open();
  const table = await screen.findByRole('table', { name: 'People with this role' });
  expect(within(table).getByText('李 明')).toBeTruthy();
  expect(within(table).getByText('turned off')).toBeTruthy();
  expect(calls.find(({ path }) => path === '/account-roles')?.query.get('role_id')).toBe('2');
});

test('before anybody is chosen the roles stand there, for whoever may change them', async () => {
  const calls = scriptFetch({
    'GET /roles': pageOf([{ id: 2, name: 'Librarians' }]),
    'GET /access/explorer': explored(),
    'GET /account-roles': pageOf(people),
  });
  const router = openScreen(PolicyExplorerScreen, { address: '/policy-explorer', rights: GRANT });
  await userEvent.click(await screen.findByRole('button', { name: 'Librarians' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ role: 2 }));
  expect(calls.some(({ path }) => path === '/roles')).toBe(true);
});
