import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../database/index.ts';
import { changeSome, remove } from './erase-queries.ts';
import { Joins } from './joins-queries.ts';
import type { Schema } from './schema.ts';
import { listWaysToSchools } from './ways-to-schools.ts';

/** The rows of a school in one table. */
export interface SchoolRows {
  table: string;
  joins: Joins;
  condition: RawBuilder<unknown>;
}

const [accounts, files, questions, versions, schools] = ['accounts', 'files', 'questions', 'question_versions', 'schools'].map((table) => sql.table(table));

/** Returns the rows of a school in each table that has a way to it. */
export function listSchoolRows(schema: Schema, schoolId: number): Map<string, SchoolRows> {
  return new Map(
    [...listWaysToSchools(schema)].map(([table, way]) => {
      const joins = new Joins(schema, table);
      return [table, { table, joins, condition: sql`${joins.ref(way)} = ${schoolId}` }];
    }),
  );
}

export async function countSchoolRows(db: Db, { table, joins, condition }: SchoolRows): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM ${sql.table(table)} AS r ${joins.all} WHERE ${condition}`.execute(db);
  return rows[0]!.count;
}

/** Deletes some of these rows. Returns how many. */
export const removeSchoolRows = (tx: Tx, { table, joins, condition }: SchoolRows, limit: number): Promise<number> =>
  changeSome(tx, remove(table, { joins, condition, person: sql`0` }), limit);

/** Lets the statements of this transaction take as long as they need. */
export async function endTimeLimit(tx: Tx): Promise<void> {
  await sql`SET LOCAL statement_timeout = 0`.execute(tx);
}

/** Lets the versions of a school's questions go, which are kept as long as a lesson has asked them. */
export async function releaseVersions(tx: Tx, schoolId: number): Promise<void> {
  await sql`
    UPDATE ${versions} AS version SET first_used_at = NULL FROM ${questions} AS question
     WHERE question.id = version.question_id AND question.school_id = ${schoolId} AND first_used_at IS NOT NULL`.execute(tx);
}

/** Lets files stay without the school that people outside it own or show, such as the picture of an administrator of all schools. */
export async function leaveFiles(tx: Tx, schoolId: number): Promise<void> {
  const isOutside = sql`person.school_id IS DISTINCT FROM ${schoolId}`;
  await sql`
    UPDATE ${files} AS file SET school_id = NULL, account_id = (SELECT person.id FROM ${accounts} AS person WHERE person.id = file.account_id AND ${isOutside})
     WHERE school_id = ${schoolId}
       AND EXISTS (SELECT FROM ${accounts} AS person WHERE (person.id = file.account_id OR person.picture_file_id = file.id) AND ${isOutside})`.execute(tx);
}

/** Deletes some files of a school, and returns where their bytes are kept. */
export async function deleteFileRows(tx: Tx, schoolId: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ storage_key: string }>`
    DELETE FROM ${files} WHERE id IN (SELECT id FROM ${files} WHERE school_id = ${schoolId} ORDER BY id LIMIT ${limit}) RETURNING storage_key`.execute(tx);
  return rows.map(({ storage_key }) => storage_key);
}

/** Returns some accounts of a school. */
export async function listAccountsOf(db: Db, schoolId: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM ${accounts} WHERE school_id = ${schoolId} ORDER BY id LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Deletes accounts. @throws the database's error where something still names one of them */
export async function deleteAccounts(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`DELETE FROM ${accounts} WHERE id = ANY(${[...ids]}::bigint[])`.execute(tx);
}

/** Lets a number of an erased person stay without the school, because a row of another school names it. */
export async function leaveNumber(tx: Tx, id: number): Promise<void> {
  await sql`UPDATE ${accounts} SET school_id = NULL WHERE id = ${id}`.execute(tx);
}

export async function deleteSchool(tx: Tx, id: number): Promise<void> {
  await sql`DELETE FROM ${schools} WHERE id = ${id}`.execute(tx);
}

/** Returns until when a person or a class of a school is held. Null: nothing is. */
export async function findHoldOf(db: Db, schoolId: number): Promise<{ reason: string; until: string } | null> {
  const { rows } = await sql<{ reason: string; until: string }>`
    SELECT reason, to_char(until, 'YYYY-MM-DD') AS until FROM ${sql.table('retention_holds')}
     WHERE school_id = ${schoolId} AND ended_at IS NULL AND until >= app_now()::date ORDER BY until DESC LIMIT 1`.execute(db);
  return rows[0] ?? null;
}

/** Returns the numbers that a deletion of a school kept in the trail when it began. Null: it has not begun. */
export async function findBeginning(db: Db, action: string, schoolId: number): Promise<Record<string, number> | null> {
  const { rows } = await sql<{ after: Record<string, number> }>`
    SELECT after FROM audit_entries WHERE action = ${action} AND subject_id = ${schoolId} ORDER BY id DESC LIMIT 1`.execute(db);
  return rows[0]?.after ?? null;
}
