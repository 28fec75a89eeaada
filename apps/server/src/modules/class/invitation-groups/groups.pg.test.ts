import { groupAccountsAdd, groupAccountsRemove, groupClassAdd, invitationGroups, type InvitationGroupAccount } from '@classwright/contract';
import { isolated } from '@classwright/rules/text/bidi';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { giveRights } from '../../../testing/rights.ts';

const { endpoints } = invitationGroups;
const RIGHTS = ['view', 'create', 'edit', 'delete'].map((action) => `invitation-groups:${action}`);

let app: TestApp;
let scenario: Scenario;
let admin: TestPerson;
let schoolId: number;
let otherSchoolId: number;
/** A person who maintains the groups of the first school. */
let keeper: TestPerson;
let pupils: TestPerson[];
let stranger: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  schoolId = await scenario.school();
  otherSchoolId = await scenario.school();
  admin = await scenario.person('admin', null);
  keeper = await scenario.person('teachers', schoolId);
  await giveRights(app.db, keeper.accountId, RIGHTS);
  pupils = [];
  for (const [firstName, lastName] of [
    ['Zoë', 'Ångström'],
    ['Renée', "O'Brien"],
    ['李', '小龙'],
  ] as const)
    pupils.push(await scenario.person('student', schoolId, { firstName, lastName }));
  stranger = await scenario.person('student', otherSchoolId);
});
afterAll(() => app.close());

let made = 0;
async function group(values: Record<string, unknown> = {}, by = admin): Promise<{ id: number; name: string; updated_at: string }> {
  made += 1;
  const reply = await by.call(endpoints.create, { body: { name: `Group ${made}`, ...values } });
  if (reply.error) throw new Error(JSON.stringify(reply.error));
  return reply.body.invitation_group;
}
const idsOf = (people: readonly { accountId: number }[]) => people.map(({ accountId }) => accountId);
const add = (groupId: unknown, accountIds: unknown, by = admin) =>
  by.call(groupAccountsAdd, { body: { invitation_group_id: groupId, account_id: accountIds } as never });
const remove = (groupId: unknown, accountIds: unknown, by = admin) =>
  by.call(groupAccountsRemove, { body: { invitation_group_id: groupId, account_id: accountIds } as never });
const get = (id: number, by = admin) => by.call(endpoints.get, { params: { id } });
const membersOf = async (id: number): Promise<number[]> => (await get(id)).body.data.accounts.map((account: InvitationGroupAccount) => account.id);
const auditOf = (id: number) =>
  app.db.selectFrom('audit_entries').selectAll().where('subject_type', '=', 'invitationGroup').where('subject_id', '=', id).orderBy('id').execute();

describe('the people of a group', () => {
  test('[Q195] [Q480] [Q481] a group is carried with id, name and accounts, each with id, names and e-mail, exactly as they are written', async () => {
    const { id } = await group({ name: 'Robotics' });
    const reply = await add(id, idsOf(pupils));
    expect(reply).toMatchObject({ status: 200, body: { status: 'success', message: '3 accounts added to Robotics', changed_count: 3 } });
    const read = await get(id);
    expect(read.body.data).toEqual(reply.body.data);
    expect(read.body.invitation_group).toMatchObject({ id, name: 'Robotics', accounts_count: 3 });
    expect(read.body.data.accounts).toHaveLength(3);
    expect(Object.keys(read.body.data.accounts[0]!).sort()).toEqual(['email', 'first_name', 'id', 'last_name']);
    for (const pupil of pupils) expect(read.body.data.accounts).toContainEqual(expect.objectContaining({ id: pupil.accountId }));
    expect(read.body.data.accounts.map((account: InvitationGroupAccount) => account.last_name)).toEqual(
      expect.arrayContaining(['Ångström', "O'Brien", '小龙']),
    );
    const listed = await admin.call(endpoints.list, { query: { search_text: 'robotics' } });
    expect(listed.body.data).toEqual([read.body.data]);
  });

  test('[Q482] people are taken out by their account, and nobody is deleted by it; every change is in the audit trail', async () => {
    const { id, name } = await group();
    await add(id, idsOf(pupils));
    expect(await remove(id, pupils[0]?.accountId)).toMatchObject({ status: 200, body: { message: `1 account removed from ${name}`, changed_count: 1 } });
    expect((await membersOf(id)).sort()).toEqual(idsOf(pupils.slice(1)).sort());
    expect(await remove(id, pupils[0]?.accountId)).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } });
    expect((await admin.call(endpoints.remove, { params: { id } })).status).toBe(200);
    const left = await app.db.selectFrom('accounts').select('id').where('id', 'in', idsOf(pupils)).execute();
    expect(left).toHaveLength(3);
    const entries = await auditOf(id);
    expect(entries.map(({ action, account_id }) => [action, account_id])).toEqual(
      ['create', 'accounts.add', 'accounts.remove', 'delete'].map((verb) => [`invitationGroup.${verb}`, admin.accountId]),
    );
    expect(entries[1]?.after).toEqual({ name, account_id: idsOf(pupils).sort((a, b) => a - b) });
    expect(entries[2]?.before).toEqual({ name, account_id: [pupils[0]?.accountId] });
  });

  test('somebody who is in it already stays, once, also when named twice or sent as the text of a form', async () => {
    const { id, name } = await group();
    const [first, second] = idsOf(pupils) as [number, number];
    await add(id, [first]);
    expect(await add(id, [first, first, second])).toMatchObject({ body: { changed_count: 1, message: `1 account added to ${name}` } });
    expect(await add(String(id), `${first},${second}`)).toMatchObject({ body: { changed_count: 0, message: `They were already in ${name}` } });
    expect((await membersOf(id)).sort()).toEqual([first, second].sort());
    expect(await auditOf(id)).toHaveLength(3);
  });

  test.each([
    ['nobody', []],
    ['nothing', undefined],
    ['a text', 'Robert'],
    ['a text of SQL', '1; DROP TABLE accounts'],
    ['a fraction', [1.5]],
    ['a negative id', [-1]],
    ['an object', { id: 1 }],
    ['too large a number', ['99999999999999999999']],
  ])('%s is refused at account_id', async (_what, accountIds) => {
    const { id } = await group();
    for (const call of [add, remove])
      expect(await call(id, accountIds)).toMatchObject({ status: 422, error: { code: 'VALIDATION_FAILED', errors: { account_id: [expect.any(String)] } } });
    expect(await membersOf(id)).toEqual([]);
  });

  test('[Q352] nobody chosen is said in words', async () => {
    const { id } = await group();
    expect((await add(id, [])).body.errors).toEqual({ account_id: ['Choose at least one account'] });
    expect((await add(undefined, [1])).body.errors).toEqual({ invitation_group_id: ['Invitation Group is required'] });
  });

  test('forged and deactivated accounts are refused, and nobody is added with them', async () => {
    const { id } = await group();
    const gone = await scenario.person('student', schoolId);
    await scenario.deactivate(gone.accountId);
    for (const forged of [gone.accountId, 2_000_000_000]) {
      const reply = await add(id, [pupils[0]?.accountId, forged]);
      expect(reply).toMatchObject({ status: 422, body: { errors: { account_id: [expect.stringContaining('One of these accounts does not exist')] } } });
    }
    expect(await membersOf(id)).toEqual([]);
    for (const forgedGroup of [2_000_000_000]) expect(await add(forgedGroup, [pupils[0]?.accountId])).toMatchObject({ status: 404 });
  });

  test('a group holds at most 1000 people', async () => {
    const { id } = await group({ name: 'Everybody' });
    const { rows: many } = await sql<{ id: number }>`
      INSERT INTO accounts (first_name, last_name, email, email_key, school_id, account_type_id, role_id)
      SELECT first_name, last_name, 'many' || number || '@group.test', 'many' || number || '@group.test', school_id, account_type_id, role_id
        FROM accounts, generate_series(1, 1000) AS number WHERE id = ${pupils[0]?.accountId} RETURNING id`.execute(app.db);
    const all = many.map((row) => row.id);
    expect(await add(id, all)).toMatchObject({ status: 200, body: { changed_count: 1000 } });
    expect((await add(id, [pupils[0]?.accountId])).body.errors).toEqual({
      account_id: ['A group can have at most 1,000 people, and Everybody would have 1,001. Create a second group.'],
    });
    expect(await membersOf(id)).toHaveLength(1000);
    expect((await add(id, [...all, 1])).status).toBe(422);
  });

  test('an account that is deleted is in no group any more', async () => {
    const { id } = await group();
    const leaver = await scenario.person('student', schoolId);
    await add(id, [leaver.accountId]);
    await app.db.deleteFrom('account_roles').where('account_id', '=', leaver.accountId).execute();
    await app.db.deleteFrom('access_tokens').where('account_id', '=', leaver.accountId).execute();
    await app.db.deleteFrom('accounts').where('id', '=', leaver.accountId).execute();
    expect(await membersOf(id)).toEqual([]);
  });
});

describe('[B048] schools', () => {
  test('what the keeper of a school makes is that school’s, and holds its people alone', async () => {
    const own = await group({ name: 'Own' }, keeper);
    expect(own).toMatchObject({ school_id: schoolId });
    expect((await add(own.id, [pupils[0]?.accountId], keeper)).status).toBe(200);
    expect((await add(own.id, [stranger.accountId], keeper)).status).toBe(422);
    expect((await add(own.id, [stranger.accountId], admin)).status).toBe(422);
    expect(await membersOf(own.id)).toEqual([pupils[0]?.accountId]);
  });

  test('another school’s groups, and those without a school, answer as if they were missing', async () => {
    for (const far of [await group({ school_id: otherSchoolId }), await group()]) {
      await add(far.id, [stranger.accountId]);
      expect(await get(far.id, keeper)).toMatchObject({ status: 404 });
      expect(await add(far.id, [pupils[0]?.accountId], keeper)).toMatchObject({ status: 404 });
      expect(await remove(far.id, [stranger.accountId], keeper)).toMatchObject({ status: 404 });
      expect(await keeper.call(endpoints.update, { params: { id: far.id }, body: { name: 'Mine' } })).toMatchObject({ status: 404 });
      expect(await keeper.call(endpoints.remove, { params: { id: far.id } })).toMatchObject({ status: 404 });
      const listed = (await keeper.call(endpoints.list, { query: { per_page: 0 } })).body.data;
      expect(listed.some(({ id }: { id: number }) => id === far.id)).toBe(false);
      expect(await membersOf(far.id)).toEqual([stranger.accountId]);
    }
  });

  test('the keeper of a school gives a group to no other one', async () => {
    const reply = await keeper.call(endpoints.create, { body: { name: 'Far', school_id: otherSchoolId } });
    expect(reply).toMatchObject({ status: 422, error: { errors: { school_id: [expect.any(String)] } } });
    const own = await group({}, keeper);
    expect((await keeper.call(endpoints.update, { params: { id: own.id }, body: { name: 'Own still', school_id: otherSchoolId } })).status).toBe(422);
    const edited = await keeper.call(endpoints.update, { params: { id: own.id }, body: { name: 'Own still', school_id: null } });
    expect(edited.body.data).toMatchObject({ name: 'Own still', school_id: schoolId });
  });

  test('a group is not given to a school while people of others are in it', async () => {
    const { id } = await group();
    await add(id, [stranger.accountId, pupils[0]?.accountId]);
    const give = () => admin.call(endpoints.update, { params: { id }, body: { name: `Given ${id}`, school_id: schoolId } });
    expect((await give()).body.errors).toEqual({
      school_id: ['This group has people from other schools (1). Remove them first, or leave the school empty.'],
    });
    await remove(id, [stranger.accountId]);
    expect((await give()).body.data).toMatchObject({ school_id: schoolId });
  });

  test('two schools may have groups of one name, one school not, whatever its case', async () => {
    await group({ name: 'Chess', school_id: schoolId });
    await group({ name: 'Chess', school_id: otherSchoolId });
    const reply = await admin.call(endpoints.create, { body: { name: ' ＣＨＥＳＳ', school_id: schoolId } });
    expect(reply).toMatchObject({ status: 422, error: { errors: { name: ['Name is already used. Choose another one.'] } } });
  });
});

describe('names', () => {
  test('[Q306] a group without a name is refused in the specified words', async () => {
    for (const name of [undefined, '', '   ', '\u200b']) {
      expect((await admin.call(endpoints.create, { body: { name } as never })).body.errors).toEqual({ name: ['Name is required'] });
    }
    expect((await admin.call(endpoints.create, { body: { name: 'x'.repeat(201) } })).body.errors).toEqual({ name: [expect.stringContaining('200')] });
  });

  test.each(['<script>alert(1)</script>', "'; DROP TABLE invitation_groups; --", '=HYPERLINK("x")', '{name}', 'مرحبا', '🎻🎻'])(
    '%s is a name',
    async (name) => {
      const { id } = await group({ name });
      expect((await get(id)).body.data.name).toBe(name);
      expect((await add(id, [pupils[0]?.accountId])).body.message).toBe(`1 account added to ${isolated(name, false)}`);
    },
  );
});

test('whoever may only look changes nothing; without the right nobody looks either', async () => {
  const { id } = await group({ school_id: schoolId });
  const viewer = await scenario.person('teachers', schoolId);
  await giveRights(app.db, viewer.accountId, ['invitation-groups:view']);
  expect((await get(id, viewer)).status).toBe(200);
  const editor = await scenario.person('teachers', schoolId);
  await giveRights(app.db, editor.accountId, ['invitation-groups:edit']);
  expect((await add(id, [pupils[0]?.accountId], editor)).status).toBe(200);
  const refused = { status: 403, error: { code: 'NOT_ALLOWED' } };
  const plain = await scenario.person('teachers', schoolId);
  for (const person of [viewer, plain, pupils[0] as TestPerson]) {
    for (const call of [add, remove]) expect(await call(id, [pupils[1]?.accountId], person)).toMatchObject(refused);
    expect(await person.call(endpoints.create, { body: { name: 'No' } })).toMatchObject(refused);
    expect(await person.call(endpoints.update, { params: { id }, body: { name: 'No' } })).toMatchObject(refused);
    expect(await person.call(endpoints.remove, { params: { id } })).toMatchObject(refused);
  }
  for (const person of [plain, pupils[0] as TestPerson]) {
    expect(await get(id, person)).toMatchObject(refused);
    expect(await person.call(endpoints.list)).toMatchObject(refused);
  }
  for (const endpoint of [groupAccountsAdd, groupAccountsRemove]) expect(await app.call(endpoint)).toMatchObject({ status: 401 });
});

describe('a whole class or level', () => {
  const addClass = (body: Record<string, unknown>, by = admin) => by.call(groupClassAdd, { body: body as never });

  test('[B338] 300 learners of a class come in one call, with one entry in the trail, and are taken out again in one', async () => {
    const course = await scenario.class({ students: 300, schoolId });
    const { id, name } = await group();
    await add(id, course.students[0]?.accountId);
    const reply = await addClass({ invitation_group_id: id, course_id: course.courseId });
    expect(reply).toMatchObject({ status: 200, body: { message: `299 accounts added to ${name}`, changed_count: 299 } });
    expect(reply.body.account_id.toSorted()).toEqual(idsOf(course.students.slice(1)).toSorted());
    expect((await membersOf(id)).toSorted()).toEqual(idsOf(course.students).toSorted()); // no teacher among them
    expect(await auditOf(id)).toHaveLength(3);
    expect((await addClass({ invitation_group_id: id, course_id: course.courseId })).body).toMatchObject({ account_id: [], changed_count: 0 });
    expect((await remove(id, reply.body.account_id)).body.changed_count).toBe(299);
    expect(await membersOf(id)).toEqual([course.students[0]?.accountId]);
  });

  test('of a level come the learners of all its classes; who left, is deactivated or is of another school than the group does not', async () => {
    const [one, two] = [await scenario.class({ students: 2, schoolId }), await scenario.class({ students: 2, schoolId })];
    const elsewhere = await scenario.class({ students: 1, schoolId: otherSchoolId });
    const { rows } = await sql<{ id: number }>`INSERT INTO levels (name) VALUES ('Level of groups') RETURNING id`.execute(app.db);
    const levelId = rows[0]?.id as number;
    await sql`UPDATE courses SET level_id = ${levelId} WHERE id = ANY(${[one, two, elsewhere].map(({ courseId }) => courseId)}::bigint[])`.execute(app.db);
    const [gone, off] = [one.students[0]?.accountId as number, two.students[0]?.accountId as number];
    await sql`UPDATE course_members SET left_at = now() WHERE account_id = ${gone}`.execute(app.db);
    await sql`UPDATE accounts SET status = false WHERE id = ${off}`.execute(app.db);
    const own = await group({ school_id: schoolId });
    expect((await addClass({ invitation_group_id: own.id, level_id: levelId })).body.account_id.toSorted()).toEqual(
      [one.students[1]?.accountId, two.students[1]?.accountId].toSorted(),
    );
    const all = await group();
    expect((await addClass({ invitation_group_id: all.id, level_id: levelId })).body.account_id).toHaveLength(3);
    expect((await addClass({ invitation_group_id: own.id, course_id: elsewhere.courseId })).body.errors).toHaveProperty('course_id');
  });

  test('neither, both, something else, nobody, a group that would be too large: told at the field, and nothing is done', async () => {
    const { id } = await group();
    for (const body of [{}, { course_id: 1, level_id: 1 }, { course_id: 'x' }, { course_id: -1 }, { level_id: 999_999 }, { course_id: 999_999 }])
      expect((await addClass({ invitation_group_id: id, ...body })).status).toBe(422);
    expect((await addClass({ course_id: 1 })).status).toBe(422);
    expect((await addClass({ invitation_group_id: 999_999, course_id: 1 })).status).toBe(404);
    expect(await membersOf(id)).toEqual([]);
  });

  test('[B338] [ACCESS] a keeper of one school reaches no class, level or group of another; others nothing at all', async () => {
    const theirs = await scenario.class({ students: 1, schoolId: otherSchoolId });
    const own = await group({}, keeper);
    expect((await addClass({ invitation_group_id: own.id, course_id: theirs.courseId }, keeper)).status).toBe(422);
    const foreign = await group({ school_id: otherSchoolId });
    expect((await addClass({ invitation_group_id: foreign.id, course_id: theirs.courseId }, keeper)).status).toBe(404);
    for (const person of [stranger, pupils[0] as TestPerson])
      expect((await addClass({ invitation_group_id: own.id, course_id: theirs.courseId }, person)).status).toBe(403);
  });
});
