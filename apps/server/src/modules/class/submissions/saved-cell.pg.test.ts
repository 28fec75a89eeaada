import { randomUUID } from 'node:crypto';
import { gradeBulk, gradeSubmission } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScenario, startTestApp, type TestApp, type TestClass } from '../../../testing/index.ts';
import { postWork } from './testing/work.ts';

let app: TestApp;
let scenario: ReturnType<typeof createScenario>;
let room: TestClass;
let workId: number;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.class({ students: 2 });
  workId = await postWork(app, room);
});
afterAll(() => app.close());

const save = (draftGrade: number, key = randomUUID()) =>
  app.call(
    gradeSubmission,
    { body: { courseId: room.courseId, courseWorkId: workId, account_id: room.students[0]!.accountId, submission: { type: 'DRAFT_GRADE', draftGrade } } },
    { token: room.teacher.token, headers: { 'idempotency-key': key } },
  );

/** The round trips of a saved cell, each with what its statements are about. */
const ROUNDS = [
  ['who asks'],
  ['the key is locked', 'its result', 'the class', 'its work', 'the cell'],
  ['the act, the grade and its change'],
  ['the trail', 'the events', 'the result under the key'],
];
const SAID: readonly (readonly [RegExp, string])[] = [
  [/FROM tokens|token_hash/, 'who asks'],
  [/pg_advisory_xact_lock/, 'the key is locked'],
  [/FROM idempotency_keys/, 'its result'],
  [/FOR SHARE OF courses/, 'the class'],
  [/FROM work_facts/, 'its work'],
  [/FOR UPDATE/, 'the cell'],
  [/INTO grade_acts/, 'the act, the grade and its change'],
  [/INTO audit_entries/, 'the trail'],
  [/INTO room_outbox/, 'the events'],
  [/INTO idempotency_keys/, 'the result under the key'],
];

test('[B2991] a saved cell takes ten statements in four round trips, BEGIN and COMMIT with them', async () => {
  await save(1);
  const sent = await app.recordStatements(async () => expect((await save(2)).status).toBe(200));
  const rounds = [...Map.groupBy(sent, ({ round }) => round).values()];
  expect(rounds.map((round) => round.map(({ text }) => SAID.find(([pattern]) => pattern.test(text))?.[1] ?? text))).toEqual(ROUNDS);
});

test('[B2991] a saved cell leaves the rows of a bulk of one, and a repeat under its key leaves none', async () => {
  const rowsSince = async (act: number) => {
    const { rows } = await sql<Record<string, unknown>>`
      SELECT acts.kind, acts.account_id, acts.cell_count, changes.submission_id, changes.draft, changes.assigned, changes.excused, changes.state,
             (SELECT count(*) FROM audit_entries WHERE (after ->> 'act_id')::bigint = acts.id) AS entries
        FROM grade_acts acts JOIN grade_changes changes ON changes.act_id = acts.id WHERE acts.id > ${act}`.execute(app.db);
    return rows;
  };
  const newest = async () => (await sql<{ id: number }>`SELECT coalesce(max(id), 0)::integer AS id FROM grade_acts`.execute(app.db)).rows[0]!.id;
  const key = randomUUID();
  const before = await newest();
  const first = await save(5, key);
  const saved = await rowsSince(before);
  expect(saved).toMatchObject([{ cell_count: 1, draft: 5, entries: 1 }]);
  expect((await save(5, key)).body).toEqual(first.body);
  expect(await rowsSince(before)).toEqual(saved);
  await save(4);
  const middle = await newest();
  const changes = { course_work_id: [workId], account_id: [room.students[0]!.accountId], to: [5] };
  expect((await room.teacher.call(gradeBulk, { body: { courseId: room.courseId, kind: 'edit', changes } as never })).status).toBe(200);
  expect(await rowsSince(middle)).toEqual(saved);
});

test('[B2991] two who save one cell at once under one key leave one act', async () => {
  const key = randomUUID();
  const answers = await Promise.all([save(7, key), save(7, key), save(7, key)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(answers.map(({ body }) => body.act_id)).size).toBe(1);
  expect((await save(8, key)).error?.code).toBe('IDEMPOTENCY_KEY_REUSED');
});

test('[B3054] a repeat is answered as the first call was, also when its class is archived since; a new call is refused', async () => {
  const key = randomUUID();
  const first = await save(9, key);
  await save(10);
  const setState = (course_state: 'ACTIVE' | 'ARCHIVED') => app.db.updateTable('courses').set({ course_state }).where('id', '=', room.courseId).execute();
  await setState('ARCHIVED');
  expect((await save(9, key)).body).toEqual(first.body);
  expect((await save(9)).error?.code).toBe('CLASS_ARCHIVED');
  await setState('ACTIVE');
  const other = await scenario.class({ students: 1 });
  const body = {
    courseId: room.courseId,
    courseWorkId: workId,
    account_id: room.students[0]!.accountId,
    submission: { type: 'DRAFT_GRADE' as const, draftGrade: 3 },
  };
  expect((await other.teacher.call(gradeSubmission, { body })).error?.code).toBe('NOT_FOUND');
  expect((await other.teacher.call(gradeSubmission, { body: { ...body, courseId: other.courseId } })).error?.code).toBe('WORK_NOT_FOUND');
});

test('[B3054] a call without a key is saved too', async () => {
  const body = {
    courseId: room.courseId,
    courseWorkId: workId,
    account_id: room.students[1]!.accountId,
    submission: { type: 'DRAFT_GRADE' as const, draftGrade: 3 },
  };
  expect(await app.call(gradeSubmission, { body }, { token: room.teacher.token, headers: {} })).toMatchObject({ status: 200, body: { draftGrade: 3 } });
});
