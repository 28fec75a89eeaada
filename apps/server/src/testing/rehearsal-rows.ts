import type { Db } from '../platform/database/index.ts';

/**
 * Tables in which rows may be left: the counter by which other processes learn that an account has changed, and what a
 * job works off.
 */
const MAY_KEEP = new Set(['account_access', 'dashboard_changes', 'dashboard_changed_classes', 'dashboard_wanted', 'jobs']);

/** Lists the rows that still name a rehearsal that was taken away. */
export async function listRehearsalRows(db: Db, { assessmentId, courseId, sessionIds, accountIds }: RehearsalIds): Promise<string[]> {
  const idsOf = (table: string, column: string): readonly number[] => {
    if (column === 'assessment_id' || (table === 'assessments' && column === 'id')) return [assessmentId];
    if (column === 'course_id' || column === 'class_id' || column === 'simulated_in' || (table === 'courses' && column === 'id')) return [courseId];
    if (column === 'session_id' || column === 'epoch' || (table === 'live_sessions' && column === 'id')) return sessionIds;
    if (column === 'account_id' || (table === 'accounts' && column === 'id')) return accountIds;
    return [];
  };
  const found: string[] = [];
  const tables = (await db.introspection.getTables()).filter(({ name, isView }) => !isView && !MAY_KEEP.has(name));
  for (const { name: table, columns } of tables)
    for (const { name: column } of columns) {
      const ids = idsOf(table, column);
      if (ids.length === 0) continue;
      const rows = await db
        .selectFrom(table as never)
        .select(column as never)
        .where(column as never, 'in', ids as never)
        .execute();
      if (rows.length > 0) found.push(`${rows.length} rows of ${table} by ${column}`);
    }
  return found;
}

/** Everything that a rehearsal made, by id. */
export interface RehearsalIds {
  assessmentId: number;
  courseId: number;
  sessionIds: number[];
  accountIds: number[];
}

/** Reads the ids of everything that a rehearsal made, before it is taken away. */
export async function readRehearsal(db: Db, assessmentId: number): Promise<RehearsalIds> {
  const { course_id: courseId } = await db.selectFrom('rehearsals').select('course_id').where('assessment_id', '=', assessmentId).executeTakeFirstOrThrow();
  const sessions = await db.selectFrom('live_sessions').select('id').where('assessment_id', '=', assessmentId).execute();
  const accounts = await db.selectFrom('accounts').select('id').where('simulated_in', '=', courseId).execute();
  return { assessmentId, courseId, sessionIds: sessions.map(({ id }) => id), accountIds: accounts.map(({ id }) => id) };
}
