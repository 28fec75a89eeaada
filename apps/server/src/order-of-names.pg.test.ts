import {
  accountBlocks,
  accountList,
  attendanceStudents,
  classPeople,
  extraTimeList,
  gradeBook,
  rowsOf,
  studentList,
  suggestAccounts,
} from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enrol } from './modules/class/classes/index.ts';
import { inTransaction } from './platform/database/index.ts';
import { createScenario, startTestApp, type TestApp, type TestPerson } from './testing/index.ts';

// A person without a last name is sorted by the first name, in every list of people.
let app: TestApp;
let teacher: TestPerson;
let admin: TestPerson;
let courseId: number;

const NAMES = [
  ['Zoë', 'Clark'],
  ['Budiman', ''],
  ['Ada', 'Adams'],
  ['Wulandari', ''],
  ['Bo', 'Zorn'],
] as const;
const SORTED = ['Ada Adams', 'Budiman', 'Zoë Clark', 'Wulandari', 'Bo Zorn'];

beforeAll(async () => {
  app = await startTestApp();
  const scenario = createScenario(app);
  const room = await scenario.class({ students: 0 });
  ({ teacher, admin, courseId } = room);
  for (const [firstName, lastName] of NAMES) {
    const student = await scenario.person('student', room.schoolId, { firstName, lastName });
    await inTransaction(app.db, (tx) => enrol(tx, courseId, [student.accountId], 'STUDENT'));
  }
});
afterAll(() => app.close());

const full = ({ first_name, last_name }: { first_name: string; last_name: string }): string => `${first_name} ${last_name}`.trim();
/** Leaves out other people of the school, who are sorted among them. */
const ours = (names: readonly string[]): string[] => names.filter((name) => SORTED.includes(name));

test('[B1921] in the class, its gradebook, extra time and attendance', async () => {
  const { data } = (await teacher.call(classPeople, { params: { id: courseId }, query: { role: 'STUDENT' } })).body;
  expect(data.map(({ name }) => name)).toEqual(SORTED);
  const book = (await teacher.call(gradeBook, { query: { class: courseId } })).body;
  expect([...rowsOf(book.students)].map(full)).toEqual(SORTED);
  expect(ours((await teacher.call(extraTimeList, { query: { course_id: courseId } })).body.data.map(full))).toEqual(SORTED);
  const { students } = (await teacher.call(attendanceStudents, { body: { sort: 'name' } })).body;
  expect(ours(students.map(({ name }) => name))).toEqual(SORTED);
  const backwards = (await teacher.call(attendanceStudents, { body: { sort: 'name', direction: 'desc' } })).body.students;
  expect(ours(backwards.map(({ name }) => name))).toEqual(SORTED.toReversed());
});

test('[B1921] among students and accounts, by pages and by blocks whose cursor is somebody without one', async () => {
  expect((await teacher.call(studentList, { query: { course_id: courseId } })).body.data.map(full)).toEqual(SORTED);
  const query = { sort: 'full_name', per_page: 100 } as const;
  expect(ours((await admin.call(accountList, { query })).body.data.map(full))).toEqual(SORTED);
  const inBlocks: string[] = [];
  for (let after: string | undefined; ; ) {
    const { data, cursors } = (await admin.call(accountBlocks, { query: { sort: 'full_name', limit: 1, ...(after && { after }) } })).body;
    if (data.length === 0) break;
    inBlocks.push(...data.map(full));
    after = cursors.after ?? undefined;
    if (after === undefined) break;
  }
  expect(ours(inBlocks)).toEqual(SORTED);
});

test('[B1921] among what is suggested while typing', async () => {
  const { data } = (await admin.call(suggestAccounts, { query: { query: 'a', limit: 20 } })).body;
  const found = ours(data.map(({ name }) => name));
  expect(found).toEqual(SORTED.filter((name) => found.includes(name)));
  expect(found.length).toBeGreaterThan(2);
});
