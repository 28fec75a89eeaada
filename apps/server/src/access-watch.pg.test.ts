import { authMe, channels } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchAccess } from './access-watch.ts';
import { getAccessChanges } from './modules/people/access/index.ts';
import { inTransaction } from './platform/database/index.ts';
import type { Realtime } from './platform/live/index.ts';
import { createScenario, hear, type RunningLesson, type Scenario, startLesson, startTestApp, type TestApp, type TestPerson, until } from './testing/index.ts';

let app: TestApp;
let second: TestApp;
let scenario: Scenario;
let lesson: RunningLesson;
beforeAll(async () => {
  app = await startTestApp();
  second = await app.another();
  scenario = createScenario(app);
  lesson = await startLesson(app, scenario);
});
afterAll(async () => {
  await second.close();
  await app.close();
});

const switchRoles = (accountId: number, isActive: boolean, db = app.db) =>
  sql`UPDATE account_roles SET is_active = ${isActive} WHERE account_id = ${accountId}`.execute(db);

/** Returns a function that reports the changes since the previous look. */
async function looks() {
  let last = await getAccessChanges(app.db, null);
  return async () => {
    const now = await getAccessChanges(app.db, last.snapshot);
    const told = { accountIds: now.accountIds.sort((a, b) => a - b), hasNewRoles: now.roleVersion !== last.roleVersion };
    last = now;
    return told;
  };
}

test('a look tells of accounts whose roles, status or school changed, or that are gone, each once, and of no other', async () => {
  const schoolId = await scenario.school();
  const people = [await scenario.person('teachers', schoolId), await scenario.person('student', schoolId), await scenario.person('student', schoolId)];
  const [first, other, third] = people.map(({ accountId }) => accountId) as [number, number, number];
  const next = await looks();
  expect(await next()).toEqual({ accountIds: [], hasNewRoles: false });
  await switchRoles(first, false);
  await sql`UPDATE accounts SET status = false WHERE id = ${other}`.execute(app.db);
  expect(await next()).toEqual({ accountIds: [first, other], hasNewRoles: false });
  await sql`UPDATE accounts SET school_id = ${await scenario.school()} WHERE id = ${first}`.execute(app.db);
  await sql`UPDATE accounts SET first_name = 'Else' WHERE id = ${other}`.execute(app.db);
  expect(await next()).toEqual({ accountIds: [first], hasNewRoles: false });
  await sql`DELETE FROM access_tokens WHERE account_id = ${third}`.execute(app.db);
  await inTransaction(app.db, async (tx) => {
    await sql`DELETE FROM account_roles WHERE account_id = ${third}`.execute(tx);
    await sql`DELETE FROM accounts WHERE id = ${third}`.execute(tx);
  });
  expect(await next()).toEqual({ accountIds: [third], hasNewRoles: false });
  expect(await next()).toEqual({ accountIds: [], hasNewRoles: false });
});

test.each(['roles', 'actions', 'policies', 'resources', 'resource_policies'])('a change of %s tells of what roles grant, and of no account', async (table) => {
  const next = await looks();
  await sql`UPDATE ${sql.table(table)} SET created_at = created_at WHERE id = 1`.execute(app.db);
  expect(await next()).toEqual({ accountIds: [], hasNewRoles: true });
});

test('a transaction that began long ago and commits late is told of then, once, whatever was told meanwhile', async () => {
  const [slow, quick] = lesson.students as [TestPerson, TestPerson];
  const next = await looks();
  await inTransaction(app.db, async (tx) => {
    await switchRoles(slow.accountId, false, tx);
    await switchRoles(quick.accountId, false);
    expect((await next()).accountIds).toEqual([quick.accountId]);
    expect((await next()).accountIds).toEqual([]);
  });
  expect((await next()).accountIds).toEqual([slow.accountId]);
  expect((await next()).accountIds).toEqual([]);
  for (const { accountId } of [slow, quick]) await switchRoles(accountId, true);
});

test('who gives roles to some people waits for nobody who gives them to others', async () => {
  const people = [await scenario.person('student', lesson.schoolId), await scenario.person('student', lesson.schoolId)];
  const [first, other] = people.map(({ accountId }) => accountId) as [number, number];
  await inTransaction(app.db, async (tx) => {
    await switchRoles(first, false, tx);
    await inTransaction(app.db, async (beside) => {
      await sql`SET LOCAL lock_timeout = '2s'`.execute(beside);
      await switchRoles(other, false, beside);
    });
  });
});

test('rights that are remembered are not read again because somebody else has new ones', async () => {
  await lesson.teacher.call(authMe);
  await scenario.person('student', lesson.schoolId);
  const readsOf = async () =>
    (await app.recordStatements(() => lesson.teacher.call(authMe))).filter(({ text }) => /FROM held_roles\s+JOIN policies/.test(text)).length;
  expect(await readsOf()).toBe(0);
  await switchRoles(lesson.teacher.accountId, true);
  expect(await readsOf()).toBe(1);
  expect(await readsOf()).toBe(0);
});

test('a new account has nobody else asked again; a role that grants something else has everybody', async () => {
  const told: unknown[] = [];
  const realtime: Pick<Realtime, 'recheckHere'> = { recheckHere: (scope) => void told.push(scope) };
  const stop = watchAccess({ db: second.db, realtime });
  try {
    const { accountId } = await scenario.person('student', lesson.schoolId);
    await expect
      .poll(async () => {
        await switchRoles(accountId, true);
        return told.length;
      })
      .toBeGreaterThan(0);
    expect(new Set(told.map((scope) => JSON.stringify(scope)))).toEqual(new Set([JSON.stringify({ accountId })]));
    await sql`UPDATE policies SET description = description`.execute(app.db);
    await expect.poll(() => told).toContain('all');
  } finally {
    stop();
  }
});

test('a role taken away at one process ends what its holder hears at another, and nobody else', async () => {
  const at = (process: TestApp, person: TestPerson): TestPerson => ({
    ...person,
    call: (endpoint, args, options) => process.call(endpoint, args, { token: person.token, ...options }),
  });
  const [student, classmate] = lesson.students as [TestPerson, TestPerson];
  const channel = channels.assessment(lesson.assessmentId);
  const [ear, other] = [await hear(second, at(second, student), channel), await hear(second, at(second, classmate), channel)];
  await switchRoles(student.accountId, false);
  await until(() => ear.isEnded(), 'the end of the subscription');
  expect(other.isEnded()).toBe(false);
  await switchRoles(student.accountId, true);
  for (const open of [ear, other]) open.close();
});
