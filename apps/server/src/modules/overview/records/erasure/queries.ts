import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../../../platform/database/index.ts';
import type { Erased } from '../../../../platform/personal-data/erasure-list.ts';
import type { Reach } from '../../../../platform/reach.ts';
import { isInReach } from '../../../../platform/reach-queries.ts';

export type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface ErasureRow {
  id: number;
  number: string;
  school_id: number | null;
  account_id: number | null;
  new_account_id: number | null;
  person: string | null;
  asked_by: number | null;
  asked_by_name: string | null;
  asked_at: Date;
  due_at: Date;
  was_active: boolean;
  state: 'waiting' | 'canceled' | 'erasing' | 'done';
  step: number;
  counts: Counts;
  named_in: { table: string; id: number }[];
  receipt: string | null;
  done_at: Date | null;
}

const erasures = sql`
  SELECT erasure.id, erasure.number, erasure.school_id, erasure.account_id, erasure.new_account_id, person.full_name AS person, erasure.asked_by,
         asker.full_name AS asked_by_name, erasure.asked_at, erasure.due_at, erasure.was_active, erasure.state, erasure.step, erasure.counts, erasure.named_in,
         CASE WHEN erasure.state = 'done' THEN encode(erasure.chain, 'hex') END AS receipt, erasure.done_at
    FROM erasures erasure LEFT JOIN people person ON person.id = erasure.account_id LEFT JOIN people asker ON asker.id = erasure.asked_by`;

async function list(db: Db | Tx, where: RawBuilder<SqlBool>, limit = 1): Promise<ErasureRow[]> {
  return (await sql<ErasureRow>`${erasures} WHERE ${where} ORDER BY erasure.id DESC LIMIT ${limit}`.execute(db)).rows;
}

/** Returns the erasures of a reach, the newest first. */
export const listErasures = (db: Db, reach: Reach, limit: number): Promise<ErasureRow[]> => list(db, isInReach(reach, 'erasure.school_id'), limit);

export async function findErasure(db: Db | Tx, id: number): Promise<ErasureRow | null> {
  return (await list(db, sql<SqlBool>`erasure.id = ${id}`))[0] ?? null;
}

/** Returns the erasure of an account that waits or is being made. */
export async function findOpenErasure(db: Db | Tx, accountId: number): Promise<ErasureRow | null> {
  return (await list(db, sql<SqlBool>`erasure.account_id = ${accountId} AND erasure.state IN ('waiting', 'erasing')`))[0] ?? null;
}

/** Returns erasures with these ids, in their order. */
export async function findErasures(db: Db | Tx, ids: readonly number[]): Promise<ErasureRow[]> {
  return (await list(db, sql<SqlBool>`erasure.id = ANY(${[...ids]}::bigint[])`, ids.length)).toReversed();
}

/** Holds erasures until the commit. */
export async function lockErasures(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`SELECT FROM erasures WHERE id = ANY(${[...ids]}::bigint[]) ORDER BY id FOR UPDATE`.execute(tx);
}

export interface NewErasure {
  number: string;
  accountId: number;
  /** Null: the term of the person's data has ended. */
  askedBy: number | null;
  wasActive: boolean;
  days: number;
}

export async function insertErasure(tx: Tx, { number, accountId, askedBy, wasActive, days }: NewErasure): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO erasures (number, school_id, account_id, asked_by, was_active, due_at)
    SELECT ${number}, school_id, id, ${askedBy}, ${wasActive}, app_now() + make_interval(days => ${days}::integer) FROM people WHERE id = ${accountId}
    RETURNING id`.execute(tx);
  return rows[0]!.id;
}

export async function cancelErasure(tx: Tx, id: number): Promise<void> {
  await sql`UPDATE erasures SET state = 'canceled' WHERE id = ${id} AND state = 'waiting'`.execute(tx);
}

/**
 * Returns the erasures that are made together next: those that an end of the process has interrupted at the same step, else
 * those whose days are used up. Leaves out erasures of `except`, and those of held accounts.
 */
export async function listNextErasures(
  db: Db,
  { limit, except, held }: { limit: number; except: readonly number[]; held: readonly number[] },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH due AS (SELECT id, CASE state WHEN 'erasing' THEN step ELSE -1 END AS place, due_at FROM erasures
                  WHERE state IN ('waiting', 'erasing') AND due_at <= app_moment() AND id <> ALL(${[...except]}::bigint[])
                    AND account_id <> ALL(${[...held]}::bigint[]) AND coalesce(new_account_id, 0) <> ALL(${[...held]}::bigint[]))
    SELECT id FROM due WHERE place = (SELECT max(place) FROM due) ORDER BY due_at, id LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Begins erasures: from here on they cannot be canceled. */
export async function beginErasing(tx: Tx, ids: readonly number[], newAccountIds: readonly number[]): Promise<void> {
  await sql`
    UPDATE erasures SET state = 'erasing', new_account_id = new.account_id
      FROM unnest(${[...ids]}::bigint[], ${[...newAccountIds]}::bigint[]) AS new (id, account_id) WHERE erasures.id = new.id AND state = 'waiting'`.execute(tx);
}

export interface Progress {
  table: string;
  what: 'emptied' | 'deleted' | 'numbered' | 'scrubbed';
  /** The rows of each erasure, and a hash over what went; '' for none. */
  done: readonly { erasureId: number; rows: number; content: string }[];
}

/** Keeps what a slice did for the receipts. */
export async function addProgress(tx: Tx, { table, what, done }: Progress): Promise<void> {
  if (done.length === 0) return;
  await sql`
    INSERT INTO erasure_slices (table_name, what, erasure_ids, row_counts, contents)
    VALUES (${table}, ${what}, ${done.map(({ erasureId }) => erasureId)}::bigint[], ${done.map(({ rows }) => rows)}::integer[], ${done.map(({ content }) => content)}::text[])`.execute(
    tx,
  );
}

export async function setStep(db: Db, ids: readonly number[], step: number): Promise<void> {
  await sql`UPDATE erasures SET step = ${step} WHERE id = ANY(${[...ids]}::bigint[])`.execute(db);
}

export async function setNamedIn(tx: Tx, id: number, named: readonly { table: string; id: number }[]): Promise<void> {
  await sql`UPDATE erasures SET named_in = ${JSON.stringify(named)}::jsonb WHERE id = ${id}`.execute(tx);
}

/**
 * Writes the receipts of erasures from what their slices did, and at last from the emails of the accounts. Reading the
 * slices takes longer than a slice may hold its rows, so it is a statement of its own.
 */
export async function writeReceipts(db: Db, erasures: readonly { id: number; email: string }[]): Promise<void> {
  const { rows } = await sql<{ id: number; counts: Record<string, Record<string, number>> | null; chain: Buffer }>`
    WITH asked AS (SELECT * FROM unnest(${erasures.map(({ id }) => id)}::bigint[], ${erasures.map(({ email }) => email)}::text[]) AS asked (id, email)),
         done AS (
           SELECT slice.id, table_name, what, one.erasure_id, one.row_count, one.content
             FROM erasure_slices slice, unnest(erasure_ids, row_counts, contents) AS one (erasure_id, row_count, content)
            WHERE one.erasure_id IN (SELECT id FROM asked)),
         counted AS (SELECT erasure_id, table_name, what, sum(row_count)::integer AS row_count FROM done GROUP BY erasure_id, table_name, what),
         by_table AS (SELECT erasure_id, table_name, jsonb_object_agg(what, row_count) AS counts FROM counted GROUP BY erasure_id, table_name),
         receipt AS (SELECT erasure_id, jsonb_object_agg(table_name, counts) AS counts FROM by_table GROUP BY erasure_id),
         chained AS (SELECT erasure_id, string_agg(content, '' ORDER BY id) AS contents FROM done GROUP BY erasure_id)
    SELECT asked.id, receipt.counts, sha256(convert_to(coalesce(chained.contents, '') || asked.email, 'UTF8')) AS chain
      FROM asked LEFT JOIN receipt ON receipt.erasure_id = asked.id LEFT JOIN chained ON chained.erasure_id = asked.id`.execute(db);
  const counts = rows.map((row) => JSON.stringify({ ...row.counts, accounts: { ...row.counts?.['accounts'], unnamed: 1 } }));
  await sql`
    UPDATE erasures SET counts = made.counts, chain = made.chain
      FROM unnest(${rows.map(({ id }) => id)}::bigint[], ${counts}::jsonb[], ${rows.map(({ chain }) => chain)}::bytea[]) AS made (id, counts, chain)
     WHERE erasures.id = made.id AND state = 'erasing'`.execute(db);
}

/**
 * Finishes erasures, whose receipts are written: the accounts are no longer named; digests of their ids stay, by which a
 * restored backup is erased again. Other erasures that these people asked for, or that were canceled, name them by the new
 * number.
 */
export async function finishErasures(tx: Tx, erasures: readonly { id: number; from: number; to: number }[]): Promise<void> {
  await sql`
    UPDATE erasures SET state = 'done', done_at = app_now(), account_id = NULL, digest = sha256(convert_to(installation.erasure_salt || ':' || account_id, 'UTF8'))
      FROM installation WHERE erasures.id = ANY(${erasures.map(({ id }) => id)}::bigint[])`.execute(tx);
  const people = sql`unnest(${erasures.map(({ from }) => from)}::bigint[], ${erasures.map(({ to }) => to)}::bigint[]) AS new (was, account_id)`;
  await sql`UPDATE erasures SET account_id = new.account_id FROM ${people} WHERE erasures.account_id = new.was`.execute(tx);
  await sql`UPDATE erasures SET asked_by = new.account_id FROM ${people} WHERE asked_by = new.was`.execute(tx);
}

/** Deletes what slices did for erasures that are all finished, some hundred rows in a transaction. */
export async function dropSlices(db: Db): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      DELETE FROM erasure_slices WHERE id IN (
        SELECT id FROM erasure_slices WHERE NOT erasure_ids && (SELECT coalesce(array_agg(id), '{}') FROM erasures WHERE state = 'erasing') LIMIT 500)`.execute(
      db,
    );
    if (!numAffectedRows) return;
  }
}

/** Returns the classes that a person owns and that are not archived. */
export async function listOwnedClasses(db: Db | Tx, accountId: number): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`SELECT name FROM class_facts WHERE owner_id = ${accountId} AND archived_at IS NULL ORDER BY name LIMIT 5`.execute(db);
  return rows.map(({ name }) => name);
}

/** Returns true while a lesson runs in a class of the person. */
export async function isInLesson(db: Db | Tx, accountId: number): Promise<boolean> {
  const { rows } = await sql<{ runs: boolean }>`
    SELECT EXISTS (SELECT FROM live_runs run JOIN class_people person ON person.course_id = run.course_id
                    WHERE person.account_id = ${accountId} AND run.state = 'running') AS runs`.execute(db);
  return rows[0]!.runs;
}

export async function isActive(db: Db | Tx, accountId: number): Promise<boolean> {
  const { rows } = await sql<{ status: boolean }>`SELECT status FROM people WHERE id = ${accountId}`.execute(db);
  return rows[0]?.status ?? false;
}

/** Returns the ids of all accounts, for comparing them with those that were erased. */
export async function listAccountIds(db: Db): Promise<number[]> {
  return (await sql<{ id: number }>`SELECT id FROM people ORDER BY id`.execute(db)).rows.map(({ id }) => id);
}

/** Returns who has been erased, by the digests of their ids. */
export async function listErased(db: Db): Promise<Erased[]> {
  const { rows } = await sql<{ number: string; at: Date; salt: string; digest: string }>`
    SELECT number, done_at AS at, erasure_salt AS salt, encode(digest, 'hex') AS digest FROM erasures, installation WHERE state = 'done' ORDER BY erasures.id`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** Notes that an account of a restored backup is erased again at once, under its number of then. Returns the erasure. */
export async function askToEraseAgain(tx: Tx, accountId: number, number: string): Promise<number> {
  await sql`UPDATE erasures SET state = 'canceled' WHERE account_id = ${accountId} AND state = 'waiting' AND number <> ${number}`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO erasures (number, school_id, account_id, was_active, due_at) SELECT ${number}, school_id, id, false, app_now() FROM people WHERE id = ${accountId}
    ON CONFLICT (number) DO UPDATE SET due_at = app_now(), state = CASE WHEN erasures.state = 'canceled' THEN 'waiting' ELSE erasures.state END
    RETURNING id`.execute(tx);
  return rows[0]!.id;
}
