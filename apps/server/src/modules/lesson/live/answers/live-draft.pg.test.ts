import { channels, liveClose, liveDraft } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createScenario,
  hear,
  readStudentPage,
  type RunningLesson,
  type Scenario,
  startLesson,
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../../testing/index.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

async function draft(
  lesson: RunningLesson,
  student: TestPerson,
  revision: unknown,
  choice: number | null,
  { comment = '', form = 'Form - 1A' as 'Form - 1A' | 'Form - 1B' | 'Form - 2' }: { comment?: unknown; form?: 'Form - 1A' | 'Form - 1B' | 'Form - 2' } = {},
) {
  const ids = await lesson.choices(form);
  return student.call(liveDraft, { body: { session_id: lesson.sessionId, form, revision, response_id: choice === null ? null : ids[choice], comment } });
}
const postsOf = (sessionId: number) => app.db.selectFrom('live_posts').selectAll().where('session_id', '=', sessionId).orderBy('id').execute();
const lateOf = (sessionId: number) => app.db.selectFrom('live_late_answers').selectAll().where('session_id', '=', sessionId).execute();

test('[L418] [LIVE-29] a newer revision replaces the draft; the same or an older one changes nothing and is told the newer', async () => {
  const lesson = await startLesson(app, scenario);
  const [student] = lesson.students;
  const first = await draft(lesson, student!, 3, 0, { comment: 'three' });
  expect(first.body).toMatchObject({ revision: 3 });
  for (const revision of [3, 1]) {
    const older = await draft(lesson, student!, revision, 2, { comment: 'older' });
    expect(older).toMatchObject({ status: 200, body: { revision: 3, saved_at: first.body.saved_at } });
  }
  expect((await draft(lesson, student!, 4, null, { comment: 'four' })).body.revision).toBe(4);
  expect((await readStudentPage(student!, lesson.assessmentId)).body.draft).toMatchObject({ form: 'Form - 1A', revision: 4, response_id: null });
});

test('[LIVE-29] drafts that arrive at once and out of order leave the newest', async () => {
  const lesson = await startLesson(app, scenario);
  const [student] = lesson.students;
  const replies = await Promise.all([5, 2, 9, 1, 7, 3].map((revision) => draft(lesson, student!, revision, 0, { comment: `revision ${revision}` })));
  expect(replies.every(({ status }) => status === 200)).toBe(true);
  const { body } = await readStudentPage(student!, lesson.assessmentId);
  expect(body.draft.revision).toBe(9);
  expect(JSON.stringify(body.draft.comment)).toContain('revision 9');
});

test('[LIVE-31] [LIVE-64] when the form closes the last draft is filed, though the device is dead and never logged in', async () => {
  const lesson = await startLesson(app, scenario, { students: 5 });
  const [chosen, worded, silent, answered, absent] = lesson.students;
  const ids = await lesson.choices('Form - 1A');
  await draft(lesson, chosen!, 1, 1, { comment: 'half a sent' });
  await draft(lesson, worded!, 1, null, { comment: 'no choice yet' });
  await lesson.login(silent!);
  await draft(lesson, answered!, 1, 0);
  await lesson.answer(answered!, 'Form - 1A', 2);
  const ear = await hear(app, absent!, channels.assessment(lesson.assessmentId));
  await lesson.runOut();
  expect((await ear.first('assessment.phase.closed')).data).toMatchObject({ form: 'Form - 1A' });
  ear.close();
  const posts = new Map((await postsOf(lesson.sessionId)).map((post) => [post.account_id, post]));
  expect(posts.size).toBe(4);
  expect(posts.get(chosen!.accountId)).toMatchObject({ response_id: ids[1], comment_text: 'half a sent', filed_by: 'server' });
  expect(posts.get(worded!.accountId)).toMatchObject({ response_id: null, comment_text: 'no choice yet', filed_by: 'server' });
  expect(posts.get(silent!.accountId)).toMatchObject({ response_id: null, comment_text: '', filed_by: 'server' });
  expect(posts.get(answered!.accountId)).toMatchObject({ response_id: ids[2], filed_by: 'student' });
});

test('[LIVE-30] [LIVE-26] a draft within the grace is kept to be filed; after the closing it is refused, kept as late, and the newest of it stays', async () => {
  const lesson = await startLesson(app, scenario, { minutes: 1 });
  const [student] = lesson.students;
  await app.clock.advanceMs(60_000);
  expect((await draft(lesson, student!, 1, 1, { comment: 'at 0:00' })).status).toBe(200);
  await lesson.runOut(0);
  const same = await draft(lesson, student!, 2, 1, { comment: 'at 0:00' });
  expect(same).toMatchObject({ status: 200, body: { revision: 2 } }); // equal to what was filed
  for (const comment of ['later', 'later still']) expect((await draft(lesson, student!, 3, 1, { comment })).error?.code).toBe('PHASE_CLOSED');
  expect(await lateOf(lesson.sessionId)).toMatchObject([{ kind: 'draft', form: 'Form - 1A', account_id: student!.accountId }]);
  expect(JSON.stringify((await lateOf(lesson.sessionId))[0]!.comment)).toContain('later still');
  expect((await draft(lesson, lesson.students[1]!, 1, null)).error?.code).toBe('PHASE_CLOSED'); // says nothing, so there is nothing to keep
  expect(await lateOf(lesson.sessionId)).toHaveLength(1);
});

test('[LIVE-24] after the student’s answer a draft is ALREADY_ANSWERED', async () => {
  const lesson = await startLesson(app, scenario);
  await lesson.answer(lesson.students[0]!, 'Form - 1A', 1);
  const reply = await draft(lesson, lesson.students[0]!, 1, 2);
  expect([reply.status, reply.error?.code]).toEqual([409, 'ALREADY_ANSWERED']);
});

test('[LIVE-23] a draft for another form, another question’s response, or another class is refused', async () => {
  const lesson = await startLesson(app, scenario);
  const [student] = lesson.students;
  expect((await draft(lesson, student!, 1, 0, { form: 'Form - 2' })).error?.code).toBe('PHASE_CLOSED');
  const [foreign] = await lesson.choices('Form - 2');
  const wrong = await student!.call(liveDraft, { body: { session_id: lesson.sessionId, form: 'Form - 1A', revision: 1, response_id: foreign, comment: '' } });
  expect(wrong.status).toBe(422);
  expect((await draft(lesson, lesson.otherStudent, 1, 0)).error?.code).toBe('ASSESSMENT_NOT_FOUND');
  expect((await draft(lesson, lesson.teacher, 1, 0)).error?.code).toBe('NOT_ALLOWED');
  expect(await lateOf(lesson.sessionId)).toEqual([]);
  await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } });
  expect((await draft(lesson, student!, 1, 0, { comment: 'x' })).error?.code).toBe('PHASE_CLOSED');
});

test.each([[0], [-1], [1.5], ['x'], [null], [Number.MAX_SAFE_INTEGER + 1]])('a revision of %j is 422', async (revision) => {
  const lesson = await startLesson(app, scenario, { students: 1 });
  const reply = await draft(lesson, lesson.students[0]!, revision, 0);
  expect([reply.status, Object.keys(reply.error?.errors ?? {})]).toEqual([422, ['revision']]);
});

test('[L440] under its key a draft is saved once; other words under the key are refused', async () => {
  const lesson = await startLesson(app, scenario);
  const [student] = lesson.students;
  const body = { session_id: lesson.sessionId, form: 'Form - 1A', revision: 1, response_id: null, comment: 'one' };
  const first = await student!.call(liveDraft, { body }, { key: 'd1' });
  expect((await student!.call(liveDraft, { body }, { key: 'd1' })).body).toEqual(first.body);
  expect((await student!.call(liveDraft, { body: { ...body, comment: 'two' } }, { key: 'd1' })).error?.code).toBe('IDEMPOTENCY_KEY_REUSED');
});
