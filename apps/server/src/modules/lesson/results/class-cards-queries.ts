import { sql } from 'kysely';
import { type Db, isStillAhead } from '../../../platform/database/index.ts';

export interface ClassCardRow {
  course_id: number;
  /** The newest finished lesson, with its answers and the right ones among them, by form. */
  last: {
    assessment_id: number;
    title: string;
    held_on: string;
    first_answers: number;
    first_right: number;
    second_answers: number;
    second_right: number;
    transfer_answers: number;
    transfer_right: number;
  } | null;
  next: { assessment_id: number; title: string; schedule_date: string; start_time: string | null } | null;
  to_grade: number | null;
}

/**
 * Lists a person's own active classes with the newest finished lesson, the next planned one whose period
 * has not ended, and for staff the submissions that wait for a grade.
 */
export async function listClassCards(db: Db, accountId: number, most: number): Promise<ClassCardRow[]> {
  const { rows } = await sql<ClassCardRow>`
    WITH mine AS (
      SELECT class.id AS course_id, class.school_id, bool_or(own.is_staff) AS is_staff
        FROM (SELECT course_id, true AS is_staff FROM class_staff WHERE account_id = ${accountId}
              UNION ALL SELECT course_id, false FROM class_students WHERE account_id = ${accountId}) own
        JOIN class_facts class ON class.id = own.course_id AND class.is_active
       GROUP BY class.id, class.school_id ORDER BY class.id DESC LIMIT ${most}
    )
    SELECT mine.course_id, CASE WHEN last.assessment_id IS NOT NULL THEN to_json(last) END AS last,
           CASE WHEN next.assessment_id IS NOT NULL THEN to_json(next) END AS next,
           CASE WHEN mine.is_staff THEN (SELECT count(*)::integer FROM waiting_work work WHERE work.course_id = mine.course_id AND work.waits_for = 'grade') END AS to_grade
      FROM mine
      JOIN schools ON schools.id = mine.school_id
      LEFT JOIN LATERAL (
        SELECT held.assessment_id, assessment.title, held.held_on,
               held.first_answers, held.first_right, held.second_answers, held.second_right, held.transfer_answers, held.transfer_right
          FROM lesson_figures held JOIN assessments assessment ON assessment.id = held.assessment_id
         WHERE held.course_id = mine.course_id ORDER BY held.held_on DESC, held.session_id DESC LIMIT 1) last ON true
      LEFT JOIN LATERAL (
        SELECT planned.id AS assessment_id, planned.title, planned.schedule_date, period.start_time
          FROM assessments planned LEFT JOIN assessment_periods period ON period.id = planned.period_id
         WHERE planned.class_id = mine.course_id AND NOT planned.is_archived AND NOT planned.is_rehearsal AND planned.status = 'Active'
           AND ${isStillAhead({ day: 'planned.schedule_date', endTime: 'period.end_time', timeZone: 'schools.time_zone' })}
         ORDER BY planned.schedule_date, period.start_time NULLS LAST, planned.id LIMIT 1) next ON true
     ORDER BY mine.course_id`.execute(db);
  return rows;
}
