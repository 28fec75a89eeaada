import { sql, type Updateable } from 'kysely';
import type { Database, Tx } from '../../../platform/database/index.ts';
import type { Reach } from '../../../platform/reach.ts';
import { isInReach, isOfSchool } from '../../../platform/reach-queries.ts';
import type { MemberRole } from './queries.ts';

export type CourseChanges = Pick<
  Updateable<Database['courses']>,
  | 'name'
  | 'section'
  | 'subject'
  | 'room'
  | 'level_id'
  | 'owner_id'
  | 'description_heading'
  | 'description'
  | 'comments_by_students'
  | 'removed_may_rejoin'
  | 'google_meet_link'
  | 'enrollment_code'
>;

export interface NewCourse {
  school_id: number;
  owner_id: number;
  level_id: number | null;
  name: string;
  section: string;
  subject: string;
  room: string;
  description: string;
  enrollment_code: string;
}

/** Creates classes in one statement. Returns their ids by code, without those whose code another class has. */
export async function insertCourses(tx: Tx, courses: readonly NewCourse[]): Promise<Map<string, number>> {
  const made = await tx
    .insertInto('courses')
    .values([...courses])
    .onConflict((conflict) => conflict.column('enrollment_code').doNothing())
    .returning(['id', 'enrollment_code'])
    .execute();
  return new Map(made.map(({ id, enrollment_code }) => [enrollment_code, id]));
}

/** Makes a class that of a rehearsal. */
export async function hideClass(tx: Tx, courseId: number): Promise<void> {
  await tx.updateTable('courses').set({ is_rehearsal: true }).where('id', '=', courseId).execute();
}

/** Makes simulated people students of a rehearsal's class. Nobody hears of it. */
export async function enrolSimulated(tx: Tx, courseId: number, accountIds: readonly number[]): Promise<void> {
  await sql`
    INSERT INTO course_members (course_id, account_id, role)
    SELECT courses.id, simulated.account_id, 'STUDENT' FROM courses, unnest(${[...accountIds]}::bigint[]) AS simulated (account_id)
     WHERE courses.id = ${courseId} AND courses.is_rehearsal`.execute(tx);
}

/** Makes the owner of each of these classes a teacher of it. */
export async function insertOwners(tx: Tx, courseIds: readonly number[]): Promise<void> {
  await sql`
    INSERT INTO course_members (course_id, account_id, role) SELECT id, owner_id, 'TEACHER' FROM courses WHERE id = ANY(${[...courseIds]}::bigint[])
    ON CONFLICT (course_id, account_id) DO UPDATE SET role = 'TEACHER', left_at = NULL`.execute(tx);
}

/**
 * Locks a class until commit, so that two changes of it take turns; people can still be enrolled. Returns null when it
 * does not exist or is deleted.
 */
export async function lockCourse(
  tx: Tx,
  id: number,
): Promise<{ id: number; school_id: number; level_id: number | null; owner_id: number; course_state: string } | null> {
  const { rows } = await sql<{ id: number; school_id: number; level_id: number | null; owner_id: number; course_state: string }>`
    SELECT id, school_id, level_id, owner_id, course_state FROM courses WHERE id = ${id} AND archived_at IS NULL FOR NO KEY UPDATE`.execute(tx);
  return rows[0] ?? null;
}

export async function updateCourse(tx: Tx, id: number, changes: CourseChanges): Promise<void> {
  await tx.updateTable('courses').set(changes).where('id', '=', id).execute();
}

/** Returns true when a class of this school can have a level. It then stays available until commit. */
export async function lockLevel(tx: Tx, id: number, schoolId: number): Promise<boolean> {
  const { rows } = await sql<{
    id: number;
  }>`SELECT id FROM levels WHERE id = ${id} AND archived_at IS NULL AND ${isOfSchool(schoolId, 'levels')} FOR SHARE`.execute(tx);
  return rows.length > 0;
}

/**
 * Returns the schools of those people within reach who can own a class: active, of a school, and not a student. Locks
 * them until commit.
 */
export async function lockOwners(tx: Tx, ids: readonly number[], reach: Reach): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; school_id: number }>`
    SELECT people.id, people.school_id FROM people JOIN account_types ON account_types.id = people.account_type_id
     WHERE people.id = ANY(${[...ids]}::bigint[]) AND people.status AND people.school_id IS NOT NULL AND lower(account_types.name) <> 'student'
       AND ${isInReach(reach, 'people.school_id')}
     ORDER BY people.id FOR KEY SHARE OF people`.execute(tx);
  return new Map(rows.map(({ id, school_id }) => [id, school_id]));
}

/**
 * Counts an attempt at a code. Attempts of one account take turns. Returns the number of recent attempts, and for how
 * many minutes they still count.
 */
export async function countCodeAttempt(tx: Tx, accountId: number, minutes: number): Promise<{ attempts: number; minutes_left: number }> {
  const isOver = sql`class_code_guesses.since <= app_now() - make_interval(mins => ${minutes})`;
  const { rows } = await sql<{ attempts: number; minutes_left: number }>`
    INSERT INTO class_code_guesses (account_id, wrong, since) VALUES (${accountId}, 1, app_now())
    ON CONFLICT (account_id) DO UPDATE
       SET wrong = CASE WHEN ${isOver} THEN 1 ELSE least(class_code_guesses.wrong + 1, 1000) END,
           since = CASE WHEN ${isOver} THEN app_now() ELSE class_code_guesses.since END
    RETURNING wrong AS attempts, greatest(1, ceil(extract(epoch FROM since + make_interval(mins => ${minutes}) - app_now()) / 60))::int AS minutes_left`.execute(
    tx,
  );
  return rows[0] ?? { attempts: 1, minutes_left: minutes };
}

export async function deleteCodeAttempts(tx: Tx, accountId: number): Promise<void> {
  await tx.deleteFrom('class_code_guesses').where('account_id', '=', accountId).execute();
}

/**
 * Enrolls a student by the code of an active class of the student's school. A removed student returns if the class
 * allows it. Returns the class, or null when there is no such class, or the student is in it already. Locks the class,
 * so that a renewed code takes effect right away.
 */
export async function insertMemberByCode(tx: Tx, { code, accountId, schoolId }: { code: string; accountId: number; schoolId: number }): Promise<number | null> {
  const { rows } = await sql<{ course_id: number }>`
    WITH class AS MATERIALIZED (
      SELECT id FROM courses
       WHERE enrollment_code = ${code} AND school_id = ${schoolId} AND course_state = 'ACTIVE' AND archived_at IS NULL
         FOR KEY SHARE)
    INSERT INTO course_members (course_id, account_id, role) SELECT id, ${accountId}, 'STUDENT' FROM class
    ON CONFLICT (course_id, account_id) DO UPDATE SET role = 'STUDENT', left_at = NULL
     WHERE course_members.left_at IS NOT NULL AND (SELECT removed_may_rejoin FROM courses WHERE courses.id = course_members.course_id)
    RETURNING course_id`.execute(tx);
  return rows[0]?.course_id ?? null;
}

export interface LockedCourse {
  id: number;
  name: string;
  course_state: string;
  owner_id: number;
  is_deleted: boolean;
  /** The role of the person who asks, or null when not in the class. */
  role: MemberRole | null;
  student_count: number;
}

/** Locks the existing classes among these, including deleted ones, always in the same order. */
export async function lockCourses(tx: Tx, ids: readonly number[], accountId: number): Promise<Map<number, LockedCourse>> {
  const { rows } = await sql<LockedCourse>`
    SELECT courses.id, courses.name, courses.course_state, courses.owner_id, courses.archived_at IS NOT NULL AS is_deleted,
           (SELECT me.role FROM course_members me WHERE me.course_id = courses.id AND me.account_id = ${accountId} AND me.left_at IS NULL) AS role,
           (SELECT count(*) FROM course_members m WHERE m.course_id = courses.id AND m.left_at IS NULL AND m.role = 'STUDENT')::int AS student_count
      FROM courses WHERE courses.id = ANY(${[...ids]}::bigint[]) ORDER BY courses.id FOR NO KEY UPDATE OF courses`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function setCourseState(tx: Tx, ids: readonly number[], state: 'ACTIVE' | 'ARCHIVED'): Promise<void> {
  await tx
    .updateTable('courses')
    .set({ course_state: state })
    .where('id', 'in', [...ids])
    .execute();
}

export async function setDeleted(tx: Tx, ids: readonly number[], isDeleted: boolean): Promise<void> {
  await tx
    .updateTable('courses')
    .set({ archived_at: isDeleted ? sql<Date>`app_now()` : null })
    .where('id', 'in', [...ids])
    .execute();
}
