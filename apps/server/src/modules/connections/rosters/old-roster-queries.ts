import { sql } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';
import type { KeptFile } from './queries.ts';

/** The number of days for which a roster is kept. */
const KEPT_DAYS = 90;

/** Returns rosters whose files are no longer needed. */
export async function listDoneWithFiles(db: Db): Promise<{ id: number; files: KeptFile[] }[]> {
  const { rows } = await sql<{ id: number; files: KeptFile[] }>`
    SELECT id, files FROM roster_imports WHERE files <> '[]' AND status NOT IN ('reading', 'columns') ORDER BY id LIMIT 500`.execute(db);
  return rows;
}

/** Cancels rosters that have not been read, or whose columns nobody has mapped, for a day. */
export async function cancelOldReadings(db: Db): Promise<void> {
  await sql`
    UPDATE roster_imports SET status = 'failed', failure = CASE status WHEN 'columns' THEN 'rosters.file.forgotten' ELSE 'rosters.file.notRead' END, finished_at = app_now()
     WHERE status IN ('reading', 'columns') AND created_at < app_moment() - interval '1 day'`.execute(db);
}

/** Deletes rosters after 90 days, and unapplied previews after a week. */
export async function deleteOldRosters(db: Db): Promise<void> {
  await sql`
    DELETE FROM roster_imports
     WHERE status NOT IN ('reading', 'columns', 'waiting', 'running') AND files = '[]' AND (undo_status IS NULL OR undo_status NOT IN ('waiting', 'running'))
       AND (created_at < app_moment() - make_interval(days => ${KEPT_DAYS}) OR (status = 'preview' AND created_at < app_moment() - interval '7 days'))`.execute(
    db,
  );
}
