import { sql } from 'kysely';
import type { Db, Tx } from '../../../../platform/database/index.ts';

export interface EndingSchool {
  id: number;
  name: string;
  people: number;
  /** People whose erasure waits, and the day on which the last of them is due. */
  waiting: number;
  due_at: Date | null;
  /** People whose erasure is being made. */
  erasing: number;
  /** People of whom only a number is left. */
  erased: number;
}

/** Returns the schools with how far the erasure of their people is. */
export async function listEndingSchools(db: Db): Promise<EndingSchool[]> {
  const { rows } = await sql<EndingSchool>`
    SELECT schools.id, schools.school_name AS name, count(person.id)::integer AS people,
           count(*) FILTER (WHERE erasure.state = 'waiting')::integer AS waiting, max(erasure.due_at) FILTER (WHERE erasure.state = 'waiting') AS due_at,
           count(*) FILTER (WHERE erasure.state = 'erasing')::integer AS erasing,
           count(*) FILTER (WHERE gone.new_account_id IS NOT NULL)::integer AS erased
      FROM schools LEFT JOIN people person ON person.school_id = schools.id
      LEFT JOIN erasures erasure ON erasure.account_id = person.id AND erasure.state IN ('waiting', 'erasing')
      LEFT JOIN (SELECT DISTINCT new_account_id FROM erasures WHERE new_account_id IS NOT NULL) gone ON gone.new_account_id = person.id
     GROUP BY schools.id, schools.school_name ORDER BY schools.id`.execute(db);
  return rows;
}

/** Returns some people of a school whose erasure nobody has asked for, and of whom there is more than a number. */
export async function listToErase(tx: Tx, schoolId: number, limit: number): Promise<{ id: number; status: boolean }[]> {
  const { rows } = await sql<{ id: number; status: boolean }>`
    SELECT id, status FROM people WHERE school_id = ${schoolId}
       AND NOT EXISTS (SELECT FROM erasures WHERE erasures.account_id = people.id AND state IN ('waiting', 'erasing'))
       AND NOT EXISTS (SELECT FROM erasures WHERE new_account_id = people.id)
     ORDER BY id LIMIT ${limit}`.execute(tx);
  return rows;
}

/** Returns some erasures of a school that wait. */
export async function listWaiting(tx: Tx, schoolId: number, limit: number): Promise<{ id: number; account_id: number; was_active: boolean }[]> {
  const { rows } = await sql<{ id: number; account_id: number; was_active: boolean }>`
    SELECT id, account_id, was_active FROM erasures WHERE school_id = ${schoolId} AND state = 'waiting' ORDER BY id LIMIT ${limit} FOR UPDATE`.execute(tx);
  return rows;
}

/** Returns how many lessons of a school run. */
export async function countRunningLessons(db: Db, schoolId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM live_runs run JOIN class_facts class ON class.id = run.course_id WHERE run.state = 'running' AND class.school_id = ${schoolId}`.execute(
    db,
  );
  return rows[0]!.count;
}

/** Returns true when somebody outside a school can administer the installation. */
export async function hasOtherAdministrator(db: Db, schoolId: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    SELECT EXISTS (SELECT FROM administrators JOIN people ON people.id = administrators.account_id
                    WHERE people.status AND people.school_id IS DISTINCT FROM ${schoolId}) AS has`.execute(db);
  return rows[0]!.has;
}

/** Keeps the receipts of people, by which a restored backup is erased again, without the school and its accounts. */
export async function keepReceipts(tx: Tx, schoolId: number): Promise<{ people: number; chain: string }> {
  await sql`DELETE FROM erasures WHERE school_id = ${schoolId} AND state = 'canceled'`.execute(tx);
  const { rows } = await sql<{ people: number; chain: string | null }>`
    WITH kept AS (UPDATE erasures SET school_id = NULL, new_account_id = NULL WHERE school_id = ${schoolId} RETURNING id, chain)
    SELECT count(*)::integer AS people, encode(sha256(string_agg(chain, ''::bytea ORDER BY id)), 'hex') AS chain FROM kept`.execute(tx);
  return { people: rows[0]!.people, chain: rows[0]!.chain ?? '' };
}
