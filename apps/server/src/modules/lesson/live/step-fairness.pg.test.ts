import { liveDraft } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { createScenario, type Scenario, startLesson, startTestApp, type TestApp, until } from '../../../testing/index.ts';
import { GATE } from './queries.ts';
import { countWaiting } from './testing/gate.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

test('[B111] [LIVE-61] a step that waits for a draft under way is not passed by drafts that come after it', async () => {
  const lesson = await startLesson(app, scenario);
  const [, second] = lesson.students;
  await lesson.login(second!);
  const draft = { session_id: lesson.sessionId, form: 'Form - 1A' as const, revision: 1, response_id: null, comment: 'Wait for me.' };
  const under = await inTransaction(app.db, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock_shared(${GATE}, hashint8(${lesson.assessmentId}))`.execute(tx); // as a draft holds it
    const step = lesson.step('re-assign');
    await until(async () => (await countWaiting(app.db)) === 1, 'the step that waits');
    const later = second!.call(liveDraft, { body: draft });
    await until(async () => (await countWaiting(app.db)) === 2, 'the draft that waits behind the step');
    return { step, later };
  });
  expect((await under.step).status).toBe(200);
  expect((await under.later).error?.code).toBe('PHASE_CLOSED');
});
