import { sql } from 'kysely';
import { type Db, scopeVersion } from '../../../platform/database/index.ts';
import type { GradeBookPeriod, GradeBookSettings } from '@classwright/contract';

/** A class with the data that its gradebook needs. */
export interface GradebookClass {
  id: number;
  name: string;
  time_zone: string;
  is_archived: boolean;
  settings: GradeBookSettings;
  /** The active marking periods of its school by their first day, and those requested by their ids. */
  periods: GradeBookPeriod[];
  /** The counts of all its items and students. */
  item_count: number;
  student_count: number;
  /** The number of students who have left it. */
  left_count: number;
  now: Date;
  next_due_at: Date | null;
  /**
   * A mark that changes with the commit of every change of the gradebook: items, cells, people, settings and marking
   * periods. Null: not requested.
   */
  mark: string | null;
}

/**
 * Returns everything of a class's gradebook except students and grades, in one statement. Null: there is no such class.
 */
export async function findGradebookClass(
  db: Db,
  courseId: number,
  periodIds: readonly number[] = [],
  { isMarked = false }: { isMarked?: boolean } = {},
): Promise<GradebookClass | null> {
  const mark = sql`
           md5(concat_ws('|',
             ${scopeVersion(['submissions', 'submission_notes', 'course_works'], sql`class_facts.id`)},
             (SELECT string_agg(ROW(student.account_id, people.first_name, people.last_name, student.left_at IS NULL)::text, ',' ORDER BY student.account_id)
                FROM class_standings student JOIN people ON people.id = student.account_id
               WHERE student.course_id = class_facts.id AND student.role = 'STUDENT'),
             setting::text,
             (SELECT string_agg(category::text, ',' ORDER BY id) FROM grade_categories category WHERE course_id = class_facts.id),
             (SELECT string_agg(ROW(period.id, period.name, period.start_date, period.end_date, period.active, period.archived_at IS NULL)::text, ',' ORDER BY period.id)
                FROM marking_periods period JOIN marking_period_schools place ON place.marking_period_id = period.id WHERE place.school_id = class_facts.school_id),
             schools.time_zone || class_facts.course_state))`;
  const { rows } = await sql<GradebookClass>`
    WITH moment AS MATERIALIZED (SELECT app_now() AS now)
    SELECT class_facts.id, class_facts.name, schools.time_zone, class_facts.course_state <> 'ACTIVE' AS is_archived, moment.now,
           json_build_object(
             'calculation_type', coalesce(setting.calculation_type, 'NO_OVERALL_GRADE'),
             'show_grade', coalesce(setting.show_grade, true),
             'exclude_missing', coalesce(setting.exclude_missing, false),
             'categories', (SELECT coalesce(json_agg(json_build_object('category_id', id, 'category_name', name, 'category_point', point::float8,
                                                                       'drop_lowest', drop_lowest) ORDER BY position, id), '[]')
                              FROM grade_categories WHERE course_id = class_facts.id AND archived_at IS NULL)) AS settings,
           (SELECT coalesce(json_agg(json_build_object('id', period.id, 'name', period.name, 'start_date', period.start_date, 'end_date', period.end_date)
                                     ORDER BY period.start_date, period.end_date, period.id), '[]')
              FROM marking_periods period JOIN marking_period_schools place ON place.marking_period_id = period.id
             WHERE place.school_id = class_facts.school_id AND (period.active AND period.archived_at IS NULL OR period.id = ANY(${[...periodIds]}::bigint[]))) AS periods,
           (SELECT count(*) FROM work_facts WHERE course_id = class_facts.id AND archived_at IS NULL) AS item_count,
           (SELECT count(*) FROM class_students WHERE course_id = class_facts.id) AS student_count,
           (SELECT count(*) FROM class_standings WHERE course_id = class_facts.id AND role = 'STUDENT' AND left_at IS NOT NULL) AS left_count,
           (SELECT min(due_at) FROM work_facts WHERE course_id = class_facts.id AND is_posted AND due_at >= moment.now) AS next_due_at,
           ${isMarked ? mark : sql`NULL`} AS mark
      FROM class_facts JOIN schools ON schools.id = class_facts.school_id CROSS JOIN moment LEFT JOIN grade_settings setting ON setting.course_id = class_facts.id
     WHERE class_facts.id = ${courseId} AND class_facts.archived_at IS NULL`.execute(db);
  return rows[0] ?? null;
}
