import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../base/query-client.ts';
import { signIn } from '../../../base/session.ts';
import { choose } from '../../../testing/choose.ts';
import { setScreenWidth } from '../../../testing/match-media.ts';
import { pageAt } from '../../../testing/page-at.tsx';
import { person } from '../../../testing/people.ts';
import { failure, scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { AuditScreen } from '../../overview/audit/index.ts';
import { PolicyExplorerScreen } from './index.ts';

function open(address: string, rights: readonly string[] = ['access-explorer:view', 'audit:view']) {
  setScreenWidth(1280);
  queryClient.clear();
  signIn('token', person({ rights: [...rights] }));
  const root = createRootRoute();
  const routes = [
    createRoute({ getParentRoute: () => root, path: '/policy-explorer', component: pageAt('/policy-explorer', PolicyExplorerScreen) }),
    createRoute({ getParentRoute: () => root, path: '/audit', component: pageAt('/audit', AuditScreen) }),
    createRoute({ getParentRoute: () => root, path: '/home', component: () => <h1>Home</h1> }),
  ];
  const router = createRouter({ routeTree: root.addChildren(routes), history: createMemoryHistory({ initialEntries: [address] }) });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return router;
}

beforeEach(() => vi.stubGlobal('scrollTo', () => undefined));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const grant = { account_role_id: 1, role_id: 2, role_name: 'Keeper', policy_id: 3, policy_name: 'Keepers look', resource_policy_id: 4, is_active: true };
const action = (id: number, name: string, allowed: boolean, grants: object[] = []) => ({ id, name, key: name.toLowerCase(), allowed, is_asked: true, grants });
const explored = success({
  subject: { kind: 'account', id: 9, name: 'Elif Yilmaz', email: 'elif@school.test', is_active: true, may_change: false },
  roles: [{ account_role_id: 1, id: 2, name: 'Keeper', is_active: true }],
  resources: [
    {
      id: 5,
      name: 'Levels',
      key: 'levels',
      res_url: 'levels',
      menu_group: null,
      actions: [action(1, 'View', true, [grant]), action(2, 'Edit', false, [{ ...grant, policy_name: 'Keepers edit', is_active: false }])],
    },
  ],
});
const pagination = { total: 1, per_page: 25, current_page: 1, last_page: 1, from: 1, to: 1 };

test('a person’s rights stand with the rows that grant them; what is refused is shown on demand, and why in one line', async () => {
  scriptFetch({
    'GET /access/explorer': explored,
    'GET /access/why': ({ query }) =>
      success({ allowed: false, sentence: `Elif cannot, ${query.get('account_id')} ${query.get('resource_id')} ${query.get('action_id')}.`, grants: [] }),
  });
  open('/policy-explorer?account=9');
  expect(await screen.findByRole('heading', { name: 'What Elif Yilmaz can do' })).toBeTruthy();
  expect(screen.getByText('role Keeper, policy Keepers look')).toBeTruthy();
  expect(screen.queryByText(/Keepers edit/)).toBeNull();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Only what is allowed' }));
  expect(screen.getByText('role Keeper, policy Keepers edit (turned off)')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Why: Edit on Levels' }));
  expect(await screen.findByText('Elif cannot, 9 5 2.')).toBeTruthy();
});

test('an operation shows the roles and people who can call it, or that everybody can', async () => {
  const operation = {
    name: 'level.create',
    method: 'POST',
    path: '/api/levels',
    summary: 'Makes a level',
    access: 'public',
    resource_name: null,
    action_name: null,
  };
  scriptFetch({
    'GET /access/callers': ({ query }) =>
      query.get('operation') === 'level.create'
        ? success({
            operation,
            everybody: null,
            sentence: 'People with one of these roles can do this: a policy of the role allows “create” on “Levels”.',
            roles: [{ id: 1, name: 'Admin', accounts: 3 }],
            data: [{ id: 9, name: 'Elif Yilmaz', email: 'elif@school.test', roles: ['Admin'] }],
            pagination,
          })
        : success({ operation, everybody: 'public', sentence: 'Anyone can do this without signing in.', roles: [], data: [], pagination }),
  });
  open('/policy-explorer?operation=level.create');
  expect(await screen.findByText('Admin (3)')).toBeTruthy();
  expect(screen.getByRole('row', { name: /Elif Yilmaz/ })).toBeTruthy();
  cleanup();
  open('/policy-explorer?operation=config.get');
  expect(await screen.findByText('Anyone can do this without signing in.')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

test('a failed load says so and offers a Retry; without the right there is no page', async () => {
  scriptFetch({ 'GET /access/explorer': failure(429, 'TOO_MANY_REQUESTS') });
  open('/policy-explorer?role=3');
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeTruthy();
  cleanup();
  for (const address of ['/policy-explorer', '/audit']) {
    open(address, []);
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
    cleanup();
  }
});

const entry = {
  id: 1,
  at: '2026-11-20T10:15:07.000Z',
  account_id: 9,
  account_name: 'Elif Yilmaz',
  email: 'elif@school.test',
  school_id: null,
  school_name: null,
  action: 'level.update',
  sentence: 'Elif Yilmaz changed the level Grade 10',
  batch_size: null,
  subject_type: 'level',
  subject_label: 'Level',
  subject_id: 5,
  subject_name: 'Grade 10',
  before: { name: 'Grade 9' },
  after: { name: 'Grade 10' },
  changes: [{ field: 'name', from: 'Grade 9', to: 'Grade 10' }],
  request_id: null,
};

test('the trail says who, what, when and from what to what; filters stand in the address and lead back to the first page', async () => {
  const asked: string[] = [];
  scriptFetch({
    'GET /audit': ({ query }) => {
      asked.push(query.toString());
      return success({
        data: [entry],
        pagination,
        subject_types: [{ name: 'level', label: 'Level' }],
        actions: ['level.update'],
        action_labels: { 'level.update': 'changed a level' },
        time_zone: 'Pacific/Auckland',
      });
    },
  });
  const router = open('/audit?page=1&account_id=9');
  const row = await screen.findByRole('row', { name: /Elif Yilmaz/ });
  expect(row.textContent).toContain('Fri, Nov 20, 2026, 11:15:07 PM');
  expect(row.textContent).toContain('Grade 9 → Grade 10');
  expect(row.textContent).toContain('Elif Yilmaz changed the level Grade 10');
  expect(screen.getByRole('button', { name: 'Remove the filter Person: Elif Yilmaz' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
  expect(screen.getByRole('combobox', { name: 'Person' })).toHaveProperty('value', 'Elif Yilmaz');
  await choose(screen.getByLabelText('Action'), 'changed a level');
  await waitFor(() => expect(router.state.location.search).toEqual({ account_id: 9, action: 'level.update' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Only this record: Grade 10' }));
  await waitFor(() => expect(asked.at(-1)).toContain('subject_type=level&subject_id=5'));
  await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});
