import { type RawBuilder, sql } from 'kysely';
import { packMessage } from '@classwright/contract';
import type { Db, Tx } from '../../../platform/database/index.ts';

/**
 * Returns whether the link of a class (its alias in the statement) stands: its source was not taken off, and the class is in reach
 * there. One that has ended keeps nothing: neither the list of the class's people nor what was made there.
 */
export const isStanding = (link: string): RawBuilder<boolean> => sql<boolean>`
  (${sql.ref(`${link}.state`)} = 'linked'
   AND EXISTS (SELECT FROM external_sources standing WHERE standing.id = ${sql.ref(`${link}.source_id`)} AND standing.archived_at IS NULL))`;

/** What a source may have made in a class, by the kinds of its links. */
const KINDS_OF = { course_works: ['work', 'material'], announcements: ['announcement'] } as const;

/**
 * Returns whether a source keeps a row of `table` (by its alias in the statement): it was made there, is there still, and the link of its
 * class stands. It is the only lock there is: what a source does not keep any more belongs to the class. Cheap where nothing was made elsewhere.
 */
export const isKeptElsewhere = (table: keyof typeof KINDS_OF, alias: string = table): RawBuilder<boolean> => sql<boolean>`
  (coalesce((${sql.ref(`${alias}.external`)} ->> 'isForeign')::boolean, false) AND EXISTS (
    SELECT FROM external_links in_class
      JOIN external_links made ON made.source_id = in_class.source_id AND made.parent_id = in_class.id AND made.local_id = ${sql.ref(`${alias}.id`)}
           AND made.kind IN (${sql.join(KINDS_OF[table])})
     WHERE in_class.kind = 'class' AND in_class.local_id = ${sql.ref(`${alias}.course_id`)} AND ${isStanding('in_class')}
       AND made.state = 'linked' AND NOT made.is_ours AND coalesce(made.facts ->> 'state', '') <> 'DELETED'))`;

/**
 * Keeps whether Google Classroom is set up: where it is not, its links have ended. Where it is again, each class is out of reach until it has
 * been seen there, since people may have changed here what was made there.
 */
export async function noteClassroom(db: Db, isSetUp: boolean): Promise<void> {
  await (isSetUp
    ? sql`
        WITH back AS (UPDATE external_sources SET archived_at = NULL WHERE kind = 'google_classroom' AND archived_at IS NOT NULL RETURNING id)
        UPDATE external_links SET state = 'lost', facts = facts || ${JSON.stringify({ problem: packMessage('sync.reason.setUpAgain') })}::jsonb
         WHERE kind = 'class' AND state = 'linked' AND local_id IS NOT NULL AND source_id IN (SELECT id FROM back)`
    : sql`UPDATE external_sources SET archived_at = app_now() WHERE kind = 'google_classroom' AND archived_at IS NULL`
  ).execute(db);
}

/** Forgets when what was made in a class elsewhere was last read, so that all of it is news. */
export async function forgetRead(tx: Tx, classLinkId: number): Promise<void> {
  await sql`
    UPDATE external_links SET facts = facts - 'updateTime'
     WHERE parent_id = ${classLinkId} AND kind IN ('work', 'material', 'announcement') AND NOT is_ours`.execute(tx);
}
