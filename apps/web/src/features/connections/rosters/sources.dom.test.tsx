import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeScreen, openScreen, pageOf, readyForScreen } from '../../../testing/open-screen.tsx';
import { failure, scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { hueClass } from '../../../ui/plain/hues.ts';
import { RostersScreen } from './index.ts';
import type { Source, SourceRead } from './sources/calls.ts';

beforeEach(readyForScreen);
afterEach(closeScreen);

const read = (more: Partial<SourceRead> = {}): SourceRead => ({
  ...{ id: 3, mode: 'asked', status: 'finished', outcome: 'preview', needs_look: false, records: 12, message: 'Review the changes and apply them.' },
  ...{ waits_until: null, import_id: 9, account_name: 'Ada King', created_at: '2026-11-24T10:00:00.000Z', finished_at: '2026-11-24T10:01:00.000Z' },
  ...more,
});
const source = (more: Partial<Source> = {}): Source => ({
  ...{ id: 7, school_id: 1, school_name: 'North', name: 'Office', service_url: 'https://sis.example/ims/oneroster', token_url: 'https://sis.example/token' },
  ...{
    version: '1.2',
    client_id: 'school',
    org_id: '',
    schedule: 'off',
    night_does: 'preview',
    create_accounts: false,
    bring_guardians: false,
    keeper_name: 'Ada King',
    last_read: null,
  },
  ...more,
});
const schools = [{ id: 1, name: 'North' }];
const listed = (data: Source[]) => success({ data, schools });
type Answers = Parameters<typeof scriptFetch>[0];
function open(answers: Answers, { rights = ['rosters:view', 'rosters:edit'], address = '/rosters' } = {}) {
  const rosters = () => ({ body: { ...(pageOf([]) as { body: object }).body, schools } });
  const calls = scriptFetch({ 'GET /import/rosters': rosters, ...answers });
  return { calls, router: openScreen(RostersScreen, { address, rights }) };
}

test('[B1199] a source is added: tested first, its school there chosen, its secret sent and shown nowhere', async () => {
  const { calls } = open(
    {
      'GET /oneroster/sources': listed([]),
      'POST /oneroster/sources/test': success({
        ...{ ok: true, message: 'The connection works. It has 2 schools: choose yours.' },
        schools: [
          { id: 'o1', name: 'Lincoln' },
          { id: 'o2', name: 'Roosevelt' },
        ],
      }),
      'POST /oneroster/sources': success({ source: source({ name: 'SIS' }), message: 'SIS is saved.' }),
    },
    { rights: ['rosters:view', 'rosters:edit', 'guardians:create', 'guardians:delete'] },
  );
  await screen.findByText('No system connected yet');
  await userEvent.click(screen.getByRole('button', { name: 'Add a source' }));
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Source name'), 'SIS');
  await userEvent.type(dialog.getByLabelText('Service URL'), 'https://sis.example/ims/oneroster');
  await userEvent.type(dialog.getByLabelText('Token URL'), 'https://sis.example/token');
  await userEvent.type(dialog.getByLabelText('Client ID'), 'school');
  const secret = dialog.getByLabelText<HTMLInputElement>('Client secret');
  await userEvent.type(secret, 'open sesame');
  expect(secret.type).toBe('password');
  expect(dialog.queryByLabelText('School ID in the other system')).toBe(null);
  await userEvent.click(dialog.getByRole('button', { name: 'Test the connection' }));
  await dialog.findByText(/The connection works/);
  await userEvent.selectOptions(dialog.getByLabelText('School ID in the other system'), 'o2');
  await userEvent.selectOptions(dialog.getByLabelText('Schedule'), 'nightly');
  await userEvent.selectOptions(dialog.getByLabelText('Nightly action'), 'apply');
  await userEvent.click(dialog.getByRole('switch', { name: 'Create accounts for new people' }));
  await userEvent.click(dialog.getByRole('switch', { name: /^Bring guardians/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('SIS is saved.');
  const connection = {
    ...{ service_url: 'https://sis.example/ims/oneroster', token_url: 'https://sis.example/token', version: '1.2' },
    ...{ client_id: 'school', client_secret: 'open sesame' },
  };
  expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    connection,
    { ...connection, name: 'SIS', org_id: 'o2', schedule: 'nightly', night_does: 'apply', create_accounts: true, bring_guardians: true, school_id: 1 },
  ]);
});

test('what is wrong stands at its field, and a test that failed says what to do', async () => {
  open({
    'GET /oneroster/sources': listed([source()]),
    'POST /oneroster/sources/test': success({ ok: false, message: 'Nothing responds at this address.', schools: [] }),
    'PUT /oneroster/sources/7': failure(422, 'VALIDATION_FAILED', { errors: { client_secret: ['Enter the secret again'] } }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Office' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByLabelText<HTMLInputElement>('Client secret').value).toBe('');
  await userEvent.click(dialog.getByRole('button', { name: 'Test the connection' }));
  await dialog.findByText('Nothing responds at this address.');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText('Enter the secret again');
  expect(dialog.getByLabelText('Client secret').getAttribute('aria-invalid')).toBe('true');
});

test('a source is read, stopped, and what it showed is looked at on the page of its roster', async () => {
  let now = source();
  const { calls, router } = open({
    'GET /oneroster/sources': () => ({ body: { status: 'success', data: [now], schools } }),
    'POST /oneroster/sources/7/read': () => {
      now = source({ last_read: read({ status: 'running', outcome: null, import_id: null, message: 'Reading students. Records so far: 4.' }) });
      return { body: { status: 'success', read: now.last_read, message: 'Office is being read.' } };
    },
    'POST /oneroster/sources/7/cancel': () => {
      now = source({ last_read: read() });
      return { body: { status: 'success', source: now, message: 'Reading Office has stopped.' } };
    },
    'GET /import/rosters/9': failure(404, 'NOT_FOUND'),
  });
  const card = within(await screen.findByRole('article', { name: 'Office' }));
  expect(card.getByText('Not checked yet')).toBeDefined();
  await userEvent.click(card.getByRole('button', { name: 'Check Office now' }));
  await card.findByText(/Records so far: 4/);
  expect(card.queryByRole('button', { name: 'Check Office now' })).toBe(null);
  await userEvent.click(card.getByRole('button', { name: 'Stop checking Office' }));
  await userEvent.click(await card.findByRole('button', { name: 'Review changes from Office' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ roster: 9 }));
  expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual(['/oneroster/sources/7/read', '/oneroster/sources/7/cancel']);
});

test('[B1313] what was said of a reading that has begun goes with it, and stays no longer than it goes on', async () => {
  let now = source();
  open({
    'GET /oneroster/sources': () => ({ body: { status: 'success', data: [now], schools } }),
    'POST /oneroster/sources/7/read': () => {
      now = source({ last_read: read({ status: 'running', outcome: null, import_id: null, message: 'Reading students. Records so far: 4.' }) });
      return { body: { status: 'success', read: now.last_read, message: 'Office is being read.' } };
    },
  });
  const card = within(await screen.findByRole('article', { name: 'Office' }));
  await userEvent.click(card.getByRole('button', { name: 'Check Office now' }));
  await screen.findByText('Office is being read.');
  await card.findByText(/Records so far: 4/);
  expect(screen.getByText('Office is being read.')).toBeDefined();
  now = source({ last_read: read() });
  await card.findByText('Review the changes and apply them.');
  await waitFor(() => expect(screen.queryByText('Office is being read.')).toBeNull());
});

test('removing asks first; who may only look sees what came of it and changes nothing', async () => {
  const { calls } = open({
    'GET /oneroster/sources': listed([source({ last_read: read({ status: 'failed', outcome: null, import_id: null, message: 'Nothing responds.' }) })]),
    'DELETE /oneroster/sources/7': success({ message: 'Office is removed.' }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Office' }));
  expect(screen.getByText(/it recognizes them/)).toBeDefined();
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
  await screen.findByText('Office is removed.');
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(true);
  closeScreen();
  readyForScreen();
  open({ 'GET /oneroster/sources': listed([source({ last_read: read() })]) }, { rights: ['rosters:view'] });
  const card = within(await screen.findByRole('article', { name: 'Office' }));
  expect(card.getAllByRole('button').map((button) => button.textContent)).toEqual(['Review']);
  expect(screen.queryByRole('button', { name: 'Add a source' })).toBe(null);
});

test('earlier readings stand under their own address; what failed to load is asked for again', async () => {
  let isDown = true;
  open(
    {
      'GET /oneroster/sources/7/reads': () => {
        const page = pageOf([read({ mode: 'nightly', outcome: 'nothing', message: 'Nothing would change.' })]) as { body: object };
        return { body: { ...page.body, source: source() } };
      },
      'GET /oneroster/sources': () => (isDown ? failure(500, 'INTERNAL') : listed([source()])) as never,
    },
    { address: '/rosters?source=7' },
  );
  await screen.findByRole('heading', { name: 'Earlier checks of Office' });
  await screen.findByText('at night, for Ada King');
  await userEvent.click(screen.getByRole('button', { name: 'All rosters' }));
  isDown = false;
  await screen.findByRole('heading', { name: 'From another system' });
});

test('[B1336] what somebody has to look at is amber at its source and leads there; what only a newer server knows is gray', async () => {
  const faults = 'Nothing would change. 2 rows are wrong, or were changed on both sides. Review them.';
  open({
    'GET /oneroster/sources': listed([
      source({ last_read: read({ mode: 'nightly', outcome: 'nothing', needs_look: true, message: faults }) }),
      source({ id: 6, name: 'Newer', last_read: read({ outcome: 'weighed' as never, message: 'Something new.' }) }),
    ]),
  });
  expect((await screen.findByText(faults)).parentElement?.className).toContain(hueClass('amber'));
  expect(screen.getByText('Something new.').parentElement?.className).toContain(hueClass('gray'));
});

test('[B1339] how grades go back is said where systems are, with the way there for whoever may', async () => {
  open({ 'GET /oneroster/sources': listed([]) }, { rights: ['rosters:view', 'api-clients:view'] });
  await screen.findByText(/^The other system can fetch grades from here/);
  expect(screen.getByRole('link', { name: 'Apps with access' }).getAttribute('href')).toBe('/oneroster');
  closeScreen();
  readyForScreen();
  open({ 'GET /oneroster/sources': listed([]) }, { rights: ['rosters:view'] });
  await screen.findByText(/^The other system can fetch grades from here/);
  expect(screen.queryByRole('link', { name: 'Apps with access' })).toBe(null);
});
