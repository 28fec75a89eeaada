import { courseWorkDeleteMany, courseWorkRestoreMany, gradeActUndo, gradeBulk, returnMany, submissionList, submissionSubmit } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { createScenario, startTestApp, type TestApp, type TestClass } from '../../../testing/index.ts';
import { createAccount } from '../../people/accounts/index.ts';
import { enrol } from '../classes/index.ts';
import { CELL_BATCH_SIZE } from './grades-queries.ts';
import { type GradeChange, saveGrades } from './index.ts';
import { postWork } from './testing/work.ts';

let app: TestApp;
let room: TestClass;
/** The number of students of a large class. */
const CROWD = 500;
let crowd: number[];

beforeAll(async () => {
  app = await startTestApp();
  room = await createScenario(app).class({ students: 0 });
  crowd = await inTransaction(app.db, async (tx) => {
    const ids: number[] = [];
    for (let place = 1; place <= CROWD; place += 1) {
      const name = { firstName: 'Crowd', lastName: `Student ${place}`, email: `crowd${place}@school.test` };
      ids.push(await createAccount(tx, { schoolId: room.schoolId, accountType: 'Student', roleKey: 'student', passwordHash: null, ...name }));
    }
    await enrol(tx, room.courseId, ids, 'STUDENT');
    return ids;
  });
}, 120_000);
afterAll(() => app.close());

const countStatements = async (work: () => Promise<unknown>): Promise<number> => (await app.recordStatements(work)).length;
const idsOf = async (workId: number) =>
  (await app.db.selectFrom('submissions').select('id').where('course_work_id', '=', workId).orderBy('id').execute()).map(({ id }) => id);
const act = () => ({ courseId: room.courseId, accountId: room.teacher.accountId, kind: 'edit', requestId: null });
/** Makes a call as the browser does: one that waited too long for a row on a slow machine (503) is made again. */
const untilAvailable = async <Reply extends { status: number }>(call: () => Promise<Reply>): Promise<Reply> => {
  for (let attempt = 1; ; attempt += 1) {
    const reply = await call();
    if (reply.status !== 503 || attempt === 5) return reply;
  }
};
const toGrade = (submissionId: number, draft: number): GradeChange => ({ submissionId, set: 'draft', draft });

test('500 who hand in within ten seconds all have handed in, once each, with what they wrote', { timeout: 120_000 }, async () => {
  const workId = await postWork(app, room);
  const tokens = await Promise.all(crowd.map((id) => app.signIn(id)));
  const began = performance.now();
  const replies = await Promise.all(
    tokens.map((token, index) =>
      app.call(
        submissionSubmit,
        { body: { courseId: room.courseId, courseWorkId: workId, answer: `Answer of ${crowd[index]}` } },
        { token, key: `crowd-${index}` },
      ),
    ),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  expect(performance.now() - began).toBeLessThan(60_000);
  const rows = await app.db.selectFrom('submissions').select(['account_id', 'state', 'short_answer']).where('course_work_id', '=', workId).execute();
  expect(rows.filter(({ state, account_id, short_answer }) => state === 'TURNED_IN' && short_answer === `Answer of ${account_id}`)).toHaveLength(CROWD);
  const kept = await app.db
    .selectFrom('submission_history')
    .select('submission_id')
    .where('submission_id', 'in', await idsOf(workId))
    .execute();
  expect(kept).toHaveLength(CROWD);
});

test('work for 500, grades of 500, a return to 300 and its undo take as many statements as for one', { timeout: 120_000 }, async () => {
  const post = () => postWork(app, room);
  const few = await countStatements(post);
  expect(await countStatements(post)).toBe(few);
  expect(few).toBeLessThan(12);
  const workId = await post();
  const ids = await idsOf(workId);
  expect(ids).toHaveLength(CROWD);
  const grade = (some: readonly number[], draft: number) => () =>
    inTransaction(app.db, (tx) =>
      saveGrades(
        tx,
        act(),
        some.map((id) => toGrade(id, draft)),
      ),
    );
  const one = await countStatements(grade(ids.slice(0, 1), 40));
  expect(await countStatements(grade(ids, 41))).toBe(one);

  const giveBack = (some: readonly number[]) =>
    room.teacher.call(returnMany, { body: { courseId: room.courseId, courseWorkId: workId, ids: some, message: 'Here', paper: true } });
  const single = await countStatements(() => giveBack(ids.slice(400, 401)));
  let acted = 0;
  const many = await countStatements(async () => {
    const { body } = await giveBack(ids.slice(0, 300));
    acted = body.act_id ?? 0;
    expect(body.saved).toHaveLength(300);
  });
  expect(many - single).toBeLessThan(3);
  const undone = await countStatements(async () => {
    expect((await room.teacher.call(gradeActUndo, { params: { id: acted } })).body.saved).toHaveLength(300);
  });
  expect(undone).toBeLessThan(60);
  const list = { params: { courseId: room.courseId, workId } };
  expect(await countStatements(async () => expect((await room.teacher.call(submissionList, list)).body.submissions).toHaveLength(CROWD))).toBeLessThan(12);
});

test('20,000 grades by one call, or as columns, are one act: three statements more than one cell takes for each two thousand, so that nobody waits long, and its undo two', {
  timeout: 120_000,
}, async () => {
  const works: number[] = [];
  for (let count = 0; count < 40; count += 1) works.push(await postWork(app, room));
  const cells = works.flatMap((courseWorkId) => crowd.map((account_id) => ({ courseWorkId, account_id })));
  const bulk = (changes: unknown) => room.teacher.call(gradeBulk, { body: { courseId: room.courseId, kind: 'paste', all_or_nothing: true, changes } as never });
  const listed = (some: typeof cells, points: number) => some.map((cell) => ({ ...cell, submission: { type: 'DRAFT_GRADE', draftGrade: points } }));
  const one = await countStatements(() => bulk(listed(cells.slice(0, 1), 1)));
  const counts: number[] = [];
  const acts: (number | null)[] = [];
  const columns = { course_work_id: cells.map(({ courseWorkId }) => courseWorkId), account_id: cells.map(({ account_id }) => account_id) };
  for (const changes of [listed(cells, 40), { ...columns, to: cells.map(() => 41.5), from: cells.map(() => 40) }])
    counts.push(
      await countStatements(async () => {
        const { body } = await bulk(changes);
        expect(body).toMatchObject({ count: 20_000, saved: [], refused_count: 0 });
        acts.push(body.act_id);
      }),
    );
  const more = 20_000 / CELL_BATCH_SIZE - 1;
  expect(counts).toEqual([one + 3 * more, one + 3 * more]);
  const single = await countStatements(async () => {
    const { body } = await bulk(listed(cells.slice(0, 1), 1));
    expect((await room.teacher.call(gradeActUndo, { params: { id: body.act_id } })).body.count).toBe(1);
  });
  const undone = await countStatements(async () => {
    // the first cell was changed and restored since, so it is listed
    expect((await room.teacher.call(gradeActUndo, { params: { id: acts[1] } })).body).toMatchObject({ count: 19_999, refused_count: 1 });
  });
  expect(undone).toBeLessThan(single + 2 * more);
  const { rows } = await sql<{ grade: number; count: number }>`
    SELECT draft_grade AS grade, count(*) AS count FROM submissions WHERE course_work_id = ANY(${works}::bigint[]) GROUP BY 1 ORDER BY 1`.execute(app.db);
  expect(rows).toEqual([
    { grade: 40, count: 19_999 },
    { grade: 41.5, count: 1 },
  ]);
});

test('20,000 grades are one act in one transaction', { timeout: 120_000 }, async () => {
  const works: number[] = [];
  for (let count = 0; count < 40; count += 1) works.push(await postWork(app, room));
  const rows = await app.db.selectFrom('submissions').select('id').where('course_work_id', 'in', works).execute();
  expect(rows).toHaveLength(20_000);
  const changes = rows.map(({ id }, index) => toGrade(id, index % 51));
  const sent = await countStatements(async () => {
    const { saved, refused } = await inTransaction(app.db, (tx) => saveGrades(tx, act(), changes));
    expect([saved.length, refused.length]).toEqual([20_000, 0]);
  });
  expect(sent).toBeLessThan(12 + (2 * 20_000) / CELL_BATCH_SIZE);
});

test('[B663] while students hand in by two processes, the teacher grades, returns and takes the work away and back: nothing is lost, and no call fails', {
  timeout: 120_000,
}, async () => {
  const other = await app.another();
  const some = crowd.slice(0, 120);
  const workId = await postWork(app, room);
  const ids = await idsOf(workId);
  const tokens = await Promise.all(some.map((id) => app.signIn(id)));
  const answered: number[] = [];
  const kept = new Map<number, string[]>();

  const student = async (index: number) => {
    const accountId = some[index] as number;
    for (let round = 1; round <= 4; round += 1) {
      const answer = `Answer ${round} of ${accountId}`;
      const place = (index + round) % 2 === 0 ? app : other;
      const reply = await untilAvailable(() =>
        place.call(submissionSubmit, { body: { courseId: room.courseId, courseWorkId: workId, answer } }, { token: tokens[index] }),
      );
      answered.push(reply.status);
      if (reply.status === 200) kept.set(accountId, [...(kept.get(accountId) ?? []), answer]);
    }
  };
  const teacher = async (place: typeof app) => {
    const as = { token: room.teacher.token };
    for (let round = 1; round <= 6; round += 1) {
      const returned = await untilAvailable(() =>
        place.call(returnMany, { body: { courseId: room.courseId, courseWorkId: workId, ids: ids.slice(0, 300), message: 'Again', paper: false } }, as),
      );
      const graded = await inTransaction(place.db, (tx) =>
        saveGrades(
          tx,
          act(),
          ids.slice(200, 260).map((id) => toGrade(id, round)),
        ),
      );
      expect(graded.refused.every(({ reason }) => reason === 'NOT_FOUND')).toBe(true);
      const away = await untilAvailable(() => place.call(courseWorkDeleteMany, { params: { id: room.courseId }, body: { ids: [workId], confirm: true } }, as));
      const back = await untilAvailable(() => place.call(courseWorkRestoreMany, { params: { id: room.courseId }, body: { ids: [workId] } }, as));
      answered.push(returned.status, away.status, back.status);
    }
  };
  try {
    await Promise.all([...some.map((_, index) => student(index)), teacher(app), teacher(other)]);
  } finally {
    await other.close();
  }
  expect(answered.filter((status) => ![200, 404, 409].includes(status))).toEqual([]);
  expect(kept.size).toBeGreaterThan(0);
  const { rows } = await sql<{ account_id: number; text: string }>`
    SELECT submissions.account_id, submission_history.answer ->> 'text' AS text FROM submission_history JOIN submissions ON submissions.id = submission_id
     WHERE course_work_id = ${workId} AND submission_history.answer IS NOT NULL ORDER BY submission_history.id`.execute(app.db);
  const stored = Map.groupBy(rows, ({ account_id }) => account_id);
  for (const [accountId, texts] of kept) expect(stored.get(accountId)?.map(({ text }) => text)).toEqual(texts);
  expect(rows).toHaveLength([...kept.values()].flat().length);
  const work = await app.db.selectFrom('course_works').select('archived_at').where('id', '=', workId).executeTakeFirstOrThrow();
  expect(work.archived_at).toBeNull();
});
