import { type RawBuilder, sql } from 'kysely';

/** The reader. An Admin is staff of every class. */
interface Reader {
  readonly accountId: number;
  readonly isAdmin: boolean;
}

/**
 * Selects a class with the person's position in it, for a statement that reads more of it: one row `course_id`,
 * `time_zone`, `is_staff`, or none where `standingIn` returns `none`.
 */
export const placeOf = ({ accountId, isAdmin }: Reader, courseId: number): RawBuilder<unknown> => sql`
  (SELECT courses.id AS course_id, schools.time_zone, (${isAdmin} OR me.role = 'TEACHER') AS is_staff
     FROM courses
     JOIN schools ON schools.id = courses.school_id
     LEFT JOIN course_members me ON me.course_id = courses.id AND me.account_id = ${accountId} AND me.left_at IS NULL
    WHERE courses.id = ${courseId} AND courses.archived_at IS NULL AND (${isAdmin} OR me.role IS NOT NULL))`;
