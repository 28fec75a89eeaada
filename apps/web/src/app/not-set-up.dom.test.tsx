import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { configStore } from '../base/config.ts';
import { courseOf } from '../features/class/classes/testing/course.ts';
import { pageOf as worksOf, workOf } from '../features/class/classwork/testing/works.ts';
import { answerOf } from '../features/class/gradebook/testing/answer.ts';
import * as sync from '../features/connections/sync/index.ts';
import { STAFF, statusOf } from '../features/connections/sync/testing/views.ts';
import { closeScreen, openScreen, pageOf, readyForScreen } from '../testing/open-screen.tsx';
import { scriptFetch, success } from '../testing/scripted-fetch.ts';
import { ClassesPage, PeoplePage, StudentClassesPage } from './ClassPages.tsx';
import { ClassworkPage } from './ClassworkPages.tsx';
import { GradebookPage } from './GradebookPage.tsx';
import { MyNotificationsScreen } from '../features/school/notifications/index.ts';
import { ProfilePage } from './ProfilePage.tsx';
import { openActs } from '../testing/row-acts.ts';

beforeEach(readyForScreen);
afterEach(() => {
  configStore.set(null);
  closeScreen();
});

const foreign = workOf();
const own = workOf({ id: foreign.id + 1, title: 'Kept here' });
const syncedOf = (course_work_id: number, is_foreign: boolean) => ({
  ...{ course_work_id, is_foreign, was_foreign: false, graded_here: false, has_hand_in: true, handed_in_here_only: 2 },
  alternate_link: 'https://classroom.google.com/c/771/a/9',
});
const book = answerOf();
const cell = { course_work_id: book.items.columns.id[0]!, account_id: book.students.columns.account_id[0]! };
const link = { course_id: 3, external_id: '771', state: 'linked', name: 'Physics', alternate_link: '', enrollment_code: '', problem: null, synced_at: null };

/** The responses for a class that was synced once. */
function answer(standing: 'staff' | 'student') {
  scriptFetch({
    'GET /courses': pageOf([courseOf({ standing })]),
    'GET /courses/3': success({ course: courseOf({ standing }) }),
    'GET /courses/3/course-works': success(worksOf([foreign, own])),
    'GET /topics': success({ data: [] }),
    'GET /courses/3/link': success({ link }),
    'GET /courses/3/synced-works': success({
      works: [syncedOf(foreign.id, true), syncedOf(own.id, false)],
      conflicts: [{ id: 31, ...cell, ours: '17', ours_by: null, ours_at: null, theirs: '15', theirs_at: null }],
      receipts: [],
      as_of: null,
    }),
    'GET /dashboard/grade-book': success(book),
    'GET /sync/runs': pageOf([]),
    'GET /sync': statusOf(),
  });
}

/** The rights that the server gives when Google Classroom is not set up. */
const WITHOUT_SYNC = [...STAFF.filter((right) => !right.startsWith('classroom-sync:')), 'grade-settings:view', 'submissions:view'];
const WITH_SYNC = [...WITHOUT_SYNC, ...STAFF];
const STUDENT = ['std-classes:view', 'std-classes:join'];

interface Place {
  draw: () => ReactNode;
  path?: string;
  standing: 'staff' | 'student';
  /** Waits for the content of the screen. */
  there: () => Promise<unknown>;
}
const heading = () => screen.findByRole('heading', { level: 1 });
/**
 * The place of each thing that the feature gives to other screens. Its own pages need a right that nobody has then.
 */
const PLACES: Readonly<Record<keyof typeof sync, Place | null>> = {
  SyncScreen: null,
  RunScreen: null,
  ConnectScreen: null,
  ConnectGoogleScreen: null, // the page about setting it up, which its own test shows to administrators alone
  SyncButton: { draw: () => <StudentClassesPage />, path: '/std-classes', standing: 'student', there: () => screen.findByText('Physics 9B') },
  ClassTools: { draw: () => <PeoplePage />, path: '/class-people/$id', standing: 'staff', there: heading },
  SyncedWorks: { draw: () => <ClassworkPage />, path: '/class-classwork/$id', standing: 'staff', there: () => screen.findByText(own.title) },
  SyncedCells: { draw: () => <GradebookPage />, path: '/class-gradebook/$id', standing: 'staff', there: () => screen.findByRole('grid') },
  WorkNotice: {
    draw: () => (
      <>
        <sync.WorkNotice courseId={3} workId={own.id} />
        <p>Loaded</p>
      </>
    ),
    path: '/there',
    standing: 'student',
    there: () => screen.findByText('Loaded'),
  },
};

const SERVICE = /Google|\bSync\b|Differs/;
/** Returns everything on the screen, including names and addresses. */
const all = () => document.body.outerHTML.replaceAll(/<(style|script)[^]*?<\/\1>/g, '');

describe.each(Object.entries(PLACES).flatMap(([name, place]) => (place ? [{ name, ...place }] : [])))(
  'where $name stands',
  ({ draw, path, standing, there }) => {
    const open = async (classroom: boolean) => {
      configStore.set({ classroom } as never);
      answer(standing);
      const rights = standing === 'student' ? STUDENT : classroom ? WITH_SYNC : WITHOUT_SYNC;
      openScreen(draw, { address: path!.replace('$id', '3'), path: path!, rights });
      await there();
    };
    test('[B1930] nothing names Google Classroom while it is not set up, though the class was synced once', async () => {
      await open(true);
      await waitFor(() => expect(all()).toMatch(SERVICE));
      closeScreen();
      readyForScreen();
      await open(false);
      await new Promise((resolve) => setTimeout(resolve, 150)); // long enough for a late mark
      expect(SERVICE.exec(all())).toBeNull();
    });
  },
);

test('[B1930] a teacher’s list of classes has a sync for whoever may begin one, whom nobody is while it is not set up', async () => {
  for (const rights of [WITHOUT_SYNC, WITH_SYNC]) {
    answer('staff');
    openScreen(() => <ClassesPage />, { address: '/classes', rights });
    await screen.findByText('Physics 9B');
    expect(screen.queryAllByRole('button', { name: 'Sync Class' }).length).toBe(rights === WITH_SYNC ? 1 : 0);
    closeScreen();
    readyForScreen();
  }
});

test('[B1930] [B2010] work that was made there is edited as any other', async () => {
  configStore.set({ classroom: false } as never);
  answer('staff');
  openScreen(() => <ClassworkPage />, { address: '/class-classwork/3', path: '/class-classwork/$id', rights: WITHOUT_SYNC });
  await screen.findByText(foreign.title);
  expect(await openActs(foreign.title)).toContain('Edit');
  expect(screen.queryByRole('button', { name: /cannot be edited here/ })).toBeNull();
});

test('[B1930] nothing of mail stands on the profile and on the page of notifications while the server sends none', async () => {
  const preferences = { sends_mail: true, preferences: [{ kind: 'invitation', mail: 'now', is_usual: true }] };
  for (const mail of [true, false]) {
    configStore.set({ sign_in: { mail } } as never);
    scriptFetch({ 'GET /notifications': success({ data: [], next: null }) });
    openScreen(() => <MyNotificationsScreen />, { address: '/my-notifications' });
    await heading();
    expect(screen.queryAllByRole('link', { name: 'Email settings' }).length).toBe(mail ? 1 : 0);
    closeScreen();
    readyForScreen();
    const calls = scriptFetch({ 'GET /notifications/preferences': success(preferences) });
    openScreen(() => <ProfilePage />, { address: '/profile' });
    await heading();
    if (mail) await screen.findByRole('combobox', { name: 'Invitations to classes' });
    expect(screen.queryAllByRole('heading', { name: 'Notifications by email' }).length).toBe(mail ? 1 : 0);
    expect(calls.some(({ path }) => path === '/notifications/preferences')).toBe(mail);
    closeScreen();
    readyForScreen();
  }
});
