import { authMe, noticeGet, noticeSee, noticeUpdate, USUAL_TERMS } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { listSchoolsOfTurn } from './queries.ts';

let app: TestApp;
let scenario: Scenario;
let admin: TestPerson;
let student: TestPerson;
let schoolId: number;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  admin = await scenario.person('admin', null);
});
afterAll(() => app.close());
beforeEach(async () => {
  schoolId = await scenario.school();
  student = await scenario.person('student', schoolId);
});

const read = async (school = schoolId) => (await app.call(noticeGet, { query: { school } })).body;
const save = (is_substantial: boolean, child_text = 'Ask Ms. Reyes.', parent_text = '', person = admin) =>
  person.call(noticeUpdate, { params: { id: schoolId }, body: { child_text, parent_text, is_substantial } });
const unseen = async (person = student) => (await person.call(authMe)).body.user.unseen_notice;
const renumber = async () => {
  await app.server.jobs.runSchedules();
  await sql`UPDATE job_schedules SET next_at = app_now() WHERE kind = 'notice.versions'`.execute(app.db);
  await app.server.jobs.runSchedules();
  await app.server.jobs.runDue();
};

describe('GET /api/notice', () => {
  test('[B2800] shows people who are not signed in which data a school keeps and for which terms, with its own paragraphs', async () => {
    await save(false, 'Ask Ms. Reyes.', 'Ask the office.');
    await sql`INSERT INTO retention_terms (school_id, term, amount) VALUES (${schoolId}, 'schoolwork', 1)`.execute(app.db);
    const notice = await read();
    expect(notice).toMatchObject({
      school: { id: schoolId },
      number: 1,
      child_text: 'Ask Ms. Reyes.',
      parent_text: 'Ask the office.',
      terms: { ...USUAL_TERMS, schoolwork: 1 },
      uses: { google_sign_in: false, classroom: false, drive: false },
    });
    const terms = Object.fromEntries(notice.classes.map(({ data_class, terms: of }) => [data_class, of]));
    expect(terms).toMatchObject({ grade: ['grades', 'schoolwork'], conduct: expect.arrayContaining(['conduct']), log: expect.arrayContaining(['log']) });
    // every term of a school stands at a class of data
    expect(new Set(Object.values(terms).flat())).toEqual(new Set(Object.keys(USUAL_TERMS)));
  });

  test('names no school where there are several, and none that does not exist or is archived', async () => {
    await scenario.school();
    expect((await app.call(noticeGet)).body).toMatchObject({ school: null, number: 1, since: null, terms: USUAL_TERMS });
    expect((await app.call(noticeGet, { query: { school: 999_999 } })).status).toBe(404);
    await app.db.updateTable('schools').set({ archived_at: new Date() }).where('id', '=', schoolId).execute();
    expect((await app.call(noticeGet, { query: { school: schoolId } })).status).toBe(404);
    expect((await app.call(noticeGet, { query: { school: 'x' as never } })).status).toBe(422);
  });
});

describe('PUT /api/schools/{id}/notice', () => {
  test('[B2801] a change of substance is a new version that each person is asked to see once; a corrected spelling is not', async () => {
    expect((await save(false)).body).toMatchObject({ number: 1, message: 'The notice was saved as version 1.' });
    expect(await unseen()).toBeUndefined();
    expect((await save(true, 'Ask Mr. Okafor.')).body.number).toBe(2);
    expect(await unseen()).toBe(2);
    expect((await student.call(noticeSee, { body: { number: 2 } })).status).toBe(200);
    expect(await unseen()).toBeUndefined();
    expect((await save(false, 'Ask Mr. Okafor!')).body.number).toBe(2);
    expect(await unseen()).toBeUndefined();
    const { rows } = await sql<{ number: number; account_id: number; text: string }>`
      SELECT number, account_id, child_text AS text FROM notice_views JOIN notice_versions ON id = version_id WHERE school_id = ${schoolId}`.execute(app.db);
    expect(rows).toEqual([{ number: 2, account_id: student.accountId, text: 'Ask Mr. Okafor!' }]);
    const trail = await sql`SELECT before, after FROM audit_entries WHERE action = 'notice.update' AND subject_id = ${schoolId} ORDER BY id`.execute(app.db);
    expect(trail.rows).toMatchObject([
      { before: null, after: { number: 1 } },
      { before: { number: 1, child_text: 'Ask Ms. Reyes.' }, after: { number: 2, child_text: 'Ask Mr. Okafor.' } },
      { after: { number: 2, child_text: 'Ask Mr. Okafor!' } },
    ]);
  });

  test('[B2801] the first text of a school that is of substance is shown as well', async () => {
    expect((await save(true)).body.number).toBe(2);
    expect(await unseen()).toBe(2);
  });

  test('says which text is missing or too long', async () => {
    expect((await admin.call(noticeUpdate, { params: { id: schoolId }, body: {} as never })).body.errors).toMatchObject({
      child_text: [expect.stringContaining('Your words for students')],
      is_substantial: [expect.any(String)],
    });
    expect((await save(false, 'x'.repeat(5_001))).body.errors).toEqual({
      child_text: ['Your words for students can have at most 5,000 characters. Shorten it.'],
    });
    expect((await admin.call(noticeUpdate, { params: { id: 999_999 }, body: { child_text: '', parent_text: '', is_substantial: false } })).status).toBe(404);
  });

  test('is refused for teachers and students, and without signing in', async () => {
    const teacher = await scenario.person('teachers', schoolId);
    for (const person of [teacher, student]) expect((await save(false, 'x', '', person)).status).toBe(403);
    const body = { child_text: '', parent_text: '', is_substantial: false };
    expect((await app.call(noticeUpdate, { params: { id: schoolId }, body })).status).toBe(401);
    expect((await app.call(noticeSee, { body: { number: 1 } })).status).toBe(401);
  });
});

describe('versions', () => {
  test('[B2802] a changed term makes a new version, with the texts of the last one; nothing changed makes none', async () => {
    await save(false);
    await renumber();
    expect((await read()).number).toBe(1);
    await sql`INSERT INTO retention_terms (school_id, term, amount) VALUES (${schoolId}, 'log', 100)`.execute(app.db);
    await renumber();
    await renumber();
    expect(await read()).toMatchObject({ number: 2, child_text: 'Ask Ms. Reyes.', terms: { log: 100 } });
    expect(await unseen()).toBe(2);
  });

  test('a version of another school is nobody else’s to see', async () => {
    await save(true);
    const stranger = await scenario.person('student', await scenario.school());
    expect(await unseen(stranger)).toBeUndefined();
    expect((await stranger.call(noticeSee, { body: { number: 2 } })).status).toBe(404);
    expect((await student.call(noticeSee, { body: { number: 9 } })).status).toBe(404);
  });
});

test('[B2990] the turns go through every school once, whatever their ids are', async () => {
  for (let made = 0; made < 4; made++) await scenario.school();
  await app.db.updateTable('schools').set({ archived_at: new Date() }).where('id', '=', schoolId).execute();
  const open = (await app.db.selectFrom('schools').select('id').where('archived_at', 'is', null).orderBy('id').execute()).map(({ id }) => id);
  const { last } = await app.db
    .selectFrom('schools')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  const turns = Math.floor(last / 2) + 1;
  const found: number[][] = [];
  for (let turn = 0; turn < turns; turn++) found.push(await listSchoolsOfTurn(app.db, 7 * turns + turn, 2));
  expect(found.flat()).toEqual(open);
  expect(Math.max(...found.map((ids) => ids.length))).toBeLessThanOrEqual(2);
});
