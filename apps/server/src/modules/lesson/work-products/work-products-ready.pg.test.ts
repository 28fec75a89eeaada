import {
  failedJobList,
  fileGet,
  notificationList,
  notificationPreferencesUpdate,
  unfinishedAssessments,
  workProductGenerate,
  workProductGet,
  workProductList,
  workProductMakeMany,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Mail } from '../../../platform/mail/index.ts';
import { createScenario, type RunningLesson, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { runFinishedLesson } from './testing/finished-lesson.ts';

const sent: Mail[] = [];
let app: TestApp;
let second: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp({
    publicUrl: new URL('https://school.example'),
    mailer: { send: async (mail) => void sent.push(mail), check: async () => undefined, close: () => undefined },
  });
  second = await app.another();
  scenario = createScenario(app);
  await app.server.jobs.runSchedules(); // the schedules begin here
}, 60_000);
afterAll(async () => {
  await second.close();
  await app.close();
});

/** Runs everything that is due now, then the notifications a little later. */
async function makeAndTell(): Promise<void> {
  await app.server.jobs.runDue();
  await app.clock.advanceMs(20_000);
  await app.server.jobs.runDue();
}
const toldOf = async (person: TestPerson) => (await person.call(notificationList)).body.data.filter(({ kind }: { kind: string }) => kind === 'work-product');
const [firstOf, secondOf] = [0, 1].map((index) => (lesson: RunningLesson) => lesson.students[index] as TestPerson) as [
  (lesson: RunningLesson) => TestPerson,
  (lesson: RunningLesson) => TestPerson,
];
const productOf = async (lesson: RunningLesson, student: TestPerson) =>
  (await student.call(workProductList, { query: { assessment_id: lesson.assessmentId } })).body.data[0];
const fileIdOf = (url: string): number => Number(/\/files\/(\d+)/.exec(url)?.[1]);

describe('a work product that is ready', () => {
  test('is told to each student whose it is, once, with where it is; in one statement for all of the lesson', { timeout: 60_000 }, async () => {
    const lesson = await runFinishedLesson(app, scenario);
    expect(await toldOf(firstOf(lesson))).toEqual([]);
    await makeAndTell();
    for (const student of [firstOf(lesson), secondOf(lesson)])
      expect(await toldOf(student)).toMatchObject([
        { params: { title: `Assessment of ${lesson.first.title}` }, path: `/work-products?assessment_id=${lesson.assessmentId}`, read_at: null },
      ]);
    const at = await sql<{ at: string }>`SELECT created_at::text AS at FROM notifications WHERE key = ${`work-product:${lesson.sessionId}`}`.execute(app.db);
    expect(at.rows).toHaveLength(2);
    expect(new Set(at.rows.map((row) => row.at)).size).toBe(1);
    for (const person of [lesson.students[2]!, lesson.teacher, lesson.otherStudent]) expect(await toldOf(person)).toEqual([]);
    expect(await app.db.selectFrom('jobs').select('kind').where('kind', 'like', 'work-product%').execute()).toEqual([]);
    await makeAndTell();
    expect(await toldOf(firstOf(lesson))).toHaveLength(1);
  });

  test('is told anew when the teacher had it made again, and not when the student did and waited for it', { timeout: 60_000 }, async () => {
    const lesson = await runFinishedLesson(app, scenario);
    await makeAndTell();
    const [before] = await toldOf(firstOf(lesson));
    const [other] = await toldOf(secondOf(lesson));
    expect((await secondOf(lesson).call(workProductGenerate, { body: { id: lesson.assessmentId } })).status).toBe(200);
    await lesson.teacher.call(workProductMakeMany, { body: { assessment_id: lesson.assessmentId, account_ids: [firstOf(lesson).accountId] } });
    await makeAndTell();
    expect((await toldOf(firstOf(lesson)))[0]!.id).toBeGreaterThan(before!.id);
    expect((await toldOf(secondOf(lesson)))[0]!.id).toBe(other!.id);
  });

  test('is not held back by one of the class that still cannot be made; that one is told when it can', { timeout: 60_000 }, async () => {
    const lesson = await runFinishedLesson(app, scenario);
    const broken = await breakAnswers(secondOf(lesson));
    await makeAndTell();
    expect(await toldOf(firstOf(lesson))).toHaveLength(1);
    expect(await toldOf(secondOf(lesson))).toEqual([]);
    await broken.mend();
    await app.clock.advanceMs(60_000);
    await makeAndTell();
    expect(await toldOf(firstOf(lesson))).toHaveLength(1);
    expect(await toldOf(secondOf(lesson))).toHaveLength(1);
  });

  test('is mailed to whoever chose so, and to nobody else', { timeout: 60_000 }, async () => {
    const lesson = await runFinishedLesson(app, scenario);
    await firstOf(lesson).call(notificationPreferencesUpdate, { body: { preferences: [{ kind: 'work-product', mail: 'now' }] } });
    await makeAndTell();
    sent.length = 0;
    await app.clock.advanceMs(180_000);
    await app.server.jobs.runSchedules();
    await app.server.jobs.runDue();
    const about = sent.filter(({ text }) => text.includes(`Assessment of ${lesson.first.title}`));
    expect(about).toHaveLength(1);
    expect(about[0]!.text).toContain(`https://school.example/work-products?assessment_id=${lesson.assessmentId}`);
  });
});

/** Changes a student's answers to something that cannot be drawn. */
async function breakAnswers(student: TestPerson) {
  const of = () => app.db.updateTable('live_posts').where('account_id', '=', student.accountId);
  const { comment } = await app.db.selectFrom('live_posts').select('comment').where('account_id', '=', student.accountId).executeTakeFirstOrThrow();
  const odd = { type: 'doc', content: [{ type: 'heading', attrs: { level: 'x' }, content: [{ type: 'text', text: 'a' }] }] };
  await of()
    .set({ comment: JSON.stringify(odd) })
    .execute();
  return {
    mend: () =>
      of()
        .set({ comment: JSON.stringify(comment) })
        .execute(),
  };
}

describe('bad input', () => {
  test('[B620] a work product of another student, or of a class that one does not teach, is not found by any of the calls', { timeout: 60_000 }, async () => {
    const lesson = await runFinishedLesson(app, scenario);
    const elsewhere = await runFinishedLesson(app, scenario);
    await makeAndTell();
    const own = await productOf(lesson, firstOf(lesson));
    const strangers = [secondOf(lesson), lesson.otherStudent, lesson.otherTeacher, elsewhere.teacher, elsewhere.coTeacher, firstOf(elsewhere)];
    for (const person of strangers) {
      expect((await person.call(workProductGet, { params: { id: own!.id } })).error?.code).toBe('WORK_PRODUCT_NOT_FOUND');
      expect((await person.call(fileGet, { params: { id: fileIdOf(own!.url!) } })).error?.code).toBe('FILE_NOT_FOUND');
      const many = await person.call(workProductMakeMany, { body: { assessment_id: lesson.assessmentId, account_ids: [firstOf(lesson).accountId] } });
      expect(['ASSESSMENT_NOT_FOUND', 'NOT_ALLOWED']).toContain(many.error?.code);
      if (person === secondOf(lesson)) continue;
      expect((await person.call(workProductGenerate, { body: { id: lesson.assessmentId } })).error?.code).toMatch(/WORK_PRODUCT_NOT_FOUND|NOT_ALLOWED/);
      expect((await person.call(workProductList, { query: { assessment_id: lesson.assessmentId } })).error?.code).toBe('ASSESSMENT_NOT_FOUND');
    }
    for (const person of [lesson.teacher, lesson.coTeacher, lesson.admin, firstOf(lesson)])
      expect((await person.call(workProductGet, { params: { id: own!.id } })).status).toBe(200);
    expect(await productOf(lesson, firstOf(lesson))).toMatchObject({ id: own!.id, state: 'made' });
  });

  test('[B621] a work product of a lesson that still runs, or was never started, cannot be asked for by anybody', async () => {
    const running = await runFinishedLesson(app, scenario, { finish: false });
    const planned = await scenario.lesson();
    for (const lesson of [running, planned]) {
      const id = lesson.assessmentId;
      for (const person of [lesson.students[0]!, lesson.teacher, lesson.admin, lesson.otherTeacher])
        expect((await person.call(workProductGenerate, { body: { id } })).error?.code).toMatch(/WORK_PRODUCT_NOT_FOUND|NOT_ALLOWED/);
      for (const person of [lesson.teacher, lesson.admin]) {
        expect((await person.call(workProductMakeMany, { body: { assessment_id: id } })).error?.code).toBe('ASSESSMENT_NOT_FOUND');
        expect((await person.call(workProductList, { query: { assessment_id: id } })).error?.code).toBe('ASSESSMENT_NOT_FOUND');
      }
    }
  });

  test('[B622] made anew several times at once, by two processes and the job, one stands in the end, with the coursework too', {
    timeout: 60_000,
  }, async () => {
    const lesson = await runFinishedLesson(app, scenario);
    const student = firstOf(lesson);
    const ask = (process: TestApp) => process.call(workProductGenerate, { body: { id: lesson.assessmentId } }, { token: student.token });
    const [replies] = await Promise.all([Promise.all([ask(app), ask(second), ask(app), ask(second)]), app.server.jobs.runDue(), second.server.jobs.runDue()]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const product = await productOf(lesson, student);
    expect(product).toMatchObject({ state: 'made' });
    const { rows } = await sql<{ attached: number; handed_in: number; files: number; awarded: number }>`
      SELECT (SELECT count(*)::integer FROM submission_attachments JOIN submissions ON submissions.id = submission_id WHERE account_id = ${student.accountId}) AS attached,
             (SELECT count(*)::integer FROM submission_history JOIN submissions ON submissions.id = submission_id
               WHERE submissions.account_id = ${student.accountId} AND submission_history.state = 'TURNED_IN') AS handed_in,
             (SELECT count(*)::integer FROM files WHERE account_id = ${student.accountId} AND archived_at IS NULL) AS files,
             (SELECT count(*)::integer FROM reward_points WHERE account_id = ${student.accountId} AND cause = ${`work-product:${lesson.sessionId}`}) AS awarded`.execute(
      app.db,
    );
    expect(rows[0]).toEqual({ attached: 1, handed_in: 1, files: 1, awarded: 1 });
    const attached = await sql<{ file_id: number }>`
      SELECT file_id FROM submission_attachments JOIN submissions ON submissions.id = submission_id WHERE account_id = ${student.accountId}`.execute(app.db);
    expect(attached.rows[0]!.file_id).toBe(fileIdOf(product!.url!));
  });

  test('[B623] of who was deactivated after the lesson it is made for the teacher, nobody is told, and no job fails', { timeout: 60_000 }, async () => {
    const lesson = await runFinishedLesson(app, scenario);
    const gone = firstOf(lesson);
    await scenario.deactivate(gone.accountId);
    await makeAndTell();
    const { body } = await lesson.teacher.call(workProductList, { query: { assessment_id: lesson.assessmentId } });
    expect(body).toMatchObject({ pagination: { total: 2 }, waiting: 0, missing: 0 });
    const told = await app.db.selectFrom('notifications').select('account_id').where('key', '=', `work-product:${lesson.sessionId}`).execute();
    expect(told).toEqual([{ account_id: secondOf(lesson).accountId }]);
    expect(await app.db.selectFrom('jobs').select('kind').where('state', '=', 'failed').execute()).toEqual([]);
  });

  test('[B624] one that fails for good says to the student and to an administrator what to do; mended, it is made', { timeout: 60_000 }, async () => {
    const lesson = await runFinishedLesson(app, scenario);
    const student = firstOf(lesson);
    const broken = await breakAnswers(student);
    await app.db.deleteFrom('jobs').where('state', '=', 'failed').execute();
    await app.db.updateTable('jobs').set({ attempts: 4 }).where('kind', '=', 'work-product').execute();
    await makeAndTell();
    expect((await student.call(unfinishedAssessments)).body.data).toMatchObject([{ assessment_id: lesson.assessmentId, state: 'missing' }]);
    expect((await student.call(workProductGenerate, { body: { id: lesson.assessmentId } })).error).toMatchObject({
      code: 'WORK_PRODUCT_FAILED',
      message: expect.stringMatching(/again|administrator/),
    });
    const { body } = await lesson.admin.call(failedJobList);
    expect(body.data).toMatchObject([{ kind: 'work-product', label: 'Work product of a student', remedy: expect.stringContaining('can ask for it again') }]);
    await broken.mend();
    expect((await student.call(workProductGenerate, { body: { id: lesson.assessmentId } })).body.work_product).toMatchObject({ state: 'made' });
    expect((await student.call(unfinishedAssessments)).body.data).toEqual([]);
  });
});
