import { isInvisible } from '@classwright/rules/text/invisible';
import { accountCreate, accountExport, accountGet, accountList, suggestStudents } from '@classwright/contract';
import { cleanedText } from '@classwright/rules/text/cleaned';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRows } from '../../../../platform/spreadsheets/index.ts';
import { createScenario, startTestApp, type TestApp, type TestPerson } from '../../../../testing/index.ts';
import { trialLines } from '../../../../testing/trial-data.ts';

const MOST_CHARACTERS = 100;
const OF_POPULAR = 24;
const OF_STRANGE = 3;
/** Names that are valid here: not empty, not too long, and storable in a database. */
const names = [
  ...trialLines<{ name: string }>('names/edge-names.jsonl').map(({ name }) => name),
  ...trialLines<{ name: string }>('names/popular-names.jsonl').flatMap(({ name }, index) => (index % OF_POPULAR === 0 ? [name] : [])),
  ...trialLines<{ s: string }>('names/big-list-of-naughty-strings.jsonl').flatMap(({ s }, index) => (index % OF_STRANGE === 0 ? [s] : [])),
]
  .map((name) => name.trim())
  .filter((name) => name !== '' && name.length <= MOST_CHARACTERS && !name.includes('\u0000') && name.isWellFormed() && !isInvisible(name));
/** The names as they are stored: on one line, without invisible characters. */
const kept = names.map(cleanedText);

let app: TestApp;
let admin: TestPerson;
let schoolId: number;
beforeAll(async () => {
  app = await startTestApp();
  const scenario = createScenario(app);
  schoolId = await scenario.school();
  admin = await scenario.person('admin', null);
});
afterAll(() => app.close());

test.skipIf(names.length > 0)('TRIAL_DATA is not set: no real names are tried', () => expect(names).toEqual([]));

describe.skipIf(names.length === 0)('[B044] names as people have them', () => {
  test('come back as they were written, on one line: made by a call, read, listed, suggested, exported', { timeout: 120_000 }, async () => {
    const { id: role_id } = await app.db.selectFrom('roles').select('id').where('key', '=', 'student').executeTakeFirstOrThrow();
    const given = { phone_number: '555 0100', school_id: schoolId, account_type_id: 3, role_id, status: true };
    for (const [index, name] of names.entries()) {
      const made = await admin.call(accountCreate, { body: { ...given, first_name: name, last_name: name, email: `name${index}@made.test` } });
      expect([name, made.status, made.body.account.first_name, made.body.account.last_name]).toEqual([name, 201, kept[index], kept[index]]);
      const { account } = (await admin.call(accountGet, { params: { id: made.body.account.id } })).body;
      expect([account.first_name, account.last_name]).toEqual([kept[index], kept[index]]);
      const found = (await admin.call(suggestStudents, { query: { query: `name${index}@made.test` } })).body.data;
      expect([name, found.map((person: { first_name: string }) => person.first_name)]).toEqual([name, [kept[index]]]);
    }
    const listed: { email: string; first_name: string }[] = [];
    for (let page = 1; listed.length < names.length; page += 1)
      listed.push(...(await admin.call(accountList, { query: { email: '@made.test', per_page: 200, page } })).body.data);
    for (const { email, first_name } of listed) expect(first_name).toBe(kept[numberIn(email)]);

    const rows: (readonly (string | undefined)[])[] = [];
    for await (const batch of readRows((await admin.call(accountExport, { query: { school_id: schoolId } })).body))
      rows.push(...batch.map(({ cells }) => cells));
    expect(rows).toHaveLength(names.length + 1);
    for (const [first, last, email] of rows.slice(1)) expect([first, last]).toEqual([kept[numberIn(String(email))], kept[numberIn(String(email))]]);
  });
});

const numberIn = (email: string): number => Number(/^name(\d+)@/.exec(email)?.[1]);
