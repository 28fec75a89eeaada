import {
  attendanceDashboard,
  attentionList,
  extraTimeSave,
  type Form,
  liveActive,
  liveAssessment,
  liveClose,
  liveDraft,
  liveEnd,
  liveFeed,
  liveOwnAnswers,
  livePhaseClose,
  liveResponded,
  liveSnapshotExport,
  liveStart,
  liveState,
  liveStudentSnapshot,
  liveSummary,
  liveTeacherSnapshot,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSheets } from '../../../platform/spreadsheets/testing/read-sheets.ts';
import {
  createScenario,
  readStudentPage,
  type RunningLesson,
  type Scenario,
  startLesson,
  startTestApp,
  type TestApp,
  type TestPerson,
  untilNumbered,
} from '../../../testing/index.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  await app.listen(); // from now on calls go to two processes in turns
  scenario = createScenario(app);
});
afterAll(() => app.close());

const [ONE_A, ONE_B, TWO] = ['Form - 1A', 'Form - 1B', 'Form - 2'] as const;
const turnOf = (lesson: RunningLesson, form?: Form) => ({ assessment_id: lesson.assessmentId, epoch: lesson.sessionId, ...(form && { form }) });
const close = (lesson: RunningLesson, form?: Form, person: TestPerson = lesson.teacher) => person.call(livePhaseClose, { body: turnOf(lesson, form) });
const end = (lesson: RunningLesson, form?: Form, person: TestPerson = lesson.teacher) => person.call(liveEnd, { body: turnOf(lesson, form) });
const postsOf = (lesson: RunningLesson) =>
  app.db.selectFrom('live_posts').select(['account_id', 'filed_by', 'response_id']).where('session_id', '=', lesson.sessionId).orderBy('account_id').execute();
async function namesOf({ teacher, assessmentId, sessionId }: RunningLesson): Promise<string[]> {
  await untilNumbered(app.db, sessionId);
  const { body } = await teacher.call(liveState, { query: { assessment_id: assessmentId, epoch: sessionId, since: 0 } });
  return body.events!.map(({ name }: { name: string }) => name);
}

describe('live.phaseClose', () => {
  test('[B2093] [LIVE-69] the open form closes at once: the draft is filed, the class hears it, nothing is revealed and no form opens', async () => {
    const lesson = await startLesson(app, scenario, { students: 3, minutes: 5 });
    const [ann, ben, cem] = lesson.students as [TestPerson, TestPerson, TestPerson];
    await lesson.login(cem);
    await lesson.answer(ann, ONE_A, 1);
    const ids = await lesson.choices(ONE_A);
    await ben.call(liveDraft, { body: { session_id: lesson.sessionId, form: ONE_A, revision: 1, response_id: ids[2], comment: 'I am still thinki' } });
    const reply = await close(lesson, ONE_A);
    expect(reply.status).toBe(200);
    expect(reply.body.session).toMatchObject({ state: 'running', form: ONE_A, phase_open: false });
    expect(reply.body.session.attempts).toMatchObject([{ form: ONE_A, minutes: 5, distribution_revealed: false, correctness_revealed: false }]);
    expect(await postsOf(lesson)).toMatchObject([
      { account_id: ann.accountId, filed_by: 'student', response_id: ids[1] },
      { account_id: ben.accountId, filed_by: 'server', response_id: ids[2] },
      { account_id: cem.accountId, filed_by: 'server', response_id: null },
    ]);
    expect((await namesOf(lesson)).filter((name) => name === 'assessment.phase.closed')).toHaveLength(1);
    expect((await lesson.answer(cem, ONE_A, 0)).error?.code).toBe('PHASE_CLOSED');
    expect((await readStudentPage(ann, lesson.assessmentId)).body.session).toMatchObject({ phase_open: false });
    expect((await lesson.step('re-assign')).body.session).toMatchObject({ form: ONE_B, phase_open: true });
  });

  test('[B2094] [LIVE-70] twice, after the deadline, for another form, and for an earlier run it is refused, and nothing changes', async () => {
    const lesson = await startLesson(app, scenario, { students: 1, minutes: 1 });
    expect((await close(lesson, ONE_B)).error?.code).toBe('STEP_NOT_ALLOWED');
    expect((await close(lesson)).status).toBe(200);
    expect((await close(lesson)).error?.code).toBe('FORM_NOT_RUNNING');
    await lesson.step('re-assign', 1);
    expect((await close(lesson, ONE_A)).error?.code).toBe('STEP_NOT_ALLOWED');
    await lesson.runOut(1);
    expect((await close(lesson, ONE_B)).error?.code).toBe('FORM_NOT_RUNNING');
    await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } });
    expect((await close(lesson, ONE_B)).error?.code).toBe('SESSION_NOT_RUNNING');
    await lesson.teacher.call(liveStart, { body: { assessment_id: lesson.assessmentId, time: 5 } });
    const old = await close(lesson, ONE_A);
    expect([old.status, old.error?.code]).toEqual([409, 'STEP_NOT_ALLOWED']);
    expect((await lesson.teacher.call(liveState, { query: { assessment_id: lesson.assessmentId } })).body.session).toMatchObject({ phase_open: true });
  });

  test('[B2095] [LIVE-70] two teachers and the deadline at once: one closes, everybody gets a true answer, each student has one post', async () => {
    for (const isDue of [false, true]) {
      const lesson = await startLesson(app, scenario, { students: 3, minutes: 1 });
      for (const student of lesson.students) await lesson.login(student);
      if (isDue) await app.clock.advanceMs(63_001);
      const [first, second] = await Promise.all([
        close(lesson, ONE_A),
        close(lesson, ONE_A, lesson.coTeacher),
        app.server.modules.live.deadlines.runDueDeadlines(),
      ]);
      const codes = [first, second].map(({ error }) => error?.code ?? 'OK').sort();
      expect(
        isDue
          ? [
              ['FORM_NOT_RUNNING', 'FORM_NOT_RUNNING'],
              ['FORM_NOT_RUNNING', 'OK'],
            ]
          : [['FORM_NOT_RUNNING', 'OK']],
      ).toContainEqual(codes);
      expect(await postsOf(lesson)).toHaveLength(3);
      expect((await namesOf(lesson)).filter((name) => name === 'assessment.phase.closed')).toHaveLength(1);
    }
  });

  test('[LIVE-69] a student with extra time keeps it: the own deadline stays, and the answer counts', async () => {
    const lesson = await startLesson(app, scenario, { students: 2, minutes: 4 });
    const [slow, quick] = lesson.students as [TestPerson, TestPerson];
    await lesson.teacher.call(extraTimeSave, { body: { course_id: lesson.courseId, students: [{ account_id: slow.accountId, percent: 50 }] } });
    await lesson.step('re-assign', 4);
    for (const student of [slow, quick]) await lesson.login(student);
    const own = (await slow.call(liveActive, { query: { assessment_id: lesson.assessmentId } })).body.session.deadline_at;
    expect((await close(lesson, ONE_B)).status).toBe(200);
    expect((await slow.call(liveActive, { query: { assessment_id: lesson.assessmentId } })).body.session).toMatchObject({ phase_open: true, deadline_at: own });
    expect((await quick.call(liveActive, { query: { assessment_id: lesson.assessmentId } })).body.session).toMatchObject({ phase_open: false });
    expect((await lesson.answer(slow, ONE_B, 1)).status).toBe(200);
    expect((await close(lesson, ONE_B)).error?.code).toBe('FORM_NOT_RUNNING');
  });

  test('[B2096] a missing run, a word for it and an unknown form are 422 at the field; students and strangers are refused', async () => {
    const lesson = await startLesson(app, scenario, { students: 1 });
    for (const [field, body] of [
      ['epoch', { assessment_id: lesson.assessmentId }],
      ['epoch', { assessment_id: lesson.assessmentId, epoch: 'this one' }],
      ['form', { ...turnOf(lesson), form: 'Form 1A' }],
      ['assessment_id', { epoch: lesson.sessionId }],
    ] as const)
      for (const endpoint of [livePhaseClose, liveEnd]) {
        const reply = await lesson.teacher.call(endpoint, { body });
        expect([reply.status, Object.keys(reply.error?.errors ?? {})]).toEqual([422, [field]]);
      }
    for (const act of [close, end]) {
      expect((await act(lesson, ONE_A, lesson.students[0])).error?.code).toBe('NOT_ALLOWED');
      expect((await act(lesson, ONE_A, lesson.otherTeacher)).error?.code).toBe('ASSESSMENT_NOT_FOUND');
      expect((await act(lesson, ONE_A, lesson.otherStudent)).error?.code).toBe('NOT_ALLOWED');
    }
  });
});

describe('live.end', () => {
  /** Holds a lesson of two present students and an absent one, that ends after a form. */
  async function endAfter(last: typeof ONE_A | typeof ONE_B): Promise<RunningLesson> {
    const lesson = await startLesson(app, scenario, { students: 3 });
    const [ann, ben] = lesson.students as [TestPerson, TestPerson];
    await lesson.answer(ann, ONE_A, 1);
    await lesson.answer(ben, ONE_A, 0);
    if (last === ONE_B) {
      await lesson.step('re-assign');
      await lesson.answer(ann, ONE_B, 1);
      await lesson.answer(ben, ONE_B, 1);
    }
    const reply = await end(lesson, last);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ assessment: { status: 'finished' }, session: { state: 'finished', form: last, phase_open: false } });
    return lesson;
  }

  test.each([ONE_A, ONE_B] as const)(
    '[B2097] [LIVE-71] [LIVE-72] after %s: the assessment is finished, forms that were not asked are in no figure, and what students see says so',
    async (last) => {
      const lesson = await endAfter(last);
      const query = { assessment_id: lesson.assessmentId };
      const asked = last === ONE_A ? [ONE_A] : [ONE_A, ONE_B];
      const notAsked = last === ONE_A ? [ONE_B, TWO] : [TWO];
      expect((await namesOf(lesson)).at(-1)).toBe('assessment.finished');
      expect((await lesson.teacher.call(liveStart, { body: { assessment_id: lesson.assessmentId, time: 5 } })).error?.code).toBe('ASSESSMENT_FINISHED');

      const { summary } = (await lesson.teacher.call(liveSummary, { query })).body;
      expect(summary.not_asked).toEqual(notAsked);
      expect(summary.distribution!.map(({ form, answered }) => [form, answered])).toEqual(asked.map((form) => [form, 2]));
      expect(summary.transitions).toHaveLength(asked.length - 1);

      const { snapshot } = (await lesson.teacher.call(liveTeacherSnapshot, { query })).body;
      expect(snapshot).toMatchObject({ took_part: { logged_in: 2, students: 3 }, branches: null, incomplete: null, transfer_by_move: null });
      expect(snapshot!.questions).toHaveLength(1);
      expect(Object.values(snapshot!.reports).map(({ form, question_id }) => [form, question_id !== null])).toEqual([
        [ONE_A, true],
        [ONE_B, last === ONE_B],
        [TWO, false],
      ]);
      expect(snapshot!.moves === null).toBe(last === ONE_A);

      const figures = await app.db.selectFrom('lesson_figures').selectAll().where('session_id', '=', lesson.sessionId).executeTakeFirstOrThrow();
      expect(figures).toMatchObject({ students: 3, logged_in: 2, asked: 1, answers: 2 * asked.length });
      const { rows: submitted } = await sql<{ forms: number; answered: number }>`
        SELECT forms, answered FROM lesson_students WHERE session_id = ${lesson.sessionId} AND logged_in_at IS NOT NULL`.execute(app.db);
      expect(submitted).toEqual(Array.from({ length: 2 }, () => ({ forms: asked.length, answered: asked.length })));
      const { stats } = (await lesson.teacher.call(attendanceDashboard.endpoints.get)).body as { stats: Record<string, unknown> };
      expect(stats).toMatchObject({ total_sessions: 1, total_logged_in: 2, total_submitted: 2, total_absent: 1 });
      const { facts } = (await lesson.teacher.call(attentionList, { query: { course_id: lesson.courseId } })).body;
      const absent = facts.find(({ code }) => code === 'absent');
      expect([absent?.students.map(({ account_id }) => account_id), facts.map(({ code }) => code)]).toEqual([[lesson.students[2]!.accountId], ['absent']]);
      const items = await app.db.selectFrom('item_results').select('position').where('session_id', '=', lesson.sessionId).execute();
      expect(items.filter(({ position }) => position === 2)).toEqual([]);
    },
  );

  test('[B2097] [LIVE-72] students see their own way and never the question that was not asked', async () => {
    const lesson = await endAfter(ONE_A);
    const [ann] = lesson.students as [TestPerson];
    const query = { assessment_id: lesson.assessmentId };
    const own = (await ann.call(liveOwnAnswers, { query })).body;
    expect(own.answers.map(({ form }) => form)).toEqual([ONE_A]);
    const { snapshot } = (await ann.call(liveStudentSnapshot, { query })).body;
    expect(snapshot!.questions).toHaveLength(1);
    expect(snapshot!.reports.form_2).toMatchObject({ question_id: null, responses: [] });
    expect((await ann.call(liveSummary, { query })).body.summary.not_asked).toEqual([ONE_B, TWO]);
    const { assessment } = (await ann.call(liveAssessment, { query })).body;
    expect(assessment.questions).toHaveLength(1);
    const feed = await lesson.teacher.call(liveFeed, { query: { ...query, form: TWO } });
    expect(feed.body.posts).toEqual([]);
    const { students } = (await lesson.teacher.call(liveResponded, { query })).body;
    expect(students.map(({ responders, moved }) => [responders, moved])).toEqual([
      [1, null],
      [1, null],
    ]);
  });

  test('[B2098] [LIVE-72] the spreadsheet says "Not asked" where there is nothing to count', async () => {
    const lesson = await endAfter(ONE_B);
    const reply = await lesson.teacher.call(liveSnapshotExport, { query: { assessment_id: lesson.assessmentId } });
    const [about, students] = (await readSheets(reply.body as never)) as [string[][], string[][]];
    expect(about.find(([what]) => what === 'Form - 2: answers')).toEqual(['Form - 2: answers', 'Not asked']);
    expect(about.find(([what]) => what === 'Form - 2: right')).toBeUndefined();
    const place = students[0]!.indexOf('Form - 2');
    expect(students.slice(1).map((row) => row.slice(place, place + 2))).toEqual(Array.from({ length: 3 }, () => ['Not asked', 'Not asked']));
  });

  test('[LIVE-71] after Form - 2, for a form that is not the last one, for another run and without a run it is refused', async () => {
    const lesson = await startLesson(app, scenario, { students: 1 });
    expect((await end(lesson, ONE_B)).error?.code).toBe('STEP_NOT_ALLOWED');
    const other = await lesson.teacher.call(liveEnd, { body: { ...turnOf(lesson), epoch: lesson.sessionId + 1 } });
    expect(other.error?.code).toBe('STEP_NOT_ALLOWED');
    await lesson.step('re-assign');
    await lesson.step('next');
    expect((await end(lesson)).error?.code).toBe('STEP_NOT_ALLOWED');
    await lesson.step('finished');
    expect((await end(lesson)).error?.code).toBe('SESSION_NOT_RUNNING');
  });

  test('[B2095] [LIVE-71] two teachers end at once, and one ends while the other goes on: one act is done, the other is refused', async () => {
    const first = await startLesson(app, scenario, { students: 1 });
    const both = await Promise.all([end(first, ONE_A), end(first, ONE_A, first.coTeacher)]);
    expect(both.map(({ error }) => error?.code ?? 'OK').sort()).toEqual(['OK', 'SESSION_NOT_RUNNING']);
    const second = await startLesson(app, scenario, { students: 1 });
    const [ended, stepped] = await Promise.all([end(second, ONE_A), second.step('re-assign')]);
    expect([ended.status, stepped.status].sort()).toEqual([200, 409]);
    expect(ended.error?.code ?? stepped.error?.code).toBe(ended.error ? 'STEP_NOT_ALLOWED' : 'SESSION_NOT_RUNNING');
  });
});
