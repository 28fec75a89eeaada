import { authMe, contract, type Endpoint, endpointsOf, referenceLists, storeItems, storePicture } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { approveApp, type Program } from './modules/connections/oneroster/testing/program.ts';
import type { TestArguments, TestReply } from './testing/app.ts';
import { createScenario, giveRights, startTestApp, type TestApp, type TestPerson } from './testing/index.ts';
import { type CallRow, callRows } from './testing/other-school/calls.ts';
import { toPage } from './testing/other-school/page.ts';
import { connectGoogle, makeOtherSchool, type OtherSchool, SECRET } from './testing/other-school/things.ts';

/*
 * Every call of the contract, made with the real ids of a school by everybody who is a stranger to it: nothing is read,
 * nothing is changed. Calls about a class are also made by strangers of the same school.
 */
let app: TestApp;
let school: OtherSchool;
let strangers: Record<string, TestPerson>;
let program: Program;

const endpointOf = (name: string): Endpoint => contract.find((endpoint) => endpoint.name === name) as Endpoint;

/** Tables for the product's internal data about calls, sign-ins and processes. */
const TECHNICAL = [
  ...['access_tokens', 'account_access', 'api_client_reads', 'api_client_tokens', 'api_clients', 'idempotency_keys', 'job_schedules'],
  ...['limit_spending', 'live_code_guesses', 'live_signals', 'server_processes', 'service_checks', 'sign_in_lanes', 'table_changes'],
];

/**
 * Returns a fingerprint of all rows by table. The audit trail's leaves out exports, since everybody may export their
 * own data.
 */
async function fingerprint(): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = current_schema()::regnamespace`.execute(app.db);
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    if (TECHNICAL.includes(name)) continue;
    const without = name === 'audit_entries' ? sql`WHERE action NOT LIKE '%.export'` : sql``;
    const { rows } = await sql<{ all: string }>`
      SELECT coalesce(md5(string_agg(one::text, '|' ORDER BY one::text)), '') AS all FROM ${sql.table(name)} one ${without}`.execute(app.db);
    found[name] = rows[0]?.all ?? '';
  }
  return found;
}

beforeAll(async () => {
  const nowhere = new URL('http://127.0.0.1:9');
  app = await startTestApp({
    accountLimit: { perMinute: 1_000_000, burst: 1_000_000 },
    google: { issuer: nowhere, clientId: 'tests', clientSecret: 'tests' },
    classroom: { url: nowhere, quota: { project: 1000, person: 1000 } },
  });
  const scenario = createScenario(app);
  school = await makeOtherSchool(app, scenario);
  const near = await scenario.class({ schoolId: school.schoolId });
  const far = await scenario.class();
  const office = await scenario.person('teachers', far.schoolId);
  const rights = contract.flatMap(({ access }) => (typeof access === 'object' ? [`${access.resource}:${access.action}`] : []));
  await giveRights(app.db, office.accountId, [...new Set([...rights, 'access:grant'])]);
  await connectGoogle(app, far.schoolId, office, 'Far');
  const guardian = await scenario.person('guardian', school.schoolId);
  await sql`INSERT INTO guardian_ties (child_id, guardian_id, relation) VALUES (${near.students[0]!.accountId}, ${guardian.accountId}, 'Mother')`.execute(
    app.db,
  );
  program = await approveApp(app, school.admin, far.schoolId);
  strangers = {
    'an administrator of another school, with every right': office,
    'a teacher of another school': far.teacher,
    'a student of another school': far.students[0]!,
    'a teacher of another class': near.teacher,
    'a student of another class': near.students[0]!,
    'a student who left': school.leaver,
    'a guardian of a student of the same school': guardian,
  };
}, 180_000);
afterAll(() => app.close());

const IS_ID = /(?:^|_)ids?$|[a-z]Ids?$|^(?:class|school|student|teacher|courses)$/;
/** Fields that name what all schools share, or somebody's own sign-in, upload or device. */
const NAMES_SHARED =
  /^(?:id|type_id|topic_id|standard_id|question_subject_id|question_grade_id|level_id|protocol_id|role_id|resource_id|action_id|account_type_id|socket_id)$/;
function idsOf({ params, query, body }: Endpoint): string[] {
  return [params, query, body].flatMap((schema) => {
    if (!schema) return [];
    const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as { properties?: Record<string, unknown> };
    return Object.entries(properties).flatMap(([name, property]) => (IS_ID.test(name) && /"(?:integer|number)"/.test(JSON.stringify(property)) ? [name] : []));
  });
}

describe('the table of calls', () => {
  test('has a row for every call', () => {
    expect(contract.map(({ name }) => name).filter((name) => !callRows.has(name))).toEqual([]);
    expect([...callRows.keys()].filter((name) => !endpointOf(name))).toEqual([]);
  });

  test('gives no ids only to calls that take none', () => {
    const open = new Set(['notice.get']); // the notice of a school is for everybody
    const ofShared = new Set<Endpoint>(referenceLists.filter(({ isShared }) => isShared).flatMap(endpointsOf));
    const hidden = [...callRows].flatMap(([name, { args }]) =>
      args || open.has(name) || ofShared.has(endpointOf(name)) ? [] : idsOf(endpointOf(name)).map((field) => [name, field]),
    );
    expect(hidden.filter(([, field]) => !NAMES_SHARED.test(field as string))).toEqual([]);
  });

  test('is the one that docs/other-schools.md shows; `npx vitest -u` writes it', async () => {
    await expect(toPage(callRows)).toMatchFileSnapshot('../../../docs/other-schools.md');
  });
});

describe('[B1402] what belongs to no school', () => {
  /** Tables of the product's background work, whose rows belong to nobody. */
  const OF_THE_PRODUCT = [
    ...[
      'access_version',
      'backup_runs',
      'censorship_version',
      'data_steps',
      'erased_rows',
      'erasure_slices',
      'file_upload_pieces',
      'google_sign_ins',
      'installation',
    ],
    ...['job_schedules'],
    ...['jobs', 'limit_spending', 'live_code_guesses', 'live_signals', 'password_requests', 'question_words', 'quota_buckets', 'room_events', 'room_outbox'],
    ...[
      'room_sequences',
      'schema_migrations',
      'server_processes',
      'service_checks',
      'sign_in_lanes',
      'sync_pulls',
      'table_changes',
      'test_clock',
      'dashboard_wanted',
    ],
  ];

  test('is shared by all schools: each table that leads to no school is a shared list or the product’s', async () => {
    const { rows: tables } = await sql<{ name: string; targets: string[] | null; columns: string[] }>`
      SELECT relname AS name, (SELECT array_agg(target.relname::text) FROM pg_constraint key JOIN pg_class target ON target.oid = key.confrelid
               WHERE key.contype = 'f' AND key.conrelid = pg_class.oid) AS targets,
             (SELECT array_agg(attname::text) FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0) AS columns
        FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = current_schema()::regnamespace`.execute(app.db);
    const leading = new Set(['schools', 'accounts']);
    for (let size = 0; size !== leading.size; ) {
      size = leading.size;
      for (const { name, targets, columns } of tables)
        if (targets?.some((target) => leading.has(target)) || columns.some((column) => /^(?:school|account|course)_id$/.test(column))) leading.add(name);
    }
    const shared = referenceLists.filter(({ isShared }) => isShared).map(({ table }) => table);
    expect(
      tables
        .map(({ name }) => name)
        .filter((name) => !leading.has(name))
        .sort(),
    ).toEqual([...shared, ...OF_THE_PRODUCT].sort());
  });

  test('is changed by nobody of one school, and their screens do not offer it', async () => {
    const office = strangers['an administrator of another school, with every right'] as TestPerson;
    const changing = contract.filter(({ reach }) => reach === 'all');
    expect(changing.length).toBeGreaterThan(25);
    for (const endpoint of changing) {
      const args = callRows.get(endpoint.name)?.args?.(school, office);
      expect([endpoint.name, (await office.call(endpoint, args)).error?.code]).toEqual([endpoint.name, 'SHARED_BY_SCHOOLS']);
    }
    const shown = (await office.call(authMe)).body.user.rights;
    expect(shown.filter((right) => /^(?:resources|actions|question-types):/.test(right)).sort()).toEqual(['actions:view', 'resources:view']);
    const own = ['store-items:edit', 'periods:edit', 'levels:edit', 'roles:create', 'censorship-words:delete', 'reward-rules:edit', 'account-roles:create'];
    expect(shown).toEqual(expect.arrayContaining(own));
  });
});

test('[B1402] an item that every school offers is changed by nobody of one school', async () => {
  const { used, deleted, body } = school.sharedItem;
  const { update, remove, removeMany, restore, restoreMany, purge } = storeItems.endpoints;
  const before = await fingerprint();
  for (const person of [strangers['an administrator of another school, with every right'], school.teacher] as TestPerson[]) {
    const calls: [Endpoint, TestArguments][] = [
      [update, { params: { id: used }, body }],
      [remove, { params: { id: used } }],
      [restore, { params: { id: deleted } }],
      [purge, { params: { id: deleted } }],
      [storePicture, { params: { id: used }, body: { file_id: null } }],
    ];
    for (const [endpoint, args] of calls)
      expect([endpoint.name, (await person.call(endpoint, args)).error?.code]).toEqual([endpoint.name, 'SHARED_BY_SCHOOLS']);
    expect((await person.call(removeMany, { body: { ids: [used] } })).body.ids).toEqual([]);
    expect((await person.call(restoreMany, { body: { ids: [deleted] } })).body.ids).toEqual([]);
  }
  expect(await fingerprint()).toEqual(before);
});

test('people of the school read with the same ids what is there, so that the walk knocks at real doors', async () => {
  const closed: string[] = [];
  for (const [name, { args, outcome }] of callRows) {
    const endpoint = endpointOf(name);
    if (!args || outcome !== 'refused' || endpoint.method !== 'GET' || endpoint.access === 'client') continue;
    const statuses: number[] = [];
    for (const person of [school.teacher, school.admin, school.ann, school.family]) statuses.push((await person.call(endpoint, args(school, person))).status);
    if (!statuses.includes(200)) closed.push(`${name} ${statuses.join(', ')}`);
  }
  expect(closed).toEqual([]);
});

/** Returns what is wrong with the response to a stranger, or null when it matches the row. */
function judge({ outcome, field }: CallRow, { status, body, error }: TestReply): string | null {
  const text = JSON.stringify(body ?? error ?? null);
  const done = (body as { ids?: unknown } | null)?.ids;
  const isAtField = status === 422 && field !== undefined && Object.keys(error?.errors ?? {}).join() === field;
  const isEmpty = status < 500 && (!Array.isArray(done) || done.length === 0);
  const isRefused = status === 403 || (outcome === 'refused' && (status === 404 || isAtField));
  const isRight = outcome === 'nothing' ? isEmpty : isRefused;
  return isRight && !text.includes(SECRET) ? null : `${status} ${text.slice(0, 300)}`;
}

const OF_SCHOOLS = ['an administrator of another school, with every right', 'a teacher of another school', 'a student of another school'];
/** Guardians are strangers to every child but their own, also in the same school. */
const OF_FAMILIES = 'a guardian of a student of the same school';
const OF_CLASSES = ['a teacher of another class', 'a student of another class', 'a student who left'];

describe('[B712] [B1400] at the real ids of others, in every call that takes any', () => {
  async function walk(rows: Iterable<[string, CallRow]>, call: (endpoint: Endpoint, row: CallRow) => Promise<string | null>): Promise<void> {
    const before = await fingerprint();
    const found: string[] = [];
    for (const [name, row] of rows) {
      const wrong = await call(endpointOf(name), row);
      if (wrong !== null) found.push(`${name} ${wrong}`);
    }
    const after = await fingerprint();
    expect({ found, changed: Object.keys(after).filter((table) => after[table] !== before[table]) }).toEqual({ found: [], changed: [] });
  }
  const asked = [...callRows].filter(([name, { args }]) => args && endpointOf(name).access !== 'client');
  const argsFor = ({ args }: CallRow, person: TestPerson): TestArguments => args?.(school, person) ?? {};

  test.each([...OF_SCHOOLS, ...OF_CLASSES])('%s reads nothing and changes nothing', { timeout: 120_000 }, async (who) => {
    const person = strangers[who] as TestPerson;
    const isNear = OF_CLASSES.includes(who);
    await walk(
      asked.filter(([, { isOfClass }]) => isOfClass || !isNear),
      async (endpoint, row) => judge(row, await person.call(endpoint, argsFor(row, person))),
    );
  });

  test(`[B2776] ${OF_FAMILIES} reads nothing and changes nothing, in every call that asks for a right`, { timeout: 120_000 }, async () => {
    const person = strangers[OF_FAMILIES] as TestPerson;
    await walk(
      asked.filter(([name]) => typeof endpointOf(name).access === 'object'),
      async (endpoint, row) => judge(row, await person.call(endpoint, argsFor(row, person))),
    );
  });

  test('nobody at all is asked to sign in', { timeout: 120_000 }, async () => {
    await walk(asked, async (endpoint, row) => {
      const { status } = await app.call(endpoint, argsFor(row, strangers[OF_SCHOOLS[0] as string] as TestPerson));
      // a public call asks for no sign-in, and finds nothing by ids
      return status === 401 || (endpoint.access === 'public' && status === 404) ? null : String(status);
    });
  });

  test.each(OF_SCHOOLS)('%s reads nothing of the school where no id is asked for', { timeout: 120_000 }, async (who) => {
    const own = [...callRows].filter(([name, { args }]) => !args && endpointOf(name).readOnly && endpointOf(name).access !== 'client');
    await walk(own, async (endpoint) => {
      const reply = await (strangers[who] as TestPerson).call(endpoint);
      const text = JSON.stringify(reply.body ?? reply.error ?? null);
      return reply.status < 500 && !text.includes(SECRET) ? null : `${reply.status} ${text.slice(0, 300)}`;
    });
  });

  test('a program of another school reads nothing and changes nothing', { timeout: 120_000 }, async () => {
    await walk(
      [...callRows].filter(([name]) => endpointOf(name).access === 'client'),
      async ({ method, path }, { args }) => {
        const address = path.replaceAll(/:(\w+)/g, (_, name: string) => school.sourcedIds[name] as string);
        const { status, body } = await program.ask(method as 'GET', address, method === 'GET' || method === 'DELETE' ? undefined : {});
        const text = JSON.stringify(body);
        const isRight = args ? [403, 404, 422].includes(status) : status === 200;
        return isRight && !text.includes(SECRET) ? null : `${status} ${text.slice(0, 300)}`;
      },
    );
  });
});
