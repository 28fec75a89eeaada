import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { configStore } from '../base/config.ts';
import { courseOf } from '../features/class/classes/testing/course.ts';
import { doneOf, freeOf, googleClassOf, runOf, STAFF, statusOf } from '../features/connections/sync/testing/views.ts';
import { closeScreen, openScreen, pageOf, readyForScreen } from '../testing/open-screen.tsx';
import { failure, scriptFetch, success } from '../testing/scripted-fetch.ts';
import { ClassesPage, PeoplePage, StudentClassesPage } from './ClassPages.tsx';
import { ClassworkPage } from './ClassworkPages.tsx';

beforeEach(() => {
  configStore.set({ classroom: true } as never);
  readyForScreen();
  sessionStorage.clear();
});
afterEach(() => {
  configStore.set(null);
  closeScreen();
});

type Answers = Parameters<typeof scriptFetch>[0];
const PAGES = { '/classes': ClassesPage, '/std-classes': StudentClassesPage, '/class-people/$id': PeoplePage, '/class-classwork/$id': ClassworkPage } as const;

function open(path: keyof typeof PAGES, answers: Answers = {}, { rights = STAFF, width = 1280 }: { rights?: string[]; width?: number } = {}) {
  const calls = scriptFetch({
    'GET /courses': pageOf([courseOf()]),
    'GET /courses/3': success({ course: courseOf() }),
    'GET /courses/3/course-works': pageOf([]),
    'GET /topics': success({ data: [] }),
    'GET /courses/3/link': success({ link: null }),
    'GET /courses/3/synced-works': success({ works: [], conflicts: [], receipts: [], as_of: null }),
    'GET /sync/runs': pageOf([]),
    'GET /sync/classes': freeOf([]),
    'GET /sync': statusOf(),
    ...answers,
  });
  const router = openScreen(PAGES[path], { address: path.replace('$id', '3'), path, rights, width });
  return { calls, router };
}
const posts = (calls: { method: string; path: string; body?: unknown }[]) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [`${method} ${path}`, body]);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
/** Returns the replies one by one, then repeats the last. */
const inTurn = (...replies: ReturnType<typeof success>[]) => {
  let at = 0;
  return () => replies[Math.min(at++, replies.length - 1)]!;
};

describe('Sync Class', () => {
  test('[K100] [K443] shows Syncing... while the run lives, keeps the focus, then says the server’s words and loads the classes anew', async () => {
    const { calls } = open('/classes', {
      'POST /sync-courses': success({ run: runOf(), message: 'The sync has started.' }),
      'GET /sync/runs/5': inTurn(success({ run: runOf({ classes: 12, classes_done: 3 }) }), success({ run: doneOf() })),
    });
    await press('Sync Class');
    const busy = await screen.findByRole('button', { name: 'Syncing...' });
    expect(busy.getAttribute('aria-busy')).toBe('true');
    expect(document.activeElement).toBe(busy);
    const asked = calls.filter(({ path }) => path === '/courses').length;
    expect(await screen.findByText('Classes Sync is complete')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Sync Class' })).toBeDefined();
    await waitFor(() => expect(calls.filter(({ path }) => path === '/courses').length).toBeGreaterThan(asked));
    expect(posts(calls)).toEqual([['POST /sync-courses', { mode: 'apply', new_classes: 'leave' }]]);
  });

  test('[K364] of staff with classes nobody has decided about opens a preview first', async () => {
    const { calls, router } = open('/classes', {
      'GET /sync/classes': freeOf([googleClassOf()]),
      'POST /sync-courses': success({ run: runOf({ mode: 'preview' }), message: '' }),
      'GET /sync/runs/5': success({ run: doneOf({ mode: 'preview', can_apply: true }) }),
    });
    await press('Sync Class');
    await waitFor(() => expect(router.state.location.pathname).toBe('/sync-run/5'));
    expect(posts(calls)).toEqual([['POST /sync-courses', { mode: 'preview', new_classes: 'leave' }]]);
  });

  test('a school whose classes no run has looked at sees a preview first; classes left out, or only of years past, ask for none', async () => {
    const begun = success({ run: runOf(), message: '' });
    const first = open('/classes', { 'GET /sync/classes': freeOf([], null), 'POST /sync-courses': begun });
    await press('Sync Class');
    await waitFor(() => expect(posts(first.calls)).toEqual([['POST /sync-courses', { mode: 'preview', new_classes: 'leave' }]]));
    closeScreen();
    readyForScreen();
    sessionStorage.clear();
    const later = open('/classes', {
      'GET /sync/classes': freeOf([googleClassOf({ is_ignored: true }), googleClassOf({ external_id: '772', state: 'ARCHIVED' })]),
      'POST /sync-courses': begun,
    });
    await press('Sync Class');
    await waitFor(() => expect(posts(later.calls)).toEqual([['POST /sync-courses', { mode: 'apply', new_classes: 'leave' }]]));
  });

  test('[K432] [Q495] a call that is refused stops the indicator and shows the server’s message', async () => {
    open('/classes', { 'POST /sync-courses': failure(403, 'NOT_ALLOWED', { message: 'You may not sync these classes.' }) });
    await press('Sync Class');
    expect(await screen.findByText('You may not sync these classes.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Sync Class' }).getAttribute('aria-busy')).toBeNull();
  });

  test('[K432] [B1080] a run that fails stops the indicator, shows why and leads to its report', async () => {
    open('/classes', {
      'POST /sync-courses': success({ run: runOf(), message: '' }),
      'GET /sync/runs/5': success({ run: doneOf({ status: 'failed', message: 'The sync failed: Google does not answer.' }) }),
    });
    await press('Sync Class');
    expect(await screen.findByText('The sync failed: Google does not answer.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Open the report' }).getAttribute('href')).toBe('/sync-run/5');
    expect(screen.getByRole('button', { name: 'Sync Class' })).toBeDefined();
  });

  test('[B1080] what could not be done is said, with the way to the report', async () => {
    open('/classes', {
      'POST /sync-courses': success({ run: runOf(), message: '' }),
      'GET /sync/runs/5': success({ run: doneOf({ status: 'partly', message: 'Synced, except 2 classes. See the report.' }) }),
    });
    await press('Sync Class');
    expect(await screen.findByText('Synced, except 2 classes. See the report.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Open the report' })).toBeDefined();
  });

  test('[K101] where nothing is set up or connected it explains what to do, and offers Connect to who can', async () => {
    open('/classes', {
      'POST /sync-courses': failure(409, 'SYNC_NOT_CONNECTED'),
      'GET /sync': statusOf({ standing: 'not_connected', explanation: 'Connect it with your Google account.' }),
    });
    await press('Sync Class');
    const dialog = within(await screen.findByRole('dialog', { name: 'Google Classroom' }));
    expect(await dialog.findByText('Connect it with your Google account.')).toBeDefined();
    expect(await dialog.findByRole('button', { name: 'Connect Google Classroom' })).toBeDefined();
    expect(dialog.getByRole('link', { name: 'Open Google Classroom settings' }).getAttribute('href')).toBe('/sync');
    expect(screen.getByRole('button', { name: 'Sync Class', hidden: true })).toBeDefined();
  });

  test('[K101] a server without Google Classroom offers no Connect', async () => {
    open('/classes', {
      'POST /sync-courses': failure(409, 'SYNC_NOT_SET_UP'),
      'GET /sync': statusOf({ standing: 'not_set_up', explanation: 'It is not set up on this server.', can_connect: false }),
    });
    await press('Sync Class');
    expect(await screen.findByText('It is not set up on this server.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Connect Google Classroom' })).toBeNull();
  });

  test('[B1081] a run that waits for quota says until when', async () => {
    open('/classes', {
      'POST /sync-courses': success({ run: runOf({ status: 'waiting', waits_until: '2026-11-20T10:42:00.000Z' }), message: '' }),
      'GET /sync/runs/5': success({ run: runOf({ status: 'waiting', waits_until: '2026-11-20T10:42:00.000Z' }) }),
    });
    await press('Sync Class');
    expect((await screen.findByText(/^Waiting for Google until 10:42/)).closest('[role="status"]')).not.toBeNull();
  });

  test('[B1081] another window, and a page come back to, finds the run that goes on and says how it ended', async () => {
    let reads = 0;
    const { calls } = open('/classes', {
      'GET /sync/runs': () => pageOf(reads === 0 ? [runOf()] : []),
      'GET /sync/runs/5': () => success({ run: reads++ === 0 ? runOf() : doneOf() }),
    });
    expect(await screen.findByRole('button', { name: 'Syncing...' })).toBeDefined();
    expect(await screen.findByText('Classes Sync is complete')).toBeDefined();
    expect(posts(calls)).toEqual([]);
    expect(calls.find(({ path }) => path === '/sync/runs')?.query.get('alive')).toBe('true');
  });

  test('[B1310] an administrator’s button follows the run of the school, not one of somebody’s own classes, and a teacher’s not the school’s', async () => {
    const [mine, all] = [runOf({ id: 6, account_id: 8, account_name: 'Bo Ek', begun_by: 8, by: 'Bo Ek' }), runOf({ account_id: null, account_name: null })];
    const admin = { rights: [...STAFF, 'classroom-sync:edit'] };
    const { calls } = open('/classes', { 'GET /sync/runs': pageOf([mine]) }, admin);
    expect(await screen.findByRole('button', { name: 'Sync Class' })).toBeDefined();
    await waitFor(() => expect(calls.some(({ path }) => path === '/sync/runs')).toBe(true));
    expect(screen.queryByRole('button', { name: 'Syncing...' })).toBeNull();
    closeScreen();
    readyForScreen();
    open('/classes', { 'GET /sync/runs': pageOf([mine, all]), 'GET /sync/runs/5': success({ run: all }) }, admin);
    expect(await screen.findByRole('button', { name: 'Syncing...' })).toBeDefined();
    closeScreen();
    readyForScreen();
    const teachers = open('/classes', { 'GET /sync/runs': pageOf([all]) });
    await waitFor(() => expect(teachers.calls.some(({ path }) => path === '/sync/runs')).toBe(true));
    expect(screen.queryByRole('button', { name: 'Syncing...' })).toBeNull();
  });

  test('[B1310] a run that somebody else began, or that began by itself, says so on the button; an own one does not', async () => {
    const others = runOf({ begun_by: 8, by: 'Bo Ek', classes: 12, classes_done: 3 });
    open('/classes', {
      'POST /sync-courses': success({ run: others, message: 'This is already being synced.' }),
      'GET /sync/runs/5': success({ run: others }),
    });
    await press('Sync Class');
    expect((await screen.findByText('Started by Bo Ek, 10:00 AM · 3 of 12 classes')).getAttribute('role')).toBe('status');
    closeScreen();
    readyForScreen();
    sessionStorage.clear();
    const byItself = runOf({ begun_by: null, by: null, mode: 'scheduled' });
    open('/classes', { 'GET /sync/runs': pageOf([byItself]), 'GET /sync/runs/5': success({ run: byItself }) });
    expect(await screen.findByText('Started automatically, 10:00 AM')).toBeDefined();
    closeScreen();
    readyForScreen();
    const own = runOf({ classes: 12, classes_done: 3 });
    open('/classes', { 'GET /sync/runs': pageOf([own]), 'GET /sync/runs/5': success({ run: own }) });
    expect(await screen.findByText('3 of 12 classes')).toBeDefined();
  });

  test('a run that began by itself is shown while it goes on, and ends without a word', async () => {
    let reads = 0;
    open('/classes', {
      'GET /sync/runs': () => pageOf(reads > 1 ? [] : [runOf({ mode: 'scheduled' })]),
      'GET /sync/runs/5': () => success({ run: reads++ === 0 ? runOf({ mode: 'scheduled' }) : doneOf({ mode: 'scheduled' }) }),
    });
    expect(await screen.findByRole('button', { name: 'Syncing...' })).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Sync Class' })).toBeDefined();
    expect(screen.queryByText('Classes Sync is complete')).toBeNull();
  });

  test('[B1081] a paused run says that it asks something, with the way to the answer', async () => {
    open('/classes', {
      'GET /sync/runs': pageOf([runOf({ status: 'paused' })]),
      'GET /sync/runs/5': success({ run: runOf({ status: 'paused', question: 'End 9 memberships?' }) }),
    });
    expect((await screen.findByRole('link', { name: 'Answer' })).getAttribute('href')).toBe('/sync-run/5');
    expect(screen.getByRole('button', { name: 'Sync Class' })).toBeDefined();
  });

  test('a lost line for a while says nothing of the run, which is asked about again', async () => {
    let reads = 0;
    open('/classes', {
      'POST /sync-courses': success({ run: runOf(), message: '' }),
      'GET /sync/runs/5': () => (++reads === 1 ? 'offline' : success({ run: doneOf() })),
    });
    await press('Sync Class');
    expect(await screen.findByText('Classes Sync is complete')).toBeDefined();
  }, 20_000);

  test('a run that is not to be seen any more stops the indicator and says so', async () => {
    sessionStorage.setItem('cw.sync.classes.all', '5');
    open('/classes');
    expect(await screen.findByText('This sync is no longer available. Press again to start a new one.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Sync Class' })).toBeDefined();
    expect(sessionStorage.getItem('cw.sync.classes.all')).toBeNull();
  });
});

describe('a student', () => {
  const STUDENT = { rights: ['std-classes:view'] };

  test('[K119] has Sync Class on the own classes, asks for no preview and is led to no report', async () => {
    const { calls } = open(
      '/std-classes',
      {
        'POST /sync-courses': success({ run: runOf(), message: '' }),
        'GET /sync/runs/5': success({ run: doneOf({ status: 'partly', message: 'Synced, except 1 class. See the report.' }) }),
      },
      STUDENT,
    );
    await press('Sync Class');
    expect(await screen.findByText('Synced, except 1 class. See the report.')).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Open the report' })).toBeNull();
    expect(posts(calls)).toEqual([['POST /sync-courses', { mode: 'apply', new_classes: 'leave' }]]);
    expect(calls.some(({ path }) => path === '/sync/runs' || path === '/sync/classes')).toBe(false);
  });

  test('[K119] is told whom to ask where no teacher has connected, and when to come back where it was too soon', async () => {
    open(
      '/std-classes',
      {
        'POST /sync-courses': inTurn(failure(409, 'SYNC_NOT_CONNECTED'), failure(429, 'SYNC_TOO_SOON', { message: 'Try again in 4 minutes.' })),
        'GET /sync': statusOf({ standing: 'not_connected', explanation: 'Ask your teacher.', can_connect: false }),
      },
      STUDENT,
    );
    await press('Sync Class');
    expect(await screen.findByText('Ask your teacher.')).toBeDefined();
    await userEvent.click(screen.getAllByRole('button', { name: 'Close' })[0]!);
    await press('Sync Class');
    expect(await screen.findByText('Try again in 4 minutes.')).toBeDefined();
  });

  test('finds the own run again after the page was left', async () => {
    sessionStorage.setItem('cw.sync.classes.all', '5');
    open('/std-classes', { 'GET /sync/runs/5': inTurn(success({ run: runOf() }), success({ run: doneOf() })) }, STUDENT);
    expect(await screen.findByRole('button', { name: 'Syncing...' })).toBeDefined();
    expect(await screen.findByText('Classes Sync is complete')).toBeDefined();
  });
});

describe('the pages of a class', () => {
  test('[K146] [K371] [K444] Sync Class Work stands on the course assignments, whose title is the class’s', async () => {
    const { calls } = open('/class-classwork/$id', {
      'POST /courses/3/sync-course-works': success({ run: runOf({ scope: 'class_work', course_id: 3 }), message: '' }),
      'GET /sync/runs/5': success({ run: doneOf({ scope: 'class_work', course_id: 3, message: 'Class Work Sync is complete' }) }),
    });
    await press('Sync Class Work');
    expect(await screen.findByText('Class Work Sync is complete')).toBeDefined();
    expect(posts(calls)).toEqual([['POST /courses/3/sync-course-works', { mode: 'apply' }]]);
  });

  test('[K163] [K378] Sync Invitations stands on People and shows Syncing... meanwhile', async () => {
    const { calls } = open('/class-people/$id', {
      'POST /sync/course/invitations': success({ run: runOf({ scope: 'invitations', course_id: 3 }), message: '' }),
      'GET /sync/runs/5': inTurn(
        success({ run: runOf({ scope: 'invitations', course_id: 3 }) }),
        success({ run: doneOf({ scope: 'invitations', course_id: 3, message: 'Invitations Sync is complete' }) }),
      ),
    });
    await press('Sync Invitations');
    expect(await screen.findByRole('button', { name: 'Syncing...' })).toBeDefined();
    expect(await screen.findByText('Invitations Sync is complete')).toBeDefined();
    expect(posts(calls)).toEqual([['POST /sync/course/invitations', { course_id: 3, mode: 'apply' }]]);
  });

  test('a class that is not linked is explained, with the way to link it', async () => {
    open('/class-classwork/$id', { 'POST /courses/3/sync-course-works': failure(409, 'SYNC_NOT_LINKED', { message: 'This class is not linked.' }) });
    await press('Sync Class Work');
    const dialog = within(await screen.findByRole('dialog', { name: 'Google Classroom' }));
    expect(dialog.getByText('This class is not linked.')).toBeDefined();
    expect(dialog.getByRole('link', { name: 'Open Google Classroom settings' }).getAttribute('href')).toBe('/sync?tab=classes');
  });

  test('who learns in a class, or may not sync, has neither button', async () => {
    open('/class-classwork/$id', { 'GET /courses/3': success({ course: courseOf({ standing: 'student' }) }) });
    await screen.findByRole('heading', { name: /Assignment/ });
    expect(screen.queryByRole('button', { name: 'Sync Class Work' })).toBeNull();
    closeScreen();
    readyForScreen();
    open('/class-classwork/$id', {}, { rights: ['classwork:view'] });
    await screen.findByRole('heading', { name: /Assignment/ });
    expect(screen.queryByRole('button', { name: 'Sync Class Work' })).toBeNull();
  });

  test('[B1082] a linked class shows its link and code there; parting asks first and says that nothing is deleted', async () => {
    const link = {
      course_id: 3,
      external_id: '771',
      state: 'linked',
      name: 'Physics 9B (Google)',
      alternate_link: 'https://classroom.google.com/c/771',
      enrollment_code: 'abc123x',
      problem: null,
      synced_at: '2026-11-20T10:41:00.000Z',
    };
    const { calls } = open('/class-people/$id', {
      'GET /courses/3/link': success({ link }),
      'DELETE /courses/3/link': success({ course_id: 3, message: 'Parted.' }),
    });
    await press('Google Classroom: Linked');
    expect(screen.getByText('Code in Google Classroom')).toBeDefined();
    expect(screen.getByText('abc123x')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Open in Google Classroom' }).getAttribute('href')).toBe(link.alternate_link);
    await userEvent.click(screen.getByRole('button', { name: 'Unlink from Google Classroom' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Unlink Physics 9B from Google Classroom?' }));
    expect(dialog.getByText(/Nothing is deleted on either side/)).toBeDefined();
    await userEvent.click(dialog.getByRole('button', { name: 'Unlink' }));
    expect(await screen.findByText('Parted.')).toBeDefined();
    expect(posts(calls)).toEqual([['DELETE /courses/3/link', undefined]]);
  });

  test('[B1082] a lost link says why; a class without one is linked with a class there', async () => {
    const { calls } = open('/class-people/$id', {
      'GET /sync/classes': freeOf([googleClassOf()]),
      'POST /courses/3/link': success({ link: null, message: 'Physics 9B is linked to Google Classroom.' }),
    });
    await press('Google Classroom: Not linked');
    await userEvent.click(screen.getByRole('button', { name: 'Link to Google Classroom' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Link Physics 9B' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Link' }));
    expect(await dialog.findByText('Choose a class in Google Classroom.')).toBeDefined();
    await userEvent.click(dialog.getByRole('combobox'));
    await userEvent.click(await screen.findByRole('option', { name: /Physics 9B/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Link' }));
    expect(await screen.findByText('Physics 9B is linked to Google Classroom.')).toBeDefined();
    expect(posts(calls)).toEqual([['POST /courses/3/link', { external_id: '771' }]]);
  });
});
