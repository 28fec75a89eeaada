import type { TemplateView } from '@classwright/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../../platform/database/index.ts';
import { toContainsPattern } from '../../../../platform/lists.ts';
import type { Reach } from '../../../../platform/reach.ts';
import { isSharedOrInReach } from '../../../../platform/reach-queries.ts';

export interface TemplateRow {
  id: number;
  name: string;
  description: string;
  protocol_id: number | null;
  protocol_name: string | null;
  rubric: TemplateView['rubric'];
  account_id: number;
  first_name: string;
  last_name: string;
  status: number;
  created_at: Date;
}

const COLUMNS = sql`t.id, t.name, t.description, t.protocol_id, protocols.name AS protocol_name, t.rubric, t.account_id, people.first_name, people.last_name, t.status, t.created_at`;
const SOURCE = sql`assessment_templates t JOIN people ON people.id = t.account_id LEFT JOIN protocols ON protocols.id = t.protocol_id`;

/**
 * The templates that somebody sees: their own; for staff also those of their school and of the installation; for an
 * Admin all.
 */
export interface TemplateReach {
  accountId: number;
  schoolId: number | null;
  isAdmin: boolean;
  isStaff: boolean;
}

function visibleTo({ accountId, schoolId, isAdmin, isStaff }: TemplateReach): RawBuilder<unknown> {
  if (isAdmin) return sql`true`;
  return isStaff ? sql`(t.account_id = ${accountId} OR t.school_id IS NULL OR t.school_id = ${schoolId})` : sql`t.account_id = ${accountId}`;
}

export async function listTemplates(
  db: Db,
  reach: TemplateReach,
  { searchText, limit, offset }: { searchText: string; limit: number; offset: number },
): Promise<{ rows: TemplateRow[]; total: number }> {
  const pattern = toContainsPattern(searchText);
  const matches = sql`${visibleTo(reach)} AND (name_key(t.name) LIKE fold_name(${pattern}) OR name_key(t.description) LIKE fold_name(${pattern}) OR name_key(coalesce(protocols.name, '')) LIKE fold_name(${pattern}))`;
  const [page, counted] = await Promise.all([
    sql<TemplateRow>`SELECT ${COLUMNS} FROM ${SOURCE} WHERE ${matches} ORDER BY t.name COLLATE natural_order, t.id LIMIT ${limit} OFFSET ${offset}`.execute(db),
    sql<{ total: number }>`SELECT count(*) AS total FROM ${SOURCE} WHERE ${matches}`.execute(db),
  ]);
  return { rows: page.rows, total: counted.rows[0]?.total ?? 0 };
}

export async function findTemplate(db: Db, reach: TemplateReach, id: number): Promise<TemplateRow | null> {
  const { rows } = await sql<TemplateRow>`SELECT ${COLUMNS} FROM ${SOURCE} WHERE t.id = ${id} AND ${visibleTo(reach)}`.execute(db);
  return rows[0] ?? null;
}

export interface NewTemplate {
  accountId: number;
  schoolId: number | null;
  name: string;
  description: string;
  protocolId: number | null;
  rubric: TemplateView['rubric'];
}

export async function insertTemplate(tx: Tx, { accountId, schoolId, name, description, protocolId, rubric }: NewTemplate): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO assessment_templates (account_id, school_id, name, description, protocol_id, rubric)
    VALUES (${accountId}, ${schoolId}, ${name}, ${description}, ${protocolId}, ${JSON.stringify(rubric)}::jsonb) RETURNING id`.execute(tx);
  return (rows[0] as { id: number }).id;
}

export async function deleteTemplate(tx: Tx, id: number): Promise<void> {
  await sql`DELETE FROM assessment_templates WHERE id = ${id}`.execute(tx);
}

export async function isProtocol(db: Db, id: number, reach: Reach): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM protocols WHERE id = ${id} AND archived_at IS NULL AND ${isSharedOrInReach(reach, 'protocols')}`.execute(db);
  return rows.length > 0;
}
