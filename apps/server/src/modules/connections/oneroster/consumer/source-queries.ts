import { sql } from 'kysely';
import type { Db, Tx } from '../../../../platform/database/index.ts';
import type { Reach } from '../../../../platform/reach.ts';
import { isInReach } from '../../../../platform/reach-queries.ts';
import { isNightIn } from '../../../class/sources/index.ts';
import { readColumns, type ReadRow } from './read-queries.ts';

export interface SourceSettings {
  service_url: string;
  token_url: string;
  version: '1.1' | '1.2';
  client_id: string;
  org_id: string;
  schedule: 'off' | 'nightly';
  night_does: 'preview' | 'apply';
  create_accounts: boolean;
  bring_guardians: boolean;
}

export interface SourceRow extends SourceSettings {
  id: number;
  school_id: number;
  school_name: string;
  name: string;
  account_id: number | null;
  keeper_name: string | null;
  secret_sealed: Buffer | null;
  last_read: ReadRow | null;
}

const shown = sql`
  SELECT source.source_id AS id, base.school_id, schools.school_name, base.name, service_url, token_url, version, client_id, org_id, schedule, night_does,
         create_accounts, bring_guardians, source.account_id, keeper.full_name AS keeper_name, secret_sealed,
         (SELECT to_jsonb(read) FROM (SELECT ${readColumns} WHERE read.source_id = source.source_id ORDER BY read.id DESC LIMIT 1) read) AS last_read
    FROM oneroster_sources source JOIN external_sources base ON base.id = source.source_id JOIN schools ON schools.id = base.school_id
    LEFT JOIN people keeper ON keeper.id = source.account_id`;

export async function listSourcesWithin(db: Db, reach: Reach, most: number): Promise<SourceRow[]> {
  const { rows } = await sql<SourceRow>`
    ${shown} WHERE base.archived_at IS NULL AND ${isInReach(reach, 'base.school_id')} ORDER BY base.name COLLATE natural_order, base.id LIMIT ${most}`.execute(
    db,
  );
  return rows;
}

/** Returns the source, or null if there is none within reach, or it was removed. */
export async function findSource(db: Db, id: number, reach: Reach): Promise<SourceRow | null> {
  const { rows } = await sql<SourceRow>`${shown} WHERE source.source_id = ${id} AND base.archived_at IS NULL AND ${isInReach(reach, 'base.school_id')}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Locks a source until commit. */
export async function lockSource(tx: Tx, id: number, reach: Reach): Promise<SourceRow | null> {
  await sql`SELECT FROM oneroster_sources WHERE source_id = ${id} FOR UPDATE`.execute(tx);
  return findSource(tx, id, reach);
}

/** Finds a removed source of the school by its address; null if there is none. */
export async function findRemoved(tx: Tx, schoolId: number, serviceUrl: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    SELECT source_id AS id FROM oneroster_sources source JOIN external_sources base ON base.id = source_id
     WHERE base.school_id = ${schoolId} AND service_url = ${serviceUrl} AND base.archived_at IS NOT NULL ORDER BY base.archived_at DESC LIMIT 1 FOR UPDATE OF source`.execute(
    tx,
  );
  return rows[0]?.id ?? null;
}

export async function countSources(tx: Tx, schoolId: number): Promise<number> {
  // locks the school until commit, so that sources are added one at a time
  await sql`SELECT FROM schools WHERE id = ${schoolId} FOR NO KEY UPDATE`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM external_sources WHERE kind = 'oneroster_rest' AND school_id = ${schoolId} AND archived_at IS NULL`.execute(tx);
  return rows[0]?.count ?? 0;
}

export interface SavedSource extends SourceSettings {
  accountId: number;
  /** The encrypted secret; null keeps the stored one. */
  secretSealed: Buffer | null;
}

/** Saves the settings of a source. */
export async function saveSource(tx: Tx, id: number, { accountId, secretSealed, ...values }: SavedSource): Promise<void> {
  const row = { ...values, account_id: accountId, ...(secretSealed ? { secret_sealed: secretSealed } : {}) };
  await tx
    .insertInto('oneroster_sources')
    .values({ source_id: id, ...row })
    .onConflict((conflict) => conflict.column('source_id').doUpdateSet(row))
    .execute();
}

export async function forgetSecret(tx: Tx, id: number): Promise<void> {
  await sql`UPDATE oneroster_sources SET secret_sealed = NULL, schedule = 'off' WHERE source_id = ${id}`.execute(tx);
}

/**
 * Lists the sources of schools where it is between three and four at night, if somebody is set on whose behalf they are
 * read.
 */
export async function listNightSources(db: Db): Promise<{ id: number; account_id: number }[]> {
  const { rows } = await sql<{ id: number; account_id: number }>`
    SELECT source_id AS id, account_id FROM oneroster_sources source JOIN external_sources base ON base.id = source_id JOIN schools ON schools.id = base.school_id
     WHERE schedule = 'nightly' AND account_id IS NOT NULL AND base.archived_at IS NULL AND schools.archived_at IS NULL
       AND NOT EXISTS (SELECT FROM suspended_schools suspended WHERE suspended.school_id = schools.id) AND ${isNightIn(sql`schools.time_zone`)} ORDER BY source_id`.execute(
    db,
  );
  return rows;
}

/** Lists the sources that are read at night, and those with a reported concern. */
export async function listNotifiableSources(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT source_id AS id FROM oneroster_sources WHERE schedule = 'nightly' OR told IS NOT NULL ORDER BY source_id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Stores the reported concern of a source; null if there is none. Returns true when it changed. */
export async function saveReportedConcern(tx: Tx, id: number, told: string | null): Promise<boolean> {
  const { rows } = await sql`UPDATE oneroster_sources SET told = ${told} WHERE source_id = ${id} AND told IS DISTINCT FROM ${told} RETURNING source_id`.execute(
    tx,
  );
  return rows.length > 0;
}
