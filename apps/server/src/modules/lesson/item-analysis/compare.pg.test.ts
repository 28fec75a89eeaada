import { type Form, lessonCompare, liveClose } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { startTestApp, type TestApp } from '../../../testing/index.ts';
import { type RunningLesson, runLesson } from '../../../testing/running-lesson.ts';
import { createScenario, type Scenario, type TestClass, type TestPerson, type TestQuestion } from '../../../testing/scenario.ts';
import { enrol } from '../../class/classes/index.ts';
import { type AskedRow, findAsked, listOthersLessons, listOwnLessons } from './compare-queries.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

type Choices = Record<Form, readonly (number | null)[]>;
const STEPS = { 'Form - 1A': 're-assign', 'Form - 1B': 'next', 'Form - 2': 'finished' } as const;
const LEARNED: Choices = { 'Form - 1A': [0, 1, 2], 'Form - 1B': [1, 1, 2], 'Form - 2': [1, null, 0] };
const ALONE: Choices = { 'Form - 1A': [1], 'Form - 1B': [0], 'Form - 2': [1] };
interface Room extends TestClass {
  questions: [TestQuestion, TestQuestion];
}

/** Creates a class, optionally in the same school as another, whose teacher asks its questions too. */
async function room(like?: Room, students = 1): Promise<Room> {
  const made = await scenario.class({ students, ...(like ? { schoolId: like.schoolId } : {}) });
  return {
    ...made,
    questions: like?.questions ?? [await scenario.question(made.teacher, made.schoolId), await scenario.question(made.teacher, made.schoolId)],
  };
}
/** Runs a lesson in a class, by its teacher unless another owner is given. */
async function hold(at: Room, choices: Choices = ALONE, { owner = at.teacher, questions = at.questions, isFinished = true } = {}): Promise<RunningLesson> {
  const assessment = await scenario.assessment({ owner, schoolId: at.schoolId, classId: at.courseId, questions });
  const lesson = await runLesson(app, { ...at, ...assessment, teacher: owner });
  for (const [index] of choices['Form - 1A'].entries()) await lesson.login(at.students[index] as TestPerson);
  for (const form of ['Form - 1A', 'Form - 1B', 'Form - 2'] as const) {
    for (const [index, choice] of choices[form].entries()) if (choice !== null) await lesson.answer(at.students[index] as TestPerson, form, choice);
    if (form === 'Form - 2' && !isFinished) return lesson;
    expect((await lesson.step(STEPS[form])).error).toBeNull();
  }
  await app.server.jobs.runDue();
  return lesson;
}
const compare = (lesson: RunningLesson, person: TestPerson = lesson.teacher) => person.call(lessonCompare, { query: { assessment_id: lesson.assessmentId } });

test('[B813] the same question in one’s own classes stands side by side, as counted by hand; others’ lessons come as one sum from five by two on', async () => {
  const mine = await room(undefined, 3);
  const lesson = await hold(mine, LEARNED);
  expect((await compare(lesson)).body).toMatchObject({ lessons: [], total: 0, others: null });

  const again = await room({ ...mine }, 3);
  const otherTransfer = await scenario.question(mine.teacher, mine.schoolId);
  const second = await hold(mine, ALONE, { questions: [mine.questions[0], otherTransfer] });
  const [bea, cai] = [await room(mine), await room(mine)];
  for (const teacher of [bea, bea, cai, bea]) await hold(teacher, ALONE);
  let seen = (await compare(lesson)).body;
  expect(seen.others).toBeNull();
  expect(seen.total).toBe(1);
  expect(seen.lessons).toEqual([
    {
      assessment_id: second.assessmentId,
      title: expect.any(String),
      class_name: expect.stringContaining('Class'),
      held_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      is_same_version: true,
      first: { answered: 1, right: 1 },
      second: { answered: 1, right: 0 },
      moves: { kept_right: 0, wrong_to_right: 0, right_to_wrong: 1, kept_wrong: 0 },
      gain: null,
      transfer: null,
    },
  ]);
  await hold(cai, ALONE);
  seen = (await compare(lesson)).body;
  expect(seen.others).toEqual({
    lessons: 5,
    first: { answered: 5, right: 5 },
    second: { answered: 5, right: 0 },
    moves: { kept_right: 0, wrong_to_right: 0, right_to_wrong: 5, kept_wrong: 0 },
    gain: null,
  });
  // the sixth waits: together with yesterday's sum of the others it would be revealed
  await hold(cai, ALONE);
  expect((await compare(lesson)).body.others?.lessons).toBe(5);

  // from the other side: each sees the lessons of the others, and never their own among them
  const learned = await hold(again, LEARNED, { owner: again.teacher });
  const { others, ...fromAgain } = (await compare(learned)).body;
  expect([fromAgain.total, others?.lessons]).toEqual([0, 5]);
  for (const hidden of ['teacher', 'name', 'account', 'id']) expect(JSON.stringify(others)).not.toContain(hidden);
  // a teacher of both classes sees both, with names
  await inTransaction(app.db, (tx) => enrol(tx, again.courseId, [mine.teacher.accountId], 'TEACHER'));
  expect((await compare(lesson)).body.lessons.map(({ assessment_id }) => assessment_id)).toEqual([learned.assessmentId, second.assessmentId]);
});

test('[ACCESS] [B815] who may look at the lesson compares it; Admins see every lesson of the school and no sum; other schools are never in it', async () => {
  const mine = await room(undefined, 3);
  const lesson = await hold(mine, LEARNED);
  const [bea, cai] = [await room(mine), await room(mine)];
  for (const teacher of [bea, cai, bea, cai, bea]) await hold(teacher);
  const abroad = await room(undefined);
  for (let count = 0; count < 5; count += 1) await hold({ ...abroad, questions: mine.questions });

  expect((await compare(lesson)).body).toMatchObject({ total: 0, others: { lessons: 5 } });
  expect((await compare(lesson, lesson.coTeacher)).body).toMatchObject({ total: 0, others: { lessons: 5 } });
  expect((await compare(lesson, lesson.admin)).body).toMatchObject({ total: 5, others: null });
  for (const person of [bea.teacher, lesson.otherTeacher, abroad.teacher]) expect((await compare(lesson, person)).error?.code).toBe('ASSESSMENT_NOT_FOUND');
  for (const person of [...lesson.students, lesson.otherStudent]) expect((await compare(lesson, person)).status).toBe(403);
  for (const id of ['x', '', -1]) expect((await lesson.teacher.call(lessonCompare, { query: { assessment_id: id as never } })).status).toBe(422);

  // people who leave a class no longer see their own lessons in it, and these are in no sum of others; an archived
  // class changes nothing
  const { coTeacher } = bea;
  await inTransaction(app.db, (tx) => enrol(tx, mine.courseId, [coTeacher.accountId], 'TEACHER'));
  const left = await hold(cai, ALONE);
  await app.db.updateTable('assessments').set({ account_id: coTeacher.accountId }).where('id', '=', left.assessmentId).execute();
  await app.db.updateTable('courses').set({ archived_at: new Date() }).where('id', '=', bea.courseId).execute();
  expect((await compare(lesson, coTeacher)).body).toMatchObject({ total: 4, others: null });
  await scenario.remove(bea.courseId, coTeacher.accountId);
  expect((await compare(lesson, coTeacher)).body).toMatchObject({ total: 1, others: { lessons: 5 } });
});

test('[B816] a lesson that runs, was canceled or asked other words', async () => {
  const mine = await room(undefined, 1);
  const running = await hold(mine, ALONE, { isFinished: false });
  expect((await compare(running)).error?.code).toBe('SNAPSHOT_MISSING');
  await running.teacher.call(liveClose, { body: { id: running.assessmentId } });
  expect((await compare(running)).error?.code).toBe('SNAPSHOT_MISSING');
  const [now, before] = [await hold(mine), await hold(mine)];
  // as if the question had been edited in between
  const other = await scenario.question(mine.teacher, mine.schoolId);
  await app.db.updateTable('question_versions').set({ question_id: mine.questions[0].questionId, version: 2 }).where('id', '=', other.versionId).execute();
  await app.db
    .updateTable('item_results')
    .set({ question_version_id: other.versionId })
    .where('session_id', '=', before.sessionId)
    .where('position', '=', 1)
    .execute();
  expect((await compare(now)).body.lessons).toMatchObject([{ assessment_id: before.assessmentId, is_same_version: false }]);
});

test('among 30,000 lessons of other questions it reads those with its own alone', async () => {
  const mine = await room(undefined, 1);
  const [lesson, other] = [await hold(mine), await hold(mine)];
  await inTransaction(app.db, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx); // without the lessons that these rows are of
    await sql`
      INSERT INTO live_sessions SELECT (jsonb_populate_record(session, jsonb_build_object('id', 1000000 + n, 'assessment_id', 1000000 + n))).*
        FROM live_sessions session, generate_series(1, 30000) n WHERE session.id = ${other.sessionId}`.execute(tx);
    await sql`
      WITH made AS (
        INSERT INTO lesson_figures SELECT (jsonb_populate_record(held, jsonb_build_object('session_id', 1000000 + n, 'assessment_id', 1000000 + n))).*
          FROM lesson_figures held, generate_series(1, 30000) n WHERE held.session_id = ${other.sessionId} RETURNING session_id
      )
      INSERT INTO item_results
      SELECT (jsonb_populate_record(result, jsonb_build_object('session_id', made.session_id, 'question_version_id', made.session_id / 3))).*
        FROM item_results result, made WHERE result.session_id = ${other.sessionId} AND result.position = 1`.execute(tx);
  });
  await sql`ANALYZE item_results, lesson_figures, live_sessions, assessments, question_versions`.execute(app.db);
  await inTransaction(app.db, async (tx) => {
    const rowsRead = async () => {
      const { rows } = await sql<{ read: number }>`
        SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer AS read FROM pg_stat_xact_user_tables
         WHERE relname IN ('item_results', 'lesson_figures')`.execute(tx);
      return rows[0]?.read ?? 0;
    };
    const person = { accountId: mine.teacher.accountId, isAdmin: false };
    const before = await rowsRead();
    const asked = (await findAsked(tx, lesson.assessmentId)) as AskedRow;
    expect(await listOwnLessons(tx, asked, person, 50)).toHaveLength(1);
    expect(await listOthersLessons(tx, asked, person)).toEqual([]);
    expect((await rowsRead()) - before).toBeLessThan(40);
  });
});
