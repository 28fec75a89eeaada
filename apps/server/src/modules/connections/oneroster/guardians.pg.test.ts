import {
  rosterApply,
  rosterGet,
  rosterSourceCreate,
  rosterSourceRead,
  rosterSourceReads,
  rosterSourceUpdate,
  type RosterSourceView,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScenario, giveRights, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { openSmallSource, type SmallSource } from './testing/small-source.ts';

let app: TestApp;
let scenario: Scenario;
let admin: TestPerson;
beforeAll(async () => {
  app = await startTestApp({ asksLoopback: true });
  scenario = createScenario(app);
  await scenario.school();
  admin = await scenario.person('admin', null);
}, 60_000);
afterAll(() => app.close());

const settingsOf = (source: SmallSource, more: object) => ({
  ...{ name: 'Office', service_url: `${source.url}/ims/oneroster`, token_url: `${source.url}/token`, version: '1.2' as const },
  ...{ client_id: 'school', client_secret: source.secret, ...more },
});
const parentOf = (child: string, role = 'parent') => ({
  ...{ sourcedId: `p-${child}`, status: 'active', enabledUser: 'true', username: '', givenName: 'Eva', familyName: child, email: `p-${child}@sis.example` },
  ...{ roles: [{ roleType: 'primary', role, org: { sourcedId: 'org-1', type: 'org' } }], agents: [{ sourcedId: child, type: 'user' }] },
});

test('[B2757] another system is asked for guardians only where a school turned that on, and their ties follow it', async () => {
  const source = await openSmallSource(2);
  const elsewhere = parentOf('s99');
  source.lists.users = [parentOf('s1'), parentOf('s2', 'relative'), elsewhere, { ...source.lists.teachers[0]! }];
  const schoolId = await scenario.school();
  await sql`UPDATE schools SET school_name = 'Home School' WHERE id = ${schoolId}`.execute(app.db);
  const clerk = await scenario.person('teachers', schoolId);
  await giveRights(app.db, clerk.accountId, ['rosters:view', 'rosters:edit', 'accounts:create']);
  expect((await clerk.call(rosterSourceCreate, { body: settingsOf(source, { bring_guardians: true }) })).error?.code).toBe('NOT_ALLOWED');

  const created = await admin.call(rosterSourceCreate, { body: { ...settingsOf(source, {}), school_id: schoolId } });
  const { id }: RosterSourceView = created.body.source;
  const read = async () => {
    expect((await admin.call(rosterSourceRead, { params: { id } })).error).toBeNull();
    await app.server.jobs.runDue();
    const { message, import_id: importId } = (await admin.call(rosterSourceReads, { params: { id } })).body.data[0]!;
    expect([message, importId]).toEqual([message, expect.any(Number)]);
    return (await admin.call(rosterGet, { params: { id: importId! } })).body.import;
  };
  const without = await read();
  expect([without.counts.guardian, source.calls.filter((call) => call.includes('/users'))]).toMatchObject([{ new: 0 }, []]);

  expect((await admin.call(rosterSourceUpdate, { params: { id }, body: settingsOf(source, { bring_guardians: true }) })).body.source.bring_guardians).toBe(
    true,
  );
  const shown = await read();
  expect(source.calls.filter((call) => call.includes('/users')).map((call) => decodeURIComponent(call.replace(/.*filter=/, '')))).toEqual([
    "roles.role='parent'",
    "roles.role='guardian'",
    "roles.role='relative'",
  ]);
  // a server that ignores the filter sends a teacher too, who is none
  expect(shown.counts).toMatchObject({ person: { new: 3 }, guardian: { new: 2, not_taken: 1 }, tie: { new: 2, not_taken: 1 } });
  expect((await admin.call(rosterApply, { params: { id: shown.id }, body: { create_accounts: true } })).error).toBeNull();
  await app.server.jobs.runDue();
  const ties = async (): Promise<string[]> => {
    const { rows } = await sql<{ line: string }>`
      SELECT relation || ' of ' || child.email AS line FROM guardian_ties JOIN accounts child ON child.id = child_id WHERE ended_at IS NULL ORDER BY 1`.execute(
      app.db,
    );
    return rows.map(({ line }) => line);
  };
  expect(await ties()).toEqual(['Parent of s1@sis.example', 'Relative of s2@sis.example']);

  source.lists.users = [parentOf('s1')];
  const fewer = await read();
  expect(fewer.counts.tie).toMatchObject({ ends: 1, same: 1 });
  expect((await admin.call(rosterApply, { params: { id: fewer.id }, body: {} })).error).toBeNull();
  await app.server.jobs.runDue();
  expect(await ties()).toEqual(['Parent of s1@sis.example']);
});
