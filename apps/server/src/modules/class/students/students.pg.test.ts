import { authLogin, classAccountList, linkCheck, linkUse, signInCardsCreate, studentIds, studentList } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';
import { giveRights } from '../../../testing/rights.ts';
import { enrol } from '../classes/index.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.class({ students: 4 });
});
afterAll(() => app.close());

describe('GET /api/course/students', () => {
  const list = async (by: TestPerson, query: Record<string, unknown> = {}) => by.call(studentList, { query });

  test('[K221] [K222] shows staff the active students of their school, with what the classroom service calls them', async () => {
    const { data, pagination } = (await list(room.teacher)).body;
    expect(pagination.total).toBe(5);
    const [first] = data.filter(({ id }: { id: number }) => id === room.students[0]!.accountId);
    const { firstName, lastName, accountId } = room.students[0]!;
    expect(first).toMatchObject({
      userId: accountId,
      account_id: accountId,
      external_user_id: null,
      first_name: firstName,
      last_name: lastName,
      profile_picture: null,
    });
    expect(first!.profile).toMatchObject({
      id: accountId,
      name: { givenName: firstName, familyName: lastName, fullName: `${firstName} ${lastName}` },
      photoUrl: null,
      permissions: [],
      verifiedTeacher: false,
    });
  });

  test('[K203] [K375] searches first name, last name, phone number and e-mail; pages', async () => {
    await scenario.school();
    const zoe = await scenario.person('student', room.schoolId, { firstName: 'Zoë', lastName: 'Qu’Appelle' });
    await app.db
      .updateTable('accounts')
      .set({ phone_number: '(0 30) 12-34', email: 'zoe@x.test', email_key: 'zoe@x.test' })
      .where('id', '=', zoe.accountId)
      .execute();
    for (const query of [{ first_name: 'zoe' }, { last_name: 'quappelle' }, { phone_number: '0301234' }, { phone_number: '30 12' }, { email: 'ZOE@' }])
      expect((await list(room.teacher, query)).body.data.map(({ id }: { id: number }) => id)).toEqual([zoe.accountId]);
    expect((await list(room.teacher, { phone_number: 'abc' })).body.data).toEqual([]);
    const page = (await list(room.teacher, { page: 2, per_page: 4 })).body;
    expect(page).toMatchObject({ data: [expect.anything(), expect.anything()], pagination: { last_page: 2, current_page: 2 } });
    await scenario.deactivate(zoe.accountId);
    expect((await list(room.teacher, { first_name: 'zoe' })).body.data).toEqual([]);
  });

  test('[B306] sorted either way, and by who has no password yet; ids of all found in the same order', async () => {
    const school = await scenario.school();
    const teacher = await scenario.person('teachers', school);
    const [bo, zoe, ada] = [
      await scenario.person('student', school, { firstName: 'Bo', lastName: 'Zander' }),
      await scenario.person('student', school, { firstName: 'Zoë', lastName: 'Ames' }),
      await scenario.person('student', school, { firstName: 'أمل', lastName: 'Ames' }),
    ];
    await app.db.updateTable('accounts').set({ password_hash: null }).where('id', 'in', [bo.accountId, ada.accountId]).execute();
    await app.db.updateTable('accounts').set({ password_hash: 'x' }).where('id', '=', zoe.accountId).execute();
    const find = async (query: object) => {
      const { data, spans_schools } = (await list(teacher, query as Record<string, unknown>)).body;
      const ids = (await teacher.call(studentIds, { query: query as Record<string, unknown> })).body.ids;
      expect(data.map(({ id }: { id: number }) => id)).toEqual(ids);
      expect(spans_schools).toBe(false);
      return ids;
    };
    expect(await find({})).toEqual([zoe.accountId, ada.accountId, bo.accountId]);
    expect(await find({ sort: 'first_name', direction: 'desc' })).toEqual([ada.accountId, zoe.accountId, bo.accountId]);
    expect(await find({ has_password: false })).toEqual([ada.accountId, bo.accountId]);
    expect(await find({ has_password: true })).toEqual([zoe.accountId]);
    expect(await find({ sort: 'school_name', direction: 'desc' })).toHaveLength(3);
    for (const query of [{ sort: 'password_hash' }, { direction: 'down' }, { has_password: 'perhaps' }]) expect((await list(teacher, query)).status).toBe(422);
    expect((await teacher.call(studentIds, { query: { course_id: room.courseId } })).status).toBe(404);
    expect((await bo.call(studentIds, { query: {} })).status).toBe(403);
    const all = (await list(room.admin)).body;
    expect(all.spans_schools).toBe(true);
    expect(all.data[0]!.school_name).toEqual(expect.any(String));
  });

  test('of one class, for those who teach it', async () => {
    const ids = (await list(room.coTeacher, { course_id: room.courseId })).body.data.map(({ id }: { id: number }) => id).sort();
    expect(ids).toEqual(room.students.map(({ accountId }) => accountId).sort());
    expect((await list(room.otherTeacher, { course_id: room.courseId })).status).toBe(404);
    expect((await list(room.teacher, { course_id: 999_999 })).status).toBe(404);
    expect((await list(room.teacher, { course_id: '' })).status).toBe(200);
  });

  test('[ACCESS] no student, and nobody of another school', async () => {
    expect((await list(room.students[0]!)).error?.code).toBe('NOT_ALLOWED');
    const stranger = await scenario.person('teachers', await scenario.school());
    expect((await list(stranger)).body.data).toEqual([]);
    expect((await list(room.admin)).body.pagination.total).toBeGreaterThanOrEqual(5);
  });
});

describe('GET /api/class-wise-account-list', () => {
  const list = (by: TestPerson, class_id: unknown = room.courseId) => by.call(classAccountList, { query: { class_id } });
  test('[Q431] [L518] everybody in the class, for its teachers and administrators', async () => {
    const { data } = (await list(room.teacher)).body;
    expect(data.filter(({ role }: { role: string }) => role === 'STUDENT')).toHaveLength(4);
    expect(data.find(({ account_id }: { account_id: number }) => account_id === room.coTeacher.accountId)).toMatchObject({
      role: 'TEACHER',
      name: `${room.coTeacher.firstName} ${room.coTeacher.lastName}`,
    });
    expect((await list(room.admin)).status).toBe(200);
    expect((await list(room.otherTeacher)).status).toBe(404);
    expect((await list(room.students[0]!)).status).toBe(403);
    expect((await list(room.teacher, '')).body.errors).toEqual({ class_id: ['Class is required'] });
  });
});

describe('POST /api/sign-in-cards', () => {
  const make = (by: TestPerson, body: Record<string, unknown> = { course_id: room.courseId }) => by.call(signInCardsCreate, { body });
  const check = (secret: string) => app.call(linkCheck, { body: { code: secret } });

  test('[B164] [L522] a teacher prints cards for the class; each counts once, for a week, and takes a password of one’s own', async () => {
    const { cards, address, school_name, expires_at, message } = (await make(room.teacher)).body;
    expect(cards).toHaveLength(4);
    expect({ address, school_name, message }).toMatchObject({
      address: 'http://localhost:80',
      school_name: expect.stringContaining('School'),
      message: '4 cards made. Earlier cards no longer work.',
    });
    const lastsDays = (Date.parse(expires_at!) - (await app.clock.now()).getTime()) / (24 * 3_600_000);
    expect(lastsDays).toBeGreaterThan(6);
    expect(lastsDays).toBeLessThan(8);
    const [card, other] = cards;
    expect((await check(card!.secret)).body.link).toMatchObject({ purpose: 'card', first_name: card!.first_name, min_characters: 8 });
    const use = (body: object) => app.call(linkUse, { body: { code: card!.secret.toUpperCase().replaceAll('-', ' '), ...body } });
    expect((await use({})).body.errors).toEqual({ password: ['Password is required'] });
    const signedIn = await use({ password: 'kettle-145-moss' });
    expect(signedIn.body.user.account_id).toBe(card!.account_id);
    expect((await use({ password: 'kettle-145-moss' })).status).toBe(403);
    const chosen = await app.call(linkUse, { body: { code: other!.secret, password: 'moss-145-kettle' } });
    expect(chosen.status).toBe(200);
    expect((await app.call(authLogin, { body: { email: other!.email, password: 'moss-145-kettle' } })).status).toBe(200);
    expect(
      (await make(room.teacher, { course_id: room.courseId, only_new: true })).body.cards.map(({ account_id }: { account_id: number }) => account_id),
    ).not.toContain(other!.account_id);
  });

  test('[B225] a card says where it is handed out: the class asked for, else the level and the only class; the last day is the school’s', async () => {
    const grade = await app.db.insertInto('levels').values({ name: 'Grade 8' }).returning('id').executeTakeFirstOrThrow();
    await app.db.updateTable('courses').set({ level_id: grade.id, section: 'b' }).where('id', '=', room.courseId).execute();
    await app.db.updateTable('schools').set({ time_zone: 'Asia/Kathmandu' }).where('id', '=', room.schoolId).execute();
    const { name } = await app.db.selectFrom('courses').select('name').where('id', '=', room.courseId).executeTakeFirstOrThrow();
    const ofClass = (await make(room.teacher)).body;
    expect(ofClass.time_zone).toBe('Asia/Kathmandu');
    expect(new Set(ofClass.cards.map(({ place }: { place: string }) => place))).toEqual(new Set([`${name} b`]));
    const other = await scenario.class({ students: 1, schoolId: room.schoolId });
    const [one, two] = room.students;
    await inTransaction(app.db, (tx) => enrol(tx, other.courseId, [two!.accountId], 'STUDENT'));
    const people = [one!.accountId, two!.accountId, room.coTeacher.accountId];
    const { cards } = (await make(room.admin, { account_ids: people })).body;
    const placeOf = new Map(cards.map(({ account_id, place }: { account_id: number; place: string }) => [account_id, place]));
    expect(people.map((id) => placeOf.get(id))).toEqual([`Grade 8 · ${name} b`, 'Grade 8', '']);
  });

  test('new cards end the older ones', async () => {
    const [first] = (await make(room.teacher)).body.cards;
    await make(room.teacher);
    expect((await check(first!.secret)).error?.code).toBe('LINK_REFUSED');
  });

  test('what stands on cards is nowhere in the database nor the audit trail, which says who made them', async () => {
    const { cards } = (await make(room.coTeacher)).body;
    const stored = JSON.stringify([
      await app.db.selectFrom('one_time_links').selectAll().execute(),
      await app.db.selectFrom('accounts').selectAll().execute(),
      await app.db.selectFrom('audit_entries').selectAll().execute(),
    ]);
    for (const { secret } of cards) expect(stored).not.toContain(secret);
    const [entry] = await app.db.selectFrom('audit_entries').selectAll().where('action', '=', 'signInCards.create').orderBy('id', 'desc').limit(1).execute();
    expect(entry).toMatchObject({ account_id: room.coTeacher.accountId, after: { kind: 'once' } });
  });

  test('an administrator for anybody; staff get a card that counts once', async () => {
    const [card] = (await make(room.admin, { account_ids: [room.otherTeacher.accountId], kind: 'pictures' })).body.cards;
    expect(card!.kind).toBe('once');
  });

  test('[ACCESS] own students alone: no other class, no stranger, no colleague, no student who may do more', async () => {
    expect((await make(room.otherTeacher)).status).toBe(404);
    for (const person of [room.otherStudent, room.coTeacher, room.admin])
      expect((await make(room.teacher, { account_ids: [person.accountId] })).status).toBe(404);
    expect((await make(room.teacher, { account_ids: [room.students[1]!.accountId, room.otherStudent.accountId] })).status).toBe(404);
    expect((await make(room.otherStudent)).error?.code).toBe('NOT_ALLOWED');
    await giveRights(app.db, room.students[2]!.accountId, ['audit:view']);
    expect((await make(room.teacher, { account_ids: [room.students[2]!.accountId] })).status).toBe(404);
    expect((await make(room.admin, { account_ids: [room.students[2]!.accountId] })).status).toBe(200);
  });

  test('says for whom is missing, and that there is nobody', async () => {
    expect((await make(room.teacher, {})).body.errors).toEqual({ course_id: ['Choose a class or people.'] });
    const empty = await scenario.class({ students: 0 });
    expect((await make(empty.teacher, { course_id: empty.courseId })).body.errors).toEqual({ course_id: ['There is nobody to make a card for.'] });
    for (const account_ids of [[], ['x'], 'x', Array.from({ length: 201 }, (_, index) => index + 1)])
      expect((await make(room.admin, { account_ids })).status).toBe(422);
    expect((await make(room.admin, { account_ids: [999_999] })).status).toBe(404);
  });
});
