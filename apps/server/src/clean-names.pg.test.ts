import { contract } from '@classwright/contract';
import { fieldsOf, readField, textsIn, WRAPPINGS } from '@classwright/contract/testing/body-fields';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanNames, NAMED_TABLES } from './clean-names.ts';
import { inTransaction } from './platform/database/index.ts';
import { startTestApp, type TestApp } from './testing/index.ts';
import { createScenario, type Scenario } from './testing/scenario.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

/** Columns that look like names but are not, or that are left alone, each with the reason. */
const LEFT_ALONE: readonly (readonly [which: RegExp, why: string])[] = [
  [/^question_(versions|responses|attachments)\.|^question_tags\.tag$/, 'what a lesson used is never changed; sentences set it apart where they show it'],
  [/^course_works\.choices$/, 'an answer is compared with it'],
  [/\.(email|client_id|subject|state|external_id|sourced_id|kind|scopes)$/, 'it is compared with what another system says, or is a word of ours'],
  [/^(access_tokens\.device_label|live_seats\.device|live_hidden\.reason)$|^class_people_changes\.(before|after)_name$/, 'the server writes it'],
  [/^(factor_rules\.level|live_codes\.code|live_walls\.code)$/, 'it is a word or a code of ours'],
  [
    /^(ideas|passkeys)\.name$|^guardian_(ties|codes)\.relation$|^(retention_holds|school_suspensions)\.reason$|^data_requests\.|^incidents\.title$/,
    'no earlier version kept it uncleaned',
  ],
  [/^question_approvals\.status_label$/, 'it is a word of ours'],
  [/^(data_steps|schema_migrations|room_events|room_outbox|room_sequences)\.|\.table_name$|^resources\.res_url$/, 'the server writes it'],
  [/^(file_uploads|roster_rows|oneroster_sources|api_client_\w+|invitations|server_processes)\./, 'it is kept for a while, or checked where it is used'],
  [/^(profiles|reward_gifts|reward_points|sync_changes)\.(address|reason)$/, 'it has lines of its own'],
  [/^(accounts\.phone_number|groups\.style|requested_classes\.reason)$/, 'it is of a few characters, or has lines of its own'],
];

async function listNameColumns(): Promise<string[]> {
  const cleaned = contract
    .flatMap(({ name, body }) => fieldsOf(body, name))
    .filter(({ schema }) => WRAPPINGS.some((wrap) => textsIn(readField(schema, wrap('Ada\u202eb'))?.value).includes('Adab')))
    .map(({ name }) => name.slice(name.lastIndexOf('.') + 1).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  expect(cleaned).toEqual(expect.arrayContaining(['name', 'title', 'first_name', 'room', 'description_heading']));
  const { rows } = await sql<{ column: string; name: string }>`
    SELECT c.table_name || '.' || c.column_name AS column, c.column_name AS name
      FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND (c.data_type = 'text' OR c.udt_name = '_text') AND c.is_generated = 'NEVER'
       AND NOT EXISTS (SELECT FROM pg_class part WHERE part.relispartition AND part.relnamespace = 'public'::regnamespace AND part.relname = c.table_name)
     ORDER BY 1`.execute(app.db);
  const names = new Set(cleaned);
  return rows.filter(({ name }) => names.has(name) || /(name|title|label|heading)$/.test(name)).map(({ column }) => column);
}

test('[B1783] every column that keeps a name is cleaned, or says why it is left alone', async () => {
  const columns = await listNameColumns();
  const cleaned = NAMED_TABLES.flatMap((table) => table.columns.map((column) => `${table.name}.${column}`));
  expect(columns.filter((column) => !cleaned.includes(column) && !LEFT_ALONE.some(([which]) => which.test(column)))).toEqual([]);
  expect(cleaned.filter((column) => !columns.includes(column))).toEqual([]);
  for (const [which] of LEFT_ALONE) expect([which, columns.some((column) => which.test(column))]).toEqual([which, true]);
});

const run = async (): Promise<number> => {
  let batches = 0;
  for (let last: number | null = 0; last !== null; batches++) last = await inTransaction(app.db, (tx) => cleanNames.run(tx, last as number));
  return batches;
};

test('[B1784] names that an earlier version kept lose what turns words round; one that is another’s then gets a number, and done again nothing changes', async () => {
  const { teacher, courseId } = await scenario.class({ students: 1 });
  await app.db.updateTable('courses').set({ name: '\u202estnemngissA', room: 'B\u200b 1' }).where('id', '=', courseId).execute();
  await app.db.updateTable('accounts').set({ first_name: '\u200b', last_name: 'שלום C++\u200f!' }).where('id', '=', teacher.accountId).execute();
  const topics = await sql<{ id: number; name: string }>`
    INSERT INTO course_topics (course_id, name) VALUES (${courseId}, 'Poetry'), (${courseId}, ${'Poetry\u200b'}), (${courseId}, ${'\u2066Poetry\u2069'}), (${courseId}, ${'\u2060'})
    RETURNING id`.execute(app.db);
  const far = 9_000_000_000;
  await sql`INSERT INTO course_topics (id, course_id, name) OVERRIDING SYSTEM VALUE VALUES (${far}, ${courseId}, ${'Far\u202e'})`.execute(app.db);
  expect(await run()).toBeLessThan(10);
  const names = await app.db.selectFrom('course_topics').select('name').where('course_id', '=', courseId).orderBy('id').execute();
  expect(names.map(({ name }) => name)).toEqual(['Poetry', 'Poetry (2)', 'Poetry (3)', `#${topics.rows[3]?.id}`, 'Far']);
  expect(await app.db.selectFrom('courses').select(['name', 'room']).where('id', '=', courseId).executeTakeFirst()).toEqual({
    name: 'stnemngissA',
    room: 'B 1',
  });
  const person = app.db.selectFrom('accounts').select(['first_name', 'last_name', 'updated_at']).where('id', '=', teacher.accountId);
  const after = await person.executeTakeFirst();
  expect(after).toMatchObject({ first_name: '', last_name: 'שלום C++\u200f!' });
  await run();
  expect(await person.executeTakeFirst()).toEqual(after);
});
