import { accountLinkCreate, handOffCreate, handOffRedeem, levels, linkUse, setUp } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHousekeeping } from './housekeeping.ts';
import { makeSetUpLink } from './modules/people/accounts/index.ts';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestReply } from './testing/index.ts';

let app: TestApp;
let second: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  second = await app.another({ sharesFolder: true });
  scenario = createScenario(app);
});
afterAll(async () => {
  await second.close();
  await app.close();
});

/** Asks both processes at the same moment, each twice. */
const atBoth = <Result>(ask: (process: TestApp, number: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all([app, second, app, second].map((process, number) => ask(process, number)));
const statusesOf = (replies: readonly TestReply[]) => replies.map(({ status }) => status).sort();

test('of the first administrator there is one, whichever process is asked', async () => {
  const code = (await makeSetUpLink(app.db, 'https://school.example', { hasGoogle: false }))?.split('#code=')[1] as string;
  const person = { first_name: 'Ada', last_name: 'King', password: 'four kettles and a moss', school_name: 'Riverside', time_zone: 'UTC' };
  const replies = await atBoth((process, number) => process.call(setUp, { body: { code, ...person, email: `ada${number}@school.test` } }));
  expect(statusesOf(replies)).toEqual([200, 403, 403, 403]);
  expect(await app.db.selectFrom('accounts').select('id').execute()).toHaveLength(1);
});

test('a hand-off code opens once', async () => {
  const admin = await scenario.person('admin', null);
  const { code } = (await admin.call(handOffCreate, { body: { target: 'store' } })).body;
  expect(statusesOf(await atBoth((process) => process.call(handOffRedeem, { body: { code, target: 'store' } })))).toEqual([200, 403, 403, 403]);
});

test('a link takes one password', async () => {
  const admin = await scenario.person('admin', null);
  const teacher = await scenario.person('teachers', await scenario.school());
  const code = (await admin.call(accountLinkCreate, { params: { id: teacher.accountId } })).body.url?.split('#code=')[1] as string;
  const replies = await atBoth((process, number) => process.call(linkUse, { body: { code, password: `four kettles and moss ${number}`, device: '' } }));
  expect(statusesOf(replies)).toEqual([200, 403, 403, 403]);
});

test('a call under one key is done once, and everybody hears the same', async () => {
  const admin = await scenario.person('admin', null);
  const replies = await atBoth((process) => process.call(levels.endpoints.create, { body: { name: 'Once' } }, { token: admin.token, key: 'one-level' }));
  expect(replies.map(({ body }) => body)).toEqual(Array(4).fill(replies[0]?.body));
  expect(await app.db.selectFrom('levels').select('id').where('name', '=', 'Once').execute()).toHaveLength(1);
});

test('what each process does by itself, and what is done once for all, bears being done at both at once', async () => {
  const failures: unknown[] = [];
  const log = { warn: (what: object) => void failures.push(what) };
  await atBoth(({ server }) => runHousekeeping(server.folded.housekeeping, 0, log));
  expect(failures).toEqual([]);
  await app.server.jobs.runSchedules(); // each kind's first time is to come
  await app.clock.advanceMs(25 * 3_600_000);
  await atBoth(({ server }) => server.jobs.runSchedules());
  const waiting = await app.db.selectFrom('jobs').select('kind').execute();
  expect(waiting.length).toBeGreaterThan(0);
  expect(new Set(waiting.map(({ kind }) => kind)).size).toBe(waiting.length);
  const done = await atBoth(({ server }) => server.jobs.runDue());
  expect(done.reduce((sum, count) => sum + count)).toBe(waiting.length);
  expect(await app.db.selectFrom('jobs').select('kind').execute()).toEqual([]);
});
