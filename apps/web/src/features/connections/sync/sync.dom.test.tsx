import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { closeScreen, openScreen, pageOf, readyForScreen } from '../../../testing/open-screen.tsx';
import { failure, scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { SyncScreen } from './page/SyncScreen.tsx';
import { conflictOf, doneOf, freeOf, googleClassOf, personOf, runOf, STAFF, statusOf } from './testing/views.ts';

beforeEach(readyForScreen);
afterEach(closeScreen);

const COUNTS = { matched: 1, proposed: 1, unknown: 1, only_here: 1, ignored: 0 };
const peopleOf = (rows: readonly object[], can_create = false) => {
  const page = pageOf(rows) as { body: object };
  return { body: { ...page.body, counts: COUNTS, can_create } };
};

type Answers = Parameters<typeof scriptFetch>[0];
function open(search = '', answers: Answers = {}, { rights = STAFF, width = 1280 }: { rights?: string[]; width?: number } = {}) {
  const calls = scriptFetch({
    'GET /sync': statusOf(),
    'GET /sync/runs': pageOf([]),
    'GET /sync/conflicts': pageOf([]),
    'GET /sync/people': peopleOf([]),
    'GET /sync/classes': freeOf([]),
    ...answers,
  });
  const router = openScreen(SyncScreen, { address: `/sync${search}`, rights, width });
  return { calls, router };
}
const posts = (calls: { method: string; path: string; body?: unknown }[]) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [`${method} ${path}`, body]);
const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('how one stands', () => {
  test.each([
    ['not_set_up', 'Not set up', 'Ask whoever runs this server.', false, null],
    ['not_connected', 'Not connected', 'Connect it with your Google account.', true, 'Connect'],
    ['withdrawn', 'Consent withdrawn', 'The consent was withdrawn.', true, 'Reconnect'],
    ['scope_missing', 'A permission is missing', 'A permission is missing: see and manage topics.', true, 'Reconnect'],
    ['blocked', 'Blocked by Google', 'Your administrator has blocked this app.', true, 'Reconnect'],
  ])('[K101] %s says so in words, and what to do', async (standing, words, explanation, can_connect, button) => {
    open('', { 'GET /sync': statusOf({ standing, explanation, can_connect }) });
    expect(await screen.findByText(words)).toBeDefined();
    expect(screen.getByText(explanation)).toBeDefined();
    expect(screen.queryAllByRole('button', { name: /^(?:Connect|Reconnect)/ }).map(({ textContent }) => textContent)).toEqual(button === null ? [] : [button]);
  });

  test('[B1083] an administrator sees all connections, disconnects one after a question that says what stays, and sets when runs begin', async () => {
    const connection = {
      ...{ id: 2, account_id: 7, account_name: 'Bo Ek', email: 'bo@school.test', state: 'withdrawn', problem: 'Reconnect.', is_own: false },
      ...{ last_ok_at: null, created_at: '2026-11-20T10:00:00.000Z' },
    };
    const { calls } = open('', {
      'GET /sync': statusOf({ connections: [connection], can_schedule: true }),
      'DELETE /sync/connections/2': success({ id: 2, message: 'The connection was removed.' }),
      'PUT /sync/settings': success({ schedule: 'nightly', makes_classes: false, message: 'The school is synced every night.' }),
    });
    expect(await screen.findByText('Bo Ek, as bo@school.test')).toBeDefined();
    await userEvent.selectOptions(screen.getByLabelText('Automatic sync'), 'Every night');
    expect(await screen.findByText('The school is synced every night.')).toBeDefined();
    await click('Disconnect bo@school.test');
    const asked = await dialog('Disconnect bo@school.test?');
    expect(asked.getByText(/Classes, links and everything that was synced are unchanged/)).toBeDefined();
    await userEvent.click(asked.getByRole('button', { name: 'Disconnect' }));
    expect(await screen.findByText('The connection was removed.')).toBeDefined();
    expect(posts(calls)).toEqual([
      ['PUT /sync/settings', { schedule: 'nightly', makes_classes: false }],
      ['DELETE /sync/connections/2', undefined],
    ]);
  });

  test('[B1592] an administrator without a school chooses one, and every call of the page is about it', async () => {
    const schools = [
      { id: 3, name: 'North' },
      { id: 4, name: 'South' },
    ];
    const { calls } = open('', {
      'GET /sync': ({ query }) =>
        query.get('school_id') === '4'
          ? statusOf({ schools, school_id: 4 })
          : statusOf({ schools, school_id: null, standing: 'not_connected', can_connect: false, explanation: 'Choose the school.' }),
    });
    expect(await screen.findByText('Choose the school.')).toBeDefined();
    await userEvent.selectOptions(screen.getByLabelText('School'), 'South');
    expect(await screen.findByText('Connected')).toBeDefined();
    expect(
      calls
        .filter(({ path }) => path === '/sync/runs')
        .at(-1)
        ?.query.get('school_id'),
    ).toBe('4');
    await userEvent.selectOptions(screen.getByLabelText('School'), 'Choose a school');
    expect(await screen.findByText('Choose the school.')).toBeDefined();
  });

  test('[B1594] the page syncs and previews at a press, and counts classes that nobody has decided about', async () => {
    const { calls } = open('', {
      'GET /sync': statusOf({ undecided_classes: 3 }),
      'POST /sync-courses': failure(409, 'SYNC_BUSY'),
    });
    expect(await screen.findByText(/^3 new classes in Google Classroom/)).toBeDefined();
    expect(screen.getByRole('tab', { name: 'Classes (3)' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Sync now' })).toBeDefined();
    await click('Preview');
    expect(posts(calls)).toEqual([['POST /sync-courses', { mode: 'preview', new_classes: 'leave' }]]);
  });

  test('[B1162] it says how changes at Google come here, and lets somebody connect again who keeps Google from telling of them', async () => {
    const arrival = 'Google does not report changes yet. We check Google Classroom for changes every hour.';
    open('', { 'GET /sync': statusOf({ arrival, can_hear_more: true }) });
    expect(await screen.findByText(arrival)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Reconnect to receive Google’s change notifications' })).toBeDefined();
  });

  test('what cannot be loaded says why and is asked for again', async () => {
    let asked = 0;
    open('', { 'GET /sync': () => (++asked === 1 ? failure(403, 'NOT_ALLOWED') : statusOf()), 'GET /sync/runs': failure(429, 'RATE_LIMITED') });
    const [retry] = await screen.findAllByRole('button', { name: 'Retry' });
    expect(retry).toBeDefined();
  });
});

describe('runs', () => {
  test('[B1081] stand newest first with state, figures, and until when one waits', async () => {
    open('', {
      'GET /sync/runs': pageOf([
        runOf({ id: 9, status: 'waiting', waits_until: '2026-11-20T10:42:00.000Z' }),
        doneOf({
          id: 8,
          scope: 'class_work',
          course_id: 3,
          course_name: 'Físika',
          status: 'partly',
          counts: { made: 1, changed: 2, ended: 0, sent: 3, refused: 1, conflicts: 1 },
        }),
      ]),
    });
    expect(await screen.findByText(/^Waiting for Google until 10:42/)).toBeDefined();
    expect(screen.getByText('1 created here · 2 changed here · 3 sent to Google · 1 failed · 1 conflict')).toBeDefined();
    expect(screen.getByText('Partly done')).toBeDefined();
    expect(screen.getByRole('link', { name: /Class work of Físika/ }).getAttribute('href')).toBe('/sync-run/8');
  });

  test('[B1084] one that goes on is cancelled; one that is done is taken back after a question, and the run that does it opens', async () => {
    const { calls, router } = open('', {
      'GET /sync/runs': pageOf([runOf({ id: 9 }), doneOf({ id: 8, can_undo: true })]),
      'GET /sync/runs/9': success({ run: runOf({ id: 9 }) }),
      'POST /sync/runs/9/cancel': success({ run: runOf({ id: 9, status: 'cancelled' }), message: 'The sync was canceled.' }),
      'POST /sync/runs/8/undo': success({ run: runOf({ id: 10, mode: 'undo' }), message: '' }),
    });
    await click('Cancel Classes and people of Ada Byron');
    expect(await screen.findByText('The sync was canceled.')).toBeDefined();
    await click('Undo Classes and people of Ada Byron');
    const asked = await dialog('Undo this sync?');
    expect(asked.getByText(/Anything that someone has changed since is kept and listed/)).toBeDefined();
    await userEvent.click(asked.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/sync-run/10'));
    expect(posts(calls).map(([call]) => call)).toEqual(['POST /sync/runs/9/cancel', 'POST /sync/runs/8/undo']);
  });

  test('who may only look has neither button', async () => {
    open('', { 'GET /sync/runs': pageOf([runOf()]) }, { rights: ['classroom-sync:view'] });
    await screen.findByRole('link', { name: /Classes and people/ });
    expect(screen.queryByRole('button', { name: /^Cancel|^Undo/ })).toBeNull();
  });

  test('none yet: says what to do', async () => {
    open();
    expect(await screen.findByText('Nothing has been synced yet')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Go to Classes' })).toBeDefined();
  });
});

describe('conflicts', () => {
  test('[B1085] show both values with who and when, and one is solved for a side', async () => {
    const { calls } = open('?tab=conflicts', {
      'GET /sync/conflicts': pageOf([conflictOf()]),
      'POST /sync/conflicts/31': success({ message: 'Resolved. 1 value is now the same on both sides.', ids: [31], refused: [] }),
    });
    const row = within((await screen.findByText('Forces, 王小明, Grade')).closest('tr') as HTMLElement);
    expect(row.getByText('17')).toBeDefined();
    expect(row.getByText('15')).toBeDefined();
    expect(row.getByText(/^Ada Byron, /)).toBeDefined();
    expect(row.getByText(/^Someone, /)).toBeDefined();
    await userEvent.click(row.getByRole('button', { name: 'Keep theirs: Forces, 王小明, Grade' }));
    expect(await screen.findByText('Resolved. 1 value is now the same on both sides.')).toBeDefined();
    expect(posts(calls)).toEqual([['POST /sync/conflicts/31', { choice: 'theirs' }]]);
  });

  test('[B1085] several are solved at once, and those that stay are named with the reason', async () => {
    const { calls } = open('?tab=conflicts', {
      'GET /sync/conflicts': pageOf([conflictOf(), conflictOf({ id: 32, subject: 'Waves, Leo' })]),
      'POST /sync/conflicts': success({
        message: 'Resolved. 1 value is now the same on both sides.',
        ids: [31],
        refused: [{ id: 32, name: 'Waves, Leo', message: 'It was changed since.' }],
      }),
    });
    await screen.findByText('Waves, Leo, Grade');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select every row on this page' }));
    await userEvent.click(within(screen.getByRole('group', { name: 'Actions for the selection' })).getByRole('button', { name: 'Keep ours' }));
    expect(await screen.findByText('It was changed since.')).toBeDefined();
    expect(posts(calls)).toEqual([['POST /sync/conflicts', { ids: [31, 32], choice: 'ours' }]]);
  });

  test('one that somebody else solved meanwhile says so', async () => {
    open('?tab=conflicts', {
      'GET /sync/conflicts': pageOf([conflictOf()]),
      'POST /sync/conflicts/31': failure(409, 'SYNC_CONFLICT_OVER', { message: 'This conflict is already solved.' }),
    });
    await click(/^Keep ours: /);
    expect(await screen.findByText('This conflict is already solved.')).toBeDefined();
  });

  test('on a phone each is a card with both values', async () => {
    open('?tab=conflicts', { 'GET /sync/conflicts': pageOf([conflictOf()]) }, { width: 360 });
    const list = within(await screen.findByRole('list', { name: 'Conflicts' }));
    expect(list.getByText('Here')).toBeDefined();
    expect(list.getByText('In Google Classroom')).toBeDefined();
  });
});

describe('people', () => {
  const PROPOSED = personOf({
    id: 22,
    state: 'proposed',
    name: 'Leo C.',
    email: null,
    account_id: 8,
    account_name: 'Leo Castellano',
    note: 'The same address.',
  });

  test('[B1086] are shown by state; a proposed one is accepted, an unknown one is given an account found while typing', async () => {
    const answer = success({ person: personOf(), message: 'Done.' });
    const { calls } = open('?tab=people', {
      'GET /sync/people': peopleOf([PROPOSED, personOf()]),
      'GET /suggest/accounts': success({ data: [{ id: 12, name: 'Layla Haddad', first_name: 'Layla', last_name: 'Haddad', email: 'layla@school.test' }] }),
      'POST /sync/people/22': answer,
      'POST /sync/people/21': answer,
    });
    expect(await screen.findByText('The same address.')).toBeDefined();
    expect(screen.getByText('Google does not share this address')).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Create an account/ })).toBeNull();
    await click('Leo C. is Leo Castellano');
    await screen.findByText('Done.');
    await click('Choose the account of \u2068ليلى حداد\u2069');
    const asked = await dialog('Choose the account of \u2068ليلى حداد\u2069');
    await userEvent.click(asked.getByRole('button', { name: 'Match' }));
    expect(await asked.findByText('Choose an account.')).toBeDefined();
    await userEvent.type(asked.getByRole('combobox'), 'Lay');
    await userEvent.click(await screen.findByRole('option', { name: /Layla Haddad/ }));
    await userEvent.click(asked.getByRole('button', { name: 'Match' }));
    await waitFor(() =>
      expect(posts(calls)).toEqual([
        ['POST /sync/people/22', { account_id: 8 }],
        ['POST /sync/people/21', { account_id: 12 }],
      ]),
    );
  });

  test('[B1086] who may make accounts makes one after a question; anybody unknown is left out', async () => {
    const { calls } = open('?tab=people', {
      'GET /sync/people': peopleOf([personOf()], true),
      'POST /sync/people/21': success({ person: personOf(), message: 'Done.' }),
      'POST /sync/people': success({ message: '1 person is ignored.', ids: [21], refused: [] }),
    });
    await click('Create an account for \u2068ليلى حداد\u2069');
    const asked = await dialog('Create an account for \u2068ليلى حداد\u2069?');
    expect(asked.getByText(/It has the address layla@school.test/)).toBeDefined();
    await userEvent.click(asked.getByRole('button', { name: 'Create account' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await click('Ignore \u2068ليلى حداد\u2069');
    await screen.findByText('1 person is ignored.');
    await click('Undo');
    await waitFor(() =>
      expect(posts(calls).map(([, body]) => body)).toEqual([{ create: true }, { ids: [21], choice: 'ignore' }, { ids: [21], choice: 'forget' }]),
    );
  });

  test('[B1352] several are chosen: accounts are made for all of them after a question, and who cannot get one is named; those only here are left out of it', async () => {
    const { calls } = open('?tab=people', {
      'GET /sync/people': peopleOf(
        [PROPOSED, personOf(), personOf({ id: 21, state: 'only_here', name: null, email: null, account_id: 21, account_name: 'Mia' })],
        true,
      ),
      'POST /sync/people': success({
        message: '1 account was created.',
        ids: [21],
        refused: [{ id: 22, name: 'Leo C.', message: 'Google does not share this address.' }],
      }),
    });
    const ofPage = await screen.findByRole('checkbox', { name: 'Select every row on this page' });
    await userEvent.click(ofPage);
    await click('Create accounts');
    const asked = await dialog('Create 2 accounts?');
    await userEvent.click(asked.getByRole('button', { name: 'Create accounts' }));
    expect(await screen.findByText('1 was not changed:')).toBeDefined();
    expect(screen.getByText('Google does not share this address.')).toBeDefined();
    expect(posts(calls)).toEqual([['POST /sync/people', { ids: [22, 21], choice: 'create' }]]);
    expect(screen.queryByRole('button', { name: 'Create accounts' })).toBeNull();
  });

  test('an account that is taken says whose, and the choice stays', async () => {
    open('?tab=people', {
      'GET /sync/people': peopleOf([PROPOSED]),
      'POST /sync/people/22': failure(409, 'SYNC_PERSON_TAKEN', { message: 'Leo Castellano is somebody else already.' }),
    });
    await click('Leo C. is Leo Castellano');
    expect(await screen.findByText('Leo Castellano is somebody else already.')).toBeDefined();
  });

  test('those only here have nothing to match; the state is chosen into the address', async () => {
    const { calls, router } = open('?tab=people', {
      'GET /sync/people': peopleOf([personOf({ id: 9, state: 'only_here', name: null, email: null, account_id: 9, account_name: 'Mia' })]),
    });
    expect(await screen.findByText('Not in Google Classroom')).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Choose the account/ })).toBeNull();
    await userEvent.selectOptions(screen.getByLabelText('Show'), 'Unknown here (1)');
    await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'people', state: 'unknown' }));
    await waitFor(() => expect(calls.at(-1)?.query.get('state')).toBe('unknown'));
  });
});

describe('classes of Google Classroom', () => {
  test('[B1082] say which class here they are linked with; a free one is linked, a linked one parted after a question', async () => {
    const { calls } = open('?tab=classes', {
      'GET /sync/classes': freeOf([
        googleClassOf({ course_id: 3, course_name: 'Physics' }),
        googleClassOf({ external_id: '772', name: '物理', state: 'PROVISIONED' }),
      ]),
      'GET /courses': pageOf([{ id: 4, name: 'Chess', section: '' }]),
      'POST /courses/4/link': success({ link: null, message: 'Chess is linked.' }),
      'DELETE /courses/3/link': success({ course_id: 3, message: 'Physics is parted.' }),
    });
    expect(await screen.findByText('Not accepted yet')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Physics' }).getAttribute('href')).toBe('/class-details/3');
    await click('Link 物理 to a class here');
    const asked = await dialog('Link 物理 to a class here');
    await userEvent.click(asked.getByRole('combobox'));
    await userEvent.click(await screen.findByRole('option', { name: 'Chess' }));
    await userEvent.click(asked.getByRole('button', { name: 'Link' }));
    expect(await screen.findByText('Chess is linked.')).toBeDefined();
    await click('Unlink Physics 9B from Physics');
    await userEvent.click((await dialog('Unlink Physics from Google Classroom?')).getByRole('button', { name: 'Unlink' }));
    expect(await screen.findByText('Physics is parted.')).toBeDefined();
    expect(posts(calls)).toEqual([
      ['POST /courses/4/link', { external_id: '772' }],
      ['DELETE /courses/3/link', undefined],
    ]);
  });

  test('[B1082] a class is made there for one here; a refusal keeps the dialog with the reason', async () => {
    const { calls } = open('?tab=classes', {
      'GET /courses': pageOf([{ id: 4, name: 'Chess', section: '' }]),
      'POST /courses/4/link': failure(409, 'SYNC_LINKED_ALREADY', { message: 'Chess is linked with another class already.' }),
    });
    await click('Create a class in Google Classroom');
    const asked = await dialog('Create a class in Google Classroom');
    await userEvent.click(asked.getByRole('combobox'));
    await userEvent.click(await screen.findByRole('option', { name: 'Chess' }));
    await userEvent.click(asked.getByRole('button', { name: 'Create' }));
    expect(await asked.findByText('Chess is linked with another class already.')).toBeDefined();
    expect(posts(calls)).toEqual([['POST /courses/4/link', { create: true }]]);
  });

  test('before any run it says that nobody has looked', async () => {
    open('?tab=classes', { 'GET /sync/classes': freeOf([], null) });
    expect(await screen.findByText('No sync has checked Google Classroom yet.')).toBeDefined();
  });
});
