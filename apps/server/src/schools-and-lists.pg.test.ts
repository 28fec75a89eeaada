import {
  accessRoleCopy,
  accessRoleRights,
  accountRoles,
  authMe,
  censorshipLevels,
  censorshipWords,
  levels,
  policies,
  type ReferenceList,
  referenceLists,
  rewardRuleCopy,
  rewardRuleDelete,
  rewardRuleList,
  rewardRuleUpdate,
  roles,
  standards,
  suggestStandards,
  courseCreate,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCensor } from './modules/class/censorship/index.ts';
import { award } from './modules/school/rewards/index.ts';
import { inTransaction } from './platform/database/index.ts';
import {
  createListSamples,
  createScenario,
  giveRights,
  type ListSamples,
  type Scenario,
  startTestApp,
  type TestApp,
  type TestPerson,
} from './testing/index.ts';

/* Lists whose rows belong to one school or to all: two schools, each with an office that may change every list. */
let app: TestApp;
let scenario: Scenario;
let samples: ListSamples;
let admin: TestPerson;
let a: { schoolId: number; courseId: number; office: TestPerson; teacher: TestPerson; student: TestPerson };
let b: typeof a;

const perSchool = referenceLists.filter((list) => list.perSchool).map((list) => [list.name, list] as const);
const OFFICE = [
  ...new Set(perSchool.flatMap(([, { resource }]) => ['view', 'create', 'edit', 'delete', 'purge'].map((action) => `${resource}:${action}`))),
  ...['policies', 'resource-policies', 'account-roles'].flatMap((resource) => ['view', 'create', 'edit', 'delete'].map((action) => `${resource}:${action}`)),
  ...['reward-rules:view', 'reward-rules:edit', 'classes:create'],
];

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  admin = await scenario.person('admin', null);
  samples = createListSamples(scenario, admin);
  const make = async () => {
    const { schoolId, courseId, teacher, students } = await scenario.class();
    const office = await scenario.person('teachers', schoolId);
    await giveRights(app.db, office.accountId, OFFICE);
    return { schoolId, courseId, office, teacher, student: students[0] as TestPerson };
  };
  a = await make();
  b = await make();
}, 120_000);
afterAll(() => app.close());

const idsOf = async ({ endpoints }: ReferenceList, person: TestPerson): Promise<number[]> => {
  const { body } = await person.call(endpoints.list, { query: { per_page: 0 } });
  return (body.data as { id: number }[]).map(({ id }) => id);
};
const copyOf = async (list: ReferenceList, id: number, person: TestPerson): Promise<number> => {
  const { body } = await person.call(list.endpoints.copyMany, { body: { ids: [id] } });
  expect([list.name, body.refused, body.ids.length]).toEqual([list.name, [], 1]);
  return body.ids[0] as number;
};

describe('[B2650] every list is declared as of a school or of all, of all only, or of a school through its parent', () => {
  /** Lists of all schools, each with the reason. */
  const OF_ALL: Readonly<Record<string, string>> = {
    account_types: 'The product reads them: who is a student.',
    actions: 'The calls of the product name them.',
    question_types: 'The screens of questions know them.',
    resources: 'The calls and pages of the product name them.',
  };
  const OF_SCHOOL_OR_ALL = [
    ...['assessment_periods', 'censorship_levels', 'censorship_words', 'groups', 'levels', 'protocols', 'question_cycles', 'question_grades'],
    ...['question_subjects', 'reward_rules', 'roles', 'standards', 'store_items'],
  ];
  /** Lists whose rows belong to a school by the row that they are a part of, or name it themselves. */
  const OF_PARENT: Readonly<Record<string, string>> = {
    account_roles: 'accounts',
    ideas: 'schools',
    invitation_groups: 'schools',
    marking_periods: 'marking_period_schools',
    policies: 'roles',
    requested_classes: 'accounts',
    resource_policies: 'policies',
    schools: 'schools',
  };
  /** Tables with an optional school that are no lists: people, their work and sign-in, and what connects schools with others. */
  const OF_PEOPLE = [
    ...['accounts', 'assessment_templates', 'audit_entries', 'erasures', 'factor_rules', 'files', 'idea_responses', 'imports', 'questions', 'reward_points'],
    ...['retention_holds', 'retention_runs', 'roster_imports', 'roster_mappings', 'roster_rows', 'store_purchases'],
  ];

  test('a list without a declaration fails with its name', async () => {
    const { rows } = await sql<{ name: string; optional: boolean | null; replaces: boolean }>`
      SELECT relname AS name, (SELECT NOT attnotnull FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'school_id' AND NOT attisdropped) AS optional,
             EXISTS (SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'replaces_id' AND NOT attisdropped) AS replaces
        FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = current_schema()::regnamespace`.execute(app.db);
    const tables = new Map(rows.map((row) => [row.name, row]));
    const lists = new Set(referenceLists.map(({ table }) => table));
    const found = rows.filter(({ name, optional, replaces }) => lists.has(name) || replaces || (optional === true && !OF_PEOPLE.includes(name)));
    const declared = [...Object.keys(OF_ALL), ...OF_SCHOOL_OR_ALL, ...Object.keys(OF_PARENT)].sort();
    expect(found.map(({ name }) => name).sort()).toEqual(declared);
    // the schema and the definitions say the same
    expect(OF_SCHOOL_OR_ALL.filter((name) => tables.get(name)?.optional !== true)).toEqual([]);
    expect(Object.keys(OF_ALL).filter((name) => tables.get(name)?.optional !== null)).toEqual([]);
    for (const { table, isShared, perSchool: isPerSchool } of referenceLists) {
      const isOfSchool = OF_SCHOOL_OR_ALL.includes(table) && table !== 'store_items';
      expect([table, isShared, isPerSchool]).toEqual([table, table in OF_ALL, isOfSchool]);
    }
  });
});

describe.each(perSchool)('%s', (_name, list) => {
  test('[B2651] a school copies a shared row and changes the copy: it replaces the shared row there, and nothing of another school changes', async () => {
    const shared = await samples.row(list);
    const before = await idsOf(list, a.office);
    expect(before).toContain(shared.id);
    const update = { ...(await samples.body(list)), school_id: undefined };
    expect((await b.office.call(list.endpoints.update, { params: { id: shared.id }, body: update })).error?.code).toBe('SHARED_BY_SCHOOLS');
    expect((await b.office.call(list.endpoints.remove, { params: { id: shared.id } })).error?.code).toBe('SHARED_BY_SCHOOLS');
    const copy = await copyOf(list, shared.id, b.office);
    expect(await copyOf(list, shared.id, b.office)).toBe(copy);
    const changed = await b.office.call(list.endpoints.update, { params: { id: copy }, body: update });
    expect([list.name, changed.status, changed.error]).toEqual([list.name, 200, null]);
    expect(changed.body.data).toMatchObject({ school_id: b.schoolId, replaces_id: shared.id });
    const seen = await idsOf(list, b.office);
    expect([seen.includes(copy), seen.includes(shared.id)]).toEqual([true, false]);
    expect(await idsOf(list, a.office)).toEqual(before);
    expect((await a.office.call(list.endpoints.get, { params: { id: copy } })).status).toBe(404);
    expect((await a.office.call(list.endpoints.update, { params: { id: copy }, body: update })).status).toBe(404);
    expect(await idsOf(list, admin)).toEqual(expect.arrayContaining([copy, shared.id]));

    expect((await b.office.call(list.endpoints.remove, { params: { id: copy } })).status).toBe(200);
    expect(await idsOf(list, b.office)).toContain(shared.id);
    expect((await b.office.call(list.endpoints.restore, { params: { id: copy } })).status).toBe(200);
    const again = await idsOf(list, b.office);
    expect([again.includes(copy), again.includes(shared.id)]).toEqual([true, false]);
  });

  test('[B2652] what people of a school create is theirs, names are unique in a school, and a row keeps its school', async () => {
    const body = { ...(await samples.body(list)), school_id: null };
    const [mine, theirs] = [await a.office.call(list.endpoints.create, { body }), await b.office.call(list.endpoints.create, { body })];
    expect([mine.body.data.school_id, theirs.body.data.school_id]).toEqual([a.schoolId, b.schoolId]);
    expect((await a.office.call(list.endpoints.create, { body })).status).toBe(422);
    const moved = { ...body, school_id: b.schoolId };
    const params = { id: mine.body.data.id };
    for (const person of [a.office, admin]) {
      const reply = await person.call(list.endpoints.update, { params, body: moved });
      expect([reply.status, Object.keys(reply.error?.errors ?? {})]).toEqual([422, ['school_id']]);
    }
    expect((await admin.call(list.endpoints.update, { params, body: { ...body, school_id: a.schoolId } })).status).toBe(200);
  });
});

test('[B2653] many rows are copied at once, each that cannot be is explained; people of all schools change the row itself', async () => {
  const [one, two] = [await samples.row(levels), await samples.row(levels)];
  const own = await samples.row(levels, { school_id: b.schoolId });
  const foreign = await samples.row(levels, { school_id: a.schoolId });
  const { body } = await b.office.call(levels.endpoints.copyMany, { body: { ids: [one.id, own.id, two.id, foreign.id] } });
  expect([body.ids.length, body.refused.map(({ id }: { id: number }) => id)]).toEqual([2, [own.id, foreign.id]]);
  expect(body.refused[0]?.message).toBe('Your school already has its own.');
  const asAdmin = await admin.call(levels.endpoints.copyMany, { body: { ids: [one.id] } });
  expect([asAdmin.body.ids, asAdmin.body.refused.length]).toEqual([[], 1]);
});

test('[B2654] a row of another school is refused at its field, and is not suggested', async () => {
  const level = await samples.row(levels, { school_id: a.schoolId });
  const made = await b.office.call(standards.endpoints.create, { body: { name: 'X', description: 'x', level_id: level.id } });
  expect([made.status, Object.keys(made.error?.errors ?? {})]).toEqual([422, ['level_id']]);
  const ofAll = await admin.call(standards.endpoints.create, { body: { name: 'X', description: 'x', level_id: level.id } });
  expect([ofAll.status, Object.keys(ofAll.error?.errors ?? {})]).toEqual([422, ['level_id']]);
  const course = await b.office.call(courseCreate, { body: { name: 'Class', level_id: level.id, ownerId: b.teacher.accountId } });
  expect([course.status, Object.keys(course.error?.errors ?? {})]).toEqual([422, ['level_id']]);
  const standard = await samples.row(standards, { school_id: a.schoolId, name: 'Quokka standard' });
  const find = async (person: TestPerson) =>
    (await person.call(suggestStandards, { query: { query: 'Quokka' } })).body.data.map(({ id }: { id: number }) => id);
  expect([await find(a.office), await find(b.office)]).toEqual([[standard.id], []]);
});

test('[B2655] a text is censored by the words of its school: own ones, replaced ones, and those of a level that the school switched off', async () => {
  const censor = createCensor();
  const said = async (school: typeof a, text: string) => (await (await censor.forClass(app.db, school.courseId)).text(text)).value;
  const level = await samples.row(censorshipLevels, { is_active: true });
  const word = await samples.row(censorshipWords, { name: 'wombat', censorship_id: level.id, replace_with: 'shared', is_active: true });
  expect([await said(a, 'a wombat'), await said(b, 'a wombat')]).toEqual(['a shared', 'a shared']);
  const copy = await copyOf(censorshipWords, word.id, b.office);
  const change = (values: object) =>
    b.office.call(censorshipWords.endpoints.update, {
      params: { id: copy },
      body: { name: 'wombat', censorship_id: level.id, replace_with: 'own', is_active: true, ...values },
    });
  expect((await change({})).status).toBe(200);
  expect([await said(a, 'a wombat'), await said(b, 'a wombat')]).toEqual(['a shared', 'a own']);
  await change({ is_active: false });
  expect([await said(a, 'a wombat'), await said(b, 'a wombat')]).toEqual(['a shared', 'a wombat']);
  await change({ is_active: true });
  const ownLevel = await copyOf(censorshipLevels, level.id, b.office);
  expect(await said(b, 'a wombat')).toBe('a own');
  await sql`UPDATE schools SET settings = settings || ${JSON.stringify({ censorship_levels: [level.id] })}::jsonb WHERE id = ${b.schoolId}`.execute(app.db);
  expect(await said(b, 'a wombat')).toBe('a own');
  await sql`UPDATE schools SET settings = settings || ${JSON.stringify({ censorship_levels: [ownLevel] })}::jsonb WHERE id = ${b.schoolId}`.execute(app.db);
  expect(await said(b, 'a wombat')).toBe('a own');
  const off = { params: { id: ownLevel }, body: { name: 'Off', is_active: false } };
  expect((await b.office.call(censorshipLevels.endpoints.update, off)).status).toBe(200);
  expect([await said(a, 'a wombat'), await said(b, 'a wombat')]).toEqual(['a shared', 'a wombat']);
});

test('[B2656] points follow the rule of the school; deleting it, the one of all schools counts again', async () => {
  const pointsOf = async ({ accountId }: TestPerson): Promise<number> => {
    const { rows } = await sql<{
      points: number;
    }>`SELECT coalesce(sum(points), 0)::integer AS points FROM reward_points WHERE account_id = ${accountId}`.execute(app.db);
    return rows[0]?.points ?? 0;
  };
  const give = ({ accountId }: TestPerson, cause: string) => inTransaction(app.db, (tx) => award(tx, [{ event: 'turned-in-on-time', accountId, cause }]));
  const rules = async (person: TestPerson) => (await person.call(rewardRuleList)).body.data.filter(({ key }) => key === 'turned-in-on-time');
  const [shared] = await rules(b.office);
  expect((await b.office.call(rewardRuleUpdate, { params: { id: shared!.id }, body: { points: 77 } })).error?.code).toBe('SHARED_BY_SCHOOLS');
  const { rule } = (await b.office.call(rewardRuleCopy, { params: { id: shared!.id } })).body;
  expect((await b.office.call(rewardRuleUpdate, { params: { id: rule.id }, body: { points: 77, daily_cap: null, is_active: true } })).status).toBe(200);
  expect([(await rules(b.office)).map(({ id }) => id), (await rules(a.office)).map(({ id }) => id)]).toEqual([[rule.id], [shared!.id]]);
  await give(a.student, 'one');
  await give(b.student, 'one');
  expect([await pointsOf(a.student), await pointsOf(b.student)]).toEqual([shared!.points, 77]);
  expect((await a.office.call(rewardRuleDelete, { params: { id: rule.id } })).status).toBe(404);
  expect((await b.office.call(rewardRuleDelete, { params: { id: rule.id } })).status).toBe(200);
  await give(b.student, 'two');
  expect(await pointsOf(b.student)).toBe(77 + shared!.points);
});

describe('roles', () => {
  const idOfRole = async (key: string): Promise<number> => (await app.db.selectFrom('roles').select('id').where('key', '=', key).executeTakeFirstOrThrow()).id;
  const rightsOf = async (person: TestPerson) => (await person.call(authMe)).body.user.rights;
  const idsOfRight = async (resource: string, action: string) => {
    const { rows } = await sql<{ resource_id: number; action_id: number }>`
      SELECT resources.id AS resource_id, actions.id AS action_id FROM resources, actions WHERE resources.key = ${resource} AND actions.key = ${action}`.execute(
      app.db,
    );
    return rows[0]!;
  };

  test('[B2657] a school’s copy of a role counts for its people at once and nowhere else; nobody copies or gives what they lack', async () => {
    const teachers = await idOfRole('teachers');
    const refused = await b.office.call(roles.endpoints.copyMany, { body: { ids: [teachers] } });
    expect(refused.status === 200 || refused.error?.code === 'RIGHT_NOT_HELD').toBe(true);
    const simple = await samples.row(roles);
    const right = await idsOfRight('levels', 'edit');
    const granted = { ...right, allowed: true };
    expect((await admin.call(accessRoleRights, { params: { id: simple.id }, body: { changes: [granted] } })).status).toBe(200);
    for (const { teacher } of [a, b])
      expect((await admin.call(accountRoles.endpoints.create, { body: { account_id: teacher.accountId, role_id: simple.id, is_active: true } })).status).toBe(
        201,
      );
    expect((await b.office.call(accessRoleRights, { params: { id: simple.id }, body: { changes: [{ ...right, allowed: false }] } })).error?.code).toBe(
      'SHARED_BY_SCHOOLS',
    );
    const copy = await copyOf(roles, simple.id, b.office);
    expect(await rightsOf(b.teacher)).toContain('levels:edit');
    expect((await b.office.call(accessRoleRights, { params: { id: copy }, body: { changes: [{ ...right, allowed: false }] } })).status).toBe(200);
    expect((await rightsOf(a.teacher)).includes('levels:edit')).toBe(true);
    expect((await rightsOf(b.teacher)).includes('levels:edit')).toBe(false);
    const lacked = { ...(await idsOfRight('schools', 'create')), allowed: true };
    expect((await b.office.call(accessRoleRights, { params: { id: copy }, body: { changes: [lacked] } })).error?.code).toBe('RIGHT_NOT_HELD');
    expect((await a.office.call(accessRoleRights, { params: { id: copy }, body: { changes: [granted] } })).status).toBe(404);
    expect((await b.office.call(roles.endpoints.remove, { params: { id: copy } })).status).toBe(200);
    expect(await rightsOf(b.teacher)).toContain('levels:edit');
    // undone, the copy has the rights of the shared role again, not none
    expect((await b.office.call(roles.endpoints.restore, { params: { id: copy } })).status).toBe(200);
    expect(await rightsOf(b.teacher)).toContain('levels:edit');
  });

  test('[B2658] the role of administrators is not replaced by a school', async () => {
    const everything = await scenario.person('teachers', b.schoolId);
    const { rows } = await sql<{
      right: string;
    }>`SELECT resources.key || ':' || actions.key AS "right" FROM resources, actions WHERE resources.key IS NOT NULL AND actions.key IS NOT NULL`.execute(
      app.db,
    );
    await giveRights(app.db, everything.accountId, [...new Set([...rows.map(({ right }) => right)])]);
    const reply = await everything.call(roles.endpoints.copyMany, { body: { ids: [await idOfRole('admin')] } });
    expect(reply.error?.code).toBe('BUILT_IN');
  });

  test('[B2659] a role of a school is given only to its people, and grants nothing after they leave the school', async () => {
    const role = (await b.office.call(roles.endpoints.create, { body: { name: 'Librarian' } })).body.data;
    const right = { ...(await idsOfRight('levels', 'delete')), allowed: true };
    expect((await b.office.call(accessRoleRights, { params: { id: role.id }, body: { changes: [right] } })).status).toBe(200);
    const other = await admin.call(accountRoles.endpoints.create, { body: { account_id: a.teacher.accountId, role_id: role.id, is_active: true } });
    expect([other.status, Object.keys(other.error?.errors ?? {})]).toEqual([422, ['role_id']]);
    const person = await scenario.person('teachers', b.schoolId);
    expect((await b.office.call(accountRoles.endpoints.create, { body: { account_id: person.accountId, role_id: role.id, is_active: true } })).status).toBe(
      201,
    );
    expect(await rightsOf(person)).toContain('levels:delete');
    await sql`UPDATE accounts SET school_id = ${a.schoolId} WHERE id = ${person.accountId}`.execute(app.db);
    expect((await rightsOf(person)).includes('levels:delete')).toBe(false);
  });

  test('[B2660] people given their school’s copy keep the shared role, whose key the product reads', async () => {
    const shared = await samples.row(roles);
    const copy = await copyOf(roles, shared.id, b.office);
    const person = await scenario.person('student', b.schoolId);
    const given = await b.office.call(accountRoles.endpoints.create, { body: { account_id: person.accountId, role_id: copy, is_active: true } });
    expect([given.status, given.body.data.role_id]).toEqual([201, shared.id]);
  });

  test('[B2661] a new role of a school and its policies are the school’s; policies of shared roles are not changed', async () => {
    const shared = await samples.row(roles);
    const made = (await b.office.call(accessRoleCopy, { params: { id: shared.id }, body: { name: 'Office of B' } })).body;
    expect((await b.office.call(roles.endpoints.get, { params: { id: made.id } })).body.data.school_id).toBe(b.schoolId);
    const { action_id } = await idsOfRight('levels', 'view');
    const create = (roleId: number, person: TestPerson) => person.call(policies.endpoints.create, { body: { name: 'P', role_id: roleId, action_id } });
    expect((await create(made.id, b.office)).status).toBe(201);
    expect((await create(shared.id, b.office)).error?.code).toBe('SHARED_BY_SCHOOLS');
    expect(Object.keys((await create(made.id, a.office)).error?.errors ?? {})).toEqual(['role_id']);
  });
});
