import { homeGet, liveClose, liveStudentSnapshot, liveTeacherSnapshot, soloAnswer, soloDraft, soloGet, soloResults, soloStart } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { type RunningLesson, startLesson } from '../../../testing/running-lesson.ts';
import { enrol } from '../../class/classes/index.ts';
import { COUNTED, holdLesson, type HoldOptions } from '../live/posts/testing/held-lesson.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

type Form = 'Form - 1A' | 'Form - 1B' | 'Form - 2';
/** Holds a lesson that the fifth and sixth student miss. */
const hold = async (options: HoldOptions = {}) => {
  const lesson = await holdLesson(app, scenario, COUNTED, { students: 6, ...options });
  return { lesson, eva: lesson.students[4] as TestPerson, finn: lesson.students[5] as TestPerson };
};
const at = ({ assessmentId }: RunningLesson) => ({ assessment_id: assessmentId });
const read = (lesson: RunningLesson, student: TestPerson) => student.call(soloGet, { query: at(lesson) });
const start = (lesson: RunningLesson, student: TestPerson) => student.call(soloStart, { body: at(lesson) });
const give = (lesson: RunningLesson, student: TestPerson, form: Form, response_id: number, words = '') =>
  student.call(soloAnswer, { body: { ...at(lesson), form, response_id, words } });
const draft = (lesson: RunningLesson, student: TestPerson, form: Form, revision: number, words: string, response_id: number | null = null) =>
  student.call(soloDraft, { body: { ...at(lesson), form, revision, response_id, words } });
const results = async (lesson: RunningLesson) => (await lesson.teacher.call(soloResults, { query: at(lesson) })).body.results.students;
const missedAtHome = async (student: TestPerson) => (await student.call(homeGet)).body.student?.missed;

test('[B2246] [LIVE-121] a student who missed a lesson does it alone in its order: the reasons after the own answer, right and why only after Form - 1B', async () => {
  const { lesson, eva } = await hold();
  const choices = await lesson.choices('Form - 1A');
  expect(await missedAtHome(eva)).toEqual([expect.objectContaining({ assessment_id: lesson.assessmentId, minutes: 15 })]);
  expect((await read(lesson, eva)).body.solo).toMatchObject({
    ...{ started: false, form: null, questions: [], answers: [], reasons: null, minutes: 15 },
    forms: ['Form - 1A', 'Form - 1B', 'Form - 2'],
  });
  const started = (await start(lesson, eva)).body.solo;
  expect(started).toMatchObject({ started: true, form: 'Form - 1A', draft: null, reasons: null, questions: [{ id: lesson.first.questionId }] });
  expect(JSON.stringify(started)).not.toMatch(/is_valid|Reasoning|gravity/);

  const afterFirst = (await give(lesson, eva, 'Form - 1A', choices[0]!, 'I guess.')).body.solo;
  expect(afterFirst).toMatchObject({ form: 'Form - 1B', answers: [{ form: 'Form - 1A', words: 'I guess.', is_right: null }] });
  expect(JSON.stringify(afterFirst)).not.toMatch(/is_valid|Reasoning/);
  expect(afterFirst.reasons!.map(({ response_id, reasons }) => [response_id, reasons.length])).toEqual(choices.map((id, index) => [id, [1, 1, 1, 0][index]]));
  for (const { firstName, lastName } of lesson.students) expect(JSON.stringify(afterFirst.reasons)).not.toMatch(new RegExp(`${firstName} ${lastName}`));

  const afterSecond = (await give(lesson, eva, 'Form - 1B', choices[1]!)).body.solo;
  expect(afterSecond).toMatchObject({ form: 'Form - 2', answers: [{ is_right: false }, { is_right: true }] });
  expect(JSON.stringify(afterSecond.questions[0])).toContain('Reasoning 2');
  expect(JSON.stringify(afterSecond.questions[1])).not.toMatch(/is_valid|Reasoning/);
  const done = (await give(lesson, eva, 'Form - 2', (await lesson.choices('Form - 2'))[1]!)).body.solo;
  expect(done).toMatchObject({ form: null, answers: [{}, {}, { is_right: true }] });
  expect(await missedAtHome(eva)).toEqual([]);
});

test('[B2247] [LIVE-123] it is in no figure of the class, and the staff see how far each student who missed it has come', async () => {
  const { lesson, eva, finn } = await hold();
  const figures = async () => {
    const { subgroups: _none, ...snapshot } = (await lesson.teacher.call(liveTeacherSnapshot, { query: at(lesson) })).body.snapshot!;
    const facts = await app.db.selectFrom('lesson_students').selectAll().where('session_id', '=', lesson.sessionId).orderBy('account_id').execute();
    const own = (await lesson.students[0]!.call(liveStudentSnapshot, { query: at(lesson) })).body.snapshot!.reports;
    return JSON.stringify([snapshot, facts, own]);
  };
  const before = await figures();
  await start(lesson, eva);
  await start(lesson, finn);
  for (const form of ['Form - 1A', 'Form - 1B', 'Form - 2'] as const) await give(lesson, eva, form, (await lesson.choices(form))[1]!);
  await give(lesson, finn, 'Form - 1A', (await lesson.choices('Form - 1A'))[0]!);
  expect(await figures()).toBe(before);
  const byId = new Map((await results(lesson)).map((row) => [row.account_id, row]));
  expect(byId.size).toBe(2);
  expect(byId.get(eva.accountId)).toMatchObject({ state: 'done', first: true, second: true, transfer: true });
  expect(byId.get(finn.accountId)).toMatchObject({ state: 'started', first: false, second: null, transfer: null });
});

test('[B2248] [LIVE-122] two devices answer a form once; out of order, twice, or with a response of another question is refused', async () => {
  const { lesson, eva } = await hold();
  const [first, second] = (await lesson.choices('Form - 1A')) as [number, number];
  expect((await give(lesson, eva, 'Form - 1A', first)).error?.code).toBe('STEP_NOT_ALLOWED');
  await Promise.all([start(lesson, eva), start(lesson, eva)]);
  expect(await app.db.selectFrom('solo_runs').select('id').where('account_id', '=', eva.accountId).execute()).toHaveLength(1);
  expect((await give(lesson, eva, 'Form - 1B', first)).error?.code).toBe('STEP_NOT_ALLOWED');
  expect((await give(lesson, eva, 'Form - 1A', (await lesson.choices('Form - 2'))[0]!)).error).toMatchObject({
    code: 'VALIDATION_FAILED',
    errors: { response_id: expect.anything() },
  });
  const both = await Promise.all([give(lesson, eva, 'Form - 1A', first), give(lesson, eva, 'Form - 1A', second)]);
  expect(both.map(({ error }) => error?.code ?? '').toSorted()).toEqual(['', 'ALREADY_ANSWERED']);
  const { answers } = both.find(({ error }) => !error)!.body.solo;
  const repeated = await give(lesson, eva, 'Form - 1A', answers[0]!.response_id!, 'other words');
  expect(repeated.body.solo.answers).toEqual(answers);
});

test('[B2249] what is typed is kept as a draft: a later revision replaces it, an older one changes nothing, and none follows an answer', async () => {
  const { lesson, eva } = await hold();
  const [first] = await lesson.choices('Form - 1A');
  expect((await draft(lesson, eva, 'Form - 1A', 1, 'early')).error?.code).toBe('STEP_NOT_ALLOWED');
  await start(lesson, eva);
  expect((await draft(lesson, eva, 'Form - 1A', 5, 'second', first)).body.revision).toBe(5);
  expect((await draft(lesson, eva, 'Form - 1A', 4, 'first')).body.revision).toBe(5);
  expect((await read(lesson, eva)).body.solo.draft).toEqual({ response_id: first, words: 'second', revision: 5 });
  expect((await draft(lesson, eva, 'Form - 1B', 1, 'ahead')).error?.code).toBe('STEP_NOT_ALLOWED');
  expect((await draft(lesson, eva, 'Form - 1A', 6, 'x'.repeat(2_001))).error).toMatchObject({
    code: 'VALIDATION_FAILED',
    errors: { words: expect.anything() },
  });
  await give(lesson, eva, 'Form - 1A', first!, 'final');
  expect((await draft(lesson, eva, 'Form - 1A', 9, 'after')).error?.code).toBe('ALREADY_ANSWERED');
  expect((await read(lesson, eva)).body.solo.answers).toMatchObject([{ words: 'final' }]);
});

describe('[B2243] [LIVE-123] it is refused', () => {
  const codeOf = async (lesson: RunningLesson, person: TestPerson) => [(await read(lesson, person)).error?.code, (await start(lesson, person)).error?.code];

  test('[B2327] to students who took part, who joined the class later or have left it, to strangers and to staff', async () => {
    const { lesson, eva } = await hold();
    expect(await codeOf(lesson, lesson.students[0]!)).toEqual(['SOLO_TOOK_PART', 'SOLO_TOOK_PART']);
    await inTransaction(app.db, (tx) => enrol(tx, lesson.courseId, [lesson.otherStudent.accountId], 'STUDENT'));
    expect(await codeOf(lesson, lesson.otherStudent)).toEqual(['SOLO_TOOK_PART', 'SOLO_TOOK_PART']);
    const offered = async (student: TestPerson) => (await student.call(liveStudentSnapshot, { query: at(lesson) })).body.snapshot?.can_do_alone;
    expect([await offered(lesson.students[0]!), await offered(lesson.otherStudent), await offered(eva)]).toEqual([false, false, true]);
    expect(await codeOf(lesson, await scenario.person('student', lesson.schoolId))).toEqual(['ASSESSMENT_NOT_FOUND', 'ASSESSMENT_NOT_FOUND']);
    expect((await read(lesson, lesson.teacher)).status).toBe(403);
    expect((await eva.call(soloResults, { query: at(lesson) })).status).toBe(403);
    expect((await lesson.otherTeacher.call(soloResults, { query: at(lesson) })).error?.code).toBe('ASSESSMENT_NOT_FOUND');
    await scenario.remove(lesson.courseId, eva.accountId);
    expect(await codeOf(lesson, eva)).toEqual(['ASSESSMENT_NOT_FOUND', 'ASSESSMENT_NOT_FOUND']);
  });

  test('of a lesson that runs or was canceled, and in an archived class', async () => {
    const running = await startLesson(app, scenario, { students: 2 });
    expect(await codeOf(running, running.students[0]!)).toEqual(['SOLO_NOT_FINISHED', 'SOLO_NOT_FINISHED']);
    await running.teacher.call(liveClose, { body: { id: running.assessmentId } });
    expect(await codeOf(running, running.students[0]!)).toEqual(['SOLO_NOT_FINISHED', 'SOLO_NOT_FINISHED']);
    expect(await missedAtHome(running.students[0]!)).toEqual([]);
    const { lesson, eva } = await hold();
    await start(lesson, eva);
    await sql`UPDATE courses SET archived_at = app_now() WHERE id = ${lesson.courseId}`.execute(app.db);
    expect(await missedAtHome(eva)).toEqual([]);
    const [first] = await lesson.choices('Form - 1A');
    const replies = [
      await read(lesson, eva),
      await start(lesson, eva),
      await give(lesson, eva, 'Form - 1A', first!),
      await draft(lesson, eva, 'Form - 1A', 1, 'x'),
    ];
    for (const { error } of replies) expect(error?.code).toMatch(/CLASS_ARCHIVED|ASSESSMENT_NOT_FOUND/);
  });
});

test('[B2241] reasons with replaced words are left out, and there are at most three for a response', async () => {
  const { lesson, eva } = await hold();
  await sql`UPDATE live_posts SET is_censored = true WHERE session_id = ${lesson.sessionId} AND account_id = ${lesson.students[0]!.accountId}`.execute(app.db);
  await start(lesson, eva);
  const choices = await lesson.choices('Form - 1A');
  const { reasons } = (await give(lesson, eva, 'Form - 1A', choices[0]!)).body.solo;
  expect(reasons!.find(({ response_id }) => response_id === choices[0])?.reasons).toEqual([]);
});
