import type pg from 'pg';
import { expect, inject, test } from 'vitest';
import { withClient, withMigratedDatabase, withScratchDatabase } from '../../testing/scratch-database.ts';
import { migrate } from './migrate.ts';
import { readMigrations } from './migrations.ts';

const postgres = { connection: inject('testDatabase').connection, stop: async () => undefined };

/** The migrations of the version before tables of school years. */
const migrationsBefore = () => readMigrations().filter(({ version }) => version < 141);
const TABLES = ['audit_entries', 'record_readings'] as const;

interface Part {
  part: string;
  begins: number | null;
  ends: number | null;
}
const listParts = async (client: pg.Client, table: string): Promise<Part[]> => (await client.query<Part>('SELECT * FROM list_school_years($1)', [table])).rows;
const number = async (client: pg.Client, statement: string): Promise<number> => Number(Object.values((await client.query(statement)).rows[0] as object)[0]);

test('[B3020] rows of before are all there after the upgrade, in the old table, which is the first part; numbers go on', async () => {
  await withScratchDatabase(postgres, async (client) => {
    await migrate(client, migrationsBefore());
    await client.query(`
      INSERT INTO accounts (email, email_key, first_name, last_name, account_type_id) SELECT 'p' || n || '@x.test', 'p' || n || '@x.test', 'P', 'Q', (SELECT min(id) FROM account_types) FROM generate_series(1, 3) n;
      INSERT INTO audit_entries (at, account_id, action, subject_type, subject_id, before, after, request_id)
        SELECT now() - make_interval(hours => n), (SELECT min(id) FROM accounts), 'a.b', 'account', n, '{"x": 1}', 'null', 'r' || n FROM generate_series(1, 20000) n;
      INSERT INTO record_readings (account_id, reader_id, data_class, day, first_at, last_at, times, was_teacher)
        SELECT (SELECT min(id) FROM accounts), (SELECT max(id) FROM accounts), 'grade', current_date - n, now() - make_interval(days => n), now() - make_interval(days => n), 1, true FROM generate_series(0, 800) n;`);
    const rows = (table: string) => client.query(`SELECT md5(string_agg(t::text, ',' ORDER BY id)) AS hash, count(*)::int AS rows, max(id)::int AS max FROM ${table} t`);
    const nodes = async (table: string) => number(client, `SELECT pg_relation_filenode('${table}')`);
    const before = [await rows('audit_entries'), await rows('record_readings')].map(({ rows }) => rows[0]);
    const [node] = [await nodes('audit_entries')];
    await migrate(client);
    expect([await rows('audit_entries'), await rows('record_readings')].map(({ rows }) => rows[0])).toEqual(before);
    expect(await nodes('audit_entries_earlier')).toBe(node); // nothing was copied
    expect(await number(client, "INSERT INTO audit_entries (action, subject_type) VALUES ('a', 'b') RETURNING id")).toBe(before[0].max + 1);
    expect(
      await number(
        client,
        `INSERT INTO record_readings (account_id, reader_id, data_class, day, first_at, last_at, times, was_teacher)
         SELECT min(id), max(id), 'log', current_date, now(), now(), 1, false FROM accounts RETURNING id`,
      ),
    ).toBe(before[1].max + 1);
  });
});
