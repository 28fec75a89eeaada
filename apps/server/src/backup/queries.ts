import type pg from 'pg';
import { migrationLock } from '../platform/database/migrate.ts';
import type { Erased } from '../platform/personal-data/erasure-list.ts';
import type { BackedUpSequence } from './format.ts';

/** Sets up the session so that every server reads its statements the same way, and no statement has a time limit. */
export async function prepareSession(client: pg.Client): Promise<void> {
  await client.query(`
    SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET client_encoding = 'UTF8'; SET timezone = 'UTC';
    SET datestyle = 'ISO, YMD'; SET intervalstyle = 'postgres'; SET extra_float_digits = 1; SET bytea_output = 'hex'`);
}

/**
 * Locks the schema until the connection ends, so that migrations wait. Returns false when the schema has been locked by
 * a migration for a minute.
 */
export async function lockSchema(client: pg.Client): Promise<boolean> {
  try {
    await client.query(`SET lock_timeout = '60s'; SELECT pg_advisory_lock_shared(${migrationLock}); SET lock_timeout = 0`);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === '55P03') return false;
    throw error;
  }
}

/** Begins a snapshot: from here on this connection sees the rows of one moment. Returns that moment. */
export async function beginSnapshot(client: pg.Client): Promise<string> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const { rows } = await client.query<{ at: Date }>('SELECT clock_timestamp() AS at');
  return rows[0]!.at.toISOString();
}

export interface DoneMigration {
  version: number;
  name: string;
  checksum: string;
}

/** Returns the migrations that this database has applied, or null when it is not Classwright's. */
export async function listMigrations(client: pg.Client): Promise<DoneMigration[] | null> {
  const { rows } = await client.query<{ ours: boolean }>(
    `SELECT to_regclass('installation') IS NOT NULL AND to_regclass('schema_migrations') IS NOT NULL AS ours`,
  );
  if (!rows[0]!.ours) return null;
  return (await client.query<DoneMigration>('SELECT version, name, checksum FROM schema_migrations ORDER BY version')).rows;
}

export interface TableColumns {
  name: string;
  /** The columns, without generated ones. */
  columns: string[];
}

/** Returns the tables; one with parts for school years is one table. */
export async function listTables(client: pg.Client): Promise<TableColumns[]> {
  const { rows } = await client.query<TableColumns>(`
    SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND has_table_privilege(c.oid, 'SELECT')
       AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
     GROUP BY c.relname ORDER BY c.relname`);
  return rows;
}

/**
 * Returns the sequences that columns own, with their current values. They are not part of the snapshot and only grow.
 */
export async function listSequences(client: pg.Client): Promise<BackedUpSequence[]> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(`
    SELECT t.relname AS table, a.attname AS column, quote_ident(s.relname) AS sequence
      FROM pg_class s JOIN pg_depend d ON d.objid = s.oid AND d.classid = 'pg_class'::regclass AND d.deptype IN ('a', 'i')
      JOIN pg_class t ON t.oid = d.refobjid JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = d.refobjsubid
     WHERE s.relkind = 'S' AND s.relnamespace = current_schema()::regnamespace ORDER BY 1, 2`);
  const sequences: BackedUpSequence[] = [];
  for (const { table, column, sequence } of rows) {
    const { rows: values } = await client.query<{ last: string; used: boolean }>(`SELECT last_value AS last, is_called AS used FROM ${sequence}`);
    sequences.push({ table, column, last: Number(values[0]!.last), isUsed: values[0]!.used });
  }
  return sequences;
}

export async function setSequences(client: pg.Client, sequences: readonly BackedUpSequence[]): Promise<void> {
  for (const { table, column, last, isUsed } of sequences)
    await client.query('SELECT setval(pg_get_serial_sequence(quote_ident($1), $2), $3, $4)', [table, column, last, isUsed]);
}

/** Returns the sequences whose next number is already used by a row. */
export async function listSequencesBehind(client: pg.Client): Promise<{ table: string; column: string }[]> {
  const behind: { table: string; column: string }[] = [];
  for (const { table, column, last, isUsed } of await listSequences(client)) {
    const { rows } = await client.query<{ max: string | null }>(`SELECT max(${quote(column)}) AS max FROM ${quote(table)}`);
    if (rows[0]!.max !== null && Number(rows[0]!.max) > (isUsed ? last : last - 1)) behind.push({ table, column });
  }
  return behind;
}

/** Copies out all rows, also those of the parts of a table. */
export const copyOut = ({ name, columns }: TableColumns): string => `COPY (SELECT ${columns.map(quote).join(', ')} FROM ${quote(name)}) TO STDOUT`;
export const copyIn = ({ name, columns }: TableColumns): string => `COPY ${quote(name)} (${columns.map(quote).join(', ')}) FROM STDIN`;

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export interface StoredFile {
  key: string;
  bytes: number;
  sum: string;
}

/** Returns the files that rows name. */
export async function listFiles(client: pg.Client): Promise<StoredFile[]> {
  const { rows } = await client.query<{ key: string; bytes: string; sum: string }>(
    `SELECT storage_key AS key, byte_size AS bytes, encode(sha256, 'hex') AS sum FROM files ORDER BY storage_key`,
  );
  return rows.map(({ key, bytes, sum }) => ({ key, bytes: Number(bytes), sum }));
}

/** Returns who has been erased, by the digests of their ids. A database of an earlier version has nobody. */
export async function listErased(client: pg.Client): Promise<Erased[]> {
  const { rows: known } = await client.query<{ known: boolean }>(`SELECT to_regclass('erasures') IS NOT NULL AS known`);
  if (!known[0]!.known) return [];
  const { rows } = await client.query<{ number: string; at: Date; salt: string; digest: string }>(`
    SELECT number, done_at AS at, erasure_salt AS salt, encode(digest, 'hex') AS digest FROM erasures, installation WHERE state = 'done' ORDER BY done_at, number`);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** Returns the ids of all accounts. */
export async function listAccountIds(client: pg.Client): Promise<number[]> {
  return (await client.query<{ id: string }>('SELECT id FROM accounts ORDER BY id')).rows.map(({ id }) => Number(id));
}

/** Returns the given keys that a row names. */
export async function listKnownKeys(client: pg.Client, keys: readonly string[]): Promise<string[]> {
  return (await client.query<{ key: string }>('SELECT storage_key AS key FROM files WHERE storage_key = ANY($1::text[])', [keys])).rows.map(({ key }) => key);
}

export async function countRows(client: pg.Client, table: string): Promise<number> {
  return Number((await client.query<{ count: string }>(`SELECT count(*) FROM ${quote(table)}`)).rows[0]!.count);
}

/** Returns true when the schema of this connection has no table yet. */
export async function isEmpty(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ empty: boolean }>(`
    SELECT NOT EXISTS (SELECT 1 FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
       AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')) AS empty`);
  return rows[0]!.empty;
}

/**
 * Runs `fill` with every table empty and with triggers and foreign keys off. Afterwards both are on again, and the keys
 * are checked against every row. Runs within the caller's transaction and needs no more rights than the tables' owner
 * has.
 */
export async function refillTables(client: pg.Client, tables: readonly string[], fill: () => Promise<void>): Promise<void> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(`
    SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
      FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND connamespace = current_schema()::regnamespace ORDER BY oid`);
  for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  // parts of tables have triggers of their own
  const { rows: parts } = await client.query<{ name: string }>(
    'SELECT relname AS name FROM pg_class WHERE relispartition AND relkind = $1 AND relnamespace = current_schema()::regnamespace',
    ['r'],
  );
  const all = [...tables, ...parts.map(({ name }) => name)];
  for (const table of all) await client.query(`ALTER TABLE ${quote(table)} DISABLE TRIGGER USER`);
  await client.query(`TRUNCATE ${tables.map(quote).join(', ')}`);
  await fill();
  for (const { table, name, definition } of keys) await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  for (const table of all) await client.query(`ALTER TABLE ${quote(table)} ENABLE TRIGGER USER`);
}

/** Returns how large a backup will be at most: its files, and half of the database, whose rows are compressed and its indexes left out. */
export async function estimateBytes(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    'SELECT (SELECT coalesce(sum(byte_size), 0) FROM files) + pg_database_size(current_database()) / 2 AS bytes',
  );
  return Number(rows[0]!.bytes);
}

export interface EndedRun {
  kind: 'backup' | 'verify' | 'restore';
  /** The moment whose data the backup holds, or null when none was made. */
  takenAt: string | null;
  problem: 'damaged' | 'unknown' | null;
}

/** Records a run that has ended. Does nothing in a database of an earlier version, which has no place for it. */
export async function insertEndedRun(client: pg.Client, { kind, takenAt, problem }: EndedRun): Promise<void> {
  const { rows: known } = await client.query<{ known: boolean }>(`SELECT to_regclass('backup_runs') IS NOT NULL AS known`);
  if (!known[0]!.known) return;
  await client.query(
    `INSERT INTO backup_runs (kind, state, ended_at, taken_at, percent, problem)
     VALUES ($1, CASE WHEN $3::text IS NULL THEN 'done' ELSE 'failed' END, app_now(), $2, 100, $3)`,
    [kind, takenAt, problem],
  );
}

/** Ends the backup that ran while this data was saved: nobody works on it in a restored installation. */
export async function endRestoredRun(client: pg.Client): Promise<void> {
  const { rows: known } = await client.query<{ known: boolean }>(`SELECT to_regclass('backup_runs') IS NOT NULL AS known`);
  if (!known[0]!.known) return;
  await client.query(`DELETE FROM jobs WHERE kind = 'system.backUp'`);
  await client.query(`UPDATE backup_runs SET state = 'failed', problem = 'stopped', ended_at = app_now() WHERE ended_at IS NULL`);
}

/**
 * Lets the numbers of rooms go on far beyond those that phones have seen after the restored moment, so that each phone notices that
 * it missed something and asks for it. A database of the first versions has no such numbers.
 */
export async function skipRoomNumbers(client: pg.Client): Promise<void> {
  const { rows: known } = await client.query<{ known: boolean }>(`SELECT to_regclass('room_sequences') IS NOT NULL AS known`);
  if (known[0]!.known) await client.query('UPDATE room_sequences SET sequence = sequence + 1000000');
}

/** Returns true when an erasure of a person was finished since a moment. */
export async function wasAnybodyErasedSince(client: pg.Client, since: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(`SELECT EXISTS (SELECT FROM erasures WHERE state = 'done' AND done_at >= $1::timestamptz) AS found`, [
    since,
  ]);
  return rows[0]!.found;
}

/** The table to which ended rows come back. `people`: columns without a foreign key that name an account in rows with these values. */
export interface EndedTable extends Omit<TableColumns, 'name'> {
  table: string;
  people: readonly { column: string; where: Readonly<Record<string, string>> }[];
}

/** Inserts rows, given as JSON, that are not there. Rows that name something that is gone are left out. Returns how many came. */
export async function insertEndedRows(client: pg.Client, { table, columns, people }: EndedTable, rows: readonly string[]): Promise<number> {
  const { rows: keys } = await client.query<{ column: string; target: string; key: string }>(
    `SELECT pointer.attname AS column, key.confrelid::regclass::text AS target, target.attname AS key FROM pg_constraint key
       JOIN pg_attribute pointer ON pointer.attrelid = key.conrelid AND pointer.attnum = key.conkey[1]
       JOIN pg_attribute target ON target.attrelid = key.confrelid AND target.attnum = key.confkey[1]
      WHERE key.contype = 'f' AND key.conparentid = 0 AND key.conrelid = quote_ident($1)::regclass`,
    [table],
  );
  const isThere = ({ column, target, key }: { column: string; target: string; key: string }): string =>
    `EXISTS (SELECT FROM ${target} named WHERE named.${quote(key)} = r.${quote(column)})`;
  const conditions = [
    `NOT EXISTS (SELECT FROM ${quote(table)} own WHERE own.id = r.id)`,
    ...keys.map((key) => `(r.${quote(key.column)} IS NULL OR ${isThere(key)})`),
    ...people.map(({ column, where }) => {
      const is = Object.entries(where).map(([name, value]) => `r.${quote(name)} = '${value.replaceAll("'", "''")}'`);
      return `(r.${quote(column)} IS NULL OR (${is.join(' AND ')}) IS NOT TRUE OR ${isThere({ column, target: 'accounts', key: 'id' })})`;
    }),
  ];
  const list = columns.map(quote).join(', ');
  const { rowCount } = await client.query(
    `INSERT INTO ${quote(table)} (${list}) OVERRIDING SYSTEM VALUE
     SELECT ${list} FROM jsonb_populate_recordset(NULL::${quote(table)}, $1::jsonb) r WHERE ${conditions.join(' AND ')} ON CONFLICT DO NOTHING`,
    [`[${rows.join(',')}]`],
  );
  return rowCount ?? 0;
}

/** Lets the numbers of a table go on beyond those of its rows, where they are behind: its database may be older than the rows that came back. */
export async function passNumbers(client: pg.Client, table: string): Promise<void> {
  for (const { column } of (await listSequencesBehind(client)).filter((behind) => behind.table === table))
    await client.query(`SELECT setval(pg_get_serial_sequence(quote_ident($1), $2), (SELECT max(${quote(column)}) FROM ${quote(table)}))`, [table, column]);
}
