import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Db, Tx } from '../platform/database/index.ts';

/** The time for which a process waits while another one creates the demo school: slow machines need a minute. */
const TURN_MS = 180_000;
const LOOK_AGAIN_MS = 500;

/**
 * Allows one process at a time to create the demo school. The lock is released with the transaction. It is tried again
 * and again, since a connection that waits in the database for long is taken for dead.
 * @throws after three minutes
 */
export async function takeTurn(tx: Tx): Promise<void> {
  await sql`SET LOCAL statement_timeout = '60s'`.execute(tx);
  for (let waitedMs = 0; waitedMs < TURN_MS; waitedMs += LOOK_AGAIN_MS) {
    const { rows } = await sql<{ taken: boolean }>`SELECT pg_try_advisory_xact_lock(hashtext('classwright demo school')) AS taken`.execute(tx);
    if (rows[0]?.taken) return;
    await sleep(LOOK_AGAIN_MS);
  }
  throw new Error('another process has been creating the demo school for three minutes');
}

export async function isInhabited(db: Db): Promise<boolean> {
  const { rows } = await sql<{ inhabited: boolean }>`SELECT EXISTS (SELECT 1 FROM accounts) OR EXISTS (SELECT 1 FROM schools) AS inhabited`.execute(db);
  return rows[0]?.inhabited ?? false;
}

/**
 * Returns the date `count` school days after today in a time zone, as YYYY-MM-DD. Today counts as day 0; on a weekend
 * it is the Monday after.
 */
export async function findSchoolDay(db: Db, timeZone: string, count: number): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day
      FROM (SELECT (app_now() AT TIME ZONE ${timeZone})::date AS today OFFSET 0) clock,
           generate_series(today, today + ${count * 2 + 4}::int, interval '1 day') AS day
     WHERE extract(isodow FROM day) < 6
     ORDER BY day OFFSET ${count} LIMIT 1`.execute(db);
  return (rows[0] as { day: string }).day;
}

/** Finds a person or thing that is not part of the demo, for a message. Returns null when there is none. */
export async function findStrangers(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT 'the school ' || school_name AS name FROM schools WHERE domain <> 'demo.school'
    UNION ALL
    SELECT 'the account ' || email FROM accounts WHERE email_key NOT LIKE '%@demo.school'
    LIMIT 1`);
  return rows[0]?.name ?? null;
}

export async function listStorageKeys(client: pg.Client): Promise<string[]> {
  return (await client.query<{ storage_key: string }>('SELECT storage_key FROM files')).rows.map(({ storage_key }) => storage_key);
}

type Installation = Record<'created_at' | 'realtime_key' | 'realtime_secret' | 'link_secret', unknown>;

export async function keepInstallation(client: pg.Client): Promise<Installation> {
  return (await client.query<Installation>('SELECT created_at, realtime_key, realtime_secret, link_secret FROM installation')).rows[0] as Installation;
}

export async function restoreInstallation(client: pg.Client, { created_at, realtime_key, realtime_secret, link_secret }: Installation): Promise<void> {
  await client.query('UPDATE installation SET created_at = $1, realtime_key = $2, realtime_secret = $3, link_secret = $4', [
    created_at,
    realtime_key,
    realtime_secret,
    link_secret,
  ]);
}

/**
 * Drops all of our tables and functions in one transaction. The schema itself and the objects of extensions remain.
 */
export async function dropEverything(client: pg.Client): Promise<void> {
  await client.query(`
    DO $$
    DECLARE command text;
    BEGIN
      FOREACH command IN ARRAY (
        SELECT coalesce(array_agg(format('DROP %s IF EXISTS %s CASCADE', kind, name) ORDER BY kind DESC), '{}') FROM (
          SELECT 'TABLE' AS kind, oid, oid::regclass::text AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
          UNION ALL
          SELECT 'ROUTINE', oid, oid::regprocedure::text FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
        ) ours WHERE NOT EXISTS (SELECT 1 FROM pg_depend WHERE pg_depend.objid = ours.oid AND deptype = 'e')
      ) LOOP
        EXECUTE command;
      END LOOP;
    END $$`);
}

/** Lets students of the demo school join lessons by name alone, so that a visitor's phone is in at once. */
export async function trustRoom(tx: Tx, schoolId: number): Promise<void> {
  await sql`UPDATE schools SET settings = settings || '{"seat_check": "nothing"}' WHERE id = ${schoolId}`.execute(tx);
}
