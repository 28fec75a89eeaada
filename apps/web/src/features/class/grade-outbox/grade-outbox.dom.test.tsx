import 'fake-indexeddb/auto';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { signOut } from '../../../base/session.ts';
import { closeScreen, openScreen, readyForScreen } from '../../../testing/open-screen.tsx';
import { failure, type Reply, scriptFetch, type SeenCall, success } from '../../../testing/scripted-fetch.ts';
import { courseOf } from '../classes/testing/course.ts';
import { cellsOf, saveAll, savedOf } from '../gradebook/testing/open-gradebook.tsx';
import { adoptLeftGrades, changeStoredGrades, keepLeaving, type KeptGrade, listKept } from './grade-store.ts';
import { createEditStore } from './kept-edits.ts';
import { KeptGrades } from './KeptGrades.tsx';

const gradeOf = (itemId: number, value: number | undefined, more: Partial<KeptGrade> = {}): Omit<KeptGrade, 'order'> => ({
  ...{ key: `7.3.${itemId}.102`, account_id: 7, course_id: 3, itemId, studentId: 102 },
  ...{ typed: String(value ?? 'abc'), value, was: null, stamp: `s${itemId}`, refusal: null, ...more },
});
const sent = (calls: readonly SeenCall[]) => calls.filter(({ path }) => path === '/grade-submissions/bulk');
const open = (bulk: (call: SeenCall) => Reply | 'offline' = saveAll, course: Reply = success({ course: courseOf() })) => {
  const calls = scriptFetch({ 'GET /courses/3': course, 'POST /grade-submissions/bulk': bulk });
  openScreen(KeptGrades, { address: '/home', rights: ['submissions:edit'] });
  return calls;
};
const refuse = (value: number) => (call: SeenCall) => {
  const refused = cellsOf(call).map((cell) => ({
    ...{ submissionId: 1, account_id: cell.account_id, courseWorkId: cell.courseWorkId, code: 'GRADE_CHANGED', message: 'Somebody has changed it.' },
    newer: { ...savedOf(cell, { draftGrade: value }), changed_by: 'Ms Okafor', changed_at: null },
  }));
  return success({ act_id: null, count: 0, saved: [], refused, refused_count: refused.length, message: '' });
};

beforeEach(async () => {
  closeScreen();
  readyForScreen();
  localStorage.clear();
  for (const account of [7, 8]) await changeStoredGrades(account, { remove: (await listKept(account)).map(({ key }) => key) });
});

test('what was typed into a gradebook that is not open is delivered from any page, all of a class in one call', async () => {
  await changeStoredGrades(7, { put: [gradeOf(12, 46), gradeOf(13, 7.5, { was: 3 })] });
  const calls = open();
  await waitFor(async () => expect(await listKept(7)).toEqual([]));
  expect(sent(calls)).toHaveLength(1);
  expect(cellsOf(sent(calls)[0])).toEqual([
    { courseWorkId: 12, account_id: 102, to: 46, was: null },
    { courseWorkId: 13, account_id: 102, to: 7.5, was: 3 },
  ]);
});

test('grades are kept in the order in which they were typed, also from two pages', async () => {
  await changeStoredGrades(7, { put: [gradeOf(14, 1), gradeOf(12, 2)] });
  await changeStoredGrades(7, { put: [gradeOf(11, 3)] });
  await changeStoredGrades(7, { put: [gradeOf(13, 4)] });
  const orders = new Map((await listKept(7)).map(({ itemId, order }) => [itemId, order]));
  expect([14, 12, 11, 13].map((item) => orders.get(item))).toEqual([1, 2, 3, 4]);
});

test('what an earlier version of the page kept, or a page in its last moment, is taken over and delivered', async () => {
  localStorage.setItem('cw.grade.7.3.12.102', JSON.stringify({ typed: '46', was: null }));
  localStorage.setItem('cw.grade.8.3.12.103', JSON.stringify({ typed: '1', was: null }));
  keepLeaving({ key: '7.3.13.102', typed: '50%', value: 25, was: null });
  const calls = open();
  await waitFor(() => expect(sent(calls)).toHaveLength(1));
  expect(cellsOf(sent(calls)[0]).map(({ to }) => to)).toEqual([46, 25]);
  await waitFor(async () => expect(await listKept(7)).toEqual([]));
  expect(Object.keys(localStorage).filter((key) => key.startsWith('cw.grade.'))).toEqual(['cw.grade.8.3.12.103']);
});

test('[B3086] a grade that a page leaves while another one takes up an earlier one of its cell is there for the next', async () => {
  keepLeaving({ key: '7.3.13.102', typed: '25', value: 25, was: null });
  const adopted = adoptLeftGrades(7);
  keepLeaving({ key: '7.3.13.102', typed: '30', value: 30, was: null });
  await adopted;
  await adoptLeftGrades(7);
  expect((await listKept(7)).map(({ value }) => value)).toEqual([30]);
  expect(Object.keys(localStorage).filter((key) => key.startsWith('cw.grade.'))).toEqual([]);
});

test('another account’s grades are neither seen nor sent, and a sign-out drops nothing', async () => {
  await changeStoredGrades(8, { put: [gradeOf(12, 46, { key: '8.3.12.102', account_id: 8 }), gradeOf(13, undefined, { key: '8.3.13.102', account_id: 8 })] });
  const calls = open();
  await new Promise((done) => setTimeout(done, 50));
  signOut();
  expect(sent(calls)).toEqual([]);
  expect(screen.queryByText(/not saved/)).toBeNull();
  expect(await listKept(8)).toHaveLength(2);
});

test('a newer grade is not written over: the notice names the class and the cause and leads to its gradebook; it is not sent again', async () => {
  await changeStoredGrades(7, { put: [gradeOf(12, 46), gradeOf(13, 47)] });
  const calls = open(refuse(61));
  expect(await screen.findByText('2 grades in Physics 9B are not saved: Somebody has changed it.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Open the gradebook' }).getAttribute('href')).toBe('/class-gradebook/3');
  dispatchEvent(new Event('online'));
  await new Promise((done) => setTimeout(done, 50));
  expect(sent(calls)).toHaveLength(1);
  expect(await listKept(7)).toMatchObject([{ refusal: 'Somebody has changed it.' }, { refusal: 'Somebody has changed it.' }]);
});

test('a grade that an earlier call had put there is delivered', async () => {
  await changeStoredGrades(7, { put: [gradeOf(12, 46)] });
  open(refuse(46));
  await waitFor(async () => expect(await listKept(7)).toEqual([]));
  expect(screen.queryByText(/not saved/)).toBeNull();
});

test('without a connection everything stays, and goes out when it is back', async () => {
  await changeStoredGrades(7, { put: [gradeOf(12, 46)] });
  let isLost = true;
  const calls = open((call) => (isLost ? 'offline' : saveAll(call)));
  await waitFor(() => expect(sent(calls)).toHaveLength(1));
  await new Promise((done) => setTimeout(done, 20));
  expect(await listKept(7)).toMatchObject([{ refusal: null }]);
  isLost = false;
  dispatchEvent(new Event('online'));
  await waitFor(async () => expect(await listKept(7)).toEqual([]));
});

test('[B1912] grades of a class that is theirs no more are said with the cause, the student and the work, and can be put away', async () => {
  await changeStoredGrades(7, { put: [gradeOf(12, 46, { student: 'Ben Whitaker', work: 'Simple circuits' }), gradeOf(13, 47)] });
  open(() => failure(404, 'NOT_FOUND', { message: 'There is no such class.' }), failure(404, 'NOT_FOUND'));
  expect(await screen.findByText('2 grades in a class are not saved: There is no such class.')).toBeDefined();
  // an earlier version of the page stored no names
  expect((await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual(['46 for Ben Whitaker in Simple circuits', '47']);
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByText(/not saved/)).toBeNull());
  expect(await listKept(7)).toEqual([]);
});

test('a page sends only what it wrote last: what another has delivered or written over is that page’s', async () => {
  const edit = (itemId: number, value: number) => ({
    ...{ itemId, studentId: 102, typed: String(value), value, was: null, refusal: null },
  });
  const [one, other] = [createEditStore(7, 3), createEditStore(7, 3)];
  const [first, second, third] = [edit(11, 1), edit(12, 2), edit(13, 3)];
  for (const typed of [first, second, third]) one.put(typed);
  expect(await one.stored([first, second, third])).toEqual([]);
  await other.list();
  other.put(edit(12, 5));
  other.drop(third);
  await other.stored([]);
  expect(await one.stored([first, second, third])).toEqual([second, third]);
  one.drop(second);
  await one.stored([]);
  expect((await listKept(7)).map(({ itemId, value }) => [itemId, value])).toEqual([
    [11, 1],
    [12, 5],
  ]);
  one.close();
  other.close();
});
