import { contract, type Endpoint, referenceLists } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z, type ZodType } from 'zod';
import { peopleBook } from './modules/school/imports/testing/people-book.ts';
import { createScenario, startTestApp, type TestApp, type TestPerson } from './testing/index.ts';
import type { TestArguments } from './testing/app.ts';
import { callRows } from './testing/other-school/calls.ts';
import { makeOtherSchool, type OtherSchool } from './testing/other-school/things.ts';

/*
 * The first administrator of an installation belongs to no school and sees to all of them. Whatever an administrator of a
 * school can change, this one can: every changing call is made by both, each in an installation of its own with one school,
 * in the same order and with the same arguments, which name no school where none has to be named. Both are answered alike.
 */
interface Installation {
  app: TestApp;
  school: OtherSchool;
  admin: TestPerson;
}
let without: Installation;
let within: Installation;

async function install(belongs: boolean): Promise<Installation> {
  const nowhere = new URL('http://127.0.0.1:9');
  const app = await startTestApp({
    accountLimit: { perMinute: 1_000_000, burst: 1_000_000 },
    google: { issuer: nowhere, clientId: 'tests', clientSecret: 'tests' },
    classroom: { url: nowhere, quota: { project: 1000, person: 1000 } },
  });
  const scenario = createScenario(app);
  const school = await makeOtherSchool(app, scenario);
  await sql`UPDATE schools SET archived_at = app_now() WHERE id <> ${school.schoolId}`.execute(app.db);
  const admin = await scenario.person('admin', belongs ? school.schoolId : null);
  return { app, school, admin };
}
beforeAll(async () => {
  without = await install(false);
  within = await install(true);
}, 240_000);
afterAll(async () => {
  await without.app.close();
  await within.app.close();
});

/** Calls of apps and of links, and those that sign somebody in or out. */
const OF_NOBODY = /^(auth|setUp|handOff|link|mailChoice)\b/;
const changing = contract.filter(
  ({ method, access, name, readOnly }) => method !== 'GET' && !readOnly && access !== 'client' && access !== 'link' && !OF_NOBODY.test(name),
);

/** The order of calls: first those that change things, then those that end things, then those that restore them. */
const STAGES = [
  /(?:)/,
  /delete|remove|cancel|revoke|decline|takeBack|signOut|undo|disconnect|unlink|archive|close|dismiss|bulk/i,
  /restore|reopen|unarchive/i,
  /purge/,
];
/** Calls that create another school come last. */
const stageOf = ({ name }: Endpoint): number => (name.startsWith('school.') ? STAGES.length : STAGES.findLastIndex((words) => words.test(name)));
const ordered = changing.toSorted((one, other) => stageOf(one) - stageOf(other));

/** Arguments of calls that name nothing that belongs to a school. */
const file = (name: string, text: string) => ({ name, bytes: Buffer.from(text) });
const OWN: Readonly<Record<string, () => Promise<TestArguments> | TestArguments>> = {
  'question.create': () => ({ body: { title: 'New', description: 'Why is the sky blue?', published_state: 'DRAFT' } }),
  'template.create': () => ({ body: { name: 'New', description: 'New', rubric: { responses: [], rubrics: [], open_response: [] } } }),
  'file.add': () => ({ files: [file('new.pdf', '%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')] }),
  'import.account': async () => ({
    body: { mode: 'preview' },
    file: { name: 'people.xlsx', bytes: await peopleBook([['New', 'One', 'new@imported.example', '555', '', 'Student', '']]) },
  }),
  'import.questions': () => ({ body: { mode: 'preview' }, file: file('new.gift', '::New::New? {=yes ~no}') }),
};

/** Arguments that name a person of the school where the other test names strangers. */
const OF_SCHOOL: Readonly<Record<string, (school: OtherSchool) => TestArguments>> = {
  'course.create': ({ teacher, ids: { level } }) => ({ body: { name: 'New', level_id: level, ownerId: teacher.accountId } }),
  'course.update': ({ courseId, teacher, ids: { level } }) => ({
    params: { id: courseId },
    body: { name: 'Changed', ownerId: teacher.accountId, level_id: level },
  }),
};

/** Turns values into text, as pasted cells are. */
const cellsOf = (row: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(row).flatMap(([field, value]) => (typeof value === 'string' || typeof value === 'number' ? [[field, String(value)]] : [])));

function listArguments(endpoint: Endpoint, { lists }: OtherSchool): TestArguments | null {
  const list = referenceLists.find(({ endpoints }) => Object.values(endpoints).includes(endpoint as never));
  const rows = list && lists.get(list.name);
  if (!list || !rows) return null;
  const { create, createMany, update, updateByPost } = list.endpoints;
  if (endpoint === create) return { body: rows.body };
  if (endpoint === createMany) return { body: { rows: [cellsOf({ ...rows.body, [list.naming]: 'Another' })] } };
  if (endpoint === update || endpoint === updateByPost)
    return { params: { id: rows.used }, body: { ...rows.body, [list.naming]: 'Changed', ...(endpoint === update ? {} : { _method: 'put' }) } };
  return null;
}

/** Leaves out the school where the call can be made without one. */
function withoutSchool(schema: ZodType | undefined, given: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  if (!given || !('school_id' in given)) return given;
  const { school_id: _, ...rest } = given;
  const parsed = schema?.safeParse(rest);
  return parsed?.error?.issues.some(({ path }) => path[0] === 'school_id') ? given : rest;
}

async function argumentsOf(endpoint: Endpoint, { school, admin }: Installation): Promise<TestArguments> {
  const args =
    (await OWN[endpoint.name]?.()) ??
    OF_SCHOOL[endpoint.name]?.(school) ??
    listArguments(endpoint, school) ??
    callRows.get(endpoint.name)?.args?.(school, admin) ??
    {};
  const { body, query, ...rest } = args as { body?: Record<string, unknown>; query?: Record<string, unknown> };
  const [sent, asked] = [withoutSchool(endpoint.body, body), withoutSchool(endpoint.query, query)];
  return { ...rest, ...(sent && { body: sent }), ...(asked && { query: asked }) } as TestArguments;
}

const outcomeOf = async (endpoint: Endpoint, at: Installation): Promise<string> => {
  const { status, error } = await at.admin.call(endpoint, await argumentsOf(endpoint, at));
  return [status, error?.code ?? '', JSON.stringify(error?.errors ?? {})].join(' ');
};

test('[B1751] an administrator without a school changes what one of the only school changes', { timeout: 300_000 }, async () => {
  const differing: string[] = [];
  const done: string[] = [];
  for (const endpoint of ordered) {
    const [one, other] = [await outcomeOf(endpoint, without), await outcomeOf(endpoint, within)];
    if (one !== other) differing.push(`${endpoint.name}: ${one} | ${other}`);
    if (one.startsWith('20')) done.push(endpoint.name);
  }
  expect(differing).toEqual([]);
  // Most calls are expected to succeed.
  expect(done.length / ordered.length).toBeGreaterThan(0.6);
});

/** Returns true when a call may name a school. */
const isNaming = ({ access, name, body, query }: Endpoint): boolean =>
  access !== 'client' &&
  !OF_NOBODY.test(name) &&
  [body, query].some((schema) => schema && JSON.stringify(z.toJSONSchema(schema, SHAPE)).includes('"school_id"'));
const SHAPE = { io: 'input', unrepresentable: 'any' } as const;

/** Calls that need a school. All other calls work for all schools, or for none. */
const CHOOSES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['apiClient.create', 'export.oneroster'].map((name) => [name, 'Choose the school that the app can see'])),
  'idea.create': 'Choose the school of this idea.',
  'rosterSource.create': 'Choose the school that the source updates',
  ...Object.fromEntries(
    ['sync.connect', 'sync.connect.finish', 'sync.courses', 'sync.courses.get', 'sync.people.match', 'sync.settings'].map((name) => [
      name,
      'Choose the school for Google Classroom',
    ]),
  ),
};

test('[B1751] where there are several schools, a call that needs one says at its field to choose it', { timeout: 300_000 }, async () => {
  const { app, admin } = without;
  await sql`UPDATE schools SET archived_at = NULL`.execute(app.db);
  const found: Record<string, string> = {};
  for (const endpoint of contract.filter(isNaming)) {
    const { error } = await admin.call(endpoint, await argumentsOf(endpoint, without));
    const said = error?.errors?.['school_id']?.[0];
    if (said) found[endpoint.name] = said;
    expect([endpoint.name, error?.code]).not.toEqual([endpoint.name, 'NOT_ALLOWED']);
  }
  expect(found).toEqual(CHOOSES);
});
