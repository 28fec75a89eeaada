import { sql } from 'kysely';
import type { Db } from '../../../../platform/database/index.ts';
import type { ChangeRow } from './queries.ts';

/** Returns true when a later run changed the same thing, on either side, and was not undone. */
export async function isLaterChanged(db: Db, { id, kind, course_id, local_id }: ChangeRow): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM sync_changes later JOIN sync_changes one ON one.id = ${id}
     WHERE later.course_id = ${course_id} AND later.kind = ${kind} AND later.local_id = ${local_id} AND later.id > ${id} AND later.run_id <> one.run_id
       AND later.outcome IN ('applied', 'sent', 'receipt')
       AND NOT EXISTS (SELECT FROM sync_changes back JOIN sync_runs undo ON undo.id = back.run_id
                        WHERE undo.of_run = later.run_id AND back.course_id = later.course_id AND back.kind = later.kind AND back.local_id = later.local_id
                          AND back.field = later.field AND back.outcome = 'undone')
     LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Returns true when somebody here handed something in for a work, graded it or wrote about it since then. */
export async function isWorkedOnSince(db: Db, workId: number, since: Date): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM submission_facts submission
     WHERE submission.course_work_id = ${workId} AND (
       EXISTS (SELECT FROM submission_history entry WHERE entry.submission_id = submission.id AND entry.at > ${since} AND entry.origin = 'here')
       OR EXISTS (SELECT FROM submission_messages message WHERE message.submission_id = submission.id AND message.created_at > ${since})
       OR EXISTS (SELECT FROM grade_changes change JOIN grade_acts act ON act.id = change.act_id
                   WHERE change.submission_id = submission.id AND act.at > ${since} AND act.account_id IS NOT NULL)
     ) LIMIT 1`.execute(db);
  return rows.length > 0;
}

export async function hasComments(db: Db, announcementId: number): Promise<boolean> {
  const { rows } = await sql`SELECT FROM announcement_comments WHERE announcement_id = ${announcementId} AND archived_at IS NULL LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Returns true when a topic has works on both sides. */
export async function hasWorksThere(db: Db, { sourceId, topicId }: { sourceId: number; topicId: number }): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM work_facts work JOIN external_links link ON link.local_id = work.id
     WHERE work.topic_id = ${topicId} AND work.archived_at IS NULL AND link.source_id = ${sourceId} AND link.kind IN ('work', 'material')
       AND link.state = 'linked' LIMIT 1`.execute(db);
  return rows.length > 0;
}
