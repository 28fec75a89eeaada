import {
  accountCreate,
  accountStatus,
  addressOf,
  allSchoolsLimit,
  allSchoolsList,
  authMe,
  homeGet,
  importAccount,
  importGet,
  liveDraft,
  MAX_SCHOOL_LIMITS,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uploader } from './modules/school/files/testing/upload.ts';
import { manyStudents, peopleBook } from './modules/school/imports/testing/people-book.ts';
import { createScenario, giveRights, pngOf, type Scenario, startLesson, startTestApp, type TestApp, type TestPerson } from './testing/index.ts';

let app: TestApp;
let scenario: Scenario;
let operator: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  operator = await scenario.person('admin', null);
});
afterAll(() => app.close());

const limit = async (schoolId: number, limits: object) =>
  expect((await operator.call(allSchoolsLimit, { body: { ids: [schoolId], ...limits } })).status).toBe(200);
const rowOf = async (schoolId: number) => (await operator.call(allSchoolsList)).body.schools.find(({ id }) => id === schoolId)!;
let made = 0;
async function add(schoolId: number) {
  const number = (made += 1);
  const roleId = (await app.db.selectFrom('roles').select('id').where('key', '=', 'student').executeTakeFirstOrThrow()).id;
  const type = (await app.db.selectFrom('account_types').select('id').where('name', '=', 'Student').executeTakeFirstOrThrow()).id;
  const reply = await operator.call(accountCreate, {
    body: {
      first_name: 'New',
      last_name: 'One',
      email: `new${number}@limits.example`,
      school_id: schoolId,
      role_id: roleId,
      account_type_id: type,
      status: true,
      phone_number: '+1 555 0100',
    },
  });
  return reply;
}

describe('a limit of people', () => {
  test('[B2896] refuses one more with the limit, the number and the remedy, and lets in again when one has left', async () => {
    const schoolId = await scenario.school();
    const first = await scenario.person('student', schoolId);
    await scenario.person('student', schoolId);
    await limit(schoolId, { max_people: 2 });
    const refused = await add(schoolId);
    expect(refused).toMatchObject({ status: 409, error: { code: 'SCHOOL_FULL', params: { limit: 2, used: 2, added: 1, over: 1 } } });
    expect(refused.error!.message).toMatch(/limit of people is 2, it has 2.*Deactivate or delete/);
    await scenario.deactivate(first.accountId);
    expect((await add(schoolId)).status).toBe(201);
    const back = await operator.call(accountStatus, { params: { id: first.accountId }, body: { status: true } });
    expect(back.error?.code).toBe('SCHOOL_FULL');
    await limit(schoolId, { max_people: null });
    expect((await add(schoolId)).status).toBe(201);
    expect(await rowOf(schoolId)).toMatchObject({ people: 3, max_people: null });
  });

  test('[B2896] an import for which there are too few places makes nobody, and says how many are too many', async () => {
    const schoolId = await scenario.school();
    await scenario.person('student', schoolId);
    await limit(schoolId, { max_people: 3 });
    const { school_name: name } = await app.db.selectFrom('schools').select('school_name').where('id', '=', schoolId).executeTakeFirstOrThrow();
    const bring = async (rows: Iterable<readonly string[]>) =>
      operator.call(importAccount, { file: { name: 'people.xlsx', bytes: await peopleBook([...rows]) }, body: {} });
    expect(await bring(manyStudents(4, name))).toMatchObject({ status: 409, error: { code: 'SCHOOL_FULL', params: { used: 1, added: 4, over: 2 } } });
    expect(await rowOf(schoolId)).toMatchObject({ people: 1 });
    const { body } = await bring(manyStudents(2000, name));
    await app.server.jobs.runDue();
    const ended = (await operator.call(importGet, { params: { id: body.import.id } })).body.import;
    expect(ended).toMatchObject({ status: 'failed', message: expect.stringMatching(/limit of people is 3, it has 1.*too many.*Deactivate or delete/) });
    expect(await rowOf(schoolId)).toMatchObject({ people: 1 });
    await limit(schoolId, { max_people: 5 });
    expect((await bring(manyStudents(4, name))).status).toBe(201);
    expect(await rowOf(schoolId)).toMatchObject({ people: 5 });
  });

  test('[B2897] of two at the same moment one gets the last place', async () => {
    const schoolId = await scenario.school();
    await limit(schoolId, { max_people: 1 });
    const replies = await Promise.all([add(schoolId), add(schoolId), add(schoolId)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  test('[B2897] the numbers are those of a count, whatever changed', async () => {
    const room = await scenario.class({ students: 3 });
    await scenario.deactivate(room.students[0]!.accountId);
    await sql`UPDATE accounts SET school_id = ${await scenario.school()} WHERE id = ${room.otherStudent.accountId}`.execute(app.db);
    await sql`UPDATE courses SET archived_at = app_now() WHERE id = ${room.courseId}`.execute(app.db);
    await sql`DELETE FROM accounts WHERE id = ${(await scenario.person('student', room.schoolId)).accountId}`.execute(app.db).catch(() => undefined);
    const { rows } = await sql`
      SELECT usage.school_id, usage.kind FROM school_usage usage WHERE amount <> CASE kind
        WHEN 'people' THEN (SELECT count(*) FROM accounts WHERE school_id = usage.school_id AND status AND simulated_in IS NULL)
        WHEN 'classes' THEN (SELECT count(*) FROM courses WHERE school_id = usage.school_id AND archived_at IS NULL AND NOT is_rehearsal)
        WHEN 'files' THEN (SELECT coalesce(sum(byte_size), 0) FROM files WHERE school_id = usage.school_id)
        ELSE (SELECT coalesce(sum(byte_size), 0) FROM file_uploads JOIN accounts ON accounts.id = account_id WHERE accounts.school_id = usage.school_id AND file_id IS NULL) END`.execute(
      app.db,
    );
    expect(rows).toEqual([]);
    expect(await rowOf(room.schoolId)).toMatchObject({ classes: 0 });
  });
});

describe('a limit of files', () => {
  test('[B2898] refuses an upload before it begins, and a form; an upload that others overtook ends with a clear error', async () => {
    const room = await scenario.class({ students: 1 });
    const [one, other] = [uploader(await app.listen(), room.teacher), uploader(await app.listen(), room.otherTeacher)];
    const file = pngOf(300);
    expect((await one.upload('first.png', file)).status).toBe(200);
    await limit(room.schoolId, { max_file_bytes: file.length * 2 + 10 });
    const begun = await one.begin('second.png', file.length);
    expect(begun.status).toBe(201);
    const refused = await other.begin('third.png', file.length);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'SCHOOL_FILES_FULL', message: expect.stringMatching(/Delete files that nobody needs/) });
    expect((await other.form([{ name: 'fourth.png', bytes: file }])).body).toMatchObject({ code: 'SCHOOL_FILES_FULL' });
    await limit(room.schoolId, { max_file_bytes: file.length + 10 });
    const ended = await one.send(begun.headers.get('location')!, 0, file);
    expect(ended.body).toMatchObject({ code: 'SCHOOL_FILES_FULL' });
    expect(await rowOf(room.schoolId)).toMatchObject({ file_bytes: file.length });
    await limit(room.schoolId, { max_file_bytes: null });
    expect((await one.upload('second.png', file)).status).toBe(200);
  });

  test('[B2899] two uploads at the same moment do not both get the last space', async () => {
    const room = await scenario.class({ students: 1 });
    const people = [room.teacher, room.otherTeacher, room.coTeacher];
    const file = pngOf(300);
    await limit(room.schoolId, { max_file_bytes: file.length + 10 });
    const url = await app.listen();
    const replies = await Promise.all(people.map((person) => uploader(url, person).form([{ name: 'same.png', bytes: file }])));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(await rowOf(room.schoolId)).toMatchObject({ file_bytes: file.length });
  });
});

describe('a limit of requests', () => {
  test('[B2907] refuses that school for some seconds, and never drafts and answers of a running lesson', async () => {
    const lesson = await startLesson(app, scenario, { students: 2 });
    await limit(lesson.schoolId, { max_requests_per_minute: 3 });
    const ask = () =>
      app.server.app.inject({ url: addressOf(authMe), headers: { authorization: `Bearer ${lesson.otherTeacher.token}` }, remoteAddress: '127.0.0.1' });
    const replies = [await ask(), await ask(), await ask(), await ask()];
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429]);
    expect(Number(replies[3]!.headers['retry-after'])).toBeGreaterThan(0);
    expect(replies[3]!.json().code).toBe('TOO_MANY_REQUESTS');
    expect((await lesson.answer(lesson.students[0]!, 'Form - 1A', 0)).status).toBe(200);
    const draft = { session_id: lesson.sessionId, form: 'Form - 1A', revision: 1, response_id: null, comment: 'because' } as const;
    for (let times = 0; times < 5; times += 1)
      expect((await lesson.students[1]!.call(liveDraft, { body: { ...draft, revision: times + 1 } })).status).toBe(200);
    const elsewhere = await scenario.person('teachers', await scenario.school());
    expect((await elsewhere.call(authMe)).status).toBe(200);
    expect((await operator.call(authMe)).status).toBe(200);
    await limit(lesson.schoolId, { max_requests_per_minute: null });
    expect((await ask()).statusCode).toBe(200);
  });
});

test('[B2908] Home shows limits from 90 percent on to the administrators of the school and of the installation, and to nobody else', async () => {
  const room = await scenario.class({ students: 1 });
  const { people } = await rowOf(room.schoolId);
  const office = await scenario.person('teachers', room.schoolId);
  await giveRights(app.db, office.accountId, ['school-settings:edit']);
  const most = people + 1;
  const limitsOf = async (person: TestPerson) => (await person.call(homeGet)).body.limits;
  expect(await limitsOf(office)).toEqual([]);
  await limit(room.schoolId, { max_people: 1000 });
  expect(await limitsOf(office)).toEqual([]);
  await limit(room.schoolId, { max_people: most });
  const near = [{ school: expect.any(String), kind: 'people', used: most, most }];
  expect(await limitsOf(office)).toEqual(near);
  expect(await limitsOf(operator)).toEqual(expect.arrayContaining(near));
  for (const person of [room.teacher, room.students[0]!]) expect(await limitsOf(person)).toBeNull();
  const elsewhere = await scenario.person('teachers', await scenario.school());
  await giveRights(app.db, elsewhere.accountId, ['school-settings:edit']);
  expect(await limitsOf(elsewhere)).toEqual([]);
});

test('[B2895] limits are numbers within reason, of schools that exist, and set by people who run the installation', async () => {
  const schoolId = await scenario.school();
  const teacher = await scenario.person('teachers', schoolId);
  for (const bad of [0, -1, 1.5, MAX_SCHOOL_LIMITS.people + 1])
    expect((await operator.call(allSchoolsLimit, { body: { ids: [schoolId], max_people: bad } })).error?.errors).toHaveProperty('max_people');
  expect((await operator.call(allSchoolsLimit, { body: { ids: [999_999], max_people: 1 } })).error?.code).toBe('NOT_FOUND');
  expect((await teacher.call(allSchoolsLimit, { body: { ids: [schoolId], max_people: 1 } })).error?.code).toBe('NOT_ALLOWED');
  await limit(schoolId, { max_people: 5, max_file_bytes: 7 });
  await limit(schoolId, { max_people: 6 });
  expect(await rowOf(schoolId)).toMatchObject({ max_people: 6, max_file_bytes: 7, max_requests_per_minute: null });
  const entries = await app.db
    .selectFrom('audit_entries')
    .select('after')
    .where('action', '=', allSchoolsLimit.name)
    .where('subject_id', '=', schoolId)
    .orderBy('id')
    .execute();
  expect(entries.map(({ after }) => after)).toEqual([{ people: 5, files: 7 }, { people: 6 }]);
});
