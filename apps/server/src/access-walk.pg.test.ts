import { SIGNED_IN_RIGHTS } from '@classwright/rules/access/index';
import { contract, type Endpoint } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccount } from './modules/people/accounts/index.ts';
import { inTransaction } from './platform/database/index.ts';
import { startTestApp, type TestApp } from './testing/index.ts';

let app: TestApp;
const tokens = new Map<string, string>();
const accountIds = new Map<string, number>();

beforeAll(async () => {
  app = await startTestApp();
  for (const roleKey of ['admin', 'teachers', 'student', 'guardian']) {
    const accountId = await inTransaction(app.db, (tx) =>
      createAccount(tx, {
        schoolId: null,
        accountType: roleKey,
        roleKey,
        firstName: 'R',
        lastName: roleKey,
        email: `${roleKey}@walk.example`,
        passwordHash: null,
      }),
    );
    accountIds.set(roleKey, accountId);
    tokens.set(roleKey, await app.signIn(accountId));
  }
});
afterAll(() => app.close());

const withActions = (actions: readonly string[], resources: readonly string[]): string[] =>
  resources.flatMap((resource) => actions.map((action) => `${resource}:${action}`));

/** Lists that only Admin maintains and that have an archive. */
const KEPT = [
  'schools',
  'levels',
  'standards',
  'groups',
  'protocols',
  'periods',
  'assessment-periods',
  'question-types',
  'question-grades',
  'question-subjects',
  'question-cycles',
];
/** Lists that only Admin maintains and that have no archive: a deleted row is gone. */
const ERASING = [
  'roles',
  'account-roles',
  'actions',
  'policies',
  'resources',
  'resource-policies',
  'censorship-levels',
  'censorship-words',
  'invitation-groups',
];
const EVERYBODY = [
  'topics:view',
  'classwork:view',
  ...withActions(['view', 'comment'], ['announcements']),
  ...withActions(['view', 'create', 'delete'], ['files']),
  'home:view',
  'submissions:view',
  ...withActions(['view', 'create'], ['work-products']),
  'own-account:view',
  'own-account:edit',
  'live:view',
  'live:comment',
  'live:react',
  ...withActions(['view', 'create', 'edit', 'delete', 'react'], ['questions']),
  ...withActions(['view', 'create', 'delete'], ['question-templates']),
  ...withActions(['view'], ['reward-point', 'store', 'calendar']),
  'calendar:subscribe',
  ...withActions(
    ['view'],
    ['dashboard', 'assignment-dashboard', 'live-instructions-dashboard', 'grade-book-dashboard', 'attendance-dashboard', 'question-dashboard'],
  ),
];
const STAFF = [
  'student-dashboard:view',
  'dashboards:view-classes',
  ...withActions(['view', 'create', 'edit', 'delete'], ['assessments']),
  'archived-assessments:view',
  ...withActions(['create', 'edit', 'delete'], ['topics', 'classwork', 'announcements']),
  ...withActions(['view', 'create', 'edit'], ['grade-settings']),
  'topic-list:view',
  ...withActions(['view', 'create', 'edit', 'delete', 'purge'], ['ideas']),
  'item-analysis:view',
  'submissions:edit',
  'question-keys:view',
  ...withActions(['view', 'edit'], ['extra-time']),
  'live-lessons:view',
  'live-lessons:run',
  ...withActions(['view', 'create', 'edit', 'delete'], ['requested-classes']),
  ...withActions(['view', 'manage', 'delete'], ['classes']),
  ...withActions(['view', 'edit'], ['censored-texts']),
  'people-suggestions:view',
  'students:view',
  'question-exports:view',
  'sign-in-cards:create',
  ...withActions(['view', 'create', 'delete'], ['class-people']),
  ...withActions(['view', 'create'], ['student-points']),
  ...withActions(['view', 'create', 'edit', 'delete', 'purge'], ['store-items']),
  ...withActions(['view', 'edit'], ['store-purchases']),
  ...withActions(['view', 'run'], ['classroom-sync']),
];

/** The rights about invitations. Administrators are in every class, so nobody invites them. */
const INVITED = withActions(['view', 'edit'], ['invitations']);

/** The decisions that each role's seeded rows should grant: a table written by hand, not read from the database. */
const SEEDED: Record<string, readonly string[]> = {
  admin: [
    ...EVERYBODY,
    ...STAFF,
    ...withActions(['view', 'create', 'edit', 'delete', 'purge'], KEPT),
    ...withActions(['view', 'create', 'edit', 'delete'], ERASING),
    ...withActions(['view', 'create', 'edit', 'delete'], ['accounts']),
    ...withActions(['view', 'edit'], ['school-settings']),
    ...withActions(['view', 'edit', 'delete'], ['failed-jobs']),
    ...withActions(['view', 'edit'], ['api-clients']),
    ...withActions(['view', 'edit'], ['rosters']),
    'classroom-sync:edit',
    'questions:publish',
    'classes:create',
    'classes:edit',
    'requested-classes:approve',
    ...withActions(['view', 'delete'], ['school-files']),
    'access-explorer:view',
    'dashboards:view-school',
    'audit:view',
    ...withActions(['view', 'create', 'edit', 'delete', 'export'], ['privacy']),
    ...withActions(['view', 'create', 'delete'], ['guardians']),
    ...withActions(['view', 'edit'], ['data-requests', 'retention']),
    ...withActions(['view', 'create', 'edit'], ['incidents']),
    'system:view',
    'system:edit',
    ...withActions(['view', 'edit'], ['all-schools']),
    'question-imports:create',
    'access:grant',
    'account-suggestions:view',
    ...withActions(['view', 'edit'], ['reward-rules']),
  ],
  teachers: [...EVERYBODY, ...INVITED, ...STAFF, 'questions:approve'],
  student: [
    ...EVERYBODY,
    ...INVITED,
    'live-participation:view',
    'live-participation:answer',
    'std-classes:view',
    'std-classes:join',
    'std-classwork:view',
    'std-gradebook:view',
    'submissions:create',
    'store:create',
  ],
  guardian: ['own-account:view', 'own-account:edit', 'my-children:view', 'calendar:subscribe'],
};

const OWN = SIGNED_IN_RIGHTS.map(({ resource, action }) => `${resource}:${action}`);
const guarded = contract.filter((endpoint): endpoint is Endpoint & { access: { resource: string; action: string } } => typeof endpoint.access === 'object');
/** A number well below the limit of calls per token, also where most of them cost many points. */
const CALLS_PER_TOKEN = 80;
const asked = new Map<string, number>();

/**
 * Calls an endpoint with an address and a body that no endpoint accepts. A caller who is let in gets a validation
 * error, and nothing happens.
 */
async function ask(endpoint: Endpoint, role: string | null) {
  if (role !== null) {
    const count = (asked.get(role) ?? 0) + 1;
    asked.set(role, count);
    // Each role signs in again on its own: some calls end all other sign-ins of their account.
    if (count % CALLS_PER_TOKEN === 0) tokens.set(role, await app.signIn(accountIds.get(role)!));
  }
  return app.call(
    endpoint,
    {
      params: { id: 'none' },
      query: endpoint.onlyWith === undefined ? undefined : { [endpoint.onlyWith]: 'none' },
      body: endpoint.method === 'GET' ? undefined : {},
    },
    { token: role === null ? undefined : tokens.get(role) },
  );
}

describe.each(guarded.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_name, endpoint) => {
  const right = `${endpoint.access.resource}:${endpoint.access.action}`;

  test('is refused without a token', async () => {
    expect(await ask(endpoint, null)).toMatchObject({ status: 401, error: { code: 'NOT_SIGNED_IN' } });
  });

  test.each(Object.keys(SEEDED))('[K353] [L351–L353] lets %s in exactly when the seeded rows grant it', async (role) => {
    const reply = await ask(endpoint, role);
    expect(reply.error?.code === 'NOT_ALLOWED' && reply.status === 403).toBe(!SEEDED[role]?.includes(right));
    expect(reply.status).toBeLessThan(500);
  });
});

test('every endpoint that asks for a right asks for one that the seeds know', async () => {
  const known = await sql<{ right: string }>`
    SELECT DISTINCT s.key || ':' || a.key AS right FROM policies p JOIN actions a ON a.id = p.action_id JOIN resource_policies rp ON rp.policy_id = p.id JOIN resources s ON s.id = rp.resource_id`.execute(
    app.db,
  );
  const rights = new Set(known.rows.map(({ right }) => right));
  expect(guarded.filter(({ access }) => !rights.has(`${access.resource}:${access.action}`)).map(({ name }) => name)).toEqual([]);
});

test('whatever rows are switched off, every operation follows on the next call', { timeout: 300_000 }, async () => {
  let state = 42;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const ties = (
    await sql<{ id: number; role: string; right: string }>`
    SELECT rp.id, r.key AS role, s.key || ':' || a.key AS right FROM resource_policies rp JOIN policies p ON p.id = rp.policy_id JOIN roles r ON r.id = p.role_id
      JOIN actions a ON a.id = p.action_id JOIN resources s ON s.id = rp.resource_id`.execute(app.db)
  ).rows;
  for (let round = 0; round < 4; round++) {
    const active = new Map(ties.map(({ id }) => [id, random(2) === 0]));
    const on = [...active].filter(([, isActive]) => isActive).map(([id]) => id);
    await sql`UPDATE resource_policies SET is_active = id = ANY(${on}::bigint[])`.execute(app.db);
    const held = new Map([...accountIds.keys()].map((role) => [role, random(4) > 0]));
    for (const [role, isHeld] of held) await sql`UPDATE account_roles SET is_active = ${isHeld} WHERE account_id = ${accountIds.get(role)}`.execute(app.db);
    // The roles ask side by side: one after the other, a slow machine needed more than two minutes.
    await Promise.all(
      [...accountIds.keys()].map(async (role) => {
        // A signed-in person may always use their own account, independent of the rows.
        const granted = new Set([...OWN, ...ties.filter((tie) => tie.role === role && active.get(tie.id) && held.get(role)).map(({ right }) => right)]);
        for (const endpoint of guarded) {
          const { error } = await ask(endpoint, role);
          const isRefused = error?.code === 'NOT_ALLOWED';
          const isGranted = granted.has(`${endpoint.access.resource}:${endpoint.access.action}`);
          expect({ round, role, name: endpoint.name, isRefused }, `answered ${error?.code ?? 'without an error'}`).toEqual({
            round,
            role,
            name: endpoint.name,
            isRefused: !isGranted,
          });
        }
      }),
    );
  }
});
