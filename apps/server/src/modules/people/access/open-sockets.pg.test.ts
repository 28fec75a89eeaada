import { channels, resourcePolicies } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScenario, hear, type RunningLesson, startLesson, startTestApp, type TestApp, until } from '../../../testing/index.ts';

let app: TestApp;
let lesson: RunningLesson;
beforeAll(async () => {
  app = await startTestApp();
  lesson = await startLesson(app, createScenario(app));
});
afterAll(() => app.close());

test('a right that is taken away through the lists ends what open sockets hear by it, without a new call', async () => {
  const [student] = lesson.students;
  const channel = channels.assessment(lesson.assessmentId);
  const ears = [await hear(app, student!, channel), await hear(app, lesson.teacher, channel)] as const;
  const { rows } = await sql<{ id: number }>`
    SELECT tie.id FROM resource_policies tie JOIN policies p ON p.id = tie.policy_id JOIN roles r ON r.id = p.role_id AND r.key = 'student'
      JOIN actions a ON a.id = p.action_id AND a.key = 'view' JOIN resources s ON s.id = tie.resource_id AND s.key = 'live'`.execute(app.db);
  expect((await lesson.admin.call(resourcePolicies.endpoints.remove, { params: { id: rows[0]!.id } })).status).toBe(200);
  await until(() => ears[0].isEnded(), 'the end of the subscription');
  expect(ears[1].isEnded()).toBe(false);
  await expect(hear(app, student!, channel)).rejects.toThrow('403');
  for (const ear of ears) ear.close();
});
