import { rewardGiftAdd, rewardGiftUndo, rewardPointList, rewardRuleList, rewardRuleUpdate, rewardStudentGet, rewardStudentList } from '@classwright/contract';
import { PAYS_FOR_WRONG_FIRST } from '@classwright/rules/results/merits';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { giveRights, createScenario, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';
import { award, type Award, awardOnTime, awardWorkProduct } from './index.ts';
import { insertEntries, lockBalances } from './queries.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.class({ students: 3 });
});
afterAll(() => app.close());

const give = (awards: Award[]) => inTransaction(app.db, (tx) => award(tx, awards));
const own = async (by: TestPerson) => (await by.call(rewardPointList)).body;
const gift = (by: TestPerson, students: TestPerson[], more: object = {}) =>
  by.call(rewardGiftAdd, {
    body: { course_id: room.courseId, account_ids: students.map(({ accountId }) => accountId), points: 10, reason: 'Helped a classmate', ...more },
  });
const sumOf = async ({ accountId }: TestPerson): Promise<number> =>
  Number((await sql<{ sum: number }>`SELECT coalesce(sum(points), 0) AS sum FROM reward_points WHERE account_id = ${accountId}`.execute(app.db)).rows[0]?.sum);

describe('the ledger', () => {
  test('[K010] [K246] [K247] [K401] [L184] [L443] an event earns what its rule says, once for its cause, and its person sees number, type and points', async () => {
    const [student] = (await scenario.class({ students: 1 })).students as [TestPerson];
    expect(await own(student)).toMatchObject({ data: [], reward_points: [], total_points: 0, pagination: { total: 0 } });
    const one: Award = { event: 'lesson-answered', accountId: student.accountId, cause: 'lesson:1' };
    await give([one]);
    await give([one, one]);
    await inTransaction(app.db, (tx) => awardOnTime(tx, { submissionId: 7, accountId: student.accountId }));
    await inTransaction(app.db, (tx) => awardWorkProduct(tx, { sessionId: 7, accountId: student.accountId }));
    const { data, total_points, pagination } = await own(student);
    expect(data.map(({ type, type_key, points }: { type: string; type_key: string; points: number }) => [type, type_key, points])).toEqual([
      ['Work product of a lesson finished', 'work-product', 3],
      ['Work turned in on time', 'turned-in-on-time', 5],
      ['Answered every form of a lesson', 'lesson-answered', 5],
    ]);
    expect([total_points, pagination.total, await sumOf(student)]).toEqual([13, 3, 13]);
  });

  test('[K247] lines are only ever added', async () => {
    await expect(sql`UPDATE reward_points SET points = 1000`.execute(app.db)).rejects.toThrow();
    await expect(sql`DELETE FROM reward_points`.execute(app.db)).rejects.toThrow();
  });

  test('five hundred get theirs in three statements; who has the cause already is left out', async () => {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO accounts (school_id, account_type_id, first_name, last_name, email, email_key)
      SELECT ${room.schoolId}, 3, 'Many', 'Student ' || n, 'many' || n || '@school.test', 'many' || n || '@school.test' FROM generate_series(1, 500) n RETURNING id`.execute(
      app.db,
    );
    const all: Award[] = rows.map(({ id }) => ({ event: 'lesson-answered', accountId: id, cause: 'lesson:500' }));
    await give(all.slice(0, 100));
    await Promise.all([give(all), give([...all].reverse())]);
    const counted = await sql<{ lines: number; held: number }>`
      SELECT (SELECT count(*) FROM reward_points WHERE cause = 'lesson:500') AS lines,
             (SELECT count(*) FROM reward_balances WHERE points = 5 AND account_id = ANY(${rows.map(({ id }) => id)}::bigint[])) AS held`.execute(app.db);
    expect(counted.rows.map(({ lines, held }) => [Number(lines), Number(held)])).toEqual([[500, 500]]);
  });

  test('pages, and refuses a page that is none', async () => {
    const [student] = (await scenario.class({ students: 1 })).students as [TestPerson];
    await sql`INSERT INTO reward_points (account_id, type, points, cause) SELECT ${student.accountId}, 'lesson-answered', 1, 'c' || n FROM generate_series(1, 30) n`.execute(
      app.db,
    );
    expect((await student.call(rewardPointList, { query: { per_page: 10, page: 3 } })).body).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ points: 1 })]),
      pagination: { total: 30, from: 21, to: 30 },
    });
    expect((await student.call(rewardPointList, { query: { page: 0 } })).status).toBe(422);
    expect((await app.call(rewardPointList)).status).toBe(401);
  });
});

describe('what a teacher gives', () => {
  test('[K247] goes to some of a class at once with a reason, and is taken back once, as lines of their own', async () => {
    const [first, second] = room.students as [TestPerson, TestPerson];
    const given = await gift(room.teacher, [first, second, first]);
    expect(given).toMatchObject({
      status: 201,
      body: { message: 'Points given to each of 2 students: 10.', account_ids: [first.accountId, second.accountId].sort() },
    });
    expect((await own(first)).data[0]!).toMatchObject({ type: 'From your teacher', points: 10, reason: 'Helped a classmate', gift_id: null });
    const seen = (await room.coTeacher.call(rewardStudentGet, { params: { id: first.accountId } })).body;
    expect(seen.data[0]).toMatchObject({ gift_id: given.body.id });
    const undo = (by: TestPerson) => by.call(rewardGiftUndo, { params: { id: given.body.id } });
    expect([
      (await undo(room.otherTeacher)).status,
      (await undo(first)).status,
      (await app.call(rewardGiftUndo, { params: { id: given.body.id } })).status,
    ]).toEqual([404, 403, 401]);
    const replies = await Promise.all([undo(room.coTeacher), undo(room.teacher), undo(room.admin)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await own(first)).data.slice(0, 2).map(({ points, type }: { points: number; type: string }) => [type, points])).toEqual([
      ['Gift undone by your teacher', -10],
      ['From your teacher', 10],
    ]);
    expect([(await own(first)).total_points, await sumOf(first), (await own(second)).total_points]).toEqual([0, 0, 0]);
    expect((await room.teacher.call(rewardStudentGet, { params: { id: first.accountId } })).body.data[1]!.gift_id).toBe(null);
    expect((await room.teacher.call(rewardGiftUndo, { params: { id: 999_999 } })).status).toBe(404);
  });

  test('is refused without students, points or a reason, for others than those of the class, and for more than there may be', async () => {
    const { students, teacher, otherStudent } = room;
    const errorsOf = async (more: object) => Object.keys((await gift(teacher, students, more)).error?.errors ?? {});
    expect(await errorsOf({ account_ids: [] })).toEqual(['account_ids']);
    expect(await errorsOf({ account_ids: [otherStudent.accountId] })).toEqual(['account_ids']);
    expect(await errorsOf({ account_ids: Array.from({ length: 301 }, (_, index) => index + 1) })).toEqual(['account_ids']);
    for (const points of [0, -5, 101, 1.5, 'many', null]) expect(await errorsOf({ points })).toEqual(['points']);
    for (const reason of ['', '   ', 'x'.repeat(201), null, 'a\u0000b', '\ud800']) expect(await errorsOf({ reason })).toEqual(['reason']);
    expect((await gift(teacher, students, { course_id: 999_999 })).status).toBe(404);
    for (const [by, status] of [
      [room.otherTeacher, 404],
      [students[0] as TestPerson, 403],
    ] as const)
      expect((await gift(by, students)).status).toBe(status);
    expect((await gift(room.admin, students.slice(2), { reason: '<script>alert(1)</script> مرحبا 👍' })).status).toBe(201);
    expect((await own(students[2] as TestPerson)).data[0]!.reason).toBe('<script>alert(1)</script> مرحبا 👍');
  });

  test('a repeat under the same key gives once', async () => {
    const student = (await scenario.class({ students: 1, schoolId: room.schoolId })).students[0] as TestPerson;
    await app.db.insertInto('course_members').values({ course_id: room.courseId, account_id: student.accountId, role: 'STUDENT' }).execute();
    const body = { course_id: room.courseId, account_ids: [student.accountId], points: 4, reason: 'Tidied up' };
    const [first, again] = [
      await room.teacher.call(rewardGiftAdd, { body }, { key: 'one-gift' }),
      await room.teacher.call(rewardGiftAdd, { body }, { key: 'one-gift' }),
    ];
    expect([first.body.id === again.body.id, (await own(student)).total_points]).toEqual([true, 4]);
  });
});

describe('many at once', () => {
  test('[B695] three hundred students get points, and lose them again, twice at once; who has spent them is below zero', async () => {
    const here = await scenario.class({ students: 0 });
    const { rows } = await sql<{ id: number }>`
      INSERT INTO accounts (school_id, account_type_id, first_name, last_name, email, email_key)
      SELECT ${here.schoolId}, 3, 'Gift', 'Student ' || n, 'gift' || n || '@school.test', 'gift' || n || '@school.test' FROM generate_series(1, 300) n RETURNING id`.execute(
      app.db,
    );
    const account_ids = rows.map(({ id }) => id);
    await sql`INSERT INTO course_members (course_id, account_id, role) SELECT ${here.courseId}, id, 'STUDENT' FROM unnest(${account_ids}::bigint[]) AS id`.execute(
      app.db,
    );
    const sums = async () =>
      (
        await sql<{ points: number; count: number }>`
          SELECT points::integer, count(*)::integer AS count FROM reward_balances WHERE account_id = ANY(${account_ids}::bigint[]) GROUP BY points ORDER BY points`.execute(
          app.db,
        )
      ).rows;
    const give = await here.teacher.call(rewardGiftAdd, { body: { course_id: here.courseId, account_ids, points: 7, reason: 'Spring cleaning' } });
    expect(give).toMatchObject({ status: 201, body: { message: 'Points given to each of 300 students: 7.' } });
    expect(await sums()).toEqual([{ points: 7, count: 300 }]);
    const [spender] = account_ids as [number];
    await inTransaction(app.db, async (tx) => {
      await lockBalances(tx, [spender]);
      await insertEntries(tx, [{ accountId: spender, type: 'redeemed', points: -5, cause: 'purchase:0:0' }]);
    });
    const undo = (by: TestPerson) => by.call(rewardGiftUndo, { params: { id: give.body.id } });
    expect((await Promise.all([undo(here.teacher), undo(here.coTeacher)])).map(({ status }) => status)).toEqual([200, 200]);
    expect(await sums()).toEqual([
      { points: -5, count: 1 },
      { points: 0, count: 299 },
    ]);
  });

  test('five thousand lines are read page by page, the last as soon as the first, and each stands once', async () => {
    const [student] = (await scenario.class({ students: 1 })).students as [TestPerson];
    await sql`
      INSERT INTO reward_points (account_id, type, points, cause) SELECT ${student.accountId}, 'lesson-answered', 1, 'many' || n FROM generate_series(1, 5000) n`.execute(
      app.db,
    );
    const page = async (number: number) => (await student.call(rewardPointList, { query: { per_page: 200, page: number } })).body;
    const pages = await Promise.all(Array.from({ length: 25 }, (_, index) => page(index + 1)));
    expect(pages[24]?.pagination).toMatchObject({ total: 5000, last_page: 25, from: 4801, to: 5000 });
    const ids = pages.flatMap(({ data }) => data.map(({ id }: { id: number }) => id));
    expect([new Set(ids).size, ids]).toEqual([5000, ids.toSorted((a, b) => b - a)]);
  });
});

describe('what teachers see', () => {
  test('the students of their classes by name, and nobody else’s; students see no list at all', async () => {
    const here = await scenario.class({ students: 2 });
    const ask = (by: TestPerson, query: object = {}) => by.call(rewardStudentList, { query: { course_id: here.courseId, ...query } });
    const names = (await ask(here.teacher)).body.data.map(({ last_name }: { last_name: string }) => last_name);
    expect(names).toEqual([...names].sort((a: string, b: string) => a.localeCompare(b, 'en', { numeric: true })));
    expect(names).toHaveLength(2);
    expect((await ask(here.admin)).body.data).toHaveLength(2);
    expect((await ask(here.teacher, { search_text: '%' })).body.data).toEqual([]);
    expect([(await ask(here.otherTeacher)).status, (await ask(here.students[0] as TestPerson)).status]).toEqual([404, 403]);
    expect((await ask(here.teacher, { course_id: 'x' })).status).toBe(422);
    const seeOne = (by: TestPerson) => by.call(rewardStudentGet, { params: { id: here.students[0]?.accountId } });
    expect([(await seeOne(here.coTeacher)).status, (await seeOne(here.otherTeacher)).status, (await seeOne(here.students[1] as TestPerson)).status]).toEqual([
      200, 404, 403,
    ]);
  });
});

describe('rules', () => {
  test('[B1550] no rule of a new installation pays for being wrong first', async () => {
    const { rows } = await sql<{ key: string }>`SELECT key FROM reward_rules WHERE key = ANY(${[...PAYS_FOR_WRONG_FIRST]}::text[])`.execute(app.db);
    expect(rows).toEqual([]);
  });

  test('[K247] an Admin says what an event earns; what was earned stays', async () => {
    const student = (await scenario.class({ students: 1 })).students[0] as TestPerson;
    const rules = (await room.admin.call(rewardRuleList)).body.data;
    expect(rules.map(({ key, points, daily_cap }: { key: string; points: number; daily_cap: number | null }) => [key, points, daily_cap])).toEqual([
      ['lesson-answered', 5, 5],
      ['reason-in-each-form', 5, 5],
      ['right-after-talking', 5, 5],
      ['liked-by-teacher', 2, 5],
      ['turned-in-on-time', 5, 10],
      ['work-product', 3, 5],
    ]);
    const rule = rules[5]!;
    const change = (body: object, by: TestPerson = room.admin) => by.call(rewardRuleUpdate, { params: { id: rule.id }, body });
    await give([{ event: 'work-product', accountId: student.accountId, cause: 'w:1' }]);
    expect(await change({ points: 8, daily_cap: null, updated_at: rule.updated_at })).toMatchObject({
      status: 200,
      body: { message: 'Reward Rule Updated Successfully', rule: { points: 8, daily_cap: null, is_active: true } },
    });
    expect(await change({ points: 9, updated_at: rule.updated_at })).toMatchObject({
      status: 409,
      error: { code: 'EDIT_CONFLICT', params: { row: { points: 8 } } },
    });
    await give([{ event: 'work-product', accountId: student.accountId, cause: 'w:2' }]);
    await change({ is_active: false });
    await give([{ event: 'work-product', accountId: student.accountId, cause: 'w:3' }]);
    expect((await own(student)).total_points).toBe(11);
    await change({ points: 3, daily_cap: 5, is_active: true });
    for (const body of [{ points: 0 }, { points: 1001 }, { points: 'x' }, { daily_cap: 0 }, { daily_cap: 2.5 }, { is_active: 'maybe' }])
      expect((await change(body)).status).toBe(422);
    expect([(await change({ points: 1 }, room.teacher)).status, (await change({ points: 1 }, student)).status]).toEqual([403, 403]);
    expect((await room.admin.call(rewardRuleUpdate, { params: { id: 999_999 }, body: { points: 1 } })).status).toBe(404);
    for (const by of [room.teacher, student]) expect((await by.call(rewardRuleList)).status).toBe(403);
  });
});

describe('a day', () => {
  test('a rule counts as often a day as it says, by the days of the school, also when much comes at once', async () => {
    const school = await scenario.school('Pacific/Tongatapu');
    const { students } = await scenario.class({ students: 1, schoolId: school });
    const student = students[0] as TestPerson;
    const likes = (from: number, count: number): Award[] =>
      Array.from({ length: count }, (_, index) => ({ event: 'liked-by-teacher', accountId: student.accountId, cause: `like:${from + index}` }));
    // half an hour before midnight in the school's zone
    await app.clock.moveTo(`${new Date((await app.clock.now()).getTime() + 86_400_000).toISOString().slice(0, 10)}T10:30:00Z`);
    await give(likes(1, 3));
    await Promise.all([give(likes(10, 3)), give(likes(20, 3)), give(likes(30, 3))]);
    expect((await own(student)).total_points).toBe(10);
    await app.clock.advanceMs(40 * 60_000);
    await give(likes(40, 2));
    expect((await own(student)).total_points).toBe(14);
  });
});

test('[B1405] all teachers together give a student 500 points a week; the answer says how many are left, and an undone gift counts no more', async () => {
  await app.clock.moveTo('2027-03-08T00:30:00Z'); // a Monday
  const here = await scenario.class({ students: 2 });
  const [ann, ben] = here.students as [TestPerson, TestPerson];
  const sendTo = (by: TestPerson, students: TestPerson[], points: number) => gift(by, students, { course_id: here.courseId, points });
  for (let turn = 0; turn < 4; turn += 1) expect((await sendTo(here.teacher, [ann], 100)).status).toBe(201);
  const last = await sendTo(here.coTeacher, [ann, ben], 90);
  expect(last.status).toBe(201);
  const refused = await sendTo(here.coTeacher, [ann, ben], 11);
  expect(refused).toMatchObject({ status: 422, error: { errors: { points: [expect.stringContaining(`${ann.firstName} ${ann.lastName} can get 10 more`)] } } });
  expect([await sumOf(ann), await sumOf(ben)]).toEqual([490, 90]);
  expect((await here.admin.call(rewardRuleList)).body.gifts_this_week).toEqual({ points: 580, students: 2, teachers: 2 });
  const far = await scenario.person('teachers', await scenario.school());
  await giveRights(app.db, far.accountId, ['reward-rules:view']);
  expect((await far.call(rewardRuleList)).body.gifts_this_week).toEqual({ points: 0, students: 0, teachers: 0 });
  await here.coTeacher.call(rewardGiftUndo, { params: { id: last.body.id } });
  expect((await sendTo(here.coTeacher, [ann], 100)).status).toBe(201);
  const [one, other] = await Promise.all([sendTo(here.teacher, [ben], 100), sendTo(here.coTeacher, [ben], 100)]);
  expect([one.status, other.status]).toEqual([201, 201]);
  expect((await sendTo(here.teacher, [ann], 1)).status).toBe(422);
  await app.clock.moveTo('2027-03-15T00:00:05Z');
  const token = await app.signIn(here.teacher.accountId);
  expect(
    (await here.teacher.call(rewardGiftAdd, { body: { course_id: here.courseId, account_ids: [ann.accountId], points: 100, reason: 'A new week' } }, { token }))
      .status,
  ).toBe(201);
});
