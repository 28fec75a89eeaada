import { commentAdd, liveSettingsUpdate, postReact } from '@classwright/contract';
import { expect } from 'vitest';
import { type RunningLesson, runLesson, type Scenario, type TestApp, type TestPerson } from '../../../../testing/index.ts';

export interface FinishedLessonOptions {
  /** True when the lesson is in its class's work. */
  work?: boolean;
  finish?: boolean;
  students?: number;
}

/**
 * Runs a lesson in which the first two students take part: the first one is right after the discussion, and gets a
 * comment.
 */
export async function runFinishedLesson(
  app: TestApp,
  scenario: Scenario,
  { work = true, finish = true, students = 3 }: FinishedLessonOptions = {},
): Promise<RunningLesson> {
  const made = await scenario.lesson({ students });
  if (work) await postWork(app, made.courseId, made.assessmentId, made.teacher.accountId);
  const running = await runLesson(app, made);
  const [first, second] = running.students as [TestPerson, TestPerson];
  for (const student of [first, second]) await running.login(student);
  await running.answer(first, 'Form - 1A', 0, { comment: 'It stops at the top. <b>&' });
  const post = (await running.answer(second, 'Form - 1A', 1)).body.post;
  const own = await app.db
    .selectFrom('live_posts')
    .select('id')
    .where('account_id', '=', first.accountId)
    .where('session_id', '=', running.sessionId)
    .executeTakeFirstOrThrow();
  await running.teacher.call(liveSettingsUpdate, { body: { assessment_id: made.assessmentId, can_comment: true } });
  await running.teacher.call(commentAdd, { body: { post_id: own.id, comment: 'Think of its speed just after.' } });
  await second.call(commentAdd, { body: { post_id: own.id, comment: 'I thought so too, الجاذبية' } });
  await second.call(postReact, { body: { post_id: own.id, reaction_type: 'like' } });
  expect(post).toBeDefined();
  await running.step('re-assign');
  await running.answer(first, 'Form - 1B', 1);
  await running.step('next');
  const finished = finish ? (await running.step('finished')).status : 200;
  expect(finished).toBe(200);
  return running;
}

const postWork = (app: TestApp, course_id: number, assessment_id: number, creator_id: number) =>
  app.db
    .insertInto('course_works')
    .values({ course_id, assessment_id, creator_id, kind: 'ASSIGNMENT', work_type: 'ASSIGNMENT', title: 'The lesson', posted_at: new Date() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
