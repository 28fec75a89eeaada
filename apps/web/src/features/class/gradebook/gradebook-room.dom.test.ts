import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signIn, signOut } from '../../../base/session.ts';
import { person } from '../../../testing/people.ts';
import { fakeSockets, type FakeSocketServer } from '../../../testing/fake-socket.ts';
import { scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { readBook } from './book.ts';
import type { LoadedBook } from './book.ts';
import { followGradebook } from './gradebook-room.ts';
import { GradebookState } from './gradebook-state.ts';
import { answerOf } from './testing/answer.ts';

// The package's browser build, which the bundler uses. Tests would otherwise load the one for Node.
vi.mock('pusher-js', async () => ({ default: ((await import('pusher-js/dist/web/pusher.js' as string)) as { default: unknown }).default }));

const CHANNEL = 'private-gradebook-3';
const [AMARA, BEN] = [101, 102];
/** The class, the last of whom joins later. */
const STUDENTS = ['Amara Diallo', 'Ben Whitaker', 'Elif Yılmaz', 'Freya Holm'];
const pause = (ms = 3_000) => vi.advanceTimersByTimeAsync(ms);

let line: FakeSocketServer;
let grades: GradebookState;
let stop: () => void;
let [reloads, itemLoads]: [number[], number[][]] = [[], []];
/** The simulated server's state: Ben's grade for the second item, the room's position, and the number of students. */
const BEGINNING = { ben: null as number | null, sequence: 7, epoch: 20_000, students: 3 };
let server = BEGINNING;

const bookNow = (): LoadedBook => {
  const room = { epoch: server.epoch, sequence: server.sequence };
  const students = STUDENTS.slice(0, server.students);
  const items = [
    { title: 'Charge', draft: [32, 50, 43, null], marks: 'rrrc' },
    { title: 'Waves', draft: [33, server.ben, null, null], marks: 'ctcc' },
  ].map(({ title, draft, marks }) => ({ title, draft: draft.slice(0, students.length), marks: marks.slice(0, students.length) }));
  return { book: readBook(answerOf(items, { room }, students)), askedAt: performance.now() };
};
const say = (name: string, more: object, sequence: number, from = sequence) =>
  line.newest().say(name, { epoch: server.epoch, from, sequence, server_time: '2026-11-21T10:00:00.000Z', ...more }, CHANNEL);
const cell = (student: number, draft: number | null, revision: number) => [12, student, draft, null, false, 'TURNED_IN', false, revision];
const gradeOf = (student: number) => grades.cell(1, student).grade;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'] });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  line = fakeSockets();
  scriptFetch({
    'GET /config': success({
      version: '1',
      realtime: { key: 'key', host: 'school.test', port: 8443, tls: true, auth_endpoint: '/api/broadcasting/auth' },
      messages: {},
    }),
    'POST /broadcasting/auth': success({ auth: 'key:signature' }),
  });
  signIn('token-1', person());
  server = BEGINNING;
  [reloads, itemLoads] = [[], []];
  const first = bookNow();
  grades = new GradebookState({
    ...{ book: first.book, periods: [] },
    kept: { put: () => undefined, drop: () => undefined },
    words: { problem: String, withoutPoints: '', unassigned: '', left: '', loading: '', gone: '' },
    onWaiting: () => undefined,
  });
  stop = followGradebook({
    ...{ courseId: 3, grades, first },
    reload: async () => {
      const loaded = bookNow();
      reloads.push(loaded.book.head.room.sequence);
      grades.adopt(loaded.book, loaded.askedAt);
      return loaded;
    },
    loadItems: async (ids) => {
      itemLoads.push([...ids]);
      const { book, askedAt } = bookNow();
      return { book: { ...book, items: book.items.filter(({ id }) => ids.includes(id)) }, askedAt };
    },
  });
  await vi.waitFor(() => expect(line.newest().sent.some(({ data }) => data['channel'] === CHANNEL)).toBe(true), 10_000);
  await pause(5_000);
  reloads = [];
});
afterEach(async () => {
  stop();
  grades.stop();
  signOut();
  await pause();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a colleague’s grade appears as it is given, and totals move with it', async () => {
  const before = grades.itemAverage(1);
  say('gradebook.cells.changed', { acts: [{ act_id: 1, account_id: 9, cells: [cell(BEN, 41, 1)] }] }, 8);
  await pause(50);
  expect([gradeOf(1), grades.itemAverage(1)]).toEqual([41, 37]);
  expect(before).toBe(33);
  expect([reloads, itemLoads]).toEqual([[], []]);
});

test('an event that comes after the answer to a later change of the cell changes nothing, nor does one that comes twice', async () => {
  grades.take([
    { submissionId: 1, courseWorkId: 12, account_id: BEN, draftGrade: 45, assignedGrade: null, excused: false, state: 'TURNED_IN', late: false, revision: 2 },
  ]);
  say('gradebook.cells.changed', { acts: [{ act_id: 1, account_id: 9, cells: [cell(BEN, 41, 1), cell(AMARA, 12, 1)] }] }, 8);
  say('gradebook.cells.changed', { acts: [{ act_id: 1, account_id: 9, cells: [cell(AMARA, 99, 1)] }] }, 8);
  await pause(50);
  expect([gradeOf(1), gradeOf(0)]).toEqual([45, 12]);
});

test('an answer that comes after columns that were asked for later may be older than they are: they are asked for anew', async () => {
  grades.type([{ itemId: 12, studentId: BEN, typed: '46' }]);
  const sent = grades.markSending(grades.listWaiting(10));
  server.ben = 41; // a colleague's, after ours was saved and before we hear of it
  say('gradebook.columns.changed', { act_id: 1, account_id: 9, items: [12] }, 8);
  await pause();
  grades.confirmUnnamed(sent);
  expect(gradeOf(1)).toBe(46);
  await pause();
  expect([gradeOf(1), itemLoads]).toEqual([41, [[12], [12]]]);
});

test('a colleague’s private note marks the cell, and clearing it takes the mark away; nothing is asked for', async () => {
  say('gradebook.note.changed', { course_work_id: 12, account_id: BEN, has_note: true }, 8);
  await pause(50);
  expect([grades.seen(1, 1).hasNote, grades.seen(1, 0).hasNote]).toEqual([true, false]);
  say('gradebook.note.changed', { course_work_id: 12, account_id: BEN, has_note: false }, 9);
  say('gradebook.note.changed', { course_work_id: 99, account_id: 999, has_note: true }, 10);
  await pause(50);
  expect([grades.seen(1, 1).hasNote, reloads, itemLoads]).toEqual([false, [], []]);
});

test('what is typed and not saved stays over a colleague’s grade', async () => {
  grades.type([{ itemId: 12, studentId: BEN, typed: '46' }]);
  say('gradebook.cells.changed', { acts: [{ act_id: 1, account_id: 9, cells: [cell(BEN, 41, 1)] }] }, 8);
  await pause(50);
  expect([gradeOf(1), grades.baseValue(1, 1)]).toEqual([46, 41]);
});

test('columns that are named are asked for once, and all of it where an event is missing', async () => {
  server = { ...server, ben: 30, sequence: 9 };
  say('gradebook.columns.changed', { items: [12] }, 8);
  say('gradebook.columns.changed', { items: [12] }, 9);
  await pause();
  expect([itemLoads, gradeOf(1), reloads]).toEqual([[[12]], 30, []]);
  server = { ...server, ben: 31, sequence: 15 };
  say('gradebook.cells.changed', { acts: [{ act_id: 3, account_id: 9, cells: [cell(AMARA, 1, 5)] }] }, 15);
  await pause();
  expect([reloads, gradeOf(1)]).toEqual([[15], 31]);
});

test('of up to twenty columns only those are loaded; of more than twenty, the whole gradebook is', async () => {
  const named = (count: number) => Array.from({ length: count }, (_, place) => 12 + place);
  server = { ...server, ben: 30, sequence: 8 };
  say('gradebook.columns.changed', { items: named(20) }, 8);
  await pause();
  expect([itemLoads, reloads, gradeOf(1)]).toEqual([[named(20)], [], 30]);
  server = { ...server, ben: 31, sequence: 9 };
  say('gradebook.columns.changed', { items: named(21) }, 9);
  await pause();
  expect([itemLoads, reloads, gradeOf(1)]).toEqual([[named(20)], [9], 31]);
});

test('columns of a class that a student has joined do not fit, so the whole gradebook is loaded', async () => {
  server = { ...server, ben: 30, sequence: 8, students: 4 };
  say('gradebook.columns.changed', { items: [12] }, 8);
  await pause();
  expect([itemLoads, reloads, gradeOf(1)]).toEqual([[[12]], [8], 30]);
  expect(grades.current.students).toHaveLength(4);
});
