import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { configStore } from '../base/config.ts';
import { courseOf } from '../features/class/classes/testing/course.ts';
import { pageOf as worksOf, workOf } from '../features/class/classwork/testing/works.ts';
import { answerOf } from '../features/class/gradebook/testing/answer.ts';
import { findCell } from '../features/class/gradebook/testing/open-gradebook.tsx';
import { STAFF } from '../features/connections/sync/testing/views.ts';
import { closeScreen, openScreen, readyForScreen } from '../testing/open-screen.tsx';
import { WorkNotice } from '../features/connections/sync/index.ts';
import { failure, scriptFetch, success } from '../testing/scripted-fetch.ts';
import { ClassworkPage } from './ClassworkPages.tsx';
import { GradebookPage } from './GradebookPage.tsx';
import { chooseAct, openActs } from '../testing/row-acts.ts';

beforeEach(() => {
  configStore.set({ classroom: true } as never);
  readyForScreen();
});
afterEach(() => {
  configStore.set(null);
  closeScreen();
});

const RIGHTS = [...STAFF, 'grade-settings:view', 'submissions:view'];
const work = workOf();
const syncedOf = (more: object = {}) => ({
  course_work_id: work.id,
  is_foreign: false,
  was_foreign: false,
  graded_here: false,
  alternate_link: 'https://classroom.google.com/c/771/a/9',
  has_hand_in: true,
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
  expect(await openActs(work.title)).toEqual(['Open in Google Classroom', 'Why it cannot be edited here']);
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Open in Google Classroom' }));
  expect(opened).toHaveBeenCalledWith('https://classroom.google.com/c/771/a/9', '_blank', 'noopener,noreferrer');
  await chooseAct(work.title, 'Why it cannot be edited here');
  expect(await screen.findByText(/Google does not let other apps change it/)).toBeDefined();
});

test('[B1091] “Grade it here” asks first, says that it is for good, and reloads the class', async () => {
  const calls = openWork(
    { is_foreign: true },
    { [`POST /courses/3/course-works/${work.id}/grade-here`]: success({ message: 'It is graded here from now on.' }) },
  );
  await chooseAct(work.title, 'Why it cannot be edited here');
  await userEvent.click(await screen.findByRole('button', { name: 'Grade it here' }));
  expect(screen.getByText(/This cannot be undone/)).toBeDefined();
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

test('[B2010] work that was made there and is linked no more says so, in the list and opened, and is edited here', async () => {
  openWork({ was_foreign: true, has_hand_in: false });
  expect(await screen.findByText('Made in Google Classroom, no longer linked')).toBeDefined();
  expect(await openActs(work.title)).toContain('Edit');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('button', { name: /cannot be edited here/ })).toBeNull();
  closeScreen();
  readyForScreen();
  await openNotice({ was_foreign: true, has_hand_in: false }, ['submissions:edit']);
  expect(await screen.findByText(/^This was made in Google Classroom and is no longer linked to it/)).toBeDefined();
  closeScreen();
  readyForScreen();
  await openNotice({ was_foreign: true, has_hand_in: false }, ['std-classes:view']);
  expect(screen.queryByText(/Google/)).toBeNull();
});

test('students see where work was made, and no more', async () => {
  openWork({ is_foreign: true, graded_here: true, handed_in_here_only: 3 }, {}, { standing: 'student' });
  expect(await screen.findByText('Made in Google Classroom')).toBeDefined();
  expect(screen.queryByText(/handed in here only/)).toBeNull();
  expect(screen.queryByRole('button', { name: /cannot be edited here/ })).toBeNull();
});

const NOT_GOING = /^Google Classroom does not get what you hand in here, your files included/;
async function openNotice(synced: object, rights: readonly string[]) {
  scriptFetch({
    'GET /courses/3/synced-works': success({ works: [syncedOf(synced)], conflicts: [], receipts: [], as_of: null }),
    'GET /courses': worksOf([]) as never,
  });
  openScreen(
    () => (
      <>
        <WorkNotice courseId={3} workId={work.id} />
        <p>Loaded</p>
      </>
    ),
    { address: '/', rights: [...rights] },
  );
  await screen.findByText('Loaded');
}

test('[B1316] a student reads in the open work what does not go to Google Classroom, or that it is handed in there', async () => {
  await openNotice({}, ['std-classes:view']);
  expect(await screen.findByText(NOT_GOING)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Open in Google Classroom' }).getAttribute('href')).toBe('https://classroom.google.com/c/771/a/9');
  closeScreen();
  readyForScreen();
  await openNotice({ is_foreign: true }, ['std-classes:view']);
  expect(await screen.findByText('Hand it in there. It then appears here after each sync.')).toBeDefined();
  expect(screen.queryByText(NOT_GOING)).toBeNull();
  closeScreen();
  readyForScreen();
  await openNotice({ is_foreign: true, graded_here: true }, ['std-classes:view']);
  expect(await screen.findByText(NOT_GOING)).toBeDefined();
});

test('[B1316] material, work of a lesson and the staff of a class have no such words', async () => {
  await openNotice({ is_foreign: true, has_hand_in: false }, ['std-classes:view']);
  expect(await screen.findByText('Made in Google Classroom')).toBeDefined();
  for (const words of [NOT_GOING, /^Hand it in there/]) expect(screen.queryByText(words)).toBeNull();
  closeScreen();
  readyForScreen();
  await openNotice({ handed_in_here_only: 2 }, RIGHTS);
  expect(await screen.findByText(/^2 handed in here only/)).toBeDefined();
  expect(screen.queryByText(NOT_GOING)).toBeNull();
});

const offer = {
  calculation_type: 'WEIGHTED_BY_CATEGORY',
  show_grade: true,
  works: 2,
  categories: [
    { category_name: 'Homework', category_point: 12.34 },
    { category_name: 'Tests', category_point: 87.66 },
  ],
};
const settingOf = (more: object = {}) => ({
  ...{ setting_id: null, courseid: 3, course_id: 3, calculation_type: 'NO_OVERALL_GRADE', show_grade: true, exclude_missing: false, categories: [] },
  ...{ updated_at: null, ...more },
});
const taken = settingOf({
  ...{ setting_id: 4, calculation_type: 'WEIGHTED_BY_CATEGORY', updated_at: '2026-11-25T10:00:00.000Z' },
  categories: offer.categories.map((one, at) => ({ ...one, category_id: at + 1, drop_lowest: 0, work_count: 1 })),
});
const TAKE = 'Copy the categories and weights from Google Classroom';
function openSettings(answers: Answers) {
  const calls = scriptFetch({
    'GET /courses/3': success({ course: courseOf() }),
    'GET /dashboard/grade-book': success(book),
    'GET /courses/3/synced-works': success({ works: [], conflicts: [], receipts: [], as_of: null }),
    'GET /grade/settings': success({ setting: settingOf() }),
    'GET /courses/3/grade-offer': success({ offer }),
    ...answers,
  });
  openScreen(GradebookPage, { address: '/class-gradebook/3?setting=true', path: '/class-gradebook/$id', rights: [...RIGHTS, 'grade-settings:edit'] });
  return calls;
}

test('[B1315] the gradebook’s settings offer Google’s categories, take them over at one press, and show them to be changed', async () => {
  let setting = settingOf();
  const calls = openSettings({
    'GET /grade/settings': () => success({ setting }),
    'POST /courses/3/grade-offer': () => {
      setting = taken;
      return success({ setting: taken, message: 'Categories and weights were copied from Google Classroom.' });
    },
  });
  await screen.findByRole('button', { name: TAKE });
  const dialog = within(screen.getByRole('dialog', { name: 'Grade calculation' }));
  const region = within(await dialog.findByRole('region', { name: 'Google Classroom has categories for this class' }));
  expect(region.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Homework: 12.34%', 'Tests: 87.66%']);
  expect(region.getByText('2 works without a category would get the ones that they have in Google Classroom.')).toBeDefined();
  await userEvent.click(region.getByRole('button', { name: TAKE }));
  await screen.findAllByText('Categories and weights were copied from Google Classroom.');
  await waitFor(() =>
    expect(screen.getAllByRole('textbox', { name: 'Category Name' }).map((field) => (field as HTMLInputElement).value)).toEqual(['Homework', 'Tests']),
  );
  expect(screen.getByRole('combobox', { name: 'Overall Grade Calculation' })).toHaveProperty('value', 'WEIGHTED_BY_CATEGORY');
  expect(screen.queryByRole('button', { name: TAKE })).toBeNull();
  expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual(['/courses/3/grade-offer']);
});

test('[B1315] what was typed is not lost to the offer, a refusal is said, and a class with its own settings is not asked for any', async () => {
  openSettings({ 'POST /courses/3/grade-offer': failure(409, 'SETTING_EXISTS', { message: 'Somebody else has set it meanwhile.' }) });
  const take = await screen.findByRole('button', { name: TAKE });
  await userEvent.click(take);
  expect(await screen.findByText('Somebody else has set it meanwhile.')).toBeDefined();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Overall Grade Calculation' }), 'TOTAL_POINTS');
  expect(screen.getByRole('button', { name: TAKE })).toHaveProperty('disabled', true);
  closeScreen();
  readyForScreen();
  const calls = openSettings({ 'GET /grade/settings': success({ setting: taken }) });
  await screen.findByRole('combobox', { name: 'Overall Grade Calculation' });
  expect(calls.some(({ path }) => path === '/courses/3/grade-offer')).toBe(false);
});

test('where nothing of Google can be loaded the works stand as they are', async () => {
  openWork({}, { 'GET /courses/3/synced-works': 'offline' });
  expect(await openActs(work.title)).toContain('Edit');
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
