import { doesDueTimeCount, isOverdue, SUBMISSION_STATES } from '@classwright/rules/grading/submissions';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/index.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ isAlone: true });
});
afterAll(() => app.close());

test('[B1437] SQL and the rules agree on what is overdue, over every order of the instants and many more', async () => {
  const NOON = Date.parse('2026-03-02T12:00:00Z');
  const instants = [null, -2, -1, 0, 1, 2].map((ms) => (ms === null ? null : new Date(NOON + ms)));
  const now = new Date(NOON);
  const cases = SUBMISSION_STATES.flatMap((state) =>
    [false, true].flatMap((isExcused) =>
      instants.flatMap((dueAt) => instants.flatMap((postedAt) => instants.map((assignedAt) => ({ state, isExcused, dueAt, postedAt, assignedAt })))),
    ),
  );
  expect(cases).toHaveLength(3 * 2 * 6 ** 3);
  const { rows } = await sql<{ counts: boolean; overdue: boolean }>`
    SELECT does_due_time_count("dueAt", "postedAt", "assignedAt") AS counts,
           is_overdue(state, "isExcused", "dueAt", "postedAt", "assignedAt", ${now}::timestamptz) AS overdue
      FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(cases)}::jsonb)
        AS (state text, "isExcused" boolean, "dueAt" timestamptz, "postedAt" timestamptz, "assignedAt" timestamptz)) WITH ORDINALITY AS given
     ORDER BY ordinality`.execute(app.db);
  expect(rows).toEqual(cases.map((one) => ({ counts: doesDueTimeCount(one), overdue: isOverdue(one, now) })));
  expect(rows.filter(({ overdue }) => overdue).length).toBeGreaterThan(10);
});
