import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type ConsentAsks,
  consentDemand,
  consentEnd,
  consentGive,
  consentList,
  consentRecord,
  consentSchool,
  consentWithdraw,
  noticeGet,
  OPTIONAL_USES,
  type OptionalUse,
  profileGet,
  studentList,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createScenario, giveRights, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
let ann: TestPerson;
let ben: TestPerson;
let parent: TestPerson;
let office: TestPerson;

const GOOGLE = { issuer: new URL('https://accounts.google.com'), clientId: 'us', clientSecret: 'secret' };
const DRIVE = { url: new URL('https://www.googleapis.com'), apiKey: 'key', appId: '1', scriptUrl: new URL('https://apis.google.com/js/api.js') };
beforeAll(async () => {
  app = await startTestApp({ publicUrl: new URL('https://school.example'), google: GOOGLE, drive: DRIVE });
  scenario = createScenario(app);
}, 60_000);
afterAll(() => app.close());
beforeEach(async () => {
  room = await scenario.class();
  [ann, ben] = room.students as [TestPerson, TestPerson];
  parent = await scenario.person('guardian', room.schoolId);
  office = await scenario.person('teachers', room.schoolId);
  await giveRights(app.db, office.accountId, ['guardians:view', 'guardians:create', 'guardians:delete', 'school-settings:view', 'school-settings:edit']);
  await tie(parent, ann);
});

const tie = (guardian: TestPerson, child: TestPerson) =>
  sql`INSERT INTO guardian_ties (child_id, guardian_id, relation) VALUES (${child.accountId}, ${guardian.accountId}, 'Mother')`.execute(app.db);
const ask = (asks: Partial<Record<OptionalUse, ConsentAsks>>, person = office) => person.call(consentDemand, { body: { asks } });
const give = (person: TestPerson, use: OptionalUse, child?: TestPerson) =>
  person.call(consentGive, { body: { use, ...(child ? { account_id: child.accountId } : {}) } });
const withdraw = (person: TestPerson, use: OptionalUse, child?: TestPerson) =>
  person.call(consentWithdraw, { body: { use, ...(child ? { account_id: child.accountId } : {}) } });
const list = async (person: TestPerson, child?: TestPerson) => (await person.call(consentList, { query: child ? { account_id: child.accountId } : {} })).body;
const record = (use: OptionalUse, people: readonly TestPerson[], person = office) =>
  person.call(consentRecord, { body: { use, account_ids: people.map(({ accountId }) => accountId) } });
const end = (use: OptionalUse, people: readonly TestPerson[], person = office) =>
  person.call(consentEnd, { body: { use, account_ids: people.map(({ accountId }) => accountId) } });
const rowsOf = async (child: TestPerson) =>
  (
    await sql<{ use: string; way: string; given_by: number; notice_number: number; ended_by: number | null }>`
      SELECT use, way, given_by, notice_number, ended_by FROM consents WHERE child_id = ${child.accountId} ORDER BY id`.execute(app.db)
  ).rows;

async function givePicture(person: TestPerson): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO files (account_id, school_id, name, mime_type, byte_size, storage_key, sha256)
    VALUES (${person.accountId}, ${room.schoolId}, 'me.png', 'image/png', 4, gen_random_uuid()::text, sha256('me')) RETURNING id`.execute(app.db);
  await app.db.updateTable('accounts').set({ picture_file_id: rows[0]!.id }).where('id', '=', person.accountId).execute();
}

describe('[B2616] a school chooses who must agree', () => {
  test('by default the school agrees for everyone, and nobody is asked', async () => {
    expect(await list(ann)).toMatchObject({ uses: [], open: 0 });
    const { uses } = (await office.call(consentSchool)).body;
    const here = OPTIONAL_USES.filter((use) => use !== 'classroom'); // this server has only Drive set up
    expect(uses).toEqual(here.map((use) => ({ use, asks: 'school', given: 0, lacking: 0 })));
    expect((await give(ann, 'drive')).error?.code).toBe('CONSENT_OF_OTHERS');
  });

  test('a demand counts at once, stands in the notice and the audit trail, and staff and guardians are never asked', async () => {
    const asked = await ask({ picture: 'guardian', drive: 'student' });
    expect([asked.status, asked.body.message]).toEqual([200, expect.any(String)]);
    expect((await list(ann)).uses).toMatchObject([
      { use: 'drive', asks: 'student', is_yours: true, is_allowed: false, given: null },
      { use: 'picture', asks: 'guardian', is_yours: false, is_allowed: false, given: null },
    ]);
    for (const person of [office, room.teacher, parent]) expect(await list(person)).toMatchObject({ uses: [], open: 0 });
    expect((await app.call(noticeGet, { query: { school: room.schoolId } })).body.demands).toEqual({ picture: 'guardian', drive: 'student' });
    await ask({ picture: 'school' });
    expect((await app.call(noticeGet, { query: { school: room.schoolId } })).body.demands).toEqual({ drive: 'student' });
    const { rows } = await sql`SELECT before, after FROM audit_entries WHERE action = 'consent.demand' AND subject_id = ${room.schoolId} ORDER BY id`.execute(
      app.db,
    );
    expect(rows).toMatchObject([
      { before: { picture: 'school', drive: 'school' }, after: { picture: 'guardian', drive: 'student' } },
      { after: { picture: 'school' } },
    ]);
  });

  test('[B2626] nobody is asked about a service that the server has not set up', async () => {
    const bare = await startTestApp();
    const school = await createScenario(bare).class();
    const admin = await createScenario(bare).person('admin', null);
    const { uses } = (await admin.call(consentSchool, { query: { school_id: school.schoolId } })).body;
    expect(uses.map(({ use }) => use)).toEqual(['picture', 'wall_name']);
    await admin.call(consentDemand, { body: { school_id: school.schoolId, asks: { drive: 'student', picture: 'student' } } });
    expect((await school.students[0]!.call(consentList)).body).toMatchObject({ uses: [{ use: 'picture' }], open: 1 });
    await bare.close();
  });

  test('is refused for others, and says what is wrong', async () => {
    for (const person of [room.teacher, ann, parent]) expect((await ask({ drive: 'guardian' }, person)).status).toBe(403);
    expect((await ask({ drive: 'nobody' as never })).error).toMatchObject({ code: 'VALIDATION_FAILED' });
    const other = await scenario.school();
    expect((await office.call(consentDemand, { body: { school_id: other, asks: {} } })).status).toBe(404);
    expect((await office.call(consentSchool, { query: { school_id: other } })).status).toBe(404);
  });

  test('a changed demand makes a new version of the notice, and a school that asks nobody gets none', async () => {
    await sql`INSERT INTO retention_terms (school_id, term, amount) VALUES (${room.schoolId}, 'log', 100)`.execute(app.db);
    const renumber = async () => {
      await app.server.jobs.runSchedules();
      await sql`UPDATE job_schedules SET next_at = app_now() WHERE kind = 'notice.versions'`.execute(app.db);
      await app.server.jobs.runSchedules();
      await app.server.jobs.runDue();
      return (await app.call(noticeGet, { query: { school: room.schoolId } })).body.number;
    };
    const first = await renumber();
    expect(await renumber()).toBe(first);
    await ask({ wall_name: 'guardian' });
    expect(await renumber()).toBe(first + 1);
  });
});

describe('[B2617] a guardian agrees for a child, and withdraws', () => {
  test('with who, for whom, when, and the version of the notice; once, and again after the end', async () => {
    await ask({ picture: 'guardian' });
    expect(await list(parent, ann)).toMatchObject({ open: 1, uses: [{ use: 'picture', is_yours: true, is_allowed: false }] });
    expect((await give(parent, 'picture', ann)).status).toBe(200);
    expect((await give(parent, 'picture', ann)).status).toBe(200);
    const seen = await list(parent, ann);
    expect(seen).toMatchObject({
      open: 0,
      uses: [{ is_allowed: true, given: { way: 'guardian', by: `${parent.firstName} ${parent.lastName}`, notice_number: 1 } }],
    });
    expect((await withdraw(parent, 'picture', ann)).status).toBe(200);
    expect((await withdraw(parent, 'picture', ann)).status).toBe(200);
    expect(await list(parent, ann)).toMatchObject({ open: 1 });
    await give(parent, 'picture', ann);
    expect(await rowsOf(ann)).toEqual([
      { use: 'picture', way: 'guardian', given_by: parent.accountId, notice_number: 1, ended_by: parent.accountId },
      { use: 'picture', way: 'guardian', given_by: parent.accountId, notice_number: 1, ended_by: null },
    ]);
    const { rows } = await sql<{ action: string }>`
      SELECT action FROM audit_entries WHERE action LIKE 'consent.%' AND subject_type = 'account' AND subject_id = ${ann.accountId} ORDER BY id`.execute(
      app.db,
    );
    expect(rows.map(({ action }) => action)).toEqual(['consent.give', 'consent.withdraw', 'consent.give']);
  });

  test('another guardian of the child sees that somebody agreed, not who, and may withdraw; without a tie the child is not found', async () => {
    await ask({ picture: 'guardian' });
    await give(parent, 'picture', ann);
    const second = await scenario.person('guardian', room.schoolId);
    for (const call of [give, withdraw]) expect((await call(second, 'picture', ann)).status).toBe(404);
    expect((await second.call(consentList, { query: { account_id: ann.accountId } })).status).toBe(404);
    await tie(second, ann);
    expect((await list(second, ann)).uses).toMatchObject([{ given: { way: 'guardian', by: null } }]);
    expect((await withdraw(second, 'picture', ann)).status).toBe(200);
    expect((await give(parent, 'picture', ben)).status).toBe(404);
    await sql`UPDATE guardian_ties SET ended_at = app_now() WHERE guardian_id = ${second.accountId}`.execute(app.db);
    expect((await give(second, 'picture', ann)).status).toBe(404);
    for (const person of [office, room.teacher]) expect((await give(person, 'picture', ann)).status).toBe(404);
  });

  test('nobody decides what another is asked, and a consent that does not suffice any more does not count', async () => {
    await ask({ drive: 'student' });
    expect((await give(parent, 'drive', ann)).error?.code).toBe('CONSENT_OF_OTHERS');
    expect((await withdraw(parent, 'drive', ann)).error?.code).toBe('CONSENT_OF_OTHERS');
    expect((await give(ann, 'drive')).status).toBe(200);
    await ask({ drive: 'guardian' });
    expect((await list(ann)).uses).toMatchObject([{ is_yours: false, is_allowed: false, given: { way: 'student' } }]);
    expect((await give(ann, 'drive')).error?.code).toBe('CONSENT_OF_OTHERS');
    expect((await give(parent, 'drive', ann)).status).toBe(200);
    expect(await rowsOf(ann)).toMatchObject([
      { way: 'student', ended_by: parent.accountId },
      { way: 'guardian', ended_by: null },
    ]);
    expect((await give(ann, 'swimming' as never)).error).toMatchObject({ code: 'VALIDATION_FAILED', errors: { use: [expect.any(String)] } });
    expect((await app.call(consentGive, { body: { use: 'drive' } })).status).toBe(401);
  });
});

describe('[B2618] the office asks, and records what is on paper', () => {
  test('who has not answered, with whom to ask; many are recorded at once, and that is undone', async () => {
    await ask({ picture: 'guardian' });
    await give(parent, 'picture', ann);
    const look = async (given: boolean) =>
      (await office.call(consentSchool, { query: { use: 'picture', given: given ? 'true' : 'false', search: '', per_page: 50 } })).body;
    const open = await look(false);
    expect(open.uses.find(({ use }) => use === 'picture')).toMatchObject({ asks: 'guardian', given: 1, lacking: open.people.length });
    expect(open.people.length).toBeGreaterThan(0);
    expect(open.people.map(({ account_id }) => account_id)).toContain(ben.accountId);
    expect(open.pagination.total).toBe(open.people.length);
    expect(open.people.map(({ account_id }) => account_id)).not.toContain(ann.accountId);
    expect(open.people.find(({ account_id }) => account_id === ben.accountId)).toMatchObject({ guardians: [], way: null });
    expect((await look(true)).people).toMatchObject([{ account_id: ann.accountId, guardians: [`${parent.firstName} ${parent.lastName}`], way: 'guardian' }]);
    const recorded = await record('picture', [ann, ben]);
    expect(recorded.body.account_ids.toSorted()).toEqual([ann.accountId, ben.accountId].toSorted());
    expect((await record('picture', [ben])).body.account_ids).toEqual([]);
    expect((await look(true)).people.map(({ way }) => way)).toEqual(['paper', 'paper']);
    expect((await list(ben)).uses).toMatchObject([{ is_allowed: true, given: { way: 'paper' } }]);
    expect((await end('picture', [ann, ben])).body.account_ids).toHaveLength(2);
    expect((await look(true)).people).toEqual([]);
    const found = await office.call(consentSchool, { query: { use: 'picture', search: ben.lastName } });
    expect(found.body.people.map(({ account_id }) => account_id)).toContain(ben.accountId);
    expect((await office.call(consentSchool, { query: { use: 'picture', search: '%' } })).body.people).toEqual([]);
  });

  test('nothing is recorded for staff, for people out of reach, for nobody, or for more than 300', async () => {
    await ask({ picture: 'guardian' });
    const stranger = await scenario.person('student', await scenario.school());
    for (const person of [room.teacher, stranger]) {
      expect((await record('picture', [ben, person])).status).toBe(404);
      expect((await end('picture', [ben, person])).status).toBe(404);
    }
    expect(await rowsOf(ben)).toEqual([]);
    expect((await record('picture', [])).error).toMatchObject({ errors: { account_ids: [expect.any(String)] } });
    const crowd = Array.from({ length: 301 }, (_, at) => at + 1);
    expect((await office.call(consentRecord, { body: { use: 'picture', account_ids: crowd } })).error).toMatchObject({
      errors: { account_ids: [expect.any(String)] },
    });
    for (const person of [room.teacher, ann, parent]) {
      expect((await record('picture', [ann], person)).status).toBe(403);
      expect((await end('picture', [ann], person)).status).toBe(403);
      expect((await person.call(consentSchool)).status).toBe(403);
    }
  });
});

describe('[B2619] each use stops without a consent', () => {
  test('the picture is shown to nobody, its file stays, and it is shown again after a yes', async () => {
    await givePicture(ann);
    const shown = async () =>
      (await room.teacher.call(studentList, { query: { course_id: room.courseId } })).body.data.find(({ id }) => id === ann.accountId)?.profile_picture ?? null;
    const own = async () => (await ann.call(profileGet)).body.profile.picture;
    expect([await shown(), await own()]).toEqual([expect.any(String), expect.any(String)]);
    await ask({ picture: 'guardian' });
    expect([await shown(), await own()]).toEqual([null, null]);
    const inLesson = async () =>
      (await app.db.selectFrom('lesson_people').select('picture_file_id').where('id', '=', ann.accountId).executeTakeFirstOrThrow()).picture_file_id;
    expect(await inLesson()).toBeNull();
    await give(parent, 'picture', ann);
    expect([await shown(), await own(), await inLesson()]).toEqual([expect.any(String), expect.any(String), expect.any(Number)]);
    await withdraw(parent, 'picture', ann);
    expect(await shown()).toBeNull();
    const kept = await app.db.selectFrom('account_pictures').selectAll().where('account_id', '=', ann.accountId).execute();
    expect(kept).toHaveLength(1);
  });

  test('the picture of a teacher is never asked about', async () => {
    await givePicture(room.teacher);
    await ask({ picture: 'guardian' });
    expect((await room.teacher.call(profileGet)).body.profile.picture).toEqual(expect.any(String));
  });

  test('every use has a place that asks for it', async () => {
    const root = path.resolve(import.meta.dirname, '../../..');
    const sources = (await readdir(root, { recursive: true })).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('overview/consents/'),
    );
    const code = (await Promise.all(sources.map((file) => readFile(path.join(root, file), 'utf8')))).join('\n');
    const { rows } = await sql<{ view: string }>`SELECT pg_get_viewdef('people'::regclass) || pg_get_viewdef('lesson_people'::regclass) AS view`.execute(
      app.db,
    );
    const places: Record<OptionalUse, RegExp> = {
      classroom: /listWithoutConsent\(\s*\w+,\s*'classroom'/,
      drive: /requireConsent\(\w+, t, [\w.]+, 'drive'\)/,
      picture: /consents_lacking[^;]*'picture'/,
      wall_name: /listWithoutConsent\(\w+, 'wall_name'/,
    };
    for (const use of OPTIONAL_USES) expect(use === 'picture' ? rows[0]!.view : code, use).toMatch(places[use]);
    expect(rows[0]!.view.match(/'picture'/g)).toHaveLength(2);
  });
});
