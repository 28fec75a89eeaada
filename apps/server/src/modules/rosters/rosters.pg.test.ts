import { rosterApply, rosterGet, rosterImport, rosterRows } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../testing/index.ts';
import { oneRoster, type SmallRoster } from './testing/roster-files.ts';

let app: TestApp;
let scenario: Scenario;
let admin: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  await scenario.school();
  admin = await scenario.person('admin', null);
});
afterAll(() => app.close());

const upload = (files: { name: string; bytes: Buffer }[], body: Record<string, unknown> = {}, by = admin) => by.call(rosterImport, { files, body });

test('a roster is previewed, done, and seen', async () => {
  const id = await scenario.school();
  const school = (await app.db.selectFrom('schools').select('school_name').where('id', '=', id).executeTakeFirstOrThrow()).school_name;
  const roster: SmallRoster = { school, teachers: ['t1'], students: ['s1', 's2'], classes: { a: ['t1', 's1', 's2'], b: ['s1'] } };
  const reply = await upload(oneRoster(roster));
  console.log(JSON.stringify(reply.body, null, 1));
  expect(reply.status).toBe(201);
  const importId = reply.body.import!.id;
  const rows = await admin.call(rosterRows, { params: { id: importId }, query: {} });
  console.log(JSON.stringify(rows.body.data.map(({ kind, outcome, name, detail, said }) => [kind, outcome, name, detail, said.map(({ message }) => message)])));
  const begun = await admin.call(rosterApply, { params: { id: importId }, body: { create_accounts: true } });
  console.log(JSON.stringify(begun.body.message), begun.status);
  await app.server.jobs.runDue();
  console.log(JSON.stringify((await admin.call(rosterGet, { params: { id: importId } })).body.import));
  const again = await upload(oneRoster(roster));
  console.log(JSON.stringify(again.body.import?.counts), again.body.message);
});
