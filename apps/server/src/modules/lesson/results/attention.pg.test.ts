import { attentionClasses, attentionRestore, attentionDone, attentionList, schoolSettingsUpdate } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScenario, runLesson, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
let [steady, turned, absent]: TestPerson[] = [];

/**
 * Runs a lesson of the class in which one student answers right, one changes away from the right answer without a
 * comment, and one is absent.
 */
async function holdLesson(): Promise<number> {
  const assessment = await scenario.assessment({ owner: room.teacher, schoolId: room.schoolId, classId: room.courseId });
  const lesson = await runLesson(app, { ...room, ...assessment });
  for (const student of [steady, turned] as TestPerson[]) await lesson.login(student);
  await lesson.answer(steady as TestPerson, 'Form - 1A', 1);
  await lesson.answer(turned as TestPerson, 'Form - 1A', 1, { comment: '' });
  await lesson.step('re-assign');
  await lesson.answer(steady as TestPerson, 'Form - 1B', 1);
  await lesson.answer(turned as TestPerson, 'Form - 1B', 0, { comment: '' });
  await lesson.step('next');
  await lesson.answer(steady as TestPerson, 'Form - 2', 1);
  await lesson.answer(turned as TestPerson, 'Form - 2', 1, { comment: '' });
  expect((await lesson.step('finished')).status).toBe(200);
  await app.clock.advanceMs(60_000);
  return assessment.assessmentId;
}

const list = (person: TestPerson, query: object = {}) => person.call(attentionList, { query: { course_id: room.courseId, ...query } });
const done = (person: TestPerson, body: object = {}) =>
  person.call(attentionDone, { body: { course_id: room.courseId, account_ids: [absent!.accountId], note: 'Talked after school.', ...body } });
const back = (person: TestPerson) => person.call(attentionRestore, { body: { course_id: room.courseId, account_ids: [absent!.accountId] } });
const said = (reply: Awaited<ReturnType<typeof list>>) =>
  reply.body.data.map(({ account_id, reasons }: { account_id: number; reasons: { code: string }[] }) => [account_id, reasons.map(({ code }) => code)]);
const nameOf = (student: TestPerson | undefined) => ({ account_id: student?.accountId, first_name: expect.any(String), last_name: expect.any(String) });
const rowOf = (reply: Awaited<ReturnType<typeof list>>, student: TestPerson | undefined) =>
  reply.body.data.find(({ account_id }: { account_id: number }) => account_id === student?.accountId);

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.class({ students: 3 });
  [steady, turned, absent] = room.students;
});
afterAll(() => app.close());

test('a class without a finished lesson has nobody to look after, and says so', async () => {
  const empty = await scenario.class({ students: 1 });
  const reply = await empty.teacher.call(attentionList, { query: { course_id: empty.courseId } });
  expect(reply.body).toMatchObject({ data: [], lesson: null, lessons: 0 });
});

test('[B2570] one lesson is told in facts, with the students of each, and names nobody', async () => {
  const first = await holdLesson();
  for (const query of [{ assessment_id: first }, {}]) {
    const { body } = await list(room.teacher, query);
    expect(body).toMatchObject({ data: [], lessons: 1, lesson: { assessment_id: first } });
    expect(body.facts).toEqual([
      { code: 'absent', of: 3, students: [nameOf(absent)], stayed: null },
      { code: 'right-to-wrong', of: 3, students: [nameOf(turned)], stayed: null },
      { code: 'no-words', of: 3, students: [nameOf(turned)], stayed: null },
    ]);
  }
});

test('[B2570] the facts of a lesson are those of this lesson alone, although the class has held others', async () => {
  const other = await scenario.class({ students: 2 });
  const lessons: number[] = [];
  for (const present of other.students) {
    const assessment = await scenario.assessment({ owner: other.teacher, schoolId: other.schoolId, classId: other.courseId });
    const lesson = await runLesson(app, { ...other, ...assessment });
    await lesson.login(present);
    await lesson.answer(present, 'Form - 1A', 1);
    for (const step of ['re-assign', 'next', 'finished'] as const) expect((await lesson.step(step)).status).toBe(200);
    await app.clock.advanceMs(60_000);
    lessons.push(assessment.assessmentId);
  }
  // the one that began first ends last, so that neither ids nor places in the table say which is the newest
  await sql`UPDATE live_sessions SET ended_at = app_now() WHERE assessment_id = ${lessons[0]}`.execute(app.db);
  const absentOf = async (query: object) => {
    const { facts } = (await other.teacher.call(attentionList, { query: { course_id: other.courseId, ...query } })).body;
    return facts.find(({ code }: { code: string }) => code === 'absent')?.students.map(({ account_id }: { account_id: number }) => account_id);
  };
  const [first, second] = other.students.map(({ accountId }) => accountId);
  expect(await absentOf({ assessment_id: lessons[0] })).toEqual([second]);
  expect(await absentOf({ assessment_id: lessons[1] })).toEqual([first]);
  expect(await absentOf({})).toEqual([second]);
});

test('[B2571] names come with their reasons over the last lessons, or as they were after one of them', async () => {
  const second = await holdLesson();
  const reply = await list(room.coTeacher);
  expect(reply.body).toMatchObject({ lessons: 2, lesson: { assessment_id: second } });
  expect(said(reply)).toEqual([[absent!.accountId, ['absent-of-last']]]);
  expect(rowOf(reply, absent)?.reasons[0]).toMatchObject({ numbers: { absent: 2, lessons: 2 } });
  expect(said(await list(room.teacher, { assessment_id: second }))).toEqual([[absent!.accountId, ['absent-of-last']]]);
});

test.each([
  ['without any other fact', false],
  ['next to another fact', true],
])('[B2570] of those who were wrong before and after talking, the response with which most stayed is named, %s', async (_, isAbsent) => {
  const other = await scenario.class({ students: isAbsent ? 4 : 3 });
  const [one, two, three] = other.students as [TestPerson, TestPerson, TestPerson];
  const assessment = await scenario.assessment({ owner: other.teacher, schoolId: other.schoolId, classId: other.courseId });
  const lesson = await runLesson(app, { ...other, ...assessment });
  const present = other.students.slice(0, 3);
  for (const student of present) await lesson.login(student);
  for (const [student, choice] of [
    [one, 0],
    [two, 0],
    [three, 1],
  ] as const)
    await lesson.answer(student, 'Form - 1A', choice);
  await lesson.step('re-assign');
  for (const [student, choice] of [
    [one, 0],
    [two, 0],
    [three, 1],
  ] as const)
    await lesson.answer(student, 'Form - 1B', choice);
  await lesson.step('next');
  for (const student of present) await lesson.answer(student, 'Form - 2', 1);
  await lesson.step('finished');
  const { facts } = (await other.teacher.call(attentionList, { query: { course_id: other.courseId } })).body;
  expect(facts.map(({ code }: { code: string }) => code).sort()).toEqual(isAbsent ? ['absent', 'wrong-throughout'] : ['wrong-throughout']);
  expect(facts.find(({ code }: { code: string }) => code === 'wrong-throughout')).toMatchObject({
    of: other.students.length,
    students: expect.arrayContaining([one, two].map(({ accountId }) => expect.objectContaining({ account_id: accountId }))),
    stayed: { place: 0, title: expect.stringMatching(/\S/), students: 2 },
  });
});

test('[B2580] the list of all one’s classes has each class with its names, without those who were dismissed, and no class of others', async () => {
  const classes = async (person: TestPerson) => (await person.call(attentionClasses)).body.data;
  const own = { course_id: room.courseId, lessons: 2, data: [{ account_id: absent!.accountId, reasons: [{ code: 'absent-of-last' }] }] };
  expect(await classes(room.teacher)).toMatchObject([own]);
  expect(await classes(room.coTeacher)).toMatchObject([own]);
  await done(room.teacher);
  expect(await classes(room.teacher)).toMatchObject([{ ...own, data: [] }]);
  await back(room.teacher);
  for (const nobody of [room.admin, room.otherTeacher])
    expect((await classes(nobody)).map(({ course_id }: { course_id: number }) => course_id)).not.toContain(room.courseId);
  expect((await (steady as TestPerson).call(attentionClasses)).status).toBe(403);
});

test('work that is overdue, and work returned low, are reasons', async () => {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO course_works (course_id, creator_id, kind, work_type, title, posted_at, due_on, due_at, max_points)
    SELECT ${room.courseId}, ${room.teacher.accountId}, 'ASSIGNMENT', 'ASSIGNMENT', 'Sheet ' || n, app_now(), app_now()::date, app_now() + interval '10 seconds', 10
      FROM generate_series(1, 5) n RETURNING id`.execute(app.db);
  const [one, two, three, four, five] = rows.map(({ id }) => id);
  await sql`INSERT INTO submissions (course_id, course_work_id, account_id, state) VALUES
    (${room.courseId}, ${one}, ${steady!.accountId}, 'CREATED'), (${room.courseId}, ${two}, ${steady!.accountId}, 'CREATED'), (${room.courseId}, ${five}, ${steady!.accountId}, 'CREATED')`.execute(
    app.db,
  );
  await sql`INSERT INTO submissions (course_id, course_work_id, account_id, state, returned_at, assigned_grade) VALUES
    (${room.courseId}, ${three}, ${steady!.accountId}, 'RETURNED', app_now(), 3), (${room.courseId}, ${four}, ${steady!.accountId}, 'RETURNED', app_now(), 4)`.execute(
    app.db,
  );
  await app.clock.advanceMs(60_000);
  expect(rowOf(await list(room.teacher), steady)?.reasons).toMatchObject([
    { code: 'work-returned-low', numbers: { low: 2, works: 2, percent: 50 } },
    { code: 'work-overdue', numbers: { works: 3 } },
  ]);
});

test('[B882] the school says from when on, within bounds: the next look follows', async () => {
  const save = (body: object) => room.admin.call(schoolSettingsUpdate, { params: { id: room.schoolId }, body: body as never });
  expect((await save({ attention_overdue: 4, attention_low: 20 })).status).toBe(200);
  expect(rowOf(await list(room.teacher), steady)).toBeUndefined();
  expect((await save({ attention_overdue: 3, attention_low: '50' })).status).toBe(200);
  expect(rowOf(await list(room.teacher), steady)?.reasons).toHaveLength(2);
  const more = await save({ attention_absent: 5, attention_absent_of: 4 });
  expect(more).toMatchObject({ status: 422, error: { errors: { attention_absent: [expect.any(String)] } } });
  for (const value of [0, 11, 2.5, 'many', null])
    expect(await save({ attention_absent: value })).toMatchObject({ status: 422, error: { errors: { attention_absent: [expect.stringContaining('1')] } } });
});

test('a name that was put away stays away with its note until something new comes up, and can be taken back', async () => {
  expect((await done(room.teacher)).body).toMatchObject({ put_away: 1 });
  expect(rowOf(await list(room.teacher), absent)?.done).toMatchObject({ note: 'Talked after school.', by: expect.stringMatching(/\S/) });
  expect((await back(room.coTeacher)).body).toMatchObject({ taken_back: 1 });
  expect(rowOf(await list(room.teacher), absent)?.done).toBeNull();
  expect((await back(room.coTeacher)).body).toMatchObject({ taken_back: 0 });
  await done(room.teacher, { note: '' });
  await done(room.coTeacher, { note: 'Twice' });
  expect(rowOf(await list(room.teacher), absent)?.done).toMatchObject({ note: 'Twice' });
  await app.clock.advanceMs(60_000);
  await holdLesson();
  expect(rowOf(await list(room.teacher), absent)?.done).toBeNull();
});

test('[B927] what came up while the note was being written brings the name back, and so does what came up before it was put away unseen', async () => {
  const looked = rowOf(await list(room.teacher), absent)!.reasons.map(({ at }: { at: string }) => at);
  await app.clock.advanceMs(60_000);
  await holdLesson(); // while the dialog is open
  await done(room.teacher, { seen_at: looked.toSorted().at(-1) });
  expect(rowOf(await list(room.teacher), absent)?.done).toBeNull();
  const now = rowOf(await list(room.teacher), absent)!.reasons.map(({ at }: { at: string }) => at);
  await done(room.teacher, { seen_at: now.toSorted().at(-1) });
  expect(rowOf(await list(room.teacher), absent)?.done).toMatchObject({ note: 'Talked after school.' });
  // nobody can have seen the future
  await done(room.teacher, { seen_at: '2999-01-01T00:00:00Z' });
  await app.clock.advanceMs(60_000);
  await holdLesson();
  expect(rowOf(await list(room.teacher), absent)?.done).toBeNull();
  for (const seen of ['yesterday', 7, null, '2026-02-30T00:00:00Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59', '294276-01-01T00:00:00Z'])
    expect((await done(room.teacher, { seen_at: seen })).error?.errors).toEqual({ seen_at: [expect.any(String)] });
});

test('who left the class, or is deactivated, is not on it; a person of elsewhere is never put away', async () => {
  const { put_away } = (await done(room.teacher, { account_ids: [room.otherStudent.accountId, 987_654_321] })).body;
  expect(put_away).toBe(0);
  await scenario.remove(room.courseId, absent!.accountId);
  expect(rowOf(await list(room.teacher), absent)).toBeUndefined();
});

test('[B881] students are refused, of this class and of others; other teachers and other schools find nothing', async () => {
  const stranger = (await scenario.class({ students: 0 })).teacher;
  for (const call of [list, done, back]) {
    expect((await call(steady as TestPerson)).status).toBe(403);
    expect((await call(room.otherStudent)).status).toBe(403);
    expect((await call(room.otherTeacher)).status).toBe(404);
    expect((await call(stranger)).status).toBe(404);
    expect((await call(room.admin)).status).toBe(200);
  }
});

test.each([
  [{ account_ids: [] }, 'account_ids'],
  [{ account_ids: 'all' }, 'account_ids'],
  [{ note: 'x'.repeat(1001) }, 'note'],
  [{ note: 'a\0b' }, 'note'],
  [{ course_id: 'mine' }, 'course_id'],
  [{ seen_at: 'yesterday' }, 'seen_at'],
])('[B880] %j is refused at its field', async (body, field) => {
  const reply = await done(room.teacher, body);
  expect(reply).toMatchObject({ status: 422, error: { errors: { [field]: [expect.stringMatching(/\S+ \S+/)] } } });
});

test('a lesson of another class, of none, and one that has not finished are not found', async () => {
  const other = await scenario.lesson({ students: 1 });
  const unfinished = await scenario.assessment({ owner: room.teacher, schoolId: room.schoolId, classId: room.courseId });
  for (const assessment_id of [other.assessmentId, unfinished.assessmentId, 987_654_321])
    expect((await list(room.teacher, { assessment_id })).status).toBe(404);
});
