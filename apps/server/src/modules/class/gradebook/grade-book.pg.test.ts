import {
  gradeBook,
  gradeBookFilter,
  gradeSettingCreate,
  gradeSubmission,
  privateNoteSave,
  returnSubmission,
  rowsOf,
  submissionSubmit,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';
import { postWork, submissionsOf } from '../submissions/testing/work.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
/**
 * The works: Circuits, due long ago; Waves, due in a far future; Reading, without a due date; Optics, in a category and
 * for the first student.
 */
let [circuits, waves, optics] = [0, 0, 0];
let tests = 0;

const cell = (workId: number, student: TestPerson) => ({ courseId: room.courseId, courseWorkId: workId, account_id: student.accountId });
const grade = (workId: number, student: TestPerson, draftGrade: number | null) =>
  room.teacher.call(gradeSubmission, { body: { ...cell(workId, student), submission: { type: 'DRAFT_GRADE', draftGrade } } });
const get = async (query: Record<string, unknown> = {}, by = room.teacher) => {
  const reply = await by.call(gradeBook, { query: { class: room.courseId, ...query } });
  return { ...reply, items: reply.status === 200 ? [...rowsOf(reply.body.items)] : [], students: reply.status === 200 ? [...rowsOf(reply.body.students)] : [] };
};
const titles = async (query: Record<string, unknown>) => (await get(query)).items.map(({ title }) => title);
const names = async (query: Record<string, unknown>) =>
  (await get(query)).students.map(({ account_id }) => room.students.findIndex((one) => one.accountId === account_id));

async function makePeriod(name: string, schoolId: number): Promise<number> {
  const days = { start_date: '2020-01-01', end_date: '2020-01-31' };
  const { id } = await app.db
    .insertInto('marking_periods')
    .values({ name, ...days })
    .returning('id')
    .executeTakeFirstOrThrow();
  await app.db.insertInto('marking_period_schools').values({ marking_period_id: id, school_id: schoolId }).execute();
  return id;
}

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.class({ students: 3 });
  const [ann, bob, cem] = room.students as [TestPerson, TestPerson, TestPerson];
  const given = [
    [ann, 'Ann', 'Åkesson'],
    [bob, 'Bob', 'Zimmer'],
    [cem, 'Cem', 'Demir'],
  ] as const;
  for (const [{ accountId }, first_name, last_name] of given)
    await app.db.updateTable('accounts').set({ first_name, last_name }).where('id', '=', accountId).execute();
  const reply = await room.teacher.call(gradeSettingCreate, {
    body: { course_id: room.courseId, calculation_type: 'TOTAL_POINTS', categories: [{ category_name: 'Tests', category_point: 40 }] },
  });
  tests = reply.body.setting.categories[0]!.category_id;
  const long = new Date('2020-01-10T23:59:59Z');
  circuits = await postWork(app, room, { title: 'Circuits', due_on: '2020-01-10', due_at: long, due_zone: 'UTC' });
  await app.db
    .updateTable('submissions')
    .set({ assigned_at: new Date('2020-01-01T00:00:00Z') })
    .where('course_work_id', '=', circuits)
    .execute();
  waves = await postWork(app, room, { title: 'Waves', due_on: '2090-01-10', due_at: new Date('2090-01-10T23:59:59Z'), max_points: 20 });
  await postWork(app, room, { title: 'Reading', max_points: null });
  optics = await postWork(app, room, { title: 'Optics', category_id: tests, to: [ann], max_points: 10 });
  await postWork(app, room, { title: 'Archived', archived_at: new Date() });
  await grade(circuits, ann, 46.5);
  await grade(circuits, bob, 0);
  await grade(waves, ann, 22);
  await grade(optics, ann, 8);
  await room.students[1]!.call(submissionSubmit, { body: { courseId: room.courseId, courseWorkId: waves, answer: 'They bend' } });
});
afterAll(() => app.close());

describe('the gradebook of a class', () => {
  test('[K396] [K006] has how its grades are reckoned, its students in natural order, its items by due date, and every cell in their order', async () => {
    const { status, body, items, students } = await get();
    expect(status).toBe(200);
    expect(body.gradebook).toMatchObject({
      course_id: room.courseId,
      courseid: room.courseId,
      is_archived: false,
      item_count: 4,
      student_count: 3,
      settings: {
        calculation_type: 'TOTAL_POINTS',
        show_grade: true,
        exclude_missing: false,
        categories: [{ category_id: tests, category_name: 'Tests', category_point: 40, drop_lowest: 0 }],
      },
      overall: null,
      mpg: null,
    });
    expect(students.map(({ last_name }) => last_name)).toEqual(['Åkesson', 'Demir', 'Zimmer']);
    expect(items.map(({ title, draft, marks }) => [title, draft, marks])).toEqual([
      ['Circuits', [46.5, null, 0], 'ccc'],
      ['Waves', [22, null, null], 'cct'],
      ['Reading', [null, null, null], 'ccc'],
      ['Optics', [8, null, null], 'c--'],
    ]);
    expect(items[0]).toMatchObject({
      due_date: '2020-01-10',
      maxPoints: 50,
      category_id: null,
      workType: 'SHORT_ANSWER_QUESTION',
      state: 'PUBLISHED',
      assigned: [],
      excused: [],
    });
    expect(items[1]!.period_date).toBe('2090-01-10');
    expect(items[3]).toMatchObject({ due_date: null, category_id: tests });
    expect(items[3]!.period_date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  test('says what was returned only where it is not the draft of returned work, and who is excused', async () => {
    const other = await scenario.class({ students: 2 });
    const workId = await postWork(app, other, { title: 'Lab' });
    for (const [index, { accountId }] of other.students.entries())
      await app.db
        .updateTable('accounts')
        .set({ last_name: `Student ${index}` })
        .where('id', '=', accountId)
        .execute();
    const [first, second] = await submissionsOf(app, workId, other.students);
    const at = { courseId: other.courseId, courseWorkId: workId };
    const draft = (submissionId: number, draftGrade: number) =>
      other.teacher.call(gradeSubmission, { body: { ...at, submissionId, submission: { type: 'DRAFT_GRADE', draftGrade } } });
    await draft(first!, 30);
    await other.teacher.call(returnSubmission, { body: { ...at, id: first, message: 'Good', paper: true } });
    const look = async () => [...rowsOf((await other.teacher.call(gradeBook, { query: { class: other.courseId } })).body.items)][0]!;
    expect(await look()).toMatchObject({ draft: [30, null], marks: 'rc', assigned: [], excused: [] });
    await draft(first!, 31);
    await other.teacher.call(gradeSubmission, { body: { ...at, submissionId: second, submission: { type: 'EXCUSED', excused: true } } });
    expect(await look()).toMatchObject({ draft: [31, null], assigned: [[0, 30]], excused: [1] });
  });

  test('[B1500] [K326] [K330] reckons the figures where they are asked for: overdue work counts 0, a filter changes none', async () => {
    const { body } = await get({ figures: true, marking_periods: '2020-01-01..2020-01-31,2090-01-01..2090-12-31' });
    // Ann (46.5 + 22 + 8) of 80; Demir 0 of 50, overdue; Zimmer a typed 0 of 50
    expect(body.gradebook).toMatchObject({
      overall: [95.6, 0, 0],
      mpg: [
        [93, 0, 0],
        [110, null, null],
      ],
      averages: { overall: 31.9, mpg: [31, 110], items: expect.any(Array) },
    });
    expect((await get({ figures: true, category: tests })).body.gradebook).toMatchObject({ overall: [95.6, 0, 0], averages: { overall: 31.9 } });
    expect((await get({ figures: true, grade_start: 50 })).body.gradebook.overall).toEqual([95.6]);
    // for each item of the answer, regardless of the selected students
    const all = (await get({ figures: true })).body;
    const average = (title: string) => all.gradebook.averages?.items[all.items.columns.title.indexOf(title)];
    expect([average('Circuits'), average('Waves'), average('Reading')]).toEqual([23.3, 22, null]);
    const some = (await get({ figures: true, columns: '1-1' })).body;
    expect([some.items.columns.title, some.gradebook.averages?.items]).toEqual([['Waves'], [22]]);
  });

  test.each<[string, Record<string, unknown>, string[]]>([
    ['a marking period', { marking_periods: '2020-01-01..2020-01-10' }, ['Circuits']],
    ['several', { marking_periods: '2020-01-10..2020-01-31,2090-01-10..2090-01-10' }, ['Circuits', 'Waves']],
    ['one due date', { date_range: '2020-01-10' }, ['Circuits']],
    ['two due dates in any order', { date_range: '2090-02-01,2020-01-10' }, ['Circuits', 'Waves']],
    ['a day that is in no leap year but 2020', { date_range: '2020-02-29' }, []],
    ['columns', { columns: '1-2' }, ['Waves', 'Reading']],
    ['no category', { category: 0 }, ['Circuits', 'Waves', 'Reading']],
  ])('[K244] %s chooses items', async (_, query, wanted) => {
    expect(await titles(query)).toEqual(wanted);
  });

  test('[B1690] with letters an item that differs in more than a fifth of its cells has its pairs of draft and returned grade, and a letter a student', async () => {
    const large = await scenario.class({ students: 40 });
    const works: number[] = [];
    for (let count = 0; count < 4; count++) works.push(await postWork(app, large));
    const by = sql`(20 + ((course_work_id::integer * 7 + account_id::integer * 13) % 59) / 2.0)`;
    await sql`UPDATE submissions SET draft_grade = round(${by} * 1.05, 2), assigned_grade = ${by}, state = 'RETURNED' WHERE course_id = ${large.courseId}`.execute(
      app.db,
    );
    const [nobody, ungraded] = large.students as [TestPerson, TestPerson];
    await sql`DELETE FROM submissions WHERE course_id = ${large.courseId} AND account_id = ${nobody.accountId}`.execute(app.db);
    await sql`UPDATE submissions SET draft_grade = NULL WHERE course_id = ${large.courseId} AND account_id = ${ungraded.accountId}`.execute(app.db);
    const load = async (query: object) => (await large.teacher.call(gradeBook, { query: { class: large.courseId, ...query } as never })).body;
    const [plain, lettered] = [await load({}), await load({ letters: true })];
    const { columns } = lettered.items;
    expect([columns.draft[0], columns.assigned[0]]).toEqual([[], []]);
    for (const [place, pairs] of columns.pairs.entries()) {
      const drafts = plain.items.columns.draft[place]!;
      const assigned = new Map(plain.items.columns.assigned[place]);
      const codeOf = (one: number) => one + (one < 57 ? 35 : one < 91 ? 36 : 70);
      const read = [...columns.letters[place]!].map((letter) => pairs.find((_, one) => codeOf(one) === letter.charCodeAt(0)));
      expect(read).toEqual(drafts.map((draft, student) => [draft, assigned.get(student) ?? null]));
      expect(new Set(pairs.map((pair) => JSON.stringify(pair))).size).toBe(pairs.length);
    }
    expect([plain.items.columns.pairs.flat(), plain.items.columns.letters.join('')]).toEqual([[], '']);
    // a page that was opened before letters existed asks for pairs, and gets columns that it can read
    expect((await load({ pairs: true })).items).toEqual(plain.items);
    // with few differences the answer is as without letters
    await sql`UPDATE submissions SET assigned_grade = draft_grade WHERE course_id = ${large.courseId} AND course_work_id <> ${works[0]}`.execute(app.db);
    const some = (await load({ letters: true })).items.columns;
    expect(some.letters.map((letters) => letters.length)).toEqual(some.id.map((id) => (id === works[0] ? 40 : 0)));
  });

  test('[B1692] excused, noted and assigned name students by their place in the list, as the OpenAPI document says', async () => {
    const small = await scenario.class({ students: 4 });
    const workId = await postWork(app, small);
    const { students } = (await small.teacher.call(gradeBook, { query: { class: small.courseId } })).body;
    const [, excused, noted, returned] = students.columns.account_id as [number, number, number, number];
    const change = (accountId: number, submission: object) =>
      small.teacher.call(gradeSubmission, { body: { courseId: small.courseId, courseWorkId: workId, account_id: accountId, submission } as never });
    await change(excused, { type: 'EXCUSED', excused: true });
    const { id } = await app.db
      .selectFrom('submissions')
      .select('id')
      .where('course_work_id', '=', workId)
      .where('account_id', '=', noted)
      .executeTakeFirstOrThrow();
    expect((await small.teacher.call(privateNoteSave, { params: { id }, body: { note: 'Was ill', was: '' } })).status).toBe(200);
    await sql`UPDATE submissions SET state = 'RETURNED', draft_grade = 12, assigned_grade = 10 WHERE course_work_id = ${workId} AND account_id = ${returned}`.execute(
      app.db,
    );
    const { columns } = (await small.teacher.call(gradeBook, { query: { class: small.courseId } })).body.items;
    expect({ excused: columns.excused, noted: columns.noted, assigned: columns.assigned }).toEqual({ excused: [[1]], noted: [[2]], assigned: [[[3, 10]]] });
    for (const column of ['excused', 'noted', 'assigned'] as const)
      expect(JSON.stringify(z.toJSONSchema(gradeBook.large.tables.items.columns[column])), column).toContain('counted from 0; not an id');
  });

  test('with heads the items beside the columns are there too, without their cells', async () => {
    const look = async (query: Record<string, unknown>) => (await get(query)).items.map(({ title, draft, marks }) => [title, draft, marks]);
    expect(await look({ columns: '1-1', heads: true })).toEqual([
      ['Circuits', [], ''],
      ['Waves', [22, null, null], 'cct'],
      ['Reading', [], ''],
      ['Optics', [], ''],
    ]);
    expect(await look({ columns: '1-1', heads: true, marking_periods: '2020-01-01..2020-12-31' })).toEqual([['Circuits', [], '']]);
    expect(await look({ heads: true })).toEqual(await look({}));
  });

  test('[K244] a category and named items choose items', async () => {
    expect(await titles({ category: tests })).toEqual(['Optics']);
    expect(await titles({ items: `${waves},${optics}` })).toEqual(['Waves', 'Optics']);
  });

  test.each<[string, Record<string, unknown>, number[]]>([
    ['Grade', { grade_status: 'grade' }, [0, 1]],
    ['Ungraded', { grade_status: 'Ungraded', columns: '0-0', date_range: '2020-01-10' }, [2]],
    ['Submitted', { assignment_status: 'Submitted' }, [1]],
    ['Overdue', { assignment_status: 'overdue' }, [0, 2, 1]],
    ['Late', { assignment_status: 'Late' }, []],
    ['a grade from', { grade_start: '93' }, [0]],
    ['a grade to', { grade_end: 0 }, [1]],
    ['both, ends included', { grade_start: 93, grade_end: 93 }, [0]],
  ])('[K244] %s chooses students with at least one such cell', async (_, query, wanted) => {
    expect(await names(query)).toEqual(wanted);
  });

  test('[K396] takes its filters in a body as well, with periods as two days or by id', async () => {
    const periodId = await makePeriod('Winter', room.schoolId);
    const post = (marking_periods: unknown) => room.teacher.call(gradeBookFilter, { body: { class: room.courseId, marking_periods } });
    expect((await post([periodId])).body.items.columns.title).toEqual(['Circuits']);
    expect((await post([{ start_date: '2090-01-01', end_date: '2090-01-31' }])).body.items.columns.title).toEqual(['Waves']);
    expect((await get()).body.gradebook.periods).toEqual([{ id: periodId, name: 'Winter', start_date: '2020-01-01', end_date: '2020-01-31' }]);
    const elsewhere = await makePeriod('Theirs', await scenario.school());
    expect(await post([elsewhere])).toMatchObject({ status: 422, body: { errors: { marking_periods: [expect.stringContaining('no such marking period')] } } });
    const withoutClass = await room.teacher.call(gradeBookFilter, { body: { class: '' } });
    expect(withoutClass.error?.errors).toEqual({ class: [expect.any(String)] });
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['a class of another type', { class: 'physics' }, 'class'],
    ['a period that is none', { marking_periods: 'autumn' }, 'marking_periods'],
    ['a period from its end to its start', { marking_periods: '2026-02-01..2026-01-01' }, 'marking_periods'],
    ['a period with a day that there is not', { marking_periods: '2026-02-29..2026-03-01' }, 'marking_periods'],
    ['three dates', { date_range: '2026-01-01,2026-01-02,2026-01-03' }, 'date_range'],
    ['a date that is none', { date_range: '01/02/2026' }, 'date_range'],
    ['a grade that is no number', { grade_start: 'ten' }, 'grade_start'],
    ['a grade below 0', { grade_start: -1 }, 'grade_start'],
    ['a grade range from high to low', { grade_start: 90, grade_end: 10 }, 'grade_end'],
    ['a grade status that there is not', { grade_status: 'Maybe' }, 'grade_status'],
    ['an assignment status that there is not', { assignment_status: 'Lost' }, 'assignment_status'],
    ['a category that is none', { category: 'Tests' }, 'category'],
    ['columns from high to low', { columns: '9-3' }, 'columns'],
    ['hostile text', { columns: "0-9'; DROP TABLE submissions" }, 'columns'],
  ])('refuses %s by name', async (_, query, field) => {
    const { status, body } = await get(query);
    expect(status).toBe(422);
    expect(Object.keys((body as unknown as { errors: object }).errors).some((name) => name.startsWith(field))).toBe(true);
  });

  test('is for the staff of the class and Admins alone', async () => {
    const status = async (by: TestPerson) => (await get({}, by)).status;
    expect(await Promise.all([room.teacher, room.coTeacher, room.admin].map(status))).toEqual([200, 200, 200]);
    expect(await status(room.students[0]!)).toBe(403);
    expect(await Promise.all([room.otherTeacher].map(status))).toEqual([404]);
    const past = await scenario.class({ students: 1 });
    await scenario.remove(past.courseId, past.coTeacher.accountId);
    expect((await past.coTeacher.call(gradeBook, { query: { class: past.courseId } })).status).toBe(404);
    expect((await room.teacher.call(gradeBook, { query: { class: past.courseId } })).status).toBe(404);
    expect((await room.teacher.call(gradeBook, { query: { class: 999_999 } })).status).toBe(404);
  });

  test('has an ETag that changes with a grade, a name and a setting, and not without', async () => {
    const ask = (etag = '') => app.call(gradeBook, { query: { class: room.courseId } }, { token: room.teacher.token, headers: { 'if-none-match': etag } });
    const tag = async () => String((await ask()).headers['etag']);
    const first = await tag();
    expect((await ask(first)).status).toBe(304);
    await grade(waves, room.students[2]!, 11);
    await expect.poll(tag).not.toBe(first);
    const second = await tag();
    await app.db.updateTable('accounts').set({ first_name: 'Cemal' }).where('id', '=', room.students[2]!.accountId).execute();
    const third = await tag();
    await app.db.updateTable('grade_settings').set({ exclude_missing: true }).where('course_id', '=', room.courseId).execute();
    expect(new Set([first, second, third, await tag()]).size).toBe(4);
  });
});
