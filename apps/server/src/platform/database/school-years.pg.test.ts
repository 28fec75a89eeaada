import type pg from 'pg';
import { expect, inject, test } from 'vitest';
import { type ScratchConnection, withClient, withMigratedDatabase, withScratchDatabase } from '../../testing/scratch-database.ts';
import { connect } from './connect.ts';
import { migrate, migrationLock } from './migrate.ts';
import { readMigrations } from './migrations.ts';
import { analyzeSchoolYears, makeSchoolYears, makeSchoolYearsAtStart } from './school-years-queries.ts';

const postgres = { connection: inject('testDatabase').connection, stop: async () => undefined };

/** The migrations of the version before tables of school years. */
const migrationsBefore = () => readMigrations().filter(({ version }) => version < 141);
const TABLES = ['audit_entries', 'record_readings'];

const listParts = async (client: pg.Client, table: string): Promise<[string, number | null, number | null][]> =>
  (await client.query('SELECT part, begins, ends FROM list_school_years($1)', [table])).rows.map(({ part, begins, ends }) => [part, begins, ends]);
const number = async (client: pg.Client, statement: string): Promise<number> => Number(Object.values((await client.query(statement)).rows[0] as object)[0]);

const insertPeople = (client: pg.Client) =>
  client.query(`
    INSERT INTO accounts (email, email_key, first_name, last_name, account_type_id)
    SELECT 'p' || n || '@x.test', 'p' || n || '@x.test', 'P', 'Q', (SELECT min(id) FROM account_types) FROM generate_series(1, 3) n`);
const addEntry = (client: pg.Client, at: string, action = 'a.b') =>
  number(client, `INSERT INTO audit_entries (at, action, subject_type) VALUES (${at}, '${action}', 'x') RETURNING id`);
const addReading = (client: pg.Client, day: string) =>
  number(
    client,
    `INSERT INTO record_readings (account_id, reader_id, data_class, day, first_at, last_at, times, was_teacher)
     SELECT min(id), max(id), 'log', ${day}, ${day}, ${day}, 1, false FROM accounts RETURNING id`,
  );
/** Returns the part in which an entry is. */
const partOf = async (client: pg.Client, table: string, id: number) =>
  (await client.query<{ part: string }>(`SELECT tableoid::regclass::text AS part FROM ${table} WHERE id = ${id}`)).rows[0]?.part;
/** Sets the database's clock. */
const setClock = (client: pg.Client, at: string) =>
  client.query(`CREATE OR REPLACE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$ SELECT timestamptz '${at}' $$`);

async function withPool<T>(connection: ScratchConnection, work: (db: ReturnType<typeof connect>['db']) => Promise<T>): Promise<T> {
  const { db } = connect({ connection, maxConnections: 4, onError: () => undefined });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

test('[B3020] rows of before are all there after the upgrade, in the old table, which is the first part; numbers go on, and what holds for the table holds', async () => {
  await withScratchDatabase(postgres, async (client) => {
    await migrate(client, migrationsBefore());
    await insertPeople(client);
    await client.query(`
      INSERT INTO audit_entries (at, account_id, action, subject_type, subject_id, before, after, request_id)
        SELECT now() - make_interval(hours => n), (SELECT min(id) FROM accounts), 'a.b', 'account', n, '{"x": 1}', 'null', 'r' || n FROM generate_series(1, 20000) n;
      INSERT INTO record_readings (account_id, reader_id, data_class, day, first_at, last_at, times, was_teacher)
        SELECT (SELECT min(id) FROM accounts), (SELECT max(id) FROM accounts), 'grade', current_date - n, now() - make_interval(days => n), now() - make_interval(days => n), 1, true FROM generate_series(0, 800) n;
      CREATE VIEW report AS SELECT action, count(*) AS entries FROM audit_entries GROUP BY action;
      DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'classwright_reporter') THEN CREATE ROLE classwright_reporter; END IF; END $$;
      GRANT SELECT ON audit_entries TO classwright_reporter; GRANT SELECT (id, day) ON record_readings TO classwright_reporter;
      CREATE INDEX own_index ON audit_entries (request_id);`);
    const rows = async (table: string) =>
      (await client.query(`SELECT md5(string_agg(t::text, ',' ORDER BY id)) AS hash, count(*)::int AS rows, max(id)::int AS max FROM ${table} t`)).rows[0];
    const node = (table: string) => number(client, `SELECT pg_relation_filenode('${table}')`);
    const before = await Promise.all(TABLES.map(rows));
    const nodes = await Promise.all(TABLES.map(node));
    await migrate(client);
    expect(await Promise.all(TABLES.map(rows))).toEqual(before);
    expect(await Promise.all(TABLES.map((table) => node(`${table}_earlier`)))).toEqual(nodes); // nothing was copied
    expect(await addEntry(client, 'now()')).toBe(before[0].max + 1);
    expect(await addReading(client, 'current_date')).toBe(before[1].max + 1);
    expect(await number(client, `SELECT entries FROM report WHERE action = 'a.b'`)).toBe(20_001);
    await addEntry(client, `now() + interval '11 months'`);
    expect(await number(client, `SELECT entries FROM report WHERE action = 'a.b'`)).toBe(20_002);
    const may = (what: string) => client.query(`SELECT ${what} AS may`).then(({ rows: [found] }) => found.may);
    expect(await may(`has_table_privilege('classwright_reporter', 'audit_entries', 'SELECT')`)).toBe(true);
    expect(await may(`has_table_privilege('classwright_reporter', 'audit_entries', 'INSERT')`)).toBe(false);
    expect(await may(`has_column_privilege('classwright_reporter', 'record_readings', 'day', 'SELECT')`)).toBe(true);
    expect(await may(`has_column_privilege('classwright_reporter', 'record_readings', 'reader_id', 'SELECT')`)).toBe(false);
    await client.query('DROP OWNED BY classwright_reporter');
    for (const [part] of await listParts(client, 'audit_entries'))
      expect([part, await number(client, `SELECT count(*) FROM pg_indexes WHERE tablename = '${part}' AND indexdef LIKE '%(request_id)'`)]).toEqual([part, 1]);
    // nobody changes the trail, in none of its parts
    for (const statement of [
      'UPDATE audit_entries SET action = action',
      'DELETE FROM audit_entries',
      'TRUNCATE audit_entries',
      'TRUNCATE audit_entries_earlier',
      'TRUNCATE audit_entries_later',
      'DELETE FROM audit_entries_earlier',
    ])
      await expect(client.query(statement)).rejects.toThrow('is append-only');
    // a second row of the same look is refused, also with a program of none
    await expect(addReading(client, 'current_date')).rejects.toThrow('duplicate key');
    await expect(client.query(`INSERT INTO audit_entries (account_id, action, subject_type) VALUES (-1, 'a', 'b')`)).rejects.toThrow('foreign key');
  });
});

test('[B3021] each instant has its part, before the first year, in each year, and beyond the last one', async () => {
  await withMigratedDatabase(postgres, async (client) => {
    await insertPeople(client);
    const year = await number(client, 'SELECT school_year(current_date)');
    for (const table of TABLES) {
      const parts = await listParts(client, table);
      expect(parts[0]).toEqual([`${table}_earlier`, null, 2024]);
      expect(parts.at(-1)).toEqual([`${table}_later`, year + 2, null]);
      expect(parts.slice(1, -1).map(([, begins]) => begins)).toEqual(Array.from({ length: year + 2 - 2024 }, (_, index) => 2024 + index));
    }
    const partsOf = async (at: string) => [
      await partOf(client, 'audit_entries', await addEntry(client, `timestamptz '${at}T12:00Z'`)),
      await partOf(client, 'record_readings', await addReading(client, `date '${at}'`)),
    ];
    const inPart = (part: string) => TABLES.map((table) => `${table}_${part}`);
    expect(await partsOf('1970-01-01')).toEqual(inPart('earlier'));
    expect(await partsOf('2024-07-31')).toEqual(inPart('earlier'));
    expect(await partsOf('2024-08-01')).toEqual(inPart('y2024'));
    expect(await partsOf('2025-07-31')).toEqual(inPart('y2024'));
    expect(await partsOf('2026-02-28')).toEqual(inPart('y2025'));
    expect(await partsOf(`${year + 1}-12-24`)).toEqual(inPart(`y${year + 1}`));
    expect(await partsOf('2199-01-01')).toEqual(inPart('later'));
    expect(await number(client, 'SELECT count(*) FROM audit_entries')).toBe(7);
  });
});

test('[B3022] a clock that jumps three years ahead loses no row: years are made, and rows beyond the last one move to them', async () => {
  await withMigratedDatabase(postgres, async (client, connection) => {
    await insertPeople(client);
    const year = await number(client, 'SELECT school_year(current_date)');
    const id = await addEntry(client, `timestamptz '${year + 4}-03-01T00:00Z'`);
    const reading = await addReading(client, `date '${year + 4}-03-01'`);
    expect([await partOf(client, 'audit_entries', id), await partOf(client, 'record_readings', reading)]).toEqual(TABLES.map((table) => `${table}_later`));
    await setClock(client, `${year + 4}-03-01T00:00:10Z`);
    await withPool(connection, async (db) => {
      expect(await makeSchoolYears(db)).toBe(6);
      expect([await partOf(client, 'audit_entries', id), await partOf(client, 'record_readings', reading)]).toEqual(
        TABLES.map((table) => `${table}_y${year + 3}`),
      );
      expect((await listParts(client, 'audit_entries')).at(-1)).toEqual(['audit_entries_later', year + 5, null]);
      expect(await makeSchoolYears(db)).toBe(0);
      expect(await addEntry(client, `timestamptz '${year + 5}-09-01Z'`)).toBe(id + 1);
      // back on the right day, nothing is undone
      await setClock(client, `${year}-11-30T00:00:00Z`);
      expect(await makeSchoolYears(db)).toBe(0);
      await expect(client.query(`TRUNCATE audit_entries_y${year + 3}`)).rejects.toThrow('is append-only');
      await expect(client.query('DELETE FROM audit_entries WHERE id = $1', [id])).rejects.toThrow('is append-only');
      // a clock that cannot be right makes no years
      await setClock(client, `${year + 70}-01-01T00:00:00Z`);
      const far = await addEntry(client, 'app_now()');
      expect(await makeSchoolYears(db)).toBe(0);
      expect(await partOf(client, 'audit_entries', far)).toBe('audit_entries_later');
      expect(await number(client, 'SELECT count(*) FROM audit_entries')).toBe(3);
      await analyzeSchoolYears(db);
      expect(await number(client, `SELECT count(*) FROM pg_stats WHERE tablename = 'audit_entries' AND inherited`)).toBeGreaterThan(0);
    });
  });
});

test('[B3023] processes that make the years at the same time make each once, also while others write', async () => {
  await withMigratedDatabase(postgres, async (client, connection) => {
    await insertPeople(client);
    const year = await number(client, 'SELECT school_year(current_date)');
    await setClock(client, `${year + 6}-09-01T00:00:00Z`);
    let isWriting = true;
    const written = { count: 0 };
    const write = () =>
      withClient(connection, async (writer) => {
        while (isWriting) {
          await writer.query(
            `BEGIN; UPDATE accounts SET first_name = 'R' WHERE id = (SELECT min(id) FROM accounts); INSERT INTO audit_entries (action, subject_type) VALUES ('x', 'y'); COMMIT`,
          );
          written.count += 1;
        }
      });
    const writers = [write(), write()];
    const made = await Promise.all([1, 2, 3].map(() => withPool(connection, async (db) => [await makeSchoolYears(db), await makeSchoolYears(db)])));
    await expect.poll(async () => withPool(connection, makeSchoolYears), { timeout: 20_000 }).toBe(0);
    isWriting = false;
    await Promise.all(writers);
    expect(made.flat().filter((count) => count !== null && count > 0).length).toBeLessThanOrEqual(1);
    for (const table of TABLES) expect((await listParts(client, table)).at(-1)).toEqual([`${table}_later`, year + 8, null]);
    expect(await number(client, 'SELECT count(*) FROM audit_entries')).toBe(written.count);
    expect(await number(client, 'SELECT count(*) FROM audit_entries_later')).toBe(0);
  });
});

test('[B3024] who holds the tables, or the schema, is waited for briefly; the years are made with the next run', async () => {
  await withMigratedDatabase(postgres, async (client, connection) => {
    const year = await number(client, 'SELECT school_year(current_date)');
    await setClock(client, `${year + 5}-01-01T00:00:00Z`);
    await withPool(connection, (db) =>
      withClient(connection, async (other) => {
        await other.query('BEGIN; LOCK TABLE audit_entries IN ACCESS SHARE MODE');
        expect(await makeSchoolYears(db)).toBeNull();
        await makeSchoolYearsAtStart(client);
        expect((await listParts(client, 'audit_entries')).map(([part]) => part)).not.toContain(`audit_entries_y${year + 4}`);
        await other.query('COMMIT');
        await other.query('SELECT pg_advisory_lock_shared($1)', [migrationLock]); // as a backup
        expect(await makeSchoolYears(db)).toBeNull();
        await other.query('SELECT pg_advisory_unlock_shared($1)', [migrationLock]);
        await makeSchoolYearsAtStart(client);
        expect((await listParts(client, 'audit_entries')).map(([part]) => part)).toContain(`audit_entries_y${year + 5}`);
        expect(await makeSchoolYears(db)).toBe(0);
      }),
    );
  });
});

test('[B3025] a process of the version before goes on writing while the migration waits for the tables, and after it', async () => {
  await withScratchDatabase(postgres, async (client, connection) => {
    await migrate(client, migrationsBefore());
    await insertPeople(client);
    await addEntry(client, `now() - interval '1 year'`);
    let isWriting = true;
    let written = 0;
    const insert = { name: 'insert', text: `INSERT INTO audit_entries (action, subject_type, subject_id) SELECT 'x', 'y', min(id) FROM accounts` };
    const read = { name: 'read', text: 'SELECT count(*) FROM record_readings JOIN accounts ON accounts.id = account_id' };
    const writing = withClient(connection, async (old) => {
      while (isWriting) {
        await old.query('BEGIN');
        await old.query(insert);
        await old.query(read);
        await old.query('COMMIT');
        written += 1;
      }
    });
    await withClient(connection, async (holder) => {
      await holder.query('BEGIN; SELECT count(*) FROM record_readings');
      const waits: string[] = [];
      const migrating = withClient(connection, (other) => migrate(other, undefined, { onWait: (message) => waits.push(message) }));
      await expect.poll(() => waits.length, { timeout: 20_000 }).toBeGreaterThan(0);
      const before = written;
      await expect.poll(() => written, { timeout: 20_000 }).toBeGreaterThan(before); // nobody stands behind a waiting migration
      await holder.query('COMMIT');
      await migrating;
    });
    const done = written;
    await expect.poll(() => written, { timeout: 20_000 }).toBeGreaterThan(done);
    isWriting = false;
    await writing;
    expect(await number(client, 'SELECT count(*) FROM audit_entries')).toBe(written + 1);
    expect((await listParts(client, 'audit_entries'))[0]).toEqual(['audit_entries_earlier', null, expect.any(Number)]);
  });
});

test('[B3026] the newest rows are read part by part, so that a page of the trail opens the newest part alone', async () => {
  await withMigratedDatabase(postgres, async (client) => {
    await insertPeople(client);
    await client.query(`
      INSERT INTO audit_entries (at, action, subject_type) SELECT timestamptz '2024-09-01Z' + make_interval(hours => n), 'a', 'b' FROM generate_series(1, 18000) n;
      ANALYZE audit_entries;`);
    const explain = async (statement: string) =>
      (await client.query(`EXPLAIN (ANALYZE, COSTS off, TIMING off, SUMMARY off) ${statement}`)).rows.map((row) => row['QUERY PLAN'] as string);
    const page = await explain('SELECT * FROM audit_entries WHERE NOT is_part ORDER BY at DESC, id DESC LIMIT 50');
    expect(page.join('\n')).not.toMatch(/Sort|Seq Scan|Merge Append/);
    expect(page.filter((line) => /audit_entries_y2024|audit_entries_earlier/.test(line)).every((line) => line.includes('never executed'))).toBe(true);
    const days = await explain(`SELECT count(*) FROM audit_entries WHERE at >= timestamptz '2025-01-10Z' AND at < timestamptz '2025-01-20Z'`);
    expect(new Set(days.join('\n').match(/audit_entries_(?:y\d+|earlier|later)\b/g))).toEqual(new Set(['audit_entries_y2024']));
  });
});
