import { attentionList, homeGet, homeMonday, ideaName, ideas, type MondayView } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createScenario, runLesson, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.clock.moveTo('2027-03-10T04:00:00Z'); // in Kolkata Wednesday, 9:30
  room = await scenario.class({ students: 4, schoolId: await scenario.school('Asia/Kolkata') });
});

const monday = async (person: TestPerson = room.teacher, week?: string): Promise<MondayView> =>
  (await person.call(homeMonday, { query: week === undefined ? {} : { week } })).body;

/** The responses that students choose by form: an index of a response, or null. The scenario's second one is right. */
type Choices = readonly (readonly [alone: number | null, after: number | null, transfer: number | null])[];

/** Holds a lesson in which students choose so. Absent are those without a row. */
async function hold(choices: Choices, into = room): Promise<number> {
  const assessment = await scenario.assessment({ owner: into.teacher, schoolId: into.schoolId, classId: into.courseId });
  const lesson = await runLesson(app, { ...into, ...assessment });
  const present = into.students.slice(0, choices.length);
  for (const student of present) await lesson.login(student);
  for (const [place, form, step] of [
    [0, 'Form - 1A', 're-assign'],
    [1, 'Form - 1B', 'next'],
    [2, 'Form - 2', 'finished'],
  ] as const) {
    for (const [index, student] of present.entries()) {
      const choice = choices[index]![place];
      if (choice !== null) await lesson.answer(student, form, choice);
    }
    await lesson.step(step);
  }
  await app.clock.advanceMs(60_000);
  return assessment.assessmentId;
}

test('[B2581] before the first lesson there is no week, nobody to look at, and nothing that survived', async () => {
  expect(await monday()).toMatchObject({ of: 'own', week: null, lessons: [], attention: { total: 0, names: [] }, survived: null });
});

describe('[B2581] a week', () => {
  test('has its lessons with the right answers of each form, the moves, and the wrong response that survived', async () => {
    const id = await hold([
      [1, 1, 1],
      [0, 1, 0],
      [0, 0, null],
      [0, 0, 1],
    ]);
    const { week, lessons, survived } = await monday();
    expect(week).toEqual({ from: '2027-03-08', to: '2027-03-14', is_this_week: true, earlier: null, later: null });
    expect(lessons).toMatchObject([
      {
        assessment_id: id,
        held_on: '2027-03-10',
        ...{ answered_first: 4, right_first: 1, answered_second: 4, right_second: 2, answered_transfer: 3, right_transfer: 2 },
        ...{ kept_right: 1, wrong_to_right: 1, right_to_wrong: 0, kept_wrong: 2 },
      },
    ]);
    expect(survived).toMatchObject({ assessment_id: id, place: 0, idea: null, answered_first: 4, first: 3, answered_second: 4, second: 2 });
  });

  test('[B2587] [B2432] names the idea that the response which survived stands for, once it has one, with formulas as they are read', async () => {
    const id = await hold([
      [0, 0, 1],
      [0, 0, 1],
    ]);
    const [response] = (
      await sql<{ id: number }>`
        SELECT response.id FROM live_session_questions asked JOIN live_sessions held ON held.id = asked.session_id
          JOIN question_responses response ON response.question_version_id = asked.question_version_id
         WHERE held.assessment_id = ${id} AND asked.position = 1 ORDER BY response.position LIMIT 1`.execute(app.db)
    ).rows;
    const { idea } = (await room.teacher.call(ideas.endpoints.create, { body: { name: 'Current is used up', sentence: 'A lamp uses up current.' } })).body;
    await room.teacher.call(ideaName, { body: { responses: [{ response_id: response!.id, idea_id: idea.id }] } });
    expect((await monday()).survived).toMatchObject({ assessment_id: id, place: 0, idea_id: idea.id, idea: 'Current is used up', second: 2 });
    await app.db.transaction().execute(async (tx) => {
      // versions that were asked refuse changes
      await sql`SET LOCAL session_replication_role = replica`.execute(tx);
      await sql`UPDATE question_responses SET title = '$A_1$, before the lamp' WHERE id = ${response!.id}`.execute(tx);
    });
    expect((await monday()).survived).toMatchObject({ response: 'A₁, before the lamp' });
  });

  test('is that of the newest lesson, and others are reached from it; a week without lessons says so', async () => {
    await hold([[1, 1, 1]]);
    await app.clock.moveTo('2027-03-29T04:00:00Z');
    await hold([[1, 1, 1]]);
    await app.clock.moveTo('2027-04-05T04:00:00Z');
    expect((await monday()).week).toEqual({ from: '2027-03-29', to: '2027-04-04', is_this_week: false, earlier: '2027-03-08', later: null });
    const first = await monday(room.teacher, '2027-03-13');
    expect(first).toMatchObject({ week: { from: '2027-03-08', earlier: null, later: '2027-03-29' }, survived: null });
    expect(first.lessons).toHaveLength(1);
    expect(await monday(room.teacher, '2027-03-17')).toMatchObject({ week: { from: '2027-03-15', earlier: '2027-03-08', later: '2027-03-29' }, lessons: [] });
  });

  test('begins on Monday by the clock of the school', async () => {
    await app.clock.moveTo('2027-03-14T20:00:00Z'); // in Kolkata Monday, 1:30
    await hold([[1, 1, 1]]);
    expect((await monday()).week).toMatchObject({ from: '2027-03-15', is_this_week: true });
  });

  test.each(['yesterday', '2027-02-30', '', '0'])('refuses %j as a day, with what to do', async (week) => {
    expect(await room.teacher.call(homeMonday, { query: { week } })).toMatchObject({
      status: 422,
      error: { errors: { week: [expect.stringContaining('2026')] } },
    });
  });
});

test('[B2582] it begins with the five most urgent names of all classes, as the list of each class has them', async () => {
  const many = await scenario.class({ students: 7, schoolId: room.schoolId });
  await sql`INSERT INTO course_members (course_id, account_id, role) VALUES (${many.courseId}, ${room.teacher.accountId}, 'TEACHER')`.execute(app.db);
  for (let count = 0; count < 2; count += 1) {
    await hold([[1, 1, 1]], many);
    await hold([
      [1, 1, 1],
      [1, 1, 1],
      [1, 1, 1],
    ]);
  }
  const { attention } = await monday();
  expect(attention.total).toBe(7);
  expect(attention.names).toHaveLength(5);
  const { data } = (await room.teacher.call(attentionList, { query: { course_id: many.courseId } })).body;
  const here = attention.names.filter(({ course_id }) => course_id === many.courseId).map(({ student }) => student);
  expect(data).toEqual(expect.arrayContaining(here));
});

describe('[B2583] the next lesson', () => {
  const plan = async (values: object) => {
    const { assessmentId } = await scenario.assessment({ owner: room.teacher, schoolId: room.schoolId, classId: room.courseId });
    await app.db.updateTable('assessments').set(values).where('id', '=', assessmentId).execute();
    return assessmentId;
  };
  const next = async (person = room.teacher) => (await monday(person)).next;

  test('is the next one that is planned, today included, with what its plan lacks', async () => {
    expect(await next()).toBeNull();
    await plan({ schedule_date: '2027-03-09' });
    expect(await next()).toBeNull();
    const later = await plan({ schedule_date: '2027-03-12' });
    expect(await next()).toMatchObject({ assessment_id: later, schedule_date: '2027-03-12', missing: ['period'] });
    const today = await plan({ schedule_date: '2027-03-10' });
    await sql`DELETE FROM assessment_questions WHERE assessment_id = ${today} AND position = 2`.execute(app.db);
    expect(await next()).toMatchObject({ assessment_id: today, missing: ['questions', 'period'] });
    await app.db.updateTable('assessments').set({ is_archived: true }).where('id', '=', today).execute();
    expect(await next()).toMatchObject({ assessment_id: later });
  });

  test('[B3081] is one of today until its period is over, and without a period until the day is over', async () => {
    const periodId = await scenario.period('09:00', '09:50');
    const today = await plan({ schedule_date: '2027-03-10', period_id: periodId });
    const tomorrow = await plan({ schedule_date: '2027-03-11', period_id: periodId });
    expect(await next()).toMatchObject({ assessment_id: today, start_time: '09:00:00' });
    await app.clock.moveTo('2027-03-10T04:20:00Z'); // 9:50
    expect(await next()).toMatchObject({ assessment_id: tomorrow });
    const withoutPeriod = await plan({ schedule_date: '2027-03-10', period_id: null });
    await app.clock.moveTo('2027-03-10T18:29:00Z'); // 23:59
    expect(await next()).toMatchObject({ assessment_id: withoutPeriod });
    await app.clock.moveTo('2027-03-10T18:30:00Z');
    expect(await next()).toMatchObject({ assessment_id: tomorrow });
  });

  test('is of a class that one teaches: not of a colleague’s', async () => {
    await plan({ schedule_date: '2027-03-12' });
    expect(await next(room.otherTeacher)).toBeNull();
    expect(await next(room.coTeacher)).not.toBeNull();
  });
});

test('[B2581] people who see a school and teach no class get its lessons, without names; nobody gets those of another school', async () => {
  await hold([
    [1, 1, 1],
    [0, 0, 0],
  ]);
  const ofSchool = await monday(room.admin, '2027-03-10');
  expect(ofSchool).toMatchObject({ of: 'school', attention: { total: 0 } });
  expect(ofSchool.lessons.map(({ course_id }) => course_id)).toContain(room.courseId);
  const elsewhere = await scenario.class({ students: 1 });
  expect((await monday(elsewhere.teacher)).lessons.map(({ course_id }) => course_id)).not.toContain(room.courseId);
  expect((await monday(room.otherTeacher)).lessons).toEqual([]);
});

test('[B2581] students are refused', async () => {
  expect((await room.students[0]!.call(homeMonday)).status).toBe(403);
});

test('[B2584] what waits is one number on Home: to grade and to return, which Monday repeats', async () => {
  const { staff } = (await room.teacher.call(homeGet)).body;
  expect(staff).toMatchObject({ to_grade_total: 0, to_return_total: 0, list_path: expect.stringContaining('/dashboard?tab=') });
});
