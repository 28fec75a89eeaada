import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { courseOf } from '../features/classes/testing/course.ts';
import { pageOf as worksOf, workOf } from '../features/classwork/testing/works.ts';
import { answerOf } from '../features/gradebook/testing/answer.ts';
import { findCell } from '../features/gradebook/testing/open-gradebook.tsx';
import { STAFF } from '../features/sync/testing/views.ts';
import { closeScreen, openScreen, readyForScreen } from '../testing/open-screen.tsx';
import { scriptFetch, success } from '../testing/scripted-fetch.ts';
import { ClassworkPage } from './ClassworkPages.tsx';
import { GradebookPage } from './GradebookPage.tsx';

beforeEach(readyForScreen);
afterEach(closeScreen);

const RIGHTS = [...STAFF, 'grade-settings:view', 'submissions:view'];
const work = workOf();
const syncedOf = (more: object = {}) => ({
  course_work_id: work.id,
  is_foreign: false,
  graded_here: false,
  alternate_link: 'https://classroom.google.com/c/771/a/9',
  handed_in_here_only: 0,
  ...more,
});

type Answers = Parameters<typeof scriptFetch>[0];
function openWork(synced: object, answers: Answers = {}, { standing = 'staff' as 'staff' | 'student' } = {}) {
  const calls = scriptFetch({
    'GET /courses/3': success({ course: courseOf({ standing }) }),
    'GET /courses/3/course-works': success(worksOf([work])),
    'GET /topics': success({ data: [] }),
    'GET /courses/3/link': success({ link: null }),
    'GET /courses/3/synced-works': success({ works: [syncedOf(synced)], conflicts: [], receipts: [], as_of: null }),
    ...answers,
  });
  openScreen(ClassworkPage, { address: '/class-classwork/3', path: '/class-classwork/$id', rights: RIGHTS });
  return calls;
}

test('[B1091] work made in Google Classroom is marked with the way there, cannot be edited and says why', async () => {
  openWork({ is_foreign: true });
  expect(await screen.findByText('Made in Google Classroom')).toBeDefined();
  expect(screen.getByRole('link', { name: `Open ${work.title} in Google Classroom` }).getAttribute('href')).toBe('https://classroom.google.com/c/771/a/9');
  expect(screen.queryByRole('button', { name: new RegExp(`^(Edit|Delete).*${work.title}`) })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: `Why ${work.title} cannot be edited here` }));
  expect(await screen.findByText(/Google lets only its own screens change it/)).toBeDefined();
});

test('[B1091] “Grade it here” asks first, says that it is for good, and reloads the class', async () => {
  const calls = openWork(
    { is_foreign: true },
    { [`POST /courses/3/course-works/${work.id}/grade-here`]: success({ message: 'It is graded here from now on.' }) },
  );
  await userEvent.click(await screen.findByRole('button', { name: `Why ${work.title} cannot be edited here` }));
  await userEvent.click(await screen.findByRole('button', { name: 'Grade it here' }));
  expect(screen.getByText(/This cannot be taken back/)).toBeDefined();
  expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Grade it here from now on' }));
  expect(await screen.findByText('It is graded here from now on.')).toBeDefined();
});

test('[B1091] own work that is known there has a small mark, and says how many handed in here alone', async () => {
  openWork({ handed_in_here_only: 3 });
  expect(await screen.findByText('In Google Classroom')).toBeDefined();
  expect(screen.getByText('3 handed in here only')).toBeDefined();
  expect(screen.queryByRole('button', { name: /cannot be edited here/ })).toBeNull();
});

test('students see where work was made, and no more', async () => {
  openWork({ is_foreign: true, graded_here: true, handed_in_here_only: 3 }, {}, { standing: 'student' });
  expect(await screen.findByText('Made in Google Classroom')).toBeDefined();
  expect(screen.queryByText(/handed in here only/)).toBeNull();
  expect(screen.queryByRole('button', { name: /cannot be edited here/ })).toBeNull();
});

test('where nothing of Google can be loaded the works stand as they are', async () => {
  openWork({}, { 'GET /courses/3/synced-works': 'offline' });
  expect(await screen.findByRole('button', { name: new RegExp(`^Edit.*${work.title}`) })).toBeDefined();
});

const book = answerOf();
const cell = { course_work_id: book.items.columns.id[0]!, account_id: book.students.columns.account_id[0]! };

function openBook(known: object, { width = 1280, answers = {} as Answers } = {}) {
  const calls = scriptFetch({
    'GET /courses/3': success({ course: courseOf() }),
    'GET /dashboard/grade-book': success(book),
    'GET /courses/3/synced-works': success({ works: [], conflicts: [], receipts: [], as_of: null, ...known }),
    ...answers,
  });
  openScreen(GradebookPage, { address: '/class-gradebook/3', path: '/class-gradebook/$id', rights: RIGHTS, width });
  return calls;
}
const theCell = () => findCell(/Amara/, /Charge and current/);

test('[B1092] a cell whose grade differs says so by word and shape, opens both values, and is solved', async () => {
  const calls = openBook(
    {
      conflicts: [
        { id: 31, ...cell, ours: '17', ours_by: 'Rosa Marsh', ours_at: '2026-10-05T08:30:00.000Z', theirs: '15', theirs_at: '2026-10-06T09:15:00.000Z' },
      ],
    },
    { answers: { 'POST /sync/conflicts/31': success({ message: 'Solved.', ids: [31], refused: [] }) } },
  );
  await screen.findByRole('grid');
  const place = await waitFor(async () => {
    const found = await theCell();
    expect(within(found).getByText('Differs')).toBeDefined();
    return found;
  });
  await userEvent.click(place);
  expect(await screen.findByText('Differs in Google Classroom: 17 here, 15 there')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Choose' }));
  const asked = within(await screen.findByRole('dialog', { name: 'Two grades' }));
  expect(asked.getByText(/^Rosa Marsh, .*Oct 5/)).toBeDefined();
  expect(asked.getByText(/Oct 6/)).toBeDefined();
  expect(asked.getByText('17')).toBeDefined();
  await userEvent.click(asked.getByRole('button', { name: 'Keep theirs' }));
  expect(await screen.findByText('Solved.')).toBeDefined();
  expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([{ choice: 'theirs' }]);
});

test('[B1092] a grade that Google has confirmed says when, in the cell’s panel', async () => {
  openBook({ receipts: [{ ...cell, grade: '17', at: '2026-11-20T10:42:00.000Z' }] });
  await userEvent.click(await theCell());
  expect(await screen.findByText(/^Confirmed by Google, .*10:42.*: 17$/)).toBeDefined();
});

test('[B1092] on a phone the same stands below the grade', async () => {
  openBook({ conflicts: [{ id: 31, ...cell, ours: '17', theirs: null }] }, { width: 360 });
  expect(await screen.findByText('Differs in Google Classroom: 17 here, none there')).toBeDefined();
  expect(screen.getAllByText('Differs').length).toBe(1);
});
