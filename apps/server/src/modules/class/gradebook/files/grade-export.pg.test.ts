import { gradeBookImport, gradeSettingCreate, gradeSubmission, handOffCreate, privateNoteSave } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRows, type SheetRow } from '../../../../platform/spreadsheets/index.ts';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../../testing/index.ts';
import { postWork, submissionsOf } from '../../submissions/testing/work.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
let ann: TestPerson;
let bob: TestPerson;
let cem: TestPerson;
let [circuits, waves, reading, archived] = [0, 0, 0, 0];

const grade = (workId: number, student: TestPerson, submission: object) =>
  room.teacher.call(gradeSubmission, { body: { courseId: room.courseId, courseWorkId: workId, account_id: student.accountId, submission } });

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.class({ students: 3 });
  [ann, bob, cem] = room.students as [TestPerson, TestPerson, TestPerson];
  await app.db.updateTable('courses').set({ name: 'Physics 2; "B"' }).where('id', '=', room.courseId).execute();
  const names = [
    [ann, 'Ann', 'Åkesson'],
    [bob, '=HYPERLINK("http://x";"y")', 'Zimmer, Jr.'],
    [cem, "'=Cem", '@Demir'],
  ] as const;
  for (const [{ accountId }, first_name, last_name] of names)
    await app.db.updateTable('accounts').set({ first_name, last_name }).where('id', '=', accountId).execute();
  await room.teacher.call(gradeSettingCreate, { body: { course_id: room.courseId, calculation_type: 'TOTAL_POINTS' } });
  circuits = await postWork(app, room, { title: '=SUM(A1); "Circuits"', due_on: '2020-01-10', due_at: new Date('2020-01-10T23:59:59Z') });
  await app.db
    .updateTable('course_works')
    .set({ posted_at: new Date('2020-01-01T00:00:00Z') })
    .where('id', '=', circuits)
    .execute(); // Cem has it since today
  waves = await postWork(app, room, { title: 'Overall', max_points: 20, due_on: '2090-01-10', due_at: new Date('2090-01-10T23:59:59Z') });
  reading = await postWork(app, room, { title: 'Reading', max_points: null });
  archived = await postWork(app, room, { title: 'Old' });
  await grade(archived, ann, { type: 'DRAFT_GRADE', draftGrade: 1 });
  await app.db.updateTable('course_works').set({ archived_at: new Date() }).where('id', '=', archived).execute();
  await grade(circuits, ann, { type: 'DRAFT_GRADE', draftGrade: 46.5 });
  await grade(waves, ann, { type: 'DRAFT_GRADE', draftGrade: 0 });
  await grade(circuits, bob, { type: 'DRAFT_GRADE', draftGrade: 12.25 });
  await grade(circuits, bob, { type: 'EXCUSED', excused: true });
  await grade(waves, bob, { type: 'DRAFT_GRADE', draftGrade: 19 });
});
afterAll(() => app.close());

const PERIODS = '2020-01-01..2020-12-31';
async function get(query: Record<string, unknown> = {}, by = room.teacher, courseId: unknown = room.courseId) {
  const search = new URLSearchParams({ class: String(courseId), ...(query as Record<string, string>) });
  const reply = await app.server.app.inject({ method: 'GET', url: `/api/grade-book/export?${search}`, headers: { authorization: `Bearer ${by.token}` } });
  return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload, json: () => reply.json() as { code: string; errors?: object } };
}
async function sheetOf(bytes: Buffer): Promise<(string | null)[][]> {
  const rows: SheetRow[] = [];
  for await (const batch of readRows(bytes)) rows.push(...batch);
  return rows.map(({ cells }) => Array.from(cells, (cell) => cell ?? null));
}
const emailOf = async ({ accountId }: TestPerson) =>
  (await app.db.selectFrom('accounts').select('email').where('id', '=', accountId).executeTakeFirstOrThrow()).email;

describe('the export of a gradebook', () => {
  test('[B1500] has the class, the moment, students in natural order, figures, items with id and points, and every grade', async () => {
    const { status, headers, bytes } = await get({ marking_periods: PERIODS });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    expect(headers['content-disposition']).toMatch(/filename\*=UTF-8''grades-Physics%202%3B%20-B--\d{4}-\d\d-\d\d\.xlsx/);
    const [course, asOf, titles, ids, points, ...rows] = await sheetOf(bytes);
    expect(course).toEqual(['Class', 'Physics 2; "B"', String(room.courseId)]);
    expect(asOf).toEqual(['As of', expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)]);
    expect(titles).toEqual([
      'Student ID',
      'Email',
      'Last name',
      'First name',
      'Overall',
      'MPG 2020-01-01 – 2020-12-31',
      '=SUM(A1); "Circuits"',
      'Overall',
      'Reading',
    ]);
    expect(ids).toEqual(['Item ID', null, null, null, null, null, String(circuits), String(waves), String(reading)]);
    expect(points).toEqual(['Points', null, null, null, null, null, '50', '20']);
    // Ann: 46.5 of 70; Bob: excused from one; Cem became a student after it was due
    expect(rows).toEqual([
      [String(cem.accountId), await emailOf(cem), '@Demir', "'=Cem"],
      [String(ann.accountId), await emailOf(ann), 'Åkesson', 'Ann', '66.4', '93', '46.5', '0'],
      [String(bob.accountId), await emailOf(bob), 'Zimmer, Jr.', '=HYPERLINK("http://x";"y")', '95', null, 'EX', '19'],
      // [FIG-41] [FIG-42] averages of the people in the class; Bob is excused from the first work
      ['Class average', null, null, null, '80.7', '93', '46.5', '9.5'],
    ]);
  });

  test.each([
    ['comma', ',', '46.5'],
    ['semicolon', ';', '46,5'],
  ])('as CSV with %s separates by it, with the decimal mark that goes with it, and no cell is a formula', async (separator, mark, number) => {
    const { headers, bytes } = await get({ format: 'csv', separator });
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const text = bytes.toString();
    expect(text.startsWith(`\ufeffClass${mark}"Physics 2; ""B"""${mark}${room.courseId}\r\n`)).toBe(true);
    const row = text.split('\r\n').find((line) => line.startsWith(`${ann.accountId}${mark}`));
    expect(row).toContain(`${mark}${number}${mark}0${mark}`);
    expect(text).not.toMatch(/(^|[,;"])[=@+]/m);
    expect(text).toContain("'=HYPERLINK");
  });

  test('shows what the filters show where that is asked for; figures stay those of the whole class', async () => {
    const shown = await sheetOf((await get({ scope: 'shown', marking_periods: PERIODS, grade_status: 'Grade' })).bytes);
    expect(shown[3]).toEqual(['Item ID', null, null, null, null, null, String(circuits)]);
    expect(shown.slice(5).map(([id, , , , overall]) => [id, overall])).toEqual(
      expect.arrayContaining([
        [String(ann.accountId), '66.4'],
        [String(bob.accountId), '95'],
      ]),
    );
    expect(shown).toHaveLength(7);
    const withArchived = await sheetOf((await get({ with: 'archived' })).bytes);
    expect(withArchived[3]).toContain(String(archived));
    expect(withArchived.find(([id]) => id === String(ann.accountId))?.slice(4)).toEqual(['66.4', '46.5', '0', null, '1']);
  });

  test.each<[string, Record<string, unknown>]>([
    ['xlsx', {}],
    ['xlsx with figures of periods', { marking_periods: PERIODS }],
    ['CSV with commas', { format: 'csv', separator: 'comma' }],
    ['CSV with semicolons', { format: 'csv', separator: 'semicolon', marking_periods: PERIODS }],
  ])('an export as %s that is imported unchanged changes nothing', async (_, query) => {
    const { bytes } = await get(query);
    const reply = await room.teacher.call(gradeBookImport, { body: { class: room.courseId }, file: { name: 'grades', bytes } });
    expect(reply).toMatchObject({
      status: 201,
      body: { change_count: 0, conflict_count: 0, problem_count: 0, student_count: 3, item_count: 3, as_of: expect.any(String) },
    });
  });

  describe('private notes', () => {
    const NOTE = '=HYPERLINK("http://x")\nsecond line, with "quotes"; and more';
    const write = async (note: string, was: string) => {
      const [id] = await submissionsOf(app, circuits, [bob]);
      expect((await room.teacher.call(privateNoteSave, { params: { id }, body: { note, was } })).status).toBe(200);
    };
    beforeAll(() => write(NOTE, ''));
    afterAll(() => write('', NOTE));

    test.each<[string, Record<string, unknown>]>([
      ['xlsx', {}],
      ['CSV with commas', { format: 'csv', separator: 'comma' }],
      ['CSV with semicolons', { format: 'csv', separator: 'semicolon' }],
    ])('are in an export as %s only where they are asked for, and it is imported unchanged as no change', async (_, query) => {
      const { bytes } = await get({ ...query, with: 'notes' });
      const reply = await room.teacher.call(gradeBookImport, { body: { class: room.courseId }, file: { name: 'grades', bytes } });
      expect(reply).toMatchObject({ status: 201, body: { change_count: 0, conflict_count: 0, problem_count: 0, student_count: 3, item_count: 3 } });
    });

    test('stand in columns after those of all items, for each item that has any, as text that is no formula', async () => {
      const [, , titles, ids, , ...rows] = await sheetOf((await get({ with: 'archived,notes' })).bytes);
      expect(titles?.slice(5)).toEqual(['=SUM(A1); "Circuits"', 'Overall', 'Reading', 'Old', 'Private note: =SUM(A1); "Circuits"']);
      expect(ids?.at(-1)).toBe(String(archived));
      expect(rows.at(-2)?.at(-1)).toBe(NOTE);
      const text = (await get({ format: 'csv', with: 'notes' })).bytes.toString();
      expect(text).toContain('second line, with ""quotes""');
      expect(text).not.toMatch(/(^|[,;"])[=@+]/m);
      expect((await get({ format: 'csv' })).bytes.toString()).not.toMatch(/second line|Private note/);
      expect((await sheetOf((await get()).bytes))[2]).toHaveLength(8);
    });
  });

  describe('students who left', () => {
    const setLeft = (left_at: Date | null) =>
      app.db.updateTable('course_members').set({ left_at }).where('course_id', '=', room.courseId).where('account_id', '=', bob.accountId).execute();
    const importBytes = async (bytes: Buffer) =>
      (await room.teacher.call(gradeBookImport, { body: { class: room.courseId }, file: { name: 'grades', bytes } })).body;
    beforeAll(() => setLeft(new Date()));
    afterAll(() => setLeft(null));

    test('are in an export only where they are asked for, in their place, marked so in the last column', async () => {
      const [, , , , , ...those] = await sheetOf((await get()).bytes);
      expect(those.map(([id]) => id)).toEqual([String(cem.accountId), String(ann.accountId), 'Class average']);
      const [, , titles, , , ...rows] = await sheetOf((await get({ with: 'left' })).bytes);
      expect(titles?.slice(5)).toEqual(['=SUM(A1); "Circuits"', 'Overall', 'Reading', 'Left the class']);
      const ofBob = rows.find(([id]) => id === String(bob.accountId))!;
      expect([ofBob.slice(5, 7), ofBob.at(-1)]).toEqual([['EX', '19'], 'left']);
      expect(rows.filter((row) => row.at(-1) === 'left')).toHaveLength(1);
    });

    test.each<[string, Record<string, unknown>]>([
      ['xlsx', {}],
      ['CSV', { format: 'csv' }],
    ])('are read past as %s where nothing of theirs is another', async (_, query) => {
      const { bytes } = await get({ ...query, with: 'left,notes' });
      expect(await importBytes(bytes)).toMatchObject({ change_count: 0, problem_count: 0, student_count: 3 });
    });

    test('a changed grade of theirs is named once for the row and changes nothing', async () => {
      const lines = (await get({ format: 'csv', with: 'left' })).bytes.toString().split('\r\n');
      const changed = lines.map((line) => (line.includes(`${bob.accountId},`) ? line.replace('EX,19', '3,4') : line)).join('\r\n');
      const told = await importBytes(Buffer.from(changed));
      expect(told).toMatchObject({ change_count: 0, problem_count: 1, problems: [{ code: 'studentLeft', column: null }] });
      expect(told.problems[0]?.message).toContain('has left this class');
    });

    test('a row that names somebody of the class by the same name is theirs', async () => {
      const both = [bob.accountId, cem.accountId];
      const names = await app.db.selectFrom('accounts').select(['id', 'first_name', 'last_name']).where('id', 'in', both).execute();
      await app.db.updateTable('accounts').set({ first_name: 'Same', last_name: 'Name' }).where('id', 'in', both).execute();
      const told = await importBytes(Buffer.from('Name,"=SUM(A1); ""Circuits"""\r\nSame Name,5\r\n'));
      for (const { id, ...name } of names) await app.db.updateTable('accounts').set(name).where('id', '=', id).execute();
      expect(told).toMatchObject({ problem_count: 0, change_count: 1, changes: { account_id: [cem.accountId], new: [5] } });
    });
  });

  test('each one leaves one entry in the trail: who, which class, what', async () => {
    const entries = () => app.db.selectFrom('audit_entries').select(['account_id', 'subject_id', 'after']).where('action', '=', 'gradeBook.export').execute();
    const before = (await entries()).length;
    await get({ format: 'csv' }, room.coTeacher);
    const all = await entries();
    expect(all).toHaveLength(before + 1);
    expect(all.at(-1)).toMatchObject({
      account_id: room.coTeacher.accountId,
      subject_id: room.courseId,
      after: { format: 'csv', scope: 'all', students: 3, items: 3 },
    });
  });

  test('opens with a code in place of the token', async () => {
    const { code } = (await room.teacher.call(handOffCreate, { body: { target: '/api/grade-book/export' } })).body;
    const reply = await app.server.app.inject({ method: 'GET', url: `/api/grade-book/export?class=${room.courseId}&code=${code}` });
    expect(reply.statusCode).toBe(200);
  });

  test('is for the staff of the class and Admins alone; an archived class can be exported too', async () => {
    const status = async (by: TestPerson, courseId: unknown = room.courseId) => (await get({}, by, courseId)).status;
    expect([await status(room.coTeacher), await status(room.admin)]).toEqual([200, 200]);
    expect([await status(ann), await status(room.otherTeacher), await status(room.otherStudent), await status(room.teacher, 999_999)]).toEqual([
      403, 404, 404, 404,
    ]);
    const past = await scenario.class({ students: 1 });
    await scenario.remove(past.courseId, past.coTeacher.accountId);
    expect(await status(past.coTeacher, past.courseId)).toBe(404);
    await app.db.updateTable('courses').set({ course_state: 'ARCHIVED' }).where('id', '=', past.courseId).execute();
    expect(await status(past.teacher, past.courseId)).toBe(200);
  });

  test.each<[Record<string, unknown>, string]>([
    [{ class: '' }, 'class'],
    [{ format: 'pdf' }, 'format'],
    [{ separator: 'tab' }, 'separator'],
    [{ scope: 'some' }, 'scope'],
    [{ with: 'everything' }, 'with'],
    [{ marking_periods: '999999' }, 'marking_periods'],
    [{ grade_start: '90', grade_end: '10' }, 'grade_end'],
  ])('refuses %j by name', async (query, field) => {
    const { class: courseId = room.courseId, ...others } = query;
    const reply = await get(others, room.teacher, courseId);
    expect([reply.status, Object.keys(reply.json().errors ?? {})]).toEqual([422, [field]]);
  });
});
