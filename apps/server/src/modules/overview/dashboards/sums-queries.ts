import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/index.ts';

/** Makes changes of sums take turns, so that the next statement sees exactly what is dropped. */
export async function lockSums(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('sums of dashboards'))`.execute(tx);
}

/**
 * Drops the sums that a mark concerns together with the marks, and notes that their works and lessons want sums again.
 * It is one statement, so it sees one moment.
 */
export async function dropChanged(tx: Tx): Promise<void> {
  await sql`
    WITH marks AS (DELETE FROM dashboard_changes WHERE true RETURNING course_work_id, course_id),
    changed_class AS MATERIALIZED (SELECT course_id FROM dashboard_changed_classes),
    changed_work AS MATERIALIZED (
      SELECT course_work_id AS id FROM marks WHERE course_work_id IS NOT NULL
      UNION SELECT work_facts.id FROM changed_class JOIN work_facts ON work_facts.course_id = changed_class.course_id),
    works AS (DELETE FROM dashboard_work_sums sums USING changed_work WHERE sums.course_work_id = changed_work.id),
    lessons AS (DELETE FROM dashboard_lesson_sums sums USING changed_class WHERE sums.course_id = changed_class.course_id RETURNING sums.session_id)
    INSERT INTO dashboard_wanted (course_work_id, session_id)
    SELECT id, NULL::bigint FROM changed_work UNION ALL SELECT NULL, session_id FROM lessons`.execute(tx);
}

/**
 * Sums up works that want sums, up to this number. Returns the number of works found. Each is counted separately
 * (LATERAL): in a join, the planner would read the submissions of all works.
 */
export async function sumWorks(tx: Tx, most: number): Promise<number> {
  const isGraded = sql`piece.draft_grade IS NOT NULL`;
  const { rows } = await sql<{ count: number }>`
    WITH wanted AS MATERIALIZED (
      SELECT DISTINCT course_work_id AS id FROM dashboard_wanted WHERE course_work_id IS NOT NULL ORDER BY course_work_id LIMIT ${most}
    ), taken AS (DELETE FROM dashboard_wanted USING wanted WHERE course_work_id = wanted.id
    ), work AS (
      SELECT w.id, w.course_id, w.due_at, w.posted_at FROM wanted JOIN work_facts w ON w.id = wanted.id JOIN class_facts c ON c.id = w.course_id
       WHERE c.is_active AND w.is_posted AND w.work_type <> 'MATERIAL'
    ), summed AS (
      INSERT INTO dashboard_work_sums (course_work_id, course_id, created, created_graded, turned_in, turned_in_graded, returned, returned_graded, returned_to_return, created_never_overdue)
      SELECT work.id, work.course_id, figures.*
        FROM work CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE piece.state = 'CREATED'), count(*) FILTER (WHERE piece.state = 'CREATED' AND ${isGraded}),
             count(*) FILTER (WHERE piece.state = 'TURNED_IN'), count(*) FILTER (WHERE piece.state = 'TURNED_IN' AND ${isGraded}),
             count(*) FILTER (WHERE piece.state = 'RETURNED'), count(*) FILTER (WHERE piece.state = 'RETURNED' AND ${isGraded}),
             count(*) FILTER (WHERE piece.state = 'RETURNED' AND has_grade_to_return(piece.state, piece.draft_grade, piece.assigned_grade)),
             count(*) FILTER (WHERE piece.state = 'CREATED' AND NOT does_due_time_count(work.due_at, work.posted_at, piece.assigned_at))
        FROM submission_standings piece JOIN people person ON person.id = piece.account_id AND person.status
       WHERE piece.course_work_id = work.id AND NOT piece.excused) figures
      ON CONFLICT (course_work_id) DO NOTHING
    ) SELECT count(*)::integer AS count FROM wanted`.execute(tx);
  return rows[0]!.count;
}

/**
 * Sums up finished lessons that want sums, up to this number. Returns the number of lessons found. Each is counted
 * separately, as works are.
 */
export async function sumLessons(tx: Tx, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    WITH wanted AS MATERIALIZED (
      SELECT DISTINCT session_id AS id FROM dashboard_wanted WHERE session_id IS NOT NULL ORDER BY session_id LIMIT ${most}
    ), taken AS (DELETE FROM dashboard_wanted USING wanted WHERE session_id = wanted.id
    ), lesson AS (
      SELECT f.session_id, f.course_id, f.school_id, f.held_on FROM wanted JOIN lesson_figures f ON f.session_id = wanted.id
    ), summed AS (
      INSERT INTO dashboard_lesson_sums (session_id, course_id, school_id, held_on, students, logged_in, submitted, engaged)
      SELECT lesson.session_id, lesson.course_id, lesson.school_id, lesson.held_on, figures.*
        FROM lesson CROSS JOIN LATERAL (
      SELECT count(place.account_id), count(place.logged_in_at),
             count(*) FILTER (WHERE place.answered = place.forms), count(*) FILTER (WHERE place.comments_given + place.replies_given + place.likes_given > 0)
        FROM lesson_students place JOIN people person ON person.id = place.account_id AND person.status
        JOIN class_standings standing ON standing.course_id = place.course_id AND standing.account_id = place.account_id
                                     AND standing.role = 'STUDENT' AND standing.left_at IS NULL
       WHERE place.session_id = lesson.session_id) figures
      ON CONFLICT (session_id) DO NOTHING
    ) SELECT count(*)::integer AS count FROM wanted`.execute(tx);
  return rows[0]!.count;
}
