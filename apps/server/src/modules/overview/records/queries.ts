import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';

export interface CopyRow {
  id: number;
  account_id: number;
  asked_by: number;
  person: string;
  school_id: number | null;
  state: 'waiting' | 'ready' | 'failed' | 'ended';
  asked_at: Date;
  ends_at: Date | null;
  storage_key: string | null;
  byte_size: number | null;
  row_count: number | null;
  file_count: number | null;
}

const copies = sql`
  SELECT copy.id, copy.account_id, copy.asked_by, trim(person.first_name || ' ' || person.last_name) AS person, person.school_id, copy.state, copy.asked_at,
         copy.ends_at, copy.storage_key, copy.byte_size, copy.row_count, copy.file_count
    FROM record_copies copy JOIN people person ON person.id = copy.account_id`;

/** Returns the latest copies of a person's data, the newest first. */
export async function listCopies(db: Db, accountId: number): Promise<CopyRow[]> {
  return (await sql<CopyRow>`${copies} WHERE copy.account_id = ${accountId} ORDER BY copy.id DESC LIMIT 20`.execute(db)).rows;
}

export async function findCopy(db: Db | Tx, id: number): Promise<CopyRow | null> {
  return (await sql<CopyRow>`${copies} WHERE copy.id = ${id}`.execute(db)).rows[0] ?? null;
}

/**
 * Notes that a copy is to be made, and returns its id. Returns `waiting` while one is being made, and `today` when the
 * person who asks had one made within a day; `isOncePerDay` is true for people who ask for their own or their child's.
 */
export async function insertCopy(tx: Tx, copy: { accountId: number; askedBy: number; isOncePerDay: boolean }): Promise<number | 'waiting' | 'today'> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('record-copy', ${copy.accountId}))`.execute(tx);
  const { rows: found } = await sql<{ is_waiting: boolean; is_today: boolean }>`
    SELECT coalesce(bool_or(state = 'waiting'), false) AS is_waiting,
           coalesce(bool_or(asked_by = ${copy.askedBy} AND state <> 'failed' AND asked_at > app_now() - interval '1 day'), false) AS is_today
      FROM record_copies WHERE account_id = ${copy.accountId}`.execute(tx);
  if (found[0]!.is_waiting) return 'waiting';
  if (copy.isOncePerDay && found[0]!.is_today) return 'today';
  const { rows } = await sql<{ id: number }>`
    INSERT INTO record_copies (account_id, asked_by) VALUES (${copy.accountId}, ${copy.askedBy}) RETURNING id`.execute(tx);
  return rows[0]!.id;
}

export interface MadeCopy {
  storageKey: string;
  bytes: number;
  rows: number;
  files: number;
}

/** Notes that a copy is ready. Returns false when it no longer waits. */
export async function setCopyReady(tx: Tx, id: number, made: MadeCopy, keptDays: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE record_copies SET state = 'ready', made_at = app_now(), ends_at = app_now() + make_interval(days => ${keptDays}::integer),
           storage_key = ${made.storageKey}, byte_size = ${made.bytes}, row_count = ${made.rows}, file_count = ${made.files}
     WHERE id = ${id} AND state = 'waiting' RETURNING id`.execute(tx);
  return rows.length > 0;
}

export async function setCopyFailed(db: Db, id: number): Promise<void> {
  await sql`UPDATE record_copies SET state = 'failed' WHERE id = ${id} AND state = 'waiting'`.execute(db);
}

/** Ends the copies whose days are used up, and returns the keys under which they are stored. */
export async function endOldCopies(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    WITH old AS (SELECT id, storage_key FROM record_copies WHERE state = 'ready' AND ends_at <= app_moment() ORDER BY id LIMIT 100 FOR UPDATE SKIP LOCKED)
    UPDATE record_copies copy SET state = 'ended', storage_key = NULL FROM old WHERE copy.id = old.id RETURNING old.storage_key AS key`.execute(tx);
  return rows.map(({ key }) => key);
}

export interface CopiedPerson {
  name: string;
  email: string;
  school: string | null;
  time_zone: string | null;
}

export async function findCopiedPerson(db: Db | Tx, accountId: number): Promise<CopiedPerson | null> {
  const { rows } = await sql<CopiedPerson>`
    SELECT trim(person.first_name || ' ' || person.last_name) AS name, person.email, school.school_name AS school, school.time_zone
      FROM people person LEFT JOIN schools school ON school.id = person.school_id WHERE person.id = ${accountId}`.execute(db);
  return rows[0] ?? null;
}

/** Returns the school of an account, null for one of no school. Returns null for an account that does not exist. */
export async function findCopiedSchool(db: Db | Tx, accountId: number): Promise<{ id: number | null } | null> {
  const { rows } = await sql<{ id: number | null }>`SELECT school_id AS id FROM people WHERE id = ${accountId}`.execute(db);
  return rows[0] ?? null;
}

/** Returns the full names of the other students who are or were in a class with the person. */
export async function listClassmates(db: Db | Tx, accountId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT trim(person.first_name || ' ' || person.last_name) AS name
      FROM class_standings own JOIN class_standings other ON other.course_id = own.course_id AND other.role = 'STUDENT' AND other.account_id <> own.account_id
      JOIN people person ON person.id = other.account_id
     WHERE own.account_id = ${accountId}`.execute(db);
  return rows.map(({ name }) => name).filter((name) => name !== '');
}

export interface OwnFile {
  id: number;
  name: string;
  storage_key: string;
  byte_size: number;
}

/** Returns the stored files of these ids. */
export async function listFilesOf(db: Db | Tx, ids: readonly number[]): Promise<OwnFile[]> {
  const { rows } = await sql<OwnFile>`
    SELECT id, name, storage_key, byte_size FROM files WHERE id = ANY(${[...ids]}::bigint[]) ORDER BY id`.execute(db);
  return rows;
}

/** Ends all copies of a person's data, and returns the keys under which they are stored. */
export async function dropCopies(tx: Tx, accountIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    WITH kept AS (SELECT id, storage_key FROM record_copies WHERE account_id = ANY(${[...accountIds]}::bigint[]) AND state = 'ready' FOR UPDATE)
    UPDATE record_copies copy SET state = 'ended', storage_key = NULL FROM kept WHERE copy.id = kept.id RETURNING kept.storage_key AS key`.execute(tx);
  return rows.map(({ key }) => key);
}
