import type { ListField, ReferenceList } from '@classwright/contract';
import { sql } from 'kysely';
import type { Tx } from '../database/index.ts';
import type { RowScope, Values } from './hooks.ts';

type PairsOf = NonNullable<NonNullable<ListField['reference']>['pairs']>;

const columnsOf = ({ fields }: ReferenceList, values: Values): [string, unknown][] =>
  Object.entries(values).filter(([name]) => fields[name] && fields[name].kind !== 'references');

export async function insertRow(tx: Tx, list: ReferenceList, values: Values): Promise<number> {
  const columns = columnsOf(list, values);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO ${sql.table(list.table)} (${sql.join(columns.map(([name]) => sql.ref(name)))}) VALUES (${sql.join(columns.map(([, value]) => value))}) RETURNING id`.execute(
    tx,
  );
  return (rows[0] as { id: number }).id;
}

/** Writes the columns in `values`. Without any it still marks the row as changed. */
export async function updateRow(tx: Tx, list: ReferenceList, id: number, values: Values): Promise<void> {
  const changes = columnsOf(list, values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  await sql`UPDATE ${sql.table(list.table)} SET ${sql.join(changes.length > 0 ? changes : [sql`updated_at = updated_at`])} WHERE id = ${id}`.execute(tx);
}

/** Replaces the rows that a field with several references names with `ids`. */
export async function replacePairs(tx: Tx, { table, own, other }: PairsOf, id: number, ids: readonly number[]): Promise<void> {
  await sql`DELETE FROM ${sql.table(table)} WHERE ${sql.ref(own)} = ${id} AND NOT ${sql.ref(other)} = ANY(${[...ids]}::bigint[])`.execute(tx);
  await sql`
    INSERT INTO ${sql.table(table)} (${sql.ref(own)}, ${sql.ref(other)}) SELECT ${id}, unnest(${[...ids]}::bigint[]) ON CONFLICT DO NOTHING`.execute(tx);
}

export async function archiveRow(tx: Tx, { table }: ReferenceList, id: number): Promise<void> {
  await sql`UPDATE ${sql.table(table)} SET archived_at = app_now() WHERE id = ${id}`.execute(tx);
}

export async function unarchiveRow(tx: Tx, { table }: ReferenceList, id: number): Promise<void> {
  await sql`UPDATE ${sql.table(table)} SET archived_at = NULL WHERE id = ${id}`.execute(tx);
}

export async function eraseRow(tx: Tx, { table }: ReferenceList, id: number): Promise<void> {
  await sql`DELETE FROM ${sql.table(table)} WHERE id = ${id}`.execute(tx);
}

/**
 * Returns the given ids that can be referenced, locked until commit so that nobody deletes or archives them in the
 * meantime.
 */
export async function lockTargets(tx: Tx, { to }: NonNullable<ListField['reference']>, ids: readonly number[], choosable: RowScope): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT t.id FROM ${sql.table(to.table)} AS t
     WHERE t.id = ANY(${[...ids]}::bigint[]) ${to.archives ? sql`AND t.archived_at IS NULL` : sql``} ${choosable === 'all' ? sql`` : sql`AND ${choosable}`}
     ORDER BY t.id ${to.archives ? sql`FOR SHARE OF t` : sql`FOR KEY SHARE OF t`}`.execute(tx);
  return rows.map(({ id }) => id);
}
