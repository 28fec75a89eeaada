import { sql } from 'kysely';
import { type Db, nameOrder, type Tx } from '../../../platform/database/index.ts';

/** Extra time in percent; 0: none. */
export interface ExtraTimeRow {
  account_id: number;
  percent: number;
}

/** Returns the active students of a class by name, each with their extra time. */
export async function listOfClass(db: Db, courseId: number): Promise<(ExtraTimeRow & { first_name: string; last_name: string })[]> {
  const { rows } = await sql<ExtraTimeRow & { first_name: string; last_name: string }>`
    SELECT person.id AS account_id, person.first_name, person.last_name, coalesce(extra.percent, 0) AS percent
      FROM class_students student JOIN people person ON person.id = student.account_id AND person.status
      LEFT JOIN extra_times extra ON extra.account_id = student.account_id
     WHERE student.course_id = ${courseId}
     ORDER BY ${nameOrder('person')}, person.id`.execute(db);
  return rows;
}

/** Returns the students of a class among these accounts, with their extra time, which is locked until commit. */
export async function lockOfClass(tx: Tx, courseId: number, accountIds: readonly number[]): Promise<ExtraTimeRow[]> {
  const { rows } = await sql<ExtraTimeRow>`
    WITH held AS MATERIALIZED (SELECT * FROM extra_times WHERE account_id = ANY(${[...accountIds]}::bigint[]) ORDER BY account_id FOR UPDATE)
    SELECT student.account_id, coalesce(held.percent, 0) AS percent
      FROM class_students student LEFT JOIN held ON held.account_id = student.account_id
     WHERE student.course_id = ${courseId} AND student.account_id = ANY(${[...accountIds]}::bigint[])
     ORDER BY student.account_id`.execute(tx);
  return rows;
}

/** Sets or removes the extra time of accounts. */
export async function saveExtraTimes(tx: Tx, rows: readonly ExtraTimeRow[]): Promise<void> {
  const given = JSON.stringify(rows);
  await sql`
    DELETE FROM extra_times WHERE account_id IN (
      SELECT account_id FROM jsonb_to_recordset(${given}::jsonb) AS new (account_id bigint, percent integer) WHERE percent = 0)`.execute(tx);
  await sql`
    INSERT INTO extra_times (account_id, percent)
    SELECT account_id, percent FROM jsonb_to_recordset(${given}::jsonb) AS new (account_id bigint, percent integer) WHERE percent > 0 ORDER BY account_id
    ON CONFLICT (account_id) DO UPDATE SET percent = excluded.percent`.execute(tx);
}
