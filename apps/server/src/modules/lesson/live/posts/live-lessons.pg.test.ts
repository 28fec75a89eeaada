import { liveAssessment, liveClose, liveLessons } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../testing/index.ts';
import { runLesson } from '../../../../testing/running-lesson.ts';
import { createScenario, type Scenario, type TestClass, type TestLesson, type TestPerson } from '../../../../testing/scenario.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

const ask = async (person: TestPerson, query: Record<string, unknown> = {}) => (await person.call(liveLessons, { query })).body;
const idsOf = (body: { data: { assessment_id: number }[] }) => body.data.map(({ assessment_id }) => assessment_id);

let room: TestClass;
beforeEach(async () => {
  room = await scenario.class({ students: 1 });
});
const make = (owner = room.teacher, into = room): Promise<Pick<TestLesson, 'assessmentId' | 'first' | 'transfer'>> =>
  scenario.assessment({ owner, schoolId: into.schoolId, classId: into.courseId });
const change = (assessmentId: number, values: Record<string, unknown>) =>
  app.db.updateTable('assessments').set(values).where('id', '=', assessmentId).execute();

test('a lesson has its class, teacher, plan and where it stands', async () => {
  const { assessmentId } = await make();
  const period = await app.db
    .insertInto('assessment_periods')
    .values({ name: 'Third', start_time: '10:15', end_time: '11:05' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await change(assessmentId, { period_id: period.id, schedule_date: '2020-11-20' });
  const { data, pagination } = await ask(room.teacher);
  expect(data).toEqual([
    {
      assessment_id: assessmentId,
      title: expect.stringContaining('Assessment'),
      class_id: room.courseId,
      class_name: expect.stringContaining('Class'),
      teacher_name: `${room.teacher.firstName} ${room.teacher.lastName}`,
      status: 'Active',
      schedule_time: { schedule_date: '2020-11-20', start_time: '10:15', end_time: '11:05' },
      running: false,
      form: null,
      is_owner: true,
      is_today: false,
    },
  ]);
  expect(pagination).toEqual({ total: 1, per_page: 25, current_page: 1, last_page: 1, from: 1, to: 1 });
});

/** Returns a date this many days from today, in the time zone of the class's school. */
async function dayFrom(shift: number): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    SELECT to_char((app_now() AT TIME ZONE schools.time_zone)::date + ${shift}::int, 'YYYY-MM-DD') AS day FROM schools WHERE id = ${room.schoolId}`.execute(
    app.db,
  );
  return rows[0]!.day;
}

test('[B207] what comes next stands first: running, today, later, without a date, missed, finished; own before others', async () => {
  const [today, tomorrow, later, dateless, yesterday, before, done, shared] = [
    await make(),
    await make(),
    await make(),
    await make(),
    await make(),
    await make(),
    await make(),
    await make(room.coTeacher),
  ];
  const days = [
    [today, 0],
    [tomorrow, 1],
    [later, 9],
    [yesterday, -1],
    [before, -8],
    [done, 0],
    [shared, 0],
  ] as const;
  for (const [{ assessmentId }, shift] of days) await change(assessmentId, { schedule_date: await dayFrom(shift) });
  await change(dateless.assessmentId, { schedule_date: null });
  await change(done.assessmentId, { status: 'finished' });
  const second = await scenario.class({ schoolId: room.schoolId, students: 0 });
  await app.db.insertInto('course_members').values({ course_id: second.courseId, account_id: room.teacher.accountId, role: 'TEACHER' }).execute();
  const running = await make(second.teacher, second);
  await runLesson(app, { ...second, ...running });
  const inOrder = [running, today, shared, tomorrow, later, dateless, yesterday, before, done];
  expect(idsOf(await ask(room.teacher))).toEqual(inOrder.map(({ assessmentId }) => assessmentId));
  const { data } = await ask(room.teacher);
  expect(data[0]).toMatchObject({ running: true, form: 'Form - 1A', is_owner: false });
  const ofToday = data.filter(({ is_today }: { is_today: boolean }) => is_today);
  expect(idsOf({ data: ofToday })).toEqual([today, shared, done].map(({ assessmentId }) => assessmentId));
  expect(idsOf(await ask(room.coTeacher)).slice(0, 2)).toEqual([shared, today].map(({ assessmentId }) => assessmentId));
});

test('co-teachers and Admins find the lesson; other teachers, and who was taken out of the class, do not', async () => {
  const { assessmentId } = await make();
  for (const person of [room.teacher, room.coTeacher, room.admin]) expect(idsOf(await ask(person, { per_page: 200 }))).toContain(assessmentId);
  expect((await ask(room.otherTeacher)).data).toEqual([]);
  await scenario.remove(room.courseId, room.coTeacher.accountId);
  expect((await ask(room.coTeacher)).data).toEqual([]);
});

test('the list names exactly the lessons that each person may open as staff', async () => {
  const neighbour = await scenario.class({ schoolId: room.schoolId, students: 1 });
  const far = await scenario.class({ students: 1 });
  await app.db
    .insertInto('course_members')
    .values([
      { course_id: neighbour.courseId, account_id: room.teacher.accountId, role: 'TEACHER' },
      { course_id: neighbour.courseId, account_id: room.coTeacher.accountId, role: 'TEACHER', left_at: new Date(0) },
      { course_id: neighbour.courseId, account_id: room.otherTeacher.accountId, role: 'STUDENT' },
    ])
    .execute();
  const made = [
    await make(),
    await make(room.coTeacher),
    await make(neighbour.teacher, neighbour),
    await make(room.coTeacher, neighbour),
    await make(room.otherTeacher, neighbour),
    await make(far.teacher, far),
  ].map(({ assessmentId }) => assessmentId);
  const people = [room.teacher, room.coTeacher, room.otherTeacher, room.admin, neighbour.teacher, far.teacher, far.admin];
  for (const person of people) {
    const listed = new Set(idsOf(await ask(person, { per_page: 200 })));
    for (const id of made) {
      const { body } = await person.call(liveAssessment, { query: { assessment_id: id } });
      const isStaff = body.assessment !== undefined && 'AbsentStudents' in body.assessment;
      expect([person.lastName, id, listed.has(id)]).toEqual([person.lastName, id, isStaff]);
    }
  }
});

test('archived assessments, those without a class and those of archived classes are not listed; a running one always is', async () => {
  const [archived, homeless, kept] = [await make(), await scenario.assessment({ owner: room.teacher, schoolId: room.schoolId, classId: null }), await make()];
  await change(archived.assessmentId, { is_archived: true });
  expect(idsOf(await ask(room.teacher))).toEqual([kept.assessmentId]);
  expect(idsOf(await ask(room.admin, { per_page: 200 }))).not.toContain(homeless.assessmentId);
  await runLesson(app, { ...room, ...kept });
  await change(kept.assessmentId, { is_archived: true });
  await app.db.updateTable('courses').set({ archived_at: new Date() }).where('id', '=', room.courseId).execute();
  expect(idsOf(await ask(room.teacher))).toEqual([kept.assessmentId]);
  await room.teacher.call(liveClose, { body: { id: kept.assessmentId } });
  await change(kept.assessmentId, { is_archived: false });
  expect((await ask(room.teacher)).data).toEqual([]);
});

test('search looks into title, class and teacher, takes signs as they are typed, and pages', async () => {
  const made = [await make(), await make(), await make(room.coTeacher)];
  await change(made[0]!.assessmentId, { title: '100% of_energy' });
  const found = async (search_text: string, person = room.teacher) => idsOf(await ask(person, { search_text }));
  expect(await found('0% OF_en')).toEqual([made[0]!.assessmentId]);
  expect(await found('%')).toEqual([made[0]!.assessmentId]);
  expect(await found('_')).toEqual([made[0]!.assessmentId]);
  expect(await found(room.coTeacher.lastName)).toEqual([made[2]!.assessmentId]);
  expect(await found("'; DROP TABLE assessments; --")).toEqual([]);
  expect(await found('class')).toHaveLength(3);
  const page = await ask(room.teacher, { per_page: 2, page: 2 });
  expect(page.data).toHaveLength(1);
  expect(page.pagination).toEqual({ total: 3, per_page: 2, current_page: 2, last_page: 2, from: 3, to: 3 });
  for (const query of [{ page: 0 }, { per_page: 201 }, { per_page: 'x' }]) expect((await room.teacher.call(liveLessons, { query })).status).toBe(422);
});

test('students have no such list', async () => {
  expect((await room.students[0]!.call(liveLessons)).status).toBe(403);
  expect((await app.call(liveLessons)).status).toBe(401);
});
