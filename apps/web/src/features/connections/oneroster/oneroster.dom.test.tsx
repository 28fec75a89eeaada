import type { ApiClientView } from '@classwright/contract/connections/oneroster/clients';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeScreen, openScreen, pageOf, readyForScreen } from '../../../testing/open-screen.tsx';
import { failure, scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { OneRosterScreen } from './index.ts';

beforeEach(readyForScreen);
afterEach(closeScreen);

const RIGHTS = ['api-clients:view', 'api-clients:edit'];
const client = (more: Partial<ApiClientView> = {}): ApiClientView => ({
  id: 7,
  school_id: 1,
  school_name: 'Lincoln High',
  name: 'Office',
  client_id: 'cwc-1',
  scopes: ['roster.readonly'],
  created_at: '2026-11-20T10:00:00.000Z',
  created_by: 'Ada Admin',
  secret_set_at: '2026-11-20T10:00:00.000Z',
  last_used_at: null,
  revoked_at: null,
  can_restore: false,
  ...more,
});
const listed = (data: ApiClientView[], schools = [{ id: 1, name: 'Lincoln High' }]) =>
  success({ data, schools, service_url: 'https://x.test/ims/oneroster', token_url: 'https://x.test/ims/oneroster/token' });

type Answers = Parameters<typeof scriptFetch>[0];
function open(answers: Answers, { rights = RIGHTS, address = '/oneroster' } = {}) {
  const calls = scriptFetch(answers);
  return { calls, router: openScreen(OneRosterScreen, { address, rights }) };
}

test('[B1079] a program is let in with what is ticked; its secret is shown until it is said to be copied', async () => {
  const { calls } = open({
    'GET /oneroster/clients': listed([]),
    'POST /oneroster/clients': success({ client: client({ name: 'SIS' }), client_secret: 'cws_secret', message: 'SIS is let in.' }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Add an app' }));
  const dialog = screen.getByRole('dialog');
  await userEvent.type(within(dialog).getByLabelText('App name'), 'SIS');
  await userEvent.click(within(dialog).getByRole('checkbox', { name: /Read grades/ }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add app' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Client secret')).value).toBe('cws_secret');
  expect(screen.getByText(/shown only now/)).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Token URL').value).toBe('https://x.test/ims/oneroster/token');
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ name: 'SIS', school_id: 1, scopes: ['roster.readonly', 'gradebook.readonly'] });
  await userEvent.click(screen.getByRole('button', { name: 'I have copied it' }));
  await waitFor(() => expect(screen.queryByDisplayValue('cws_secret')).toBe(null));
});

test('what is wrong with it stands at its field, and what was typed stays', async () => {
  open({
    'GET /oneroster/clients': listed(
      [client()],
      [
        { id: 1, name: 'Lincoln High' },
        { id: 2, name: 'Roosevelt' },
      ],
    ),
    'POST /oneroster/clients': failure(422, 'VALIDATION_FAILED', {
      errors: { school_id: ['Choose the school that the app can see'], 'scopes.0': ['Choose from the list'] },
    }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Add an app' }));
  await userEvent.type(screen.getByLabelText('App name'), 'SIS');
  await userEvent.click(screen.getByRole('button', { name: 'Add app' }));
  await screen.findByText('Choose from the list');
  expect(within(screen.getByRole('dialog')).getByLabelText('School').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByLabelText<HTMLInputElement>('App name').value).toBe('SIS');
});

test('its access ends after a question, and comes back by Undo', async () => {
  const { calls } = open({
    'GET /oneroster/clients': listed([client()]),
    'POST /oneroster/clients/7/revoke': success({ client: client({ revoked_at: '2026-11-24T10:00:00.000Z' }), message: 'The access of Office was revoked.' }),
    'POST /oneroster/clients/7/restore': success({ client: client(), message: 'Office has access again, with the same secret.' }),
  });
  const card = within(await screen.findByRole('article', { name: 'Office' }));
  expect(card.getByText('never')).toBeDefined();
  await userEvent.click(card.getByRole('button', { name: 'Revoke the access of Office' }));
  await screen.findByText(/It can no longer read or write anything/);
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Revoke access' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText('Office has access again, with the same secret.');
  expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual(['/oneroster/clients/7/revoke', '/oneroster/clients/7/restore']);
  // [B3048] the list is read again after both
  await waitFor(() => expect(calls.filter(({ method, path }) => method === 'GET' && path === '/oneroster/clients')).toHaveLength(3));
});

test('a new secret is made after a question and shown once', async () => {
  open({
    'GET /oneroster/clients': listed([client()]),
    'POST /oneroster/clients/7/rotate': success({ client: client(), client_secret: 'cws_new', message: 'Office has a new secret.' }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'New secret for Office' }));
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'New secret' }));
  expect(await screen.findByDisplayValue('cws_new')).toBeDefined();
});

test('readings stand under their own address, and lead back', async () => {
  const read = {
    id: 1,
    at: '2026-11-24T10:00:00.000Z',
    method: 'GET',
    operation: 'list.rostering.users',
    path: '/rostering/v1p2/users?limit=2',
    rows: 2,
    address: '192.0.2.1',
  };
  const { router } = open(
    {
      'GET /oneroster/clients/7/reads': () => {
        const page = pageOf([read]) as { body: object };
        return { body: { ...page.body, client: client() } };
      },
      'GET /oneroster/clients': listed([client({ revoked_at: '2026-11-24T10:00:00.000Z' })]),
    },
    { address: '/oneroster?client=7' },
  );
  await screen.findByRole('heading', { name: 'Activity of Office' });
  expect(await screen.findByText('GET /rostering/v1p2/users?limit=2')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'All apps' }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
  const card = within(await screen.findByRole('article', { name: 'Office' }));
  expect(card.queryByRole('button')).toBe(null); // an ended access has no button to end it
});

test('who may only look changes nothing', async () => {
  open({ 'GET /oneroster/clients': listed([client()]) }, { rights: ['api-clients:view'] });
  await screen.findByRole('article', { name: 'Office' });
  expect(screen.queryByRole('button')).toBe(null);
});
