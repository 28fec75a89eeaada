import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeScreen, openScreen, pageOf, readyForScreen } from '../../../testing/open-screen.tsx';
import { failure, scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import type { Roster, RosterClassMatch, RosterRow } from './calls.ts';
import { RostersScreen } from './index.ts';

beforeEach(readyForScreen);
afterEach(closeScreen);

const RIGHTS = ['rosters:view', 'rosters:edit', 'accounts:create'];
const none = { new: 0, changed: 0, ends: 0, same: 0, error: 0, not_taken: 0, waits: 0, undecided: 0 };
const counts = {
  school: { ...none, same: 1 },
  session: none,
  person: { ...none, new: 3, error: 1 },
  class: { ...none, new: 1, waits: 2 },
  member: { ...none, new: 5, ends: 7 },
  guardian: none,
  tie: none,
};
const preview: Roster = {
  ...{
    id: 7,
    file_name: 'roster.zip',
    from: 'file',
    format: 'OneRoster 1.1',
    schools: [{ id: 1, name: 'North' }],
    account_name: 'Ada King',
    status: 'preview',
    reading: null,
    counts,
  },
  ...{
    total_rows: 16,
    done_rows: 0,
    failed_rows: 0,
    remarks: ['Passwords in users.csv were not read.'],
    many_ends: [{ name: 'Physics', ending: 7, current: 9 }],
    offers: { name: { offered: 2, chosen: 1 }, email: { offered: 0, chosen: 0 }, same: { offered: 0, chosen: 0 } },
    meetings: { undecided: 0, sure: 0, new: 3, ours: 0, decided: 0 },
  },
  ...{
    created_at: '2026-11-20T10:00:00.000Z',
    finished_at: null,
    message: '16 rows would change something.',
    can_apply: true,
    can_cancel: true,
    can_undo: false,
    undo: null,
  },
};
const row: RosterRow = {
  ...{
    number: 1,
    kind: 'person',
    outcome: 'error',
    external_id: 'u4',
    file: 'users.csv',
    line: 5,
    name: 'نور',
    detail: '',
    role: 'STUDENT',
    changes: [],
    local_id: null,
    note: null,
    choices: [{ choice: 'name', chosen: false }],
  },
  said: [{ column: 'email', value: 'nobody', code: 'email', message: 'This is not an email address.' }],
};
const schools = [{ id: 1, name: 'North' }];
const listed = (rows: Roster[]) => () => ({ body: { ...(pageOf(rows) as { body: object }).body, schools } });
type Answers = Parameters<typeof scriptFetch>[0];
function open(answers: Answers = {}, { address = '/rosters', rights = RIGHTS, width = 1280 } = {}) {
  const calls = scriptFetch({
    'GET /oneroster/sources': success({ data: [], schools }),
    ...{ 'GET /import/rosters': listed([]), 'GET /import/rosters/7': success({ import: preview, unknown: [] }), 'GET /import/rosters/7/rows': pageOf([row]) },
    ...answers,
  });
  const router = openScreen(RostersScreen, { address, rights, width });
  return { calls, router };
}
const file = (name = 'roster.zip', bytes = 10): File => new File([new Uint8Array(bytes)], name);
const choose = async (...files: File[]) => userEvent.upload(await screen.findByLabelText('Choose files', { selector: 'input' }), files);

/** A roster while a job reads it. */
const reading: Roster = {
  ...{
    ...preview,
    format: '',
    status: 'reading',
    reading: { done: 0, total: 0 },
    counts: { school: none, session: none, person: none, class: none, member: none, guardian: none, tie: none },
  },
  ...{ schools: [], total_rows: 0, remarks: [], many_ends: [], message: 'Reading the files.', can_apply: false },
};

test('[B1036][B1262] files go up as they are chosen; how far reading is stands at the roster’s own address, and then its preview', async () => {
  const steps = [reading, { ...reading, reading: { done: 1200, total: 0 } }, { ...reading, reading: { done: 300, total: 4000 } }, preview];
  const { calls, router } = open({
    'POST /import/roster': success({ import: reading, message: 'Reading the files.' }),
    'GET /import/rosters/7': () => success({ import: steps.length > 1 ? steps.shift() : steps[0], unknown: [] }),
  });
  await screen.findByText('No roster yet');
  await choose(file('users.csv'), file('classes.csv'));
  await waitFor(() => expect(router.state.location.search).toEqual({ roster: 7 }));
  expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual(['/import/roster']);
  await screen.findByText('0 rows read so far.');
  expect(screen.queryByRole('button', { name: 'Apply' })).toBe(null);
  await screen.findByText('1,200 rows read so far.');
  await screen.findByText('300 of 4,000 rows compared.');
  await screen.findByText('16 rows would change something.');
  expect(screen.getByText('Passwords in users.csv were not read.')).toBeDefined();
  expect(await screen.findByText('This is not an email address.')).toBeDefined();
});

test('[B2759] guardians come only if somebody asks for them, and only people who may add and end guardians can', async () => {
  const sent = { 'POST /import/roster': success({ import: reading, message: 'Reading the files.' }) };
  const { calls } = open(sent, { rights: [...RIGHTS, 'guardians:create', 'guardians:delete'] });
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /^Bring guardians/ });
  expect(box.checked).toBe(false);
  await userEvent.click(box);
  await choose(file());
  await waitFor(() => expect(calls.find(({ method }) => method === 'POST')?.form?.get('bring_guardians')).toBe('true'));
  closeScreen();
  open(sent, { rights: [...RIGHTS, 'guardians:create'] });
  await screen.findByText('No roster yet');
  expect(screen.queryByRole('checkbox', { name: /^Bring guardians/ })).toBe(null);
});

test('[B1262] reading is stopped by a button, and what is wrong with the files stands on their page without anything to do', async () => {
  const failed: Roster = { ...reading, status: 'failed', reading: null, can_cancel: false, message: 'The archive is damaged.' };
  const stopped: Roster = { ...failed, status: 'cancelled', message: 'Discarded. Nothing was changed.' };
  const { calls } = open(
    {
      'GET /import/rosters/7': success({ import: reading, unknown: [] }),
      'POST /import/rosters/7/cancel': success({ import: stopped, message: 'Discarded. Nothing was changed.' }),
    },
    { address: '/rosters?roster=7', width: 360 },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Stop reading' }));
  await waitFor(() => expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual(['/import/rosters/7/cancel']));
  closeScreen();
  readyForScreen();
  open({ 'GET /import/rosters/7': success({ import: failed, unknown: [] }) }, { address: '/rosters?roster=7', width: 360 });
  await screen.findByText('The archive is damaged.');
  expect(screen.queryByRole('button', { name: /^(?:Apply|Stop reading|Discard preview|Undo)$/ })).toBe(null);
  expect(screen.queryByRole('heading', { name: 'Changes' })).toBe(null);
});

test('[B1036] what the server refuses at once stands there, and too many files are refused before they go out', async () => {
  const words = 'There are 50 rosters already that nobody has done or dropped.';
  const { calls } = open({ 'POST /import/roster': failure(422, 'VALIDATION_FAILED', { errors: { files: [words] } }) });
  await choose(file());
  await screen.findByText(words);
  await choose(...Array.from({ length: 21 }, (_, at) => file(`t${at}.csv`)));
  await screen.findByText('There are more than 20 files. Put them into one zip archive.');
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('[B1036] a count shows its rows, in the address', async () => {
  const { calls, router } = open({}, { address: '/rosters?roster=7' });
  await userEvent.click(await screen.findByRole('button', { name: 'Show rows: People, Error (1)' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ roster: 7, kind: 'person', outcome: 'error' }));
  await waitFor(() => expect(calls.at(-1)?.query.get('outcome')).toBe('error'));
});

test('[B1036] what many places would lose is said and confirmed, and what was chosen goes with it', async () => {
  const begun = { ...preview, status: 'waiting' as const, can_apply: false, message: 'Starting soon.' };
  const { calls } = open({ 'POST /import/rosters/7/apply': success({ import: begun, message: 'Begun.' }) }, { address: '/rosters?roster=7' });
  await screen.findByText('Physics: 7 of 9');
  await userEvent.click(screen.getByRole('checkbox', { name: /^Yes, remove these people/ }));
  await userEvent.click(screen.getByRole('checkbox', { name: /^Apply only the rows without errors/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  await screen.findByText('Begun.');
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    mode: 'partial',
    create_accounts: true,
    confirm_many_ends: true,
    teacher_for_classes_without: null,
  });
});

test('[B1036] why it is not done stands at the button, and everything chosen stays', async () => {
  open({ 'POST /import/rosters/7/apply': failure(409, 'ROSTER_BUSY') }, { address: '/rosters?roster=7' });
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Yes, remove these people/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  await screen.findByText('server says ROSTER_BUSY');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Yes, remove these people/ }).checked).toBe(true);
});

test('[B1036] one that is done is taken back after a question', async () => {
  const done = { ...preview, status: 'finished' as const, can_apply: false, can_cancel: false, can_undo: true, done_rows: 16, message: 'Done: 16 rows.' };
  const taken = { ...done, can_undo: false, undo: { status: 'finished' as const, left: 0, stays: 0, message: 'Undone.' } };
  const { calls } = open(
    {
      'GET /import/rosters/7': success({ import: done, unknown: [] }),
      'POST /import/rosters/7/undo': success({ import: taken, message: 'Undoing…' }),
    },
    { address: '/rosters?roster=7' },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Undo' }));
  await screen.findByText('Undoing…');
  expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual(['/import/rosters/7/undo']);
});

test('[B1036] columns that nobody knows are asked for, with what stands in them; a missing one is named', async () => {
  const signature = 'a'.repeat(32);
  const columns = [
    { title: 'Nr', sample: '17' },
    { title: 'Vorname', sample: 'Änne' },
  ];
  const tables = [{ file: 'pupils.csv', signature, columns, guess: { kind: 'person', role: 'student', columns: { first: 'Vorname' } } }];
  const asks: Roster = { ...reading, status: 'columns', reading: null, message: 'Choose what the columns mean.' };
  const { calls } = open(
    {
      'GET /import/rosters/7': success({ import: asks, unknown: tables }),
      'POST /import/rosters/7/columns': success({ import: reading, message: 'Reading the files.' }),
    },
    { address: '/rosters?roster=7' },
  );
  const group = await screen.findByRole('group', { name: 'pupils.csv' });
  expect(within(group).getByLabelText<HTMLSelectElement>('First name').value).toBe('Vorname');
  await userEvent.click(screen.getByRole('button', { name: 'Read the files' }));
  expect(within(group).getByText('Choose the column for this.')).toBeDefined();
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(0);
  await userEvent.selectOptions(within(group).getByLabelText('ID'), 'Nr (such as “17”)');
  await userEvent.click(screen.getByRole('button', { name: 'Read the files' }));
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'POST')).toMatchObject({
      path: '/import/rosters/7/columns',
      body: { mappings: { [signature]: { kind: 'person', role: 'student', columns: { first: 'Vorname', id: 'Nr' } } } },
    }),
  );
});

test('[B1036] who may only look is offered nothing to do; a roster that cannot be loaded says so, with a way to try again', async () => {
  open({}, { address: '/rosters?roster=7', rights: ['rosters:view'], width: 360 });
  await screen.findByText('16 rows would change something.');
  expect(screen.queryByRole('button', { name: /^(?:Apply|Discard preview|Undo)$/ })).toBe(null);
  closeScreen();
  readyForScreen();
  open({ 'GET /import/rosters/7': failure(503, 'UNAVAILABLE') }, { address: '/rosters?roster=7' });
  await screen.findByRole('button', { name: /Retry|Try again/ });
});

test('[B1337] a status that only a newer server knows shows what the server says of it, and is looked at again while it can be stopped', async () => {
  const odd = { ...reading, status: 'judging' as never, reading: null, message: 'A newer server is weighing it.' };
  const steps = [odd, preview];
  open({
    'GET /import/rosters': listed([odd]),
    'GET /import/rosters/7': () => success({ import: steps.length > 1 ? steps.shift() : steps[0], unknown: [] }),
  });
  await screen.findByText('A newer server is weighing it.');
  expect(screen.queryByText(/rosters\.status|judging/)).toBe(null);
  await userEvent.click(screen.getByRole('button', { name: 'roster.zip' }));
  await screen.findByText('A newer server is weighing it.');
  await screen.findByText('16 rows would change something.');
});

test('[B1338] of what was read of another system the collection is named, and no row of a file', async () => {
  const rows = [
    { ...row, file: 'people', line: 5 },
    { ...row, number: 2, external_id: 'u5', file: '', line: 0 },
  ];
  open(
    { 'GET /import/rosters/7': success({ import: { ...preview, from: 'source' }, unknown: [] }), 'GET /import/rosters/7/rows': pageOf(rows) },
    { address: '/rosters?roster=7' },
  );
  await screen.findByText('From the source: people');
  await screen.findByText('Not in the roster');
  expect(screen.queryByText(/row 5/)).toBe(null);
});

test('[B1624] names of the roster are chosen for one row and for all, by people who may change accounts', async () => {
  const user = userEvent.setup();
  const answer = success({ import: { ...preview, offers: { ...preview.offers, name: { offered: 2, chosen: 2 } } }, message: 'Chosen.' });
  const { calls } = open({ 'POST /import/rosters/7/choices': answer }, { address: '/rosters?roster=7', rights: [...RIGHTS, 'accounts:edit'] });
  await user.click(await screen.findByLabelText('Use the roster’s name'));
  await user.click(await screen.findByLabelText('Use the roster’s name (chosen for 1 of 2)'));
  await waitFor(() => expect(calls.filter(({ path }) => path.endsWith('/choices'))).toHaveLength(2));
  expect(calls.filter(({ path }) => path.endsWith('/choices')).map(({ body }) => body)).toEqual([
    { choice: 'name', chosen: true, rows: [1] },
    { choice: 'name', chosen: true },
  ]);
});

test('[B1624] nobody else chooses them', async () => {
  open({}, { address: '/rosters?roster=7' });
  expect(await screen.findByLabelText('Use the roster’s name')).toHaveProperty('disabled', true);
});

const meeting: RosterClassMatch = {
  ...{ number: 4, external_id: 'c1', name: 'Physics', code: 'PH-1', teachers: ['Ada King'], terms: ['Autumn'], decision: 'undecided' },
  course: { id: 31, name: 'Physics 9', section: 'A', teacher: 'Ada King', is_archived: false, people_from: null, taken_by: null },
  grounds: { code: 'nameTeacherOtherTerm', is_sure: false, message: 'Same name and teacher, another term' },
  people: { come: 1, go: 12, stay: 20, coming: ['نور'], going: ['Änne Öst'] },
};

test('[B1728] classes that may be here already are decided one by one, by search, or all at once; what it means for people is said', async () => {
  const user = userEvent.setup();
  const open1: Roster = { ...preview, meetings: { undecided: 2, sure: 1, new: 0, ours: 0, decided: 0 } };
  const decided: Roster = { ...preview, meetings: { undecided: 0, sure: 0, new: 1, ours: 1, decided: 2 } };
  let now = open1;
  const { calls } = open(
    {
      'GET /import/rosters/7': () => success({ import: now, unknown: [] }),
      'GET /import/rosters/7/meetings': pageOf([meeting]),
      'GET /import/rosters/7/meetings/classes': success({ data: [{ ...meeting.course, id: 32, name: 'Physics 10', is_archived: true }] }),
      'POST /import/rosters/7/meetings': ({ body }: { body: unknown }) => {
        if ((body as { as: string }).as === 'ours' && (body as { course_id?: number }).course_id === 32) return failure(409, 'CLASS_ARCHIVED');
        now = (body as { rows?: number[] }).rows ? open1 : decided;
        return success({ import: now, message: 'Decided.' });
      },
    } as Answers,
    { address: '/rosters?roster=7', width: 360 },
  );
  await screen.findByText('2 undecided');
  await screen.findByText('2 classes are undecided. They are skipped until someone decides.');
  await screen.findByText('Same name and teacher, another term');
  expect(screen.getByText('1 join, 12 leave, 20 stay')).toBeDefined();
  expect(screen.getByText('Änne Öst, and 11 more')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Match Physics to this class' }));
  await user.click(await screen.findByRole('button', { name: 'Choose your class for Physics' }));
  const field = await screen.findByRole('combobox', { name: 'Your class' });
  await user.clear(field);
  await user.click(await screen.findByRole('option', { name: /Physics 10.*archived/ }));
  await user.click(screen.getByRole('button', { name: 'Match' }));
  await screen.findByText('server says CLASS_ARCHIVED');
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Use all suggestions' }));
  await screen.findByText('One is yours');
  expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { as: 'ours', rows: [4], course_id: 31 },
    { as: 'ours', rows: [4], course_id: 32 },
    { as: 'proposals' },
  ]);
  expect(calls.filter(({ path }) => path.endsWith('/meetings')).map(({ query }) => query.get('decision'))[0]).toBe('undecided');
});

test('[B1897] three hundred classes that were all made new by one press are decided again by one press', async () => {
  const user = userEvent.setup();
  const undecided: Roster = { ...preview, meetings: { undecided: 300, sure: 0, new: 0, ours: 0, decided: 0 } };
  const allNew: Roster = { ...preview, meetings: { undecided: 0, sure: 0, new: 300, ours: 0, decided: 300 } };
  let now = undecided;
  const { calls } = open(
    {
      'GET /import/rosters/7': () => success({ import: now, unknown: [] }),
      'GET /import/rosters/7/meetings': pageOf([meeting]),
      'POST /import/rosters/7/meetings': ({ body }: { body: unknown }) => {
        now = (body as { as: string }).as === 'new' ? allNew : undecided;
        return success({ import: now, message: 'Decided.' });
      },
    } as Answers,
    { address: '/rosters?roster=7', width: 360 },
  );
  await screen.findByText('300 undecided');
  expect(screen.queryByRole('button', { name: 'Decide all again' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'All new' }));
  await user.click(await screen.findByRole('button', { name: 'Decide all again' }));
  await screen.findByText('300 undecided');
  expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([{ as: 'new' }, { as: 'undecided' }]);
});
