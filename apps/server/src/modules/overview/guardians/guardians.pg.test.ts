import {
  broadcastingAuth,
  channels,
  childGet,
  childGradeBook,
  childList,
  childReadings,
  guardianAdd,
  guardianCodeCheck,
  guardianCodeCreate,
  guardianCodeEnd,
  guardianCodeRedeem,
  guardianCodeUse,
  guardianEnd,
  guardianList,
  linkCheck,
  recordCopyCreate,
  recordCopyDownload,
  recordCopyList,
  recordReadingOwn,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScenario, giveRights, hear, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
let ann: TestPerson;
let ben: TestPerson;
let office: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.class();
  [ann, ben] = room.students as [TestPerson, TestPerson];
  office = await scenario.person('teachers', room.schoolId);
  await giveRights(app.db, office.accountId, ['guardians:view', 'guardians:create', 'guardians:delete']);
}, 60_000);
afterAll(() => app.close());

const tie = async (guardian: TestPerson, child: TestPerson): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO guardian_ties (child_id, guardian_id, relation) VALUES (${child.accountId}, ${guardian.accountId}, 'Mother') RETURNING id`.execute(app.db);
  return rows[0]!.id;
};
const NEW = { first_name: 'Rosa', last_name: 'Ruiz', relation: 'Mother' };
const PASSWORD = 'ten green umbrellas fly';
const makeCode = async (by: TestPerson, body: object = {}) => (await by.call(guardianCodeCreate, { body: { relation: 'Father', ...body } })).body;

describe('[B2770] an administrator adds and ends guardians', () => {
  test('a new address makes an account with a link, a known guardian is tied at once, and the child sees both', async () => {
    const added = await office.call(guardianAdd, { body: { account_id: ann.accountId, email: 'rosa@family.example', ...NEW } });
    expect(added.status).toBe(200);
    const code = added.body.url!.split('#code=')[1]!;
    expect((await app.call(linkCheck, { body: { code } })).body.link).toMatchObject({ first_name: 'Rosa', email: 'rosa@family.example' });
    const again = await office.call(guardianAdd, { body: { account_id: ben.accountId, email: 'ROSA@family.example', relation: 'Aunt' } });
    expect([again.status, again.body.url]).toEqual([200, null]);
    const seen = (await ann.call(guardianList)).body;
    expect(seen).toMatchObject({ is_student: true, ties: [{ name: 'Rosa Ruiz', relation: 'Mother', email: null }] });
    const { ties } = (await office.call(guardianList, { query: { account_id: ann.accountId } })).body;
    expect(ties).toMatchObject([{ email: 'rosa@family.example' }]);
    expect((await office.call(guardianEnd, { params: { id: ties[0]!.id } })).status).toBe(200);
    expect((await ann.call(guardianList)).body.ties).toEqual([]);
    expect((await office.call(guardianEnd, { params: { id: ties[0]!.id } })).status).toBe(404);
    const { rows } = await sql<{ action: string }>`SELECT action FROM audit_entries WHERE action LIKE 'guardian.%' ORDER BY id`.execute(app.db);
    expect(rows.map(({ action }) => action)).toEqual(['guardian.add', 'guardian.add', 'guardian.end']);
  });

  test('each wrong field is named: an address of somebody else, a malformed one, a missing name, somebody who is no student', async () => {
    const { rows } = await sql<{ email: string }>`SELECT email FROM accounts WHERE id = ${room.teacher.accountId}`.execute(app.db);
    const add = (body: object) => office.call(guardianAdd, { body: { account_id: ann.accountId, ...NEW, ...body } });
    expect((await add({ email: rows[0]!.email })).error).toMatchObject({ code: 'VALIDATION_FAILED', errors: { email: [expect.any(String)] } });
    expect((await add({ email: 'nobody' })).error).toMatchObject({ errors: { email: [expect.any(String)] } });
    expect((await add({ email: 'one@new.example', first_name: '' })).error).toMatchObject({ errors: { first_name: [expect.any(String)] } });
    expect((await add({ email: 'one@new.example', last_name: '' })).error).toMatchObject({ errors: { last_name: [expect.any(String)] } });
    expect((await add({ email: 'one@new.example', relation: '' })).error).toMatchObject({ errors: { relation: [expect.any(String)] } });
    expect((await add({ account_id: room.teacher.accountId, email: 'one@new.example' })).status).toBe(404);
  });

  test('teachers, students and guardians do not', async () => {
    const guardian = await scenario.person('guardian', room.schoolId);
    const id = await tie(guardian, ann);
    for (const person of [room.teacher, ann, guardian]) {
      expect((await person.call(guardianAdd, { body: { account_id: ann.accountId, email: 'x@new.example', ...NEW } })).status).toBe(403);
      expect((await person.call(guardianEnd, { params: { id } })).status).toBe(403);
    }
    expect((await room.teacher.call(guardianList, { query: { account_id: ann.accountId } })).status).toBe(404);
    expect((await room.teacher.call(guardianList)).body).toMatchObject({ is_student: false, ties: [] });
  });
});

describe('[B2771] a code on paper ties a guardian once', () => {
  test('the child makes it, a new guardian makes an account with it, and is signed in; it cannot be used again', async () => {
    const made = await makeCode(ann);
    expect(made).toMatchObject({ child: `${ann.firstName} ${ann.lastName}`, relation: 'Father' });
    expect((await app.call(guardianCodeCheck, { body: { code: made.code.toUpperCase().replaceAll('-', ' ') } })).body).toMatchObject({
      child: ann.firstName,
      relation: 'Father',
    });
    const body = { code: made.code, first_name: 'Luis', last_name: 'Okafor', email: 'luis@family.example', password: PASSWORD };
    const weak = await app.call(guardianCodeUse, { body: { ...body, password: 'x' } });
    expect(weak.error).toMatchObject({ code: 'VALIDATION_FAILED', errors: { password: [expect.any(String)] } });
    const malformed = await app.call(guardianCodeUse, { body: { ...body, email: 'luis' } });
    expect(malformed.error).toMatchObject({ errors: { email: [expect.any(String)] } });
    const used = await app.call(guardianCodeUse, { body });
    expect(used.status).toBe(200);
    expect(used.body.user).toMatchObject({ user_type: 'Guardian', rights: expect.arrayContaining(['my-children:view']) });
    const children = await app.call(childList, {}, { token: used.body.api_token });
    expect(children.body.children).toMatchObject([{ account_id: ann.accountId, relation: 'Father', classes: [{ id: room.courseId }] }]);
    for (const endpoint of [guardianCodeCheck, guardianCodeUse])
      expect((await app.call(endpoint, { body: { ...body, email: 'second@family.example' } })).error?.code).toBe('GUARDIAN_CODE_REFUSED');
    const { rows } = await sql<{
      found: number;
    }>`SELECT count(*)::integer AS found FROM accounts WHERE email LIKE '%@family.example' AND first_name = 'Luis'`.execute(app.db);
    expect(rows[0]!.found).toBe(1);
  });

  test('a guardian adds another child with it; a taken address, an ended, expired or guessed code is refused', async () => {
    const guardian = await scenario.person('guardian', room.schoolId);
    const { code } = await makeCode(office, { account_id: ben.accountId });
    expect((await guardian.call(guardianCodeRedeem, { body: { code } })).body.child_id).toBe(ben.accountId);
    expect((await guardian.call(guardianCodeRedeem, { body: { code } })).error?.code).toBe('GUARDIAN_CODE_REFUSED');
    const next = await makeCode(office, { account_id: ben.accountId });
    const { rows } = await sql<{ email: string }>`SELECT email FROM accounts WHERE id = ${guardian.accountId}`.execute(app.db);
    const taken = await app.call(guardianCodeUse, {
      body: { code: next.code, first_name: 'A', last_name: 'B', email: rows[0]!.email, password: PASSWORD },
    });
    expect(taken.error).toMatchObject({ code: 'VALIDATION_FAILED', errors: { email: [expect.any(String)] } });
    const { codes } = (await office.call(guardianList, { query: { account_id: ben.accountId } })).body;
    expect(codes).toHaveLength(1); // the refused sign-up did not use it up
    expect((await ann.call(guardianCodeEnd, { params: { id: codes[0]!.id } })).status).toBe(404);
    expect((await ben.call(guardianCodeEnd, { params: { id: codes[0]!.id } })).status).toBe(200);
    const late = await makeCode(ann);
    await sql`UPDATE guardian_codes SET expires_at = app_now() WHERE used_at IS NULL`.execute(app.db);
    for (const one of [next.code, late.code, 'abcd-efgh-jkmn-pqrs'])
      expect((await guardian.call(guardianCodeRedeem, { body: { code: one } })).error?.code).toBe('GUARDIAN_CODE_REFUSED');
    expect((await guardian.call(guardianCodeRedeem, { body: { code: '' } })).error).toMatchObject({ errors: { code: [expect.any(String)] } });
    expect((await ann.call(guardianCodeRedeem, { body: { code: late.code } })).status).toBe(403);
  });

  test('of two guardians at the same time, one uses it', async () => {
    const both = [await scenario.person('guardian', room.schoolId), await scenario.person('guardian', room.schoolId)];
    const { code } = await makeCode(ann);
    const replies = await Promise.all(both.map((guardian) => guardian.call(guardianCodeRedeem, { body: { code } })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  test('only the office and the student make one, and only a few at the same time', async () => {
    expect((await room.teacher.call(guardianCodeCreate, { body: { account_id: ann.accountId, relation: 'Aunt' } })).status).toBe(404);
    expect((await room.teacher.call(guardianCodeCreate, { body: { relation: 'Aunt' } })).status).toBe(404);
    const codes = [];
    for (let count = 0; count < 9; count += 1) codes.push((await room.students[2]!.call(guardianCodeCreate, { body: { relation: 'Aunt' } })).error?.code);
    expect(codes.at(-1)).toBe('MANY_GUARDIAN_CODES');
    expect(codes.slice(0, -1).every((one) => one === undefined)).toBe(true);
  });

  test('old codes are deleted each day', async () => {
    await sql`UPDATE guardian_codes SET expires_at = app_now() - interval '2 days'`.execute(app.db);
    await app.server.jobs.runSchedules();
    await sql`UPDATE job_schedules SET next_at = app_now() WHERE kind = 'guardian-codes.forget'`.execute(app.db);
    await app.server.jobs.runSchedules();
    await app.server.jobs.runDue();
    const { rows } = await sql<{ left: number }>`SELECT count(*)::integer AS left FROM guardian_codes`.execute(app.db);
    expect(rows[0]!.left).toBe(0);
  });
});

describe('[B2772] a guardian sees what the child sees, and nothing of others', () => {
  test('work, grades, announcements, points and readings of the own child; a stranger’s child is not found', async () => {
    const guardian = await scenario.person('guardian', room.schoolId);
    await tie(guardian, ann);
    await sql`
      INSERT INTO announcements (course_id, creator_id, text, summary, state, posted_at, assignee_mode)
      VALUES (${room.courseId}, ${room.teacher.accountId}, '{"type":"doc","content":[]}', 'For all', 'PUBLISHED', app_now(), 'ALL_STUDENTS'),
             (${room.courseId}, ${room.teacher.accountId}, '{"type":"doc","content":[]}', 'For Ben', 'PUBLISHED', app_now(), 'INDIVIDUAL_STUDENTS'),
             (${room.courseId}, ${room.teacher.accountId}, '{"type":"doc","content":[]}', 'A draft', 'DRAFT', NULL, 'ALL_STUDENTS')`.execute(app.db);
    const seen = await guardian.call(childGet, { params: { id: ann.accountId } });
    expect(seen.body).toMatchObject({ account_id: ann.accountId, due: [], points: { total: 0, lines: [] }, work_products: [] });
    expect(seen.body.announcements).toHaveLength(1);
    expect((await guardian.call(childGradeBook, { params: { id: ann.accountId } })).body.gradebook).toMatchObject({ course_id: room.courseId, items: [] });
    expect((await guardian.call(childReadings, { params: { id: ann.accountId } })).status).toBe(200);
    for (const endpoint of [childGet, childGradeBook, childReadings]) {
      expect((await guardian.call(endpoint, { params: { id: ben.accountId } })).status).toBe(404);
      for (const person of [room.teacher, ann, office]) expect((await person.call(endpoint, { params: { id: ann.accountId } })).status).toBe(403);
    }
    expect((await guardian.call(childGradeBook, { params: { id: ann.accountId }, query: { class: 987_654 } })).status).toBe(404);
    expect((await room.teacher.call(childList)).status).toBe(403);
  });

  test('each look is a reading, which the child sees as that of a guardian', async () => {
    const guardian = await scenario.person('guardian', room.schoolId);
    await tie(guardian, ben);
    await guardian.call(childGet, { params: { id: ben.accountId } });
    await guardian.call(childGradeBook, { params: { id: ben.accountId } });
    await app.server.modules.readings.parts.writeReadings();
    const own = (await ben.call(recordReadingOwn)).body;
    const reader = own.readers.find(({ kind }) => kind === 'guardian')!;
    expect([reader.name, reader.classes.toSorted()]).toEqual([
      `${guardian.firstName} ${guardian.lastName}`,
      ['communication', 'conduct', 'grade', 'schoolwork'],
    ]);
    const seen = (await guardian.call(childReadings, { params: { id: ben.accountId } })).body;
    expect(seen.readers).toEqual(own.readers);
  });

  test('[B2773] a tie that ends counts from the next call on, on every process', async () => {
    const guardian = await scenario.person('guardian', room.schoolId);
    const id = await tie(guardian, ann);
    const other = await app.another({ sharesFolder: true, role: 'web' });
    const read = () => other.call(childGet, { params: { id: ann.accountId } }, { token: guardian.token });
    expect((await read()).status).toBe(200);
    expect((await office.call(guardianEnd, { params: { id } })).status).toBe(200);
    expect((await read()).status).toBe(404);
    expect((await other.call(childList, {}, { token: guardian.token })).body.children).toEqual([]);
    await other.close();
  });

  test('[B2674] a tie that ends in mid-read is heard by the guardian’s open page, and no channel of the child was ever open to it', async () => {
    const guardian = await scenario.person('guardian', room.schoolId);
    const id = await tie(guardian, ann);
    const ear = await hear(app, guardian, channels.account(guardian.accountId));
    for (const channel of [channels.account(ann.accountId), channels.classroom(room.courseId), channels.classStaff(room.courseId)])
      expect((await guardian.call(broadcastingAuth, { body: { socket_id: '1.2', channel_name: channel } })).status).toBe(403);
    const reads = Array.from({ length: 8 }, () => guardian.call(childGet, { params: { id: ann.accountId } }));
    const ended = office.call(guardianEnd, { params: { id } });
    expect((await Promise.all(reads)).every(({ status }) => status === 200 || status === 404)).toBe(true);
    expect((await ended).status).toBe(200);
    await ear.first('own-children.changed');
    expect((await guardian.call(childGet, { params: { id: ann.accountId } })).status).toBe(404);
    ear.close();
  });

  test('[B2774] a guardian makes a copy of the child’s data once a day, and alone fetches it while tied', async () => {
    const guardian = await scenario.person('guardian', room.schoolId);
    const id = await tie(guardian, ann);
    const body = { account_id: ann.accountId };
    const { copy } = (await guardian.call(recordCopyCreate, { body })).body;
    await app.server.jobs.runDue();
    expect((await guardian.call(recordCopyList, { query: body })).body.copies).toMatchObject([{ id: copy.id, state: 'ready', is_own_request: true }]);
    expect((await guardian.call(recordCopyCreate, { body })).error?.code).toBe('COPY_ONCE_A_DAY');
    expect((await ann.call(recordCopyDownload, { params: { id: copy.id } })).status).toBe(404);
    expect((await guardian.call(recordCopyDownload, { params: { id: copy.id } })).status).toBe(200);
    await office.call(guardianEnd, { params: { id } });
    expect((await guardian.call(recordCopyDownload, { params: { id: copy.id } })).status).toBe(404);
    expect((await guardian.call(recordCopyCreate, { body: { account_id: ben.accountId } })).status).toBe(404);
  });
});
