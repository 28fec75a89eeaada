import {
  accountLinkRevoke,
  accountStatus,
  authLogin,
  authMe,
  linkCheck,
  passwordChange,
  picturesChoose,
  picturesReset,
  picturesUse,
  signInCardsCreate,
  studentList,
} from '@classwright/contract';
import { WRONG_SEQUENCES } from '@classwright/rules/password/pictures';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../../testing/index.ts';
import { cleanUpSignIns } from '../housekeeping.ts';
import { hashPassword } from '../password.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  room = await scenario.class({ students: 2 });
});

const OWN = ['cat', 'boat', 'cat', 'moon'] as const;
const OTHER = ['cat', 'boat', 'moon', 'cat'] as const;
type Pictures = readonly string[];

const print = async (student: TestPerson, by: TestPerson = room.teacher): Promise<string> =>
  (await by.call(signInCardsCreate, { body: { account_ids: [student.accountId], kind: 'pictures' } })).body.cards[0]!.secret;
const check = (code: string) => app.call(linkCheck, { body: { code } });
const choose = (code: string, pictures: Pictures = OWN) => app.call(picturesChoose, { body: { code, pictures: pictures as typeof OWN & string[] } });
const use = (code: string, pictures: Pictures = OWN, device = '') =>
  app.call(picturesUse, { body: { code, pictures: pictures as typeof OWN & string[], device } });
const reset = (student: TestPerson, by: TestPerson = room.teacher) => by.call(picturesReset, { params: { id: student.accountId } });
const stateOf = async (code: string) => (await check(code)).body.link?.pictures;
const chosenCard = async (student: TestPerson): Promise<string> => {
  const code = await print(student);
  expect((await choose(code)).status).toBe(200);
  return code;
};
/** The lanes let the next try through at once. */
const forgetLanes = () => sql`DELETE FROM sign_in_lanes`.execute(app.db);

describe('a picture card', () => {
  test('[B2778] names its student, takes pictures at its first use, and signs in with them again and again', async () => {
    const [ann] = room.students as [TestPerson];
    const code = await print(ann);
    expect((await check(code)).body.link).toMatchObject({ purpose: 'pictures', pictures: 'new', first_name: ann.firstName });
    expect(await use(code)).toMatchObject({ status: 409, error: { code: 'PICTURES_CHANGED' } });
    const first = await choose(code);
    expect(first.body.user.account_id).toBe(ann.accountId);
    expect((await app.call(authMe, {}, { token: first.body.api_token })).status).toBe(200);
    expect(await stateOf(code.toUpperCase().replaceAll('-', ' '))).toBe('chosen');
    for (let times = 0; times < 2; times += 1) expect((await use(code)).body.user.account_id).toBe(ann.accountId);
    expect(await choose(code, OTHER)).toMatchObject({ status: 409, error: { code: 'PICTURES_CHANGED' } });
    const entries = await app.db.selectFrom('audit_entries').select(['action', 'after']).where('account_id', '=', ann.accountId).execute();
    expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(['pictures.choose', 'auth.login']));
    expect(entries.find(({ action }) => action === 'auth.login')?.after).toMatchObject({ way: 'pictures' });
  });

  test('[B2778] two students of one computer come in one after the other', async () => {
    const [ann, ben] = room.students as [TestPerson, TestPerson];
    const [annsCard, bensCard] = [await chosenCard(ann), await chosenCard(ben)];
    expect((await use(annsCard, OWN, 'computer of the library')).body.user.account_id).toBe(ann.accountId);
    expect((await use(bensCard, OWN, 'computer of the library')).body.user.account_id).toBe(ben.accountId);
  });

  test('[B2779] one picture alone, too few, and unknown ones are refused in plain words', async () => {
    const code = await print(room.students[0]!);
    expect((await choose(code, ['cat', 'cat', 'cat', 'cat'])).body.errors).toEqual({ pictures: ['Choose at least two different pictures.'] });
    expect((await choose(code, ['cat', 'dog'])).body.errors).toEqual({ pictures: ['Choose 4 pictures.'] });
    expect((await choose(code, ['cat', 'dog', 'cat', 'dragon'])).status).toBe(422);
    expect(await stateOf(code)).toBe('new');
  });

  test('[B2779] neither the code nor the pictures are in the database, and equal pictures of two students are kept differently', async () => {
    const codes = [await chosenCard(room.students[0]!), await chosenCard(room.students[1]!)];
    const rows = await app.db.selectFrom('picture_cards').selectAll().execute();
    const kept = JSON.stringify([
      rows.map((row) => ({ ...row, code_hash: row.code_hash.toString('latin1') })),
      await app.db.selectFrom('audit_entries').selectAll().execute(),
    ]);
    for (const secret of [...codes, ...codes.map((code) => code.replaceAll('-', '')), 'boat']) expect(kept).not.toContain(secret);
    const hashes = rows.map(({ pictures_hash }) => pictures_hash).filter((hash) => hash !== null);
    expect(hashes.every((hash) => hash.startsWith('$argon2id$'))).toBe(true);
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  test('[B2778] used by two at once, one of them chooses', async () => {
    const code = await print(room.students[0]!);
    const replies = await Promise.all([choose(code), choose(code, OTHER), choose(code)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });
});

describe('guesses', () => {
  test('[B2780] a wrong try is refused; after ten in a row the card asks for a teacher, also with the right pictures', async () => {
    const [ann] = room.students as [TestPerson];
    const code = await chosenCard(ann);
    expect(await use(code, OTHER)).toMatchObject({ status: 403, error: { code: 'PICTURES_REFUSED' } });
    expect((await use(code)).status).toBe(200); // forgets the wrong one
    for (let wrong = 1; wrong <= WRONG_SEQUENCES.max; wrong += 1) {
      await forgetLanes();
      expect((await use(code, OTHER)).error?.code).toBe(wrong < WRONG_SEQUENCES.max ? 'PICTURES_REFUSED' : 'PICTURES_ASK_TEACHER');
    }
    await forgetLanes();
    expect(await use(code)).toMatchObject({ status: 403, error: { code: 'PICTURES_ASK_TEACHER' } });
    expect(await stateOf(code)).toBe('asks_teacher');
    const refused = await app.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('action', '=', 'auth.login.refused')
      .where('subject_id', '=', ann.accountId)
      .execute();
    expect(refused.length).toBeGreaterThan(0);
  });

  test('[B2780] many at once gain nothing: no more than ten of them are checked', async () => {
    const code = await chosenCard(room.students[0]!);
    await app.db
      .updateTable('picture_cards')
      .set({ wrong: WRONG_SEQUENCES.max - 2 })
      .where('account_id', '=', room.students[0]!.accountId)
      .execute();
    const replies = await Promise.all(Array.from({ length: 3 }, () => use(code, OTHER)));
    expect(replies.map(({ error }) => error?.code).filter((one) => one === 'PICTURES_REFUSED').length).toBeLessThan(2);
    await forgetLanes();
    expect((await use(code)).error?.code).toBe('PICTURES_ASK_TEACHER');
  });

  test('[B2780] guesses wait in lanes of their own: the password of the same student does not', async () => {
    const [ann] = room.students as [TestPerson];
    const code = await chosenCard(ann);
    for (let times = 0; times < 4; times += 1) await use(code, OTHER);
    const lanes = await app.db.selectFrom('sign_in_lanes').selectAll().execute();
    expect(lanes.length).toBeGreaterThan(0);
    await forgetLanes();
    expect((await use(code)).status).toBe(200);
  });

  test.each(['', 'x', 'k7wm-29qd-hxtr-4bnc', "' OR 1=1 --", 'a'.repeat(200)])('[B2780] the code %j opens nothing', async (code) => {
    for (const reply of [await choose(code), await use(code)]) expect([403, 422]).toContain(reply.status);
  });
});

describe('a reset', () => {
  test('[B2781] the teacher lets the student choose other pictures with the same card, and signs them out', async () => {
    const [ann] = room.students as [TestPerson];
    const code = await chosenCard(ann);
    const { body } = await use(code);
    await app.db.updateTable('picture_cards').set({ wrong: WRONG_SEQUENCES.max }).where('account_id', '=', ann.accountId).execute();
    const rows = async () => (await room.teacher.call(studentList, { query: { course_id: room.courseId } })).body.data;
    expect((await rows()).find(({ id }) => id === ann.accountId)?.picture_card).toBe('asks_teacher');
    expect((await reset(ann)).body.message).toBe(`${ann.firstName} ${ann.lastName} can choose new pictures with the same card.`);
    expect((await app.call(authMe, {}, { token: body.api_token })).status).toBe(401);
    expect((await rows()).find(({ id }) => id === ann.accountId)?.picture_card).toBe('new');
    expect((await use(code)).error?.code).toBe('PICTURES_CHANGED');
    expect((await choose(code, OTHER)).status).toBe(200);
    expect((await use(code, OWN)).error?.code).toBe('PICTURES_REFUSED');
    expect((await use(code, OTHER)).status).toBe(200);
    const entry = await app.db.selectFrom('audit_entries').selectAll().where('action', '=', 'pictures.reset').where('subject_id', '=', ann.accountId).execute();
    expect(entry).toMatchObject([{ account_id: room.teacher.accountId }]);
  });

  test('[B2781] [ACCESS] by those who make cards alone, and of a card that there is', async () => {
    const [ann, ben] = room.students as [TestPerson, TestPerson];
    const code = await chosenCard(ann);
    expect((await reset(ben)).status).toBe(404);
    expect((await reset(ann, room.otherTeacher)).status).toBe(404);
    expect((await reset(ann, await scenario.person('teachers', await scenario.school()))).status).toBe(404);
    expect((await reset(ann, ben)).error?.code).toBe('NOT_ALLOWED');
    expect((await app.call(picturesReset, { params: { id: ann.accountId } })).status).toBe(401);
    expect(await stateOf(code)).toBe('chosen');
    expect((await reset(ann, room.coTeacher)).status).toBe(200);
    expect((await reset(ann, room.admin)).status).toBe(200);
  });

  test('[B2781] it asks a teacher again who they are', async () => {
    const [ann] = room.students as [TestPerson];
    await chosenCard(ann);
    await sql`UPDATE access_tokens SET confirmed_at = app_now() - interval '11 minutes' WHERE account_id = ${room.teacher.accountId}`.execute(app.db);
    expect(await reset(ann)).toMatchObject({ status: 403, error: { code: 'CONFIRM_FIRST' } });
  });

  test('[B2781] a sign-in that was being checked when it came does not count', async () => {
    const [ann] = room.students as [TestPerson];
    const code = await chosenCard(ann);
    const [signedIn] = await Promise.all([use(code), reset(ann)]);
    const isIn = signedIn.status === 200 && (await app.call(authMe, {}, { token: signedIn.body.api_token })).status === 200;
    expect([isIn, signedIn.error?.code ?? 'PICTURES_CHANGED']).toEqual([false, 'PICTURES_CHANGED']);
    expect(await stateOf(code)).toBe('new');
  });
});

describe('the end of a card', () => {
  const refused = { status: 403, error: { code: 'LINK_REFUSED' } };
  test('[B2782] a newer card of either kind ends it, and it ends one that works once', async () => {
    const [ann] = room.students as [TestPerson];
    const first = await chosenCard(ann);
    const second = await print(ann);
    expect(await use(first)).toMatchObject(refused);
    expect(await stateOf(second)).toBe('new');
    const once = (await room.teacher.call(signInCardsCreate, { body: { account_ids: [ann.accountId] } })).body.cards[0]!;
    expect(once.kind).toBe('once');
    expect(await check(second)).toMatchObject(refused);
    await print(ann);
    expect(await check(once.secret)).toMatchObject(refused);
  });

  test('[B2782] so do revoking, deactivating, and a password of one’s own', async () => {
    const [ann, ben] = room.students as [TestPerson, TestPerson];
    const ends: ((student: TestPerson) => Promise<unknown>)[] = [
      (student) => room.admin.call(accountLinkRevoke, { params: { id: student.accountId } }),
      (student) => room.admin.call(accountStatus, { params: { id: student.accountId }, body: { status: false } }),
    ];
    for (const end of ends) {
      const code = await chosenCard(ann);
      await end(ann);
      expect(await use(code)).toMatchObject(refused);
      await room.admin.call(accountStatus, { params: { id: ann.accountId }, body: { status: true } });
    }
    const bens = await chosenCard(ben);
    const { api_token } = (await use(bens)).body;
    await app.db.updateTable('accounts').set({ password_hash: null }).where('id', '=', ben.accountId).execute();
    expect((await app.call(passwordChange, { body: { password: 'moss-145-kettle' } }, { token: api_token })).status).toBe(200);
    expect(await use(bens)).toMatchObject(refused);
  });

  test('[B2782] one that nobody uses for the first time ends after a week, one with pictures after 400 days without a sign-in', async () => {
    const [ann, ben] = room.students as [TestPerson, TestPerson];
    const [unused, used] = [await print(ann), await chosenCard(ben)];
    const days = async (count: number) => app.clock.advanceMs(count * 24 * 3_600_000);
    await days(8);
    expect(await choose(unused)).toMatchObject(refused);
    await days(300);
    expect((await use(used)).status).toBe(200);
    await days(300);
    expect((await use(used)).status).toBe(200);
    await days(401);
    expect(await use(used)).toMatchObject(refused);
    await cleanUpSignIns(app.db).run({} as never, {} as never);
    expect(await app.db.selectFrom('picture_cards').select('account_id').where('account_id', 'in', [ann.accountId, ben.accountId]).execute()).toEqual([]);
    await days(-1009);
  });
});

test('[B2783] a student with a second factor shows it after the pictures, at the first use too', async () => {
  const [ann] = room.students as [TestPerson];
  await app.db
    .insertInto('time_codes')
    .values({ account_id: ann.accountId, secret_sealed: Buffer.from('sealed'), last_step: 0 })
    .execute();
  const code = await print(ann);
  expect((await choose(code)).error?.code).toBe('FACTOR_NEEDED');
  expect(await stateOf(code)).toBe('chosen');
  expect((await use(code, OTHER)).error?.code).toBe('PICTURES_REFUSED');
  expect((await use(code)).error?.code).toBe('FACTOR_NEEDED');
});

test('[B2784] students alone get picture cards, those who have chosen need no other, and printed passwords go on working', async () => {
  const [ann, ben] = room.students as [TestPerson, TestPerson];
  const staff = (await room.admin.call(signInCardsCreate, { body: { account_ids: [room.otherTeacher.accountId], kind: 'pictures' } })).body.cards[0]!;
  expect(staff.kind).toBe('once');
  expect((await check(staff.secret)).body.link).toMatchObject({ purpose: 'card', pictures: null });
  await app.db.updateTable('accounts').set({ password_hash: null }).where('id', 'in', [ann.accountId, ben.accountId]).execute();
  await chosenCard(ann);
  await print(ben);
  const body = { course_id: room.courseId, kind: 'pictures' as const, only_new: true };
  const again = (await room.teacher.call(signInCardsCreate, { body })).body;
  expect(again.cards.map(({ account_id }) => account_id)).toEqual([ben.accountId]);
  expect(Date.parse(again.expires_at!)).toBeGreaterThan((await app.clock.now()).getTime());
  expect((await room.teacher.call(signInCardsCreate, { body: { ...body, kind: 'lasting' as never } })).status).toBe(422);
  // a password that an earlier version printed is a password as any other
  const printed = await scenario.person('student', room.schoolId);
  const { email } = await app.db.selectFrom('accounts').select('email').where('id', '=', printed.accountId).executeTakeFirstOrThrow();
  await app.db
    .updateTable('accounts')
    .set({ password_hash: await hashPassword('k7wm-29qd-hxtr') })
    .where('id', '=', printed.accountId)
    .execute();
  expect((await app.call(authLogin, { body: { email, password: 'k7wm-29qd-hxtr' } })).status).toBe(200);
});
