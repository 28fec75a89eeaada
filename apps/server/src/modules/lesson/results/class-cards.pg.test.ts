import { classCards } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScenario, runLesson, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

const cardsOf = async (person: TestPerson) => (await person.call(classCards)).body.data;

test('[B2537] [B3081] each of one’s own active classes has its last lesson with the right answers of each form, its next lesson, whose period is not over, and for staff what waits for a grade', async () => {
  await app.clock.moveTo('2027-03-10T04:00:00Z'); // in Kolkata Wednesday, 9:30
  const room = await scenario.class({ students: 3, schoolId: await scenario.school('Asia/Kolkata') });
  const [ann, ben] = room.students as [TestPerson, TestPerson];
  const none = { course_id: room.courseId, last: null, next: null };
  expect(await cardsOf(room.teacher)).toEqual([{ ...none, to_grade: 0 }]);
  expect(await cardsOf(ann)).toEqual([{ ...none, to_grade: null }]);

  const plan = async (title: string, values: Record<string, unknown>) => {
    const made = await scenario.assessment({ owner: room.teacher, schoolId: room.schoolId, classId: room.courseId });
    await app.db
      .updateTable('assessments')
      .set({ title, ...values })
      .where('id', '=', made.assessmentId)
      .execute();
    return made;
  };
  const { assessmentId: held, ...asked } = await plan('Held', { schedule_date: '2027-03-10' });
  const lesson = await runLesson(app, { ...room, ...asked, assessmentId: held });
  for (const student of [ann, ben]) await lesson.login(student);
  await lesson.answer(ann, 'Form - 1A', 1);
  await lesson.answer(ben, 'Form - 1A', 0);
  await lesson.step('re-assign');
  await lesson.answer(ann, 'Form - 1B', 1);
  await lesson.answer(ben, 'Form - 1B', 1);
  await lesson.step('next');
  await lesson.answer(ann, 'Form - 2', 1);
  expect((await lesson.step('finished')).status).toBe(200);
  await plan('Yesterday', { schedule_date: '2027-03-09' });
  await plan('Archived', { schedule_date: '2027-03-10', is_archived: true });
  await plan('Next week', { schedule_date: '2027-03-17' });
  const period = await scenario.period('08:00', '09:30');
  await plan('Its period is over', { schedule_date: '2027-03-10', period_id: period });
  const { assessmentId: today } = await plan('Today', { schedule_date: '2027-03-10' });
  const [card] = await cardsOf(room.teacher);
  expect(card).toMatchObject({
    last: {
      assessment_id: held,
      title: 'Held',
      held_on: '2027-03-10',
      forms: [
        { form: 'Form - 1A', right: 1, answered: 2 },
        { form: 'Form - 1B', right: 2, answered: 2 },
        { form: 'Form - 2', right: 1, answered: 1 },
      ],
    },
    next: { assessment_id: today, title: 'Today', schedule_date: '2027-03-10' },
  });
  // a student has the same of the class, and nothing of what waits
  expect(await cardsOf(ann)).toEqual([{ ...card, to_grade: null }]);

  await sql`
    INSERT INTO course_works (course_id, creator_id, kind, work_type, title, posted_at, max_points)
    VALUES (${room.courseId}, ${room.teacher.accountId}, 'ASSIGNMENT', 'ASSIGNMENT', 'Kirchhoff', app_now(), 10)`.execute(app.db);
  await sql`
    INSERT INTO submissions (course_id, course_work_id, account_id, state, assigned_at)
    SELECT ${room.courseId}, (SELECT max(id) FROM course_works WHERE course_id = ${room.courseId}), account_id, 'TURNED_IN', app_now()
      FROM class_students WHERE course_id = ${room.courseId} ORDER BY account_id LIMIT 2`.execute(app.db);
  const waiting = (await cardsOf(room.teacher))[0]?.to_grade ?? 0;
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM waiting_work WHERE course_id = ${room.courseId} AND waits_for = 'grade'`.execute(app.db);
  expect([waiting, waiting >= 2]).toEqual([rows[0]?.count, true]);
});

test('[ACCESS] [B2537] nobody gets a card of a class of others, of one that was left, or of an archived one', async () => {
  const room = await scenario.class({ students: 2 });
  const [ann, ben] = room.students as [TestPerson, TestPerson];
  const stranger = await scenario.person('teachers', room.schoolId);
  expect(await cardsOf(stranger)).toEqual([]);
  await scenario.remove(room.courseId, ben.accountId);
  expect(await cardsOf(ben)).toEqual([]);
  expect(await cardsOf(ann)).toHaveLength(1);
  await sql`UPDATE courses SET archived_at = app_now(), course_state = 'ARCHIVED' WHERE id = ${room.courseId}`.execute(app.db);
  expect(await cardsOf(ann)).toEqual([]);
  expect(await cardsOf(room.teacher)).toEqual([]);
  expect((await app.server.app.inject({ method: 'GET', url: '/api/results/class-cards' })).statusCode).toBe(401);
});
