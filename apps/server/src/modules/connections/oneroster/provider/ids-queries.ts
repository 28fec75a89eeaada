import { OWN_ID, parseOwnId } from '@classwright/rules/sync/own-ids';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../../platform/database/index.ts';
import type { Scope } from './scope.ts';

/** The kinds of things that have a sourcedId, as the prefixes of our own ids. */
export type Thing = 'user' | 'class' | 'course' | 'lineItem' | 'result';

type Sql = RawBuilder<unknown>;
const LINKED: Partial<Record<Thing, string>> = { user: 'person', class: 'class' };

/**
 * Returns the expression of a thing's sourcedId, given that of its id: the id from its app or the roster's source,
 * otherwise ours.
 */
export function sourcedIdOf(scope: Scope, thing: Thing, id: Sql): Sql {
  const own = sql`${sql.lit(`${thing}-`)} || ${id}`;
  if (thing === 'lineItem' || thing === 'result')
    return sql`coalesce((SELECT known.sourced_id FROM api_client_records known WHERE known.kind = ${sql.lit(thing)} AND known.local_id = ${id}), ${own})`;
  const kind = LINKED[thing];
  if (kind === undefined || scope.sourceId === null) return own;
  return sql`coalesce((SELECT link.external_id FROM external_links link
    WHERE link.source_id = ${sql.lit(scope.sourceId)} AND link.kind = ${sql.lit(kind)} AND link.parent_id IS NULL AND link.local_id = ${id}
      AND link.external_id !~ ${sql.lit(OWN_ID)}), ${own})`;
}

/**
 * Returns the expression of the id that a sourcedId names; null if it names none. A sourcedId that was once ours keeps
 * its meaning.
 */
export function idOf(scope: Scope, thing: Thing, sourcedId: string): Sql {
  const own = parseOwnId(thing, sourcedId);
  if (own !== null) return sql`${own}::bigint`;
  if (thing === 'lineItem' || thing === 'result')
    return sql`(SELECT known.local_id FROM api_client_records known
      WHERE known.school_id = ${scope.schoolId} AND known.kind = ${sql.lit(thing)} AND known.sourced_id = ${sourcedId})`;
  const kind = LINKED[thing];
  if (kind === undefined || scope.sourceId === null) return sql`NULL::bigint`;
  return sql`(SELECT link.local_id FROM external_links link
    WHERE link.source_id = ${scope.sourceId} AND link.kind = ${sql.lit(kind)} AND link.parent_id IS NULL AND link.external_id = ${sourcedId}
      AND link.external_id !~ ${sql.lit(OWN_ID)})`;
}

export const isOurs = (sourcedId: string): boolean => new RegExp(OWN_ID).test(sourcedId);

/**
 * Finds the id that a sourcedId of a class, a person or a line item names within the school; null if there is none.
 */
export async function findLocal(db: Db, scope: Scope, thing: 'user' | 'class' | 'course' | 'lineItem', sourcedId: string): Promise<number | null> {
  const id = idOf(scope, thing, sourcedId);
  const found =
    thing === 'user'
      ? sql`SELECT id FROM people WHERE id = ${id} AND school_id = ${scope.schoolId}`
      : thing === 'lineItem'
        ? sql`SELECT work.id FROM work_facts work JOIN class_facts ON class_facts.id = work.course_id
               WHERE work.id = ${id} AND class_facts.school_id = ${scope.schoolId} AND work.archived_at IS NULL`
        : sql`SELECT id FROM class_facts WHERE id = ${id} AND school_id = ${scope.schoolId}`;
  const { rows } = await sql<{ id: number }>`SELECT found.id FROM (${found}) found`.execute(db);
  return rows[0]?.id ?? null;
}
