import { type RawBuilder, sql } from 'kysely';

/** Who reads. An Admin is staff of every class. */
interface Reader {
  readonly accountId: number;
  readonly isAdmin: boolean;
}

/**
 * A class as somebody stands in it, for a statement that reads something of it too: one row `course_id`, `time_zone`,
 * `is_staff`; none where `standingIn` says `none`.
 */
export const placeOf = ({ accountId, isAdmin }: Reader, courseId: number): RawBuilder<unknown> => sql`
  (SELECT courses.id AS course_id, schools.time_zone, (${isAdmin} OR me.role = 'TEACHER') AS is_staff
     FROM courses
     JOIN schools ON schools.id = courses.school_id
     LEFT JOIN course_members me ON me.course_id = courses.id AND me.account_id = ${accountId} AND me.left_at IS NULL
    WHERE courses.id = ${courseId} AND courses.archived_at IS NULL AND (${isAdmin} OR me.role IS NOT NULL))`;
