import { type RawBuilder, sql } from 'kysely';
import { packMessage } from '@classwright/contract';
import type { Db, Tx } from '../../../platform/database/index.ts';

/**
 * Returns the condition that a class's link (its alias in the statement) is active: its source was not removed, and the
 * class is in reach there. An ended link locks nothing: neither the list of the class's people nor anything that was
 * made there.
 */
export const isStanding = (link: string): RawBuilder<boolean> => sql<boolean>`
  (${sql.ref(`${link}.state`)} = 'linked'
   AND EXISTS (SELECT FROM external_sources standing WHERE standing.id = ${sql.ref(`${link}.source_id`)} AND standing.archived_at IS NULL))`;

/** The kinds of links for things that a source may have made in a class. */
const KINDS_OF = { course_works: ['work', 'material'], announcements: ['announcement'] } as const;

/**
 * Returns the condition that a source locks a row of `table` (by its alias in the statement): it was made there, still
 * exists there, and the link of its class is active. It is the only lock there is: anything else belongs to the class.
 * It is cheap if nothing was made elsewhere. `isForeign` is given where the row is one of a view, which has no foreign data.
 */
export const isKeptElsewhere = (
  table: keyof typeof KINDS_OF,
  alias: string = table,
  isForeign: RawBuilder<unknown> = sql`coalesce((${sql.ref(`${alias}.external`)} ->> 'isForeign')::boolean, false)`,
): RawBuilder<boolean> => sql<boolean>`
  (${isForeign} AND EXISTS (
    SELECT FROM external_links in_class
      JOIN external_links made ON made.source_id = in_class.source_id AND made.parent_id = in_class.id AND made.local_id = ${sql.ref(`${alias}.id`)}
           AND made.kind IN (${sql.join(KINDS_OF[table])})
     WHERE in_class.kind = 'class' AND in_class.local_id = ${sql.ref(`${alias}.course_id`)} AND ${isStanding('in_class')}
       AND made.state = 'linked' AND NOT made.is_ours AND coalesce(made.facts ->> 'state', '') <> 'DELETED'))`;

/**
 * Stores whether Google Classroom is set up: without it, its links have ended. After it is set up again, each class is
 * out of reach until it has been read there, since people may have changed things here that were made there.
 */
export async function saveClassroomSetup(db: Db, isSetUp: boolean): Promise<void> {
  await (isSetUp
    ? sql`
        WITH back AS (UPDATE external_sources SET archived_at = NULL WHERE kind = 'google_classroom' AND archived_at IS NOT NULL RETURNING id)
        UPDATE external_links SET state = 'lost', facts = facts || ${JSON.stringify({ problem: packMessage('sync.reason.setUpAgain') })}::jsonb
         WHERE kind = 'class' AND state = 'linked' AND local_id IS NOT NULL AND source_id IN (SELECT id FROM back)`
    : sql`UPDATE external_sources SET archived_at = app_now() WHERE kind = 'google_classroom' AND archived_at IS NULL`
  ).execute(db);
}

/** Clears the times when things made in a class elsewhere were last read, so that all of them are read as new. */
export async function clearReadTimes(tx: Tx, classLinkId: number): Promise<void> {
  await sql`
    UPDATE external_links SET facts = facts - 'updateTime'
     WHERE parent_id = ${classLinkId} AND kind IN ('work', 'material', 'announcement') AND NOT is_ours`.execute(tx);
}
