import { randomUUID } from 'node:crypto';
import { gradeSubmission } from '@classwright/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createScenario, startTestApp, type TestApp, type TestClass } from '../../../testing/index.ts';
import { postWork, submissionsOf } from '../../class/submissions/testing/work.ts';
import { GRADEBOOK, approveApp, type Program, type ProgramReply } from './testing/program.ts';

let app: TestApp;
let room: TestClass;
let other: TestClass;
let program: Program;
let lineItemId: string;
beforeAll(async () => {
  app = await startTestApp({ isAlone: true });
  const scenario = createScenario(app);
  room = await scenario.class({ students: 3 });
  other = await scenario.class({ students: 1 });
  program = await approveApp(app, room.admin, room.schoolId);
});
afterAll(() => app.close());

const classId = () => `class-${room.courseId}`;
const putItem = (sourcedId: string, changes: object = {}, by: Program = program) =>
  by.ask('PUT', `${GRADEBOOK}/lineItems/${sourcedId}`, { lineItem: { title: 'Essay', resultValueMax: 20, class: { sourcedId: classId() }, ...changes } });
const putResult = (sourcedId: string, changes: object = {}, by: Program = program) =>
  by.ask('PUT', `${GRADEBOOK}/results/${sourcedId}`, {
    result: {
      lineItem: { sourcedId: lineItemId },
      student: { sourcedId: `user-${room.students[0]!.accountId}` },
      scoreStatus: 'fully graded',
      score: 12,
      ...changes,
    },
  });
const minorOf = ({ body }: ProgramReply): string => body.imsx_CodeMinor.imsx_codeMinorField[0].imsx_codeMinorFieldValue;
const cellOf = async (workId: number, student = room.students[0]!) => {
  const [id] = await submissionsOf(app, workId, [student]);
  return app.db.selectFrom('submissions').selectAll().where('id', '=', id!).executeTakeFirstOrThrow();
};
const give = async (courseWorkId: number, id: number | undefined, grade: object) => {
  const reply = await room.teacher.call(gradeSubmission, { body: { courseId: room.courseId, courseWorkId, submissionId: id, submission: grade } });
  expect(reply.error).toBe(null);
  return reply;
};
const workOf = async (sourcedId: string): Promise<number> =>
  (await app.db.selectFrom('api_client_records').select('local_id').where('sourced_id', '=', sourcedId).executeTakeFirstOrThrow()).local_id;

beforeEach(async () => {
  lineItemId = randomUUID();
  expect((await putItem(lineItemId)).status).toBe(201);
});

describe('line items of a program', () => {
  test('[B1057] become posted work of the class, which students have, and follow changes', async () => {
    const workId = await workOf(lineItemId);
    expect(await cellOf(workId)).toMatchObject({ assigned_at: expect.any(Date) });
    expect((await putItem(lineItemId, { title: 'Essay, corrected', resultValueMax: '25.5', dueDate: '2026-12-01' })).status).toBe(200);
    const { lineItem } = (await program.get(`${GRADEBOOK}/lineItems/${lineItemId}`)).body;
    expect(lineItem).toMatchObject({
      title: 'Essay, corrected',
      resultValueMax: 25.5,
      class: { sourcedId: classId() },
      gradingPeriod: { type: 'academicSession' },
    });
    const row = await app.db.selectFrom('course_works').selectAll().where('id', '=', workId).executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      creator_id: room.teacher.accountId,
      external: { origin: 'external', oneroster: lineItemId },
      due_on: '2026-12-01',
      due_time: null,
    });
  });

  test('[B1433] in an archived class nothing is made, changed, graded or deleted, and it is said why', async () => {
    const result = randomUUID();
    expect((await putResult(result)).status).toBe(201);
    const workId = await workOf(lineItemId);
    const before = await cellOf(workId);
    const archive = (course_state: 'ACTIVE' | 'ARCHIVED') => app.db.updateTable('courses').set({ course_state }).where('id', '=', room.courseId).execute();
    await archive('ARCHIVED');
    const replies = [
      await putItem(randomUUID()),
      await putItem(lineItemId, { title: 'Changed' }),
      await putResult(result, { score: 3 }),
      await program.ask('DELETE', `${GRADEBOOK}/results/${result}`),
      await program.ask('DELETE', `${GRADEBOOK}/lineItems/${lineItemId}`),
    ];
    await archive('ACTIVE');
    for (const { status, body } of replies) {
      expect(status).toBe(422);
      expect(body.imsx_description).toBe(`The class ${classId()} is archived or deleted and cannot be changed.`);
    }
    expect(await cellOf(workId)).toEqual(before);
    expect(await app.db.selectFrom('course_works').select(['title', 'archived_at']).where('id', '=', workId).executeTakeFirst()).toEqual({
      ...{ title: 'Essay', archived_at: null },
    });
  });

  test('[B1058] what is wrong is refused by its field, and nothing is made', async () => {
    const before = await app.db.selectFrom('course_works').select('id').execute();
    for (const [changes, status, words] of [
      [{ title: ' ' }, 422, 'title'],
      [{ title: 'x'.repeat(256) }, 422, 'title'],
      [{ resultValueMax: 0 }, 422, 'resultValueMax'],
      [{ resultValueMax: -5 }, 422, 'resultValueMax'],
      [{ resultValueMin: 10 }, 422, 'resultValueMin'],
      [{ dueDate: 'tomorrow' }, 422, 'dueDate'],
      [{ class: undefined }, 422, 'class'],
      [{ class: { sourcedId: `class-${other.courseId}` } }, 404, 'class'],
      [{ school: { sourcedId: `school-${other.schoolId}` } }, 404, 'school'],
      [{ category: { sourcedId: `category-class-${other.courseId}` } }, 404, 'category'],
      [{ sourcedId: 'another' }, 422, 'sourcedId'],
      [{ title: 'a\u0000b' }, 422, 'title'],
    ] as const) {
      const reply = await putItem(randomUUID(), changes);
      expect([changes, reply.status, reply.body.imsx_description]).toEqual([changes, status, expect.stringContaining(words)]);
    }
    for (const body of [{}, { lineItem: null }, { lineItem: [] }, []]) expect((await program.ask('PUT', `${GRADEBOOK}/lineItems/x`, body)).status).toBe(422);
    expect((await program.ask('PUT', `${GRADEBOOK}/lineItems/x`, '{"lineItem"')).status).toBe(400);
    expect((await program.ask('PUT', `${GRADEBOOK}/lineItems/x`, { lineItem: { title: 'x'.repeat(70_000) } })).status).toBe(413);
    expect(await app.db.selectFrom('course_works').select('id').execute()).toEqual(before);
  });

  test('[B1059] work made here or by another program is not changed and not deleted', async () => {
    const ours = `lineItem-${await postWork(app, room)}`;
    const another = await approveApp(app, room.admin, room.schoolId);
    for (const reply of [
      await putItem(ours),
      await putItem(lineItemId, {}, another),
      await program.ask('DELETE', `${GRADEBOOK}/lineItems/${ours}`),
      await another.ask('DELETE', `${GRADEBOOK}/lineItems/${lineItemId}`),
    ])
      expect([reply.status, minorOf(reply)]).toEqual([403, 'forbidden']);
    expect((await program.ask('DELETE', `${GRADEBOOK}/lineItems/nothing`)).status).toBe(404);
  });

  test('[B1060] with grades of a teacher it stays; with the program’s own it goes, and they go from every list', async () => {
    const resultId = randomUUID();
    await putResult(resultId);
    const workId = await workOf(lineItemId);
    const [, second] = room.students;
    const [cell] = await submissionsOf(app, workId, [second!]);
    await give(workId, cell, { type: 'DRAFT_GRADE', draftGrade: 3 });
    const refused = await program.ask('DELETE', `${GRADEBOOK}/lineItems/${lineItemId}`);
    expect([refused.status, minorOf(refused)]).toEqual([409, 'deletefailure']);
    await give(workId, cell, { type: 'DRAFT_GRADE', draftGrade: null });
    expect((await program.ask('DELETE', `${GRADEBOOK}/lineItems/${lineItemId}`)).status).toBe(204);
    expect((await program.get(`${GRADEBOOK}/results/${resultId}`)).status).toBe(404);
    expect(await cellOf(workId)).toMatchObject({ assigned_grade: 12 }); // archived work keeps what it held
  });
});

describe('results of a program', () => {
  test('[B1061] become grades that students see at once; above the points too, never below nothing', async () => {
    const resultId = randomUUID();
    expect((await putResult(resultId, { score: '33.335' })).status).toBe(201);
    const workId = await workOf(lineItemId);
    expect(await cellOf(workId)).toMatchObject({ draft_grade: 33.34, assigned_grade: 33.34, state: 'RETURNED' });
    const [act] = await app.db
      .selectFrom('submission_history')
      .selectAll()
      .where('submission_id', '=', (await cellOf(workId)).id)
      .execute();
    expect(act).toMatchObject({ origin: 'oneroster', account_id: null });
    const told = await app.db
      .selectFrom('notifications')
      .selectAll()
      .where('account_id', '=', room.students[0]!.accountId)
      .where('kind', '=', 'work-returned')
      .execute();
    expect(told).not.toEqual([]);
    for (const changes of [{ score: -1 }, { score: null }, { score: 'many' }, { score: 10_000_000 }, { scoreStatus: 'perfect' }, { student: undefined }])
      expect([changes, (await putResult(resultId, changes)).status]).toEqual([changes, 422]);
    expect(await cellOf(workId)).toMatchObject({ assigned_grade: 33.34 });
    expect((await putResult(resultId, { score: 0 })).status).toBe(200);
    expect(await cellOf(workId)).toMatchObject({ assigned_grade: 0 });
    expect((await putResult(resultId, { scoreStatus: 'not submitted', score: null })).status).toBe(200);
    expect(await cellOf(workId)).toMatchObject({ draft_grade: null, assigned_grade: null });
  });

  test('[B1062] a grade that was given or changed here is never overwritten and never deleted', async () => {
    const resultId = randomUUID();
    await putResult(resultId);
    const workId = await workOf(lineItemId);
    const cell = await cellOf(workId);
    await give(workId, cell.id, { type: 'DRAFT_GRADE', draftGrade: 19 });
    for (const reply of [await putResult(resultId, { score: 1 }), await program.ask('DELETE', `${GRADEBOOK}/results/${resultId}`)])
      expect([reply.status, minorOf(reply)]).toEqual([422, 'invaliddata']);
    expect(await cellOf(workId)).toMatchObject({ draft_grade: 19 });
    const given = await cellOf(workId, room.students[1]);
    await give(workId, given.id, { type: 'DRAFT_GRADE', draftGrade: 7 });
    expect((await putResult(randomUUID(), { student: { sourcedId: `user-${room.students[1]!.accountId}` } })).status).toBe(422);
  });

  test('[B1063] drafts stay here; what is returned and excused is read', async () => {
    const workId = await workOf(lineItemId);
    const results = async () => (
      await program.get(`${GRADEBOOK}/lineItems`), (await program.get(`${GRADEBOOK}/classes/${classId()}/lineItems/${lineItemId}/results`)).body.results
    );
    const [first, second] = await submissionsOf(app, workId, room.students.slice(0, 2));
    await give(workId, first, { type: 'DRAFT_GRADE', draftGrade: 5 });
    expect(await results()).toEqual([]);
    await give(workId, second, { type: 'EXCUSED', excused: true });
    const [excuse] = await results();
    expect(excuse).toMatchObject({ sourcedId: `result-${second}`, scoreStatus: 'exempt' });
    expect(excuse).not.toHaveProperty('score');
  });

  test('[B1064] one result has one name; another program, another student and another line item do not share it', async () => {
    const resultId = randomUUID();
    await putResult(resultId);
    const another = await approveApp(app, room.admin, room.schoolId);
    expect((await putResult(resultId, {}, another)).status).toBe(403);
    expect((await putResult(randomUUID(), {}, another)).status).toBe(403);
    expect((await putResult(randomUUID())).status).toBe(422);
    expect((await putResult(resultId, { student: { sourcedId: `user-${room.students[1]!.accountId}` } })).status).toBe(422);
    expect((await putResult(randomUUID(), { student: { sourcedId: `user-${other.students[0]!.accountId}` } })).status).toBe(404);
    expect((await putResult(randomUUID(), { student: { sourcedId: `user-${room.otherStudent.accountId}` } })).status).toBe(422);
    expect((await putResult(randomUUID(), { lineItem: { sourcedId: 'nothing' } })).status).toBe(404);
    expect((await another.ask('DELETE', `${GRADEBOOK}/results/${resultId}`)).status).toBe(403);
    expect((await program.ask('DELETE', `${GRADEBOOK}/results/result-1`)).status).toBe(403);
    expect((await program.ask('DELETE', `${GRADEBOOK}/results/nothing`)).status).toBe(404);
  });

  test('[B1065] several are posted at once, all or none of them', async () => {
    const one = (student: number, score: number) => ({
      student: { sourcedId: `user-${room.students[student]!.accountId}` },
      scoreStatus: 'fully graded',
      score,
    });
    const post = (results: unknown) => program.ask('POST', `${GRADEBOOK}/lineItems/${lineItemId}/results`, { results });
    expect((await post([one(0, 1), one(1, -2)])).status).toBe(422);
    expect((await program.get(`${GRADEBOOK}/classes/${classId()}/lineItems/${lineItemId}/results`)).body.results).toEqual([]);
    const made = await post([one(0, 1), { ...one(1, 2), sourcedId: 'r-2' }]);
    expect([made.status, made.body.sourcedIdPairs[1]]).toEqual([201, { suppliedSourcedId: 'r-2', allocatedSourcedId: 'r-2' }]);
    for (const sent of [[], 'none', Array.from({ length: 201 }, () => one(0, 1))]) expect((await post(sent)).status).toBe(422);
    const items = await program.ask('POST', `${GRADEBOOK}/classes/${classId()}/lineItems`, {
      lineItems: [
        { title: 'A', resultValueMax: 5 },
        { title: 'B', resultValueMax: 5 },
      ],
    });
    expect([items.status, items.body.sourcedIdPairs.length]).toEqual([201, 2]);
    const term = (await program.get('/terms')).body.academicSessions[0].sourcedId;
    const given = await program.ask('POST', `${GRADEBOOK}/classes/${classId()}/academicSessions/${term}/results`, {
      results: [{ ...one(2, 4), lineItem: { sourcedId: items.body.sourcedIdPairs[0].allocatedSourcedId } }],
    });
    expect(given.status).toBe(201);
    expect((await program.ask('POST', `${GRADEBOOK}/classes/${classId()}/academicSessions/none/results`, { results: [one(2, 4)] })).status).toBe(404);
  });

  test('[B1066] the same result sent eight times at once is one grade', async () => {
    const resultId = randomUUID();
    const replies = await Promise.all(Array.from({ length: 8 }, () => putResult(resultId, { score: 9 })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    expect(await cellOf(await workOf(lineItemId))).toMatchObject({ assigned_grade: 9 });
  });
});
