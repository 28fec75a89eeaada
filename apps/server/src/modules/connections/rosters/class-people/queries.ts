import { sql } from 'kysely';
import type { Db, Tx } from '../../../../platform/database/index.ts';

export interface MovedPerson {
  accountId: number;
  role: 'TEACHER' | 'STUDENT';
}

/** A change of the source that manages a class's people. */
export interface PeopleChange {
  id: number;
  before_link_id: number | null;
  after_link_id: number | null;
  before_name: string;
  after_name: string;
  came: MovedPerson[];
  went: MovedPerson[];
  created_at: Date;
  who: string;
}

export async function insertPeopleChange(
  tx: Tx,
  change: {
    courseId: number;
    accountId: number;
    beforeLinkId: number | null;
    afterLinkId: number | null;
    beforeName: string;
    afterName: string;
    came: readonly MovedPerson[];
    went: readonly MovedPerson[];
  },
): Promise<void> {
  await sql`
    INSERT INTO class_people_changes (course_id, account_id, before_link_id, after_link_id, before_name, after_name, came, went)
    VALUES (${change.courseId}, ${change.accountId}, ${change.beforeLinkId}, ${change.afterLinkId}, ${change.beforeName}, ${change.afterName},
            ${JSON.stringify(change.came)}, ${JSON.stringify(change.went)})`.execute(tx);
}

/** The number of days within which a change can be undone. */
const UNDO_DAYS = 30;

/** Returns the newest change that can be undone and has not been. Returns null if there is none. */
export async function findLastChange(db: Db, courseId: number): Promise<PeopleChange | null> {
  const { rows } = await sql<PeopleChange>`
    SELECT change.id, before_link_id, after_link_id, before_name, after_name, came, went, change.created_at,
           people.full_name AS who
      FROM class_people_changes change JOIN people ON people.id = change.account_id
     WHERE course_id = ${courseId} AND undone_at IS NULL AND change.created_at > app_now() - make_interval(days => ${UNDO_DAYS}) ORDER BY change.id DESC LIMIT 1`.execute(
    db,
  );
  return rows[0] ?? null;
}

export async function endPeopleChange(tx: Tx, id: number): Promise<void> {
  await sql`UPDATE class_people_changes SET undone_at = app_now() WHERE id = ${id}`.execute(tx);
}
