import type { EndKind, Removal } from '@classwright/rules/sync/ends';
import { sql } from 'kysely';
import type { Db } from '../../../../platform/database/index.ts';

interface Counts {
  ofClass: Removal;
  ofRun: Removal;
  ofSchool: Removal;
}

/**
 * Counts the existing things of a kind that Google lists, and those ended without consent: by the run so far, and by
 * runs of the school within a day that were not undone. Classes that a run's list shows as archived count before they
 * are archived.
 */
export async function countEnds(
  db: Db,
  { kind, runId, sourceId, classLinkId }: { kind: EndKind; runId: number; sourceId: number; classLinkId: number },
): Promise<Counts> {
  const current = sql`
    SELECT count(*) FROM external_links link
     WHERE link.source_id = ${sourceId} AND link.kind = ${kind} AND link.state = 'linked' AND link.local_id IS NOT NULL`;
  const { rows } = await sql<Record<'class' | 'run' | 'school' | 'ended' | 'ended_here' | 'ended_lately' | 'archived', number>>`
    SELECT (${current} AND link.parent_id = ${classLinkId})::int AS class,
           (${current} AND (link.parent_id IN (SELECT unit.link_id FROM sync_units unit WHERE unit.run_id = ${runId})
                            OR link.id IN (SELECT unit.link_id FROM sync_units unit WHERE unit.run_id = ${runId})))::int AS run,
           (${current})::int AS school,
           coalesce((SELECT sum((unit.ended ->> ${kind})::int) FROM sync_units unit WHERE unit.run_id = ${runId}), 0)::int AS ended,
           coalesce((SELECT sum((unit.ended ->> ${kind})::int) FROM sync_units unit WHERE unit.run_id = ${runId} AND unit.link_id = ${classLinkId}), 0)::int AS ended_here,
           coalesce((SELECT sum((unit.ended ->> ${kind})::int) FROM sync_units unit JOIN sync_runs run ON run.id = unit.run_id
                      WHERE run.source_id = ${sourceId} AND run.created_at > app_now() - interval '1 day'
                        AND NOT EXISTS (SELECT FROM sync_runs undo WHERE undo.of_run = run.id AND undo.mode = 'undo')), 0)::int AS ended_lately,
           (SELECT count(*) FROM sync_units unit JOIN external_links link ON link.id = unit.link_id
             WHERE ${kind} = 'class' AND unit.run_id = ${runId} AND unit.link_id <> ${classLinkId} AND unit.course ->> 'state' = 'ARCHIVED'
               AND link.base ->> 'state' = 'ACTIVE')::int AS archived`.execute(db);
  const row = rows[0]!;
  return {
    ofClass: { ending: row.ended_here, current: row.class },
    ofRun: { ending: row.ended + row.archived, current: row.run - row.archived },
    ofSchool: { ending: row.ended_lately + row.archived, current: row.school - row.archived },
  };
}
