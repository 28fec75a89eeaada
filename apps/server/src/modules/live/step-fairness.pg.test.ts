import { liveDraft } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../platform/database/index.ts';
import { createScenario, type Scenario, startLesson, startTestApp, type TestApp, until } from '../../testing/index.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

/** Of the key of a lesson's gate; the first half tells gates from other locks. */
const GATE = 8_207_114;
const countWaiting = async (): Promise<number> => {
  const { rows } = await sql<{ waiting: number }>`SELECT count(*)::integer AS waiting FROM pg_locks
    WHERE locktype = 'advisory' AND NOT granted AND classid = ${GATE} AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(
    app.db,
  );
  return rows[0]!.waiting;
};

test('[B111] [LIVE-61] a step that waits for a draft under way is not passed by drafts that come after it', async () => {
  const lesson = await startLesson(app, scenario);
  const [, second] = lesson.students;
  await lesson.login(second!);
  const draft = { session_id: lesson.sessionId, form: 'Form - 1A' as const, revision: 1, response_id: null, comment: 'Wait for me.' };
  const under = await inTransaction(app.db, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock_shared(${GATE}, hashint8(${lesson.assessmentId}))`.execute(tx); // as a draft holds it
    const step = lesson.step('re-assign');
    await until(async () => (await countWaiting()) === 1, 'the step that waits');
    const later = second!.call(liveDraft, { body: draft });
    await until(async () => (await countWaiting()) === 2, 'the draft that waits behind the step');
    return { step, later };
  });
  expect((await under.step).status).toBe(200);
  expect((await under.later).error?.code).toBe('PHASE_CLOSED');
});
