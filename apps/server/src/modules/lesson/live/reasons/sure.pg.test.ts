import {
  attentionList,
  type Form,
  FORMS,
  liveAskSure,
  liveAssessment,
  liveDraft,
  liveFeed,
  liveJoin,
  liveOwnAnswers,
  liveProjector,
  liveResponded,
  liveSnapshotExport,
  liveState,
  liveStudentSnapshot,
  liveSummary,
  liveTeacherSnapshot,
  postAdd,
  postGet,
  postsCurrentForm,
  schoolSettingsUpdate,
} from '@classwright/contract';
import type { Confidence } from '@classwright/rules/live';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSheets } from '../../../../platform/spreadsheets/testing/read-sheets.ts';
import {
  createScenario,
  runLesson,
  type RunningLesson,
  type Scenario,
  startTestApp,
  type TestApp,
  type TestPerson,
  untilNumbered,
} from '../../../../testing/index.ts';
import type { TestBody } from '../../../../testing/app.ts';
import { findLeaks } from '../posts/testing/leaks.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  await app.listen(); // from now on calls go to two processes in turns
  scenario = createScenario(app);
});
afterAll(() => app.close());

const offer = ({ admin, schoolId }: Pick<RunningLesson, 'admin' | 'schoolId'>, asks_sure = true) =>
  admin.call(schoolSettingsUpdate, { params: { id: schoolId }, body: { asks_sure } });
const ask = (person: TestPerson, assessment_id: number, asks_sure: unknown = true) =>
  person.call(liveAskSure, { body: { assessment_id, asks_sure: asks_sure as boolean } });

/** Starts a lesson that asks how sure one is. */
async function start(students = 4): Promise<RunningLesson> {
  const lesson = await scenario.lesson({ students });
  expect((await offer(lesson)).status).toBe(200);
  expect((await ask(lesson.teacher, lesson.assessmentId)).body).toMatchObject({ asks_sure: true });
  const running = await runLesson(app, lesson);
  for (const student of running.students) await running.login(student);
  return running;
}

async function answer(lesson: RunningLesson, student: TestPerson, form: Form, choice: number, confidence: unknown) {
  const body = {
    session_id: lesson.sessionId,
    form,
    response_id: (await lesson.choices(form))[choice],
    comment: 'Because.',
    confidence: confidence as Confidence,
  };
  return student.call(postAdd, { body });
}
const draft = async (lesson: RunningLesson, student: TestPerson, confidence: unknown, revision = 1, choice = 0) => {
  const [form, choices] = ['Form - 1A' as const, await lesson.choices('Form - 1A')];
  const body = { session_id: lesson.sessionId, form, revision, response_id: choices[choice]!, comment: 'A draft', confidence: confidence as Confidence };
  return student.call(liveDraft, { body });
};
const keptIn = async (lesson: RunningLesson, form: Form) =>
  (
    await app.db
      .selectFrom('live_posts')
      .innerJoin('live_phases', 'live_phases.id', 'live_posts.phase_id')
      .select(['live_posts.confidence', 'live_posts.filed_by'])
      .where('live_posts.session_id', '=', lesson.sessionId)
      .where('live_phases.form', '=', form)
      .orderBy('live_posts.account_id')
      .execute()
  ).map(({ confidence, filed_by }) => [confidence, filed_by]);

test('[B2190] [LIVE-100] the confidence of a student is sent with draft and answer, comes back with the draft, and is filed with it', async () => {
  const lesson = await start();
  const [sent, drafted, changed, silent] = lesson.students as [TestPerson, TestPerson, TestPerson, TestPerson];
  expect((await answer(lesson, sent, 'Form - 1A', 1, 'sure')).status).toBe(200);
  expect((await draft(lesson, drafted, 'think')).status).toBe(200);
  await draft(lesson, changed, 'guess', 1);
  await draft(lesson, changed, null, 2);
  expect((await drafted.call(liveJoin, { body: { assessment_id: lesson.assessmentId } })).body.draft).toMatchObject({ confidence: 'think' });
  expect((await silent.call(liveJoin, { body: { assessment_id: lesson.assessmentId } })).body).toMatchObject({
    draft: null,
    session: { attempts: [{ form: 'Form - 1A', asks_sure: true }] },
  });
  await lesson.runOut();
  expect(await keptIn(lesson, 'Form - 1A')).toEqual([
    ['sure', 'student'],
    ['think', 'server'],
    [null, 'server'],
    [null, 'server'],
  ]);
});

test('[B2191] [LIVE-100] a confidence that is none of the three is refused at its field, and nothing is filed', async () => {
  const lesson = await start(1);
  for (const wrong of ['certain', '', 3, true, ['sure'], 'SURE']) {
    const reply = await answer(lesson, lesson.students[0]!, 'Form - 1A', 1, wrong);
    expect([reply.status, reply.error?.errors]).toEqual([422, { confidence: ['How sure you are must be one of: guess, think, sure'] }]);
    expect((await draft(lesson, lesson.students[0]!, wrong)).status).toBe(422);
  }
  expect(await keptIn(lesson, 'Form - 1A')).toEqual([]);
  expect((await answer(lesson, lesson.students[0]!, 'Form - 1A', 1, undefined)).status).toBe(200);
});

describe('[B2192] [LIVE-99] asking is chosen for a lesson', () => {
  test('before its start or between, and counts from the next form on; what a form does not ask for is ignored, and the answer counts', async () => {
    const lesson = await scenario.lesson({ students: 1 });
    await offer(lesson);
    const running = await runLesson(app, lesson);
    const [student] = running.students as [TestPerson];
    expect((await ask(lesson.teacher, lesson.assessmentId)).status).toBe(200);
    expect((await answer(running, student, 'Form - 1A', 1, 'sure')).status).toBe(200);
    expect(await keptIn(running, 'Form - 1A')).toEqual([[null, 'student']]);
    await running.step('re-assign');
    expect((await ask(lesson.coTeacher, lesson.assessmentId, false)).body).toMatchObject({ asks_sure: false });
    expect((await answer(running, student, 'Form - 1B', 1, 'sure')).status).toBe(200);
    await running.step('next');
    await answer(running, student, 'Form - 2', 1, 'sure');
    expect([await keptIn(running, 'Form - 1B'), await keptIn(running, 'Form - 2')]).toEqual([[['sure', 'student']], [[null, 'student']]]);
    await untilNumbered(app.db, running.sessionId);
    const state = await student.call(liveState, { query: { assessment_id: lesson.assessmentId, epoch: running.sessionId, since: 0 } });
    const opened = (state.body.events as { name: string; asks_sure?: true }[]).filter(({ name }) => name === 'assessment.started');
    expect(opened.map(({ asks_sure }) => asks_sure)).toEqual([undefined, true, undefined]);
  });

  test('only where the school has switched it on; a school that switches it off asks no more', async () => {
    const lesson = await scenario.lesson({ students: 1 });
    const stateOf = async () =>
      ((await lesson.teacher.call(liveAssessment, { query: { assessment_id: lesson.assessmentId } })).body as TestBody).assessment.asks_sure;
    expect(await stateOf()).toBeNull();
    const refused = await ask(lesson.teacher, lesson.assessmentId);
    expect([refused.status, refused.error?.code]).toEqual([409, 'SURE_NOT_OFFERED']);
    await offer(lesson);
    expect(await stateOf()).toBe(false);
    await ask(lesson.teacher, lesson.assessmentId);
    expect(await stateOf()).toBe(true);
    await offer(lesson, false);
    const running = await runLesson(app, lesson);
    await answer(running, running.students[0]!, 'Form - 1A', 1, 'sure');
    expect(await keptIn(running, 'Form - 1A')).toEqual([[null, 'student']]);
  });

  test('only by staff of the lesson, and a wrong value is refused at its field', async () => {
    const lesson = await scenario.lesson({ students: 1 });
    await offer(lesson);
    expect((await ask(lesson.otherTeacher, lesson.assessmentId)).error?.code).toBe('ASSESSMENT_NOT_FOUND');
    expect((await ask(lesson.students[0]!, lesson.assessmentId)).status).toBe(403);
    expect((await ask(lesson.teacher, lesson.assessmentId, 'maybe')).error?.errors).toHaveProperty('asks_sure');
  });
});

test('[B2193] [LIVE-102] staff see how sure each answer is while it comes, in the results and in the exported sheet', async () => {
  const lesson = await start();
  const query = { assessment_id: lesson.assessmentId };
  const [a, b, c, d] = lesson.students as [TestPerson, TestPerson, TestPerson, TestPerson];
  await answer(lesson, a, 'Form - 1A', 0, 'sure');
  await answer(lesson, b, 'Form - 1A', 0, 'sure');
  await answer(lesson, c, 'Form - 1A', 1, 'guess');
  await answer(lesson, d, 'Form - 1A', 1, null);
  const [first, second] = await lesson.choices('Form - 1A');
  const counts = [
    { response_id: first, guess: 0, think: 0, sure: 2, unsaid: 0 },
    { response_id: second, guess: 1, think: 0, sure: 0, unsaid: 1 },
  ];
  expect(((await lesson.teacher.call(liveResponded, { query })).body as TestBody).tally.confidence.slice(0, 2)).toEqual(counts);
  expect(((await lesson.teacher.call(liveFeed, { query: { ...query, form: 'Form - 1A' } })).body as TestBody).confidence.slice(0, 2)).toEqual(counts);
  await lesson.step('re-assign');
  const { snapshot } = (await lesson.teacher.call(liveTeacherSnapshot, { query })).body as TestBody;
  expect(snapshot.reports.form_1A.certainty).toEqual([
    { confidence: 'guess', right: 1, wrong: 0 },
    { confidence: 'think', right: 0, wrong: 0 },
    { confidence: 'sure', right: 0, wrong: 2 },
  ]);
  expect(snapshot.reports.form_1B.certainty).toBeNull();
  expect(snapshot.reports.form_1A.results.map(({ confidence }: { confidence?: Confidence }) => confidence ?? null).toSorted()).toEqual([
    'guess',
    null,
    'sure',
    'sure',
  ]);
  const [, [head, ...students]] = (await readSheets((await lesson.teacher.call(liveSnapshotExport, { query })).body as never)) as [string[][], string[][]];
  const column = head!.indexOf('Form - 1A: how sure');
  expect(column).toBeGreaterThan(0);
  expect(head).not.toContain('Form - 1B: how sure');
  expect(students.map((row) => row[column] ?? '').toSorted()).toEqual(['', 'Guess', 'Sure', 'Sure']);
});

test('[B2312] [LIVE-102] the results give staff right and wrong by confidence, before and after, and the spreadsheet the same; students get none', async () => {
  const lesson = await start();
  const query = { assessment_id: lesson.assessmentId };
  const [a, b, c] = lesson.students as [TestPerson, TestPerson, TestPerson];
  const summaryFor = async (person: TestPerson) => ((await person.call(liveSummary, { query })).body as TestBody).summary;
  await answer(lesson, a, 'Form - 1A', 0, 'sure');
  await answer(lesson, b, 'Form - 1A', 1, 'guess');
  await lesson.step('re-assign');
  await answer(lesson, a, 'Form - 1B', 1, 'sure');
  await answer(lesson, b, 'Form - 1B', 1, 'sure');
  await answer(lesson, c, 'Form - 1B', 0, 'think');
  await ask(lesson.teacher, lesson.assessmentId, false);
  for (const step of ['next', 'finished'] as const) await lesson.step(step);
  const level = (confidence: Confidence, right: number, wrong: number) => ({ confidence, right, wrong });
  expect((await summaryFor(lesson.teacher)).certainty).toEqual([
    { form: 'Form - 1A', levels: [level('guess', 1, 0), level('think', 0, 0), level('sure', 0, 1)] },
    { form: 'Form - 1B', levels: [level('guess', 0, 0), level('think', 0, 1), level('sure', 2, 0)] },
  ]);
  expect(await summaryFor(a)).not.toHaveProperty('certainty');
  const [rows] = (await readSheets((await lesson.teacher.call(liveSnapshotExport, { query })).body as never)) as [string[][]];
  const value = (title: string) => rows.find(([name]) => name === title)?.[1];
  expect([value('Form - 1B, “Sure”: right answers'), value('Form - 1A, “Sure”: wrong answers')].map(Number)).toEqual([2, 1]);
  expect(rows.map(([name]) => name).join()).not.toContain('Form - 2, “');
});

test('[B2194] [LIVE-101] no classmate, wall or event learns how sure somebody is, at any moment of the lesson', async () => {
  const lesson = await start();
  const [author, reader] = lesson.students as [TestPerson, TestPerson];
  const query = { assessment_id: lesson.assessmentId };
  const { body } = await answer(lesson, author, 'Form - 1A', 0, 'sure');
  expect(findLeaks(body, [])).toEqual([]); // the author's own view is the classmates' one
  const look = async () => {
    const replies = await Promise.all([
      ...[liveAssessment, liveOwnAnswers, liveStudentSnapshot, postsCurrentForm, liveSummary, liveState].map((call) => reader.call(call, { query } as never)),
      reader.call(postGet, { query: { post_id: body.post.id } }),
      lesson.teacher.call(liveProjector, { query }),
    ]);
    return replies.flatMap((reply) => findLeaks(reply.body, []).filter((leak) => leak.includes('confidence')));
  };
  await answer(lesson, reader, 'Form - 1A', 1, 'think');
  expect(await look()).toEqual([]);
  for (const step of ['re-assign', 'next', 'finished'] as const) {
    await lesson.step(step);
    expect(await look()).toEqual([]);
  }
  const events = await app.db.selectFrom('room_events').select('payload').where('epoch', '=', lesson.sessionId).execute();
  const waiting = await app.db.selectFrom('room_outbox').select('payload').where('epoch', '=', lesson.sessionId).execute();
  expect([...events, ...waiting].flatMap(({ payload }) => findLeaks(payload, []))).toEqual([]);
  // the same search finds it in what staff get
  expect(findLeaks((await lesson.teacher.call(liveTeacherSnapshot, { query })).body, []).join()).toContain('confidence');
});

test('[B2195] [LIVE-108] a student who is often sure and wrong in a class that is sure and right needs attention, and nobody else does for that', async () => {
  const lesson = await start();
  const [unlucky, ...others] = lesson.students as [TestPerson, ...TestPerson[]];
  for (const form of FORMS) {
    await answer(lesson, unlucky, form, 0, 'sure');
    for (const other of others) await answer(lesson, other, form, 1, 'sure');
    await lesson.step(({ 'Form - 1A': 're-assign', 'Form - 1B': 'next', 'Form - 2': 'finished' } as const)[form]);
  }
  const { data } = (await lesson.teacher.call(attentionList, { query: { course_id: lesson.courseId } })).body;
  const reasons = data.flatMap(({ account_id, reasons: own }) => own.map(({ code, numbers }) => ({ account_id, code, numbers })));
  expect(reasons.filter(({ code }) => code === 'sure-and-wrong')).toEqual([
    { account_id: unlucky.accountId, code: 'sure-and-wrong', numbers: { wrong: 3, sure: 3 } },
  ]);
});
