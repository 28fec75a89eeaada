import type { assignmentsDashboard } from '@classwright/contract';
import { sql, type SqlBool } from 'kysely';
import type { DashboardReach, DashboardScope, SourcesOf } from '../../../platform/dashboards/index.ts';
import { asked, type Condition, courseIn, isActiveClass, isWithin, nameOf, where } from './reach-queries.ts';

type Declaration = typeof assignmentsDashboard.declaration;
type Scope = DashboardScope<Declaration>;

/**
 * The condition that an assessment is in reach: a past lesson belongs to the students who were in it, a future one to
 * the current students of the class. Those of one person are few, so their ids are found first, by indexes.
 */
function assessmentIn(reach: DashboardReach): Condition {
  if (reach.of === 'everything') return sql<SqlBool>`true`;
  if (reach.of === 'school')
    return sql<SqlBool>`t.id IN (
      SELECT planned.id FROM class_facts own JOIN assessments planned ON planned.class_id = own.id WHERE own.school_id = ${reach.schoolId}
      UNION ALL SELECT planned.id FROM people author JOIN assessments planned ON planned.account_id = author.id
                 WHERE author.school_id = ${reach.schoolId} AND planned.class_id IS NULL)`;
  if (reach.of === 'teacher')
    return sql<SqlBool>`t.id = ANY (ARRAY(
      SELECT own.id FROM assessments own WHERE own.class_id IS NULL AND own.account_id = ${reach.accountId}
      UNION ALL SELECT planned.id FROM class_standings taught JOIN assessments planned ON planned.class_id = taught.course_id
                 WHERE taught.account_id = ${reach.accountId} AND taught.role = 'TEACHER' AND taught.left_at IS NULL))`;
  return sql<SqlBool>`t.id = ANY (ARRAY(
    SELECT planned.id FROM class_students member JOIN assessments planned ON planned.class_id = member.course_id
     WHERE member.account_id = ${reach.accountId} AND NOT EXISTS (SELECT FROM lesson_figures WHERE assessment_id = planned.id)
    UNION ALL SELECT figures.assessment_id FROM lesson_students held JOIN lesson_figures figures ON figures.session_id = held.session_id
               WHERE held.account_id = ${reach.accountId}))`;
}

/**
 * The condition that an item of coursework is in reach. A student's are those that they have to do, and materials of
 * their classes.
 */
function workIn(reach: DashboardReach): Condition {
  if (reach.of !== 'student') return courseIn(reach, sql`w.course_id`);
  return sql<SqlBool>`w.id = ANY (ARRAY(
    SELECT own.course_work_id FROM submission_standings own WHERE own.account_id = ${reach.accountId}
    UNION ALL SELECT given.id FROM class_students member JOIN work_facts given ON given.course_id = member.course_id
               WHERE member.account_id = ${reach.accountId} AND given.is_posted AND given.work_type = 'MATERIAL' AND given.assignee_mode = 'ALL_STUDENTS'))`;
}

const people = ({ filters: { student, teacher, school } }: Scope, within: (reach: DashboardReach) => Condition): Condition[] =>
  asked(
    where(student, (accountId) => within({ of: 'student', accountId })),
    where(teacher, (accountId) => within({ of: 'teacher', accountId })),
    where(school, (schoolId) => within({ of: 'school', schoolId })),
  );

const isFinished = sql<SqlBool>`t.status = 'finished'`;

export const assignmentsSources: SourcesOf<Declaration> = {
  assessments: (scope) => {
    const { reach, now, filters } = scope;
    const day = sql`(${now}::timestamptz AT TIME ZONE coalesce(s.time_zone, 'UTC'))::date`;
    const isDue = sql<SqlBool>`NOT (${isFinished}) AND t.schedule_date >= ${day}`;
    const isOverDue = sql<SqlBool>`NOT (${isFinished}) AND t.schedule_date < ${day}`;
    return {
      from: sql`assessments t JOIN people o ON o.id = t.account_id LEFT JOIN class_facts c ON c.id = t.class_id
                LEFT JOIN schools s ON s.id = coalesce(c.school_id, o.school_id) LEFT JOIN lesson_figures f ON f.assessment_id = t.id`,
      where: [
        sql<SqlBool>`NOT t.is_rehearsal`,
        sql<SqlBool>`${isFinished} OR NOT t.is_archived AND (t.class_id IS NULL OR ${isActiveClass})`,
        assessmentIn(reach),
        ...people(scope, assessmentIn),
        ...asked(
          where(filters.grade, (id) => sql<SqlBool>`t.level_id = ${id}`),
          where(filters.class, (id) => sql<SqlBool>`t.class_id = ${id}`),
        ),
        ...isWithin(filters.from, filters.to, sql`t.schedule_date`),
      ],
      id: sql`t.id`,
      link: sql`CASE WHEN f.session_id IS NOT NULL THEN t.id END`,
      figures: {
        total: { is: sql<SqlBool>`true` },
        total_completed: { is: isFinished },
        total_due: { is: isDue },
        total_completed_on_time: { is: sql<SqlBool>`${isFinished} AND f.finished_on = t.schedule_date` },
        total_over_due: { is: isOverDue },
        total_unscheduled: { is: sql<SqlBool>`NOT (${isFinished}) AND t.schedule_date IS NULL` },
      },
      columns: {
        title: sql`t.title`,
        class_name: sql`c.name`,
        owner: nameOf('o'),
        schedule_date: sql`t.schedule_date`,
        finished_on: sql`f.finished_on`,
        state: sql`CASE WHEN ${isFinished} THEN 'finished' WHEN t.schedule_date IS NULL THEN 'unscheduled' WHEN ${isOverDue} THEN 'overDue' ELSE 'due' END`,
      },
    };
  },
  works: (scope) => {
    const { reach, filters } = scope;
    const posted = sql`(w.posted_at AT TIME ZONE s.time_zone)::date`;
    return {
      from: sql`work_facts w JOIN class_facts c ON c.id = w.course_id JOIN schools s ON s.id = c.school_id`,
      where: [
        sql<SqlBool>`w.is_posted`,
        isActiveClass,
        workIn(reach),
        ...people(scope, workIn),
        ...asked(
          where(filters.grade, (id) => sql<SqlBool>`c.level_id = ${id}`),
          where(filters.class, (id) => sql<SqlBool>`w.course_id = ${id}`),
        ),
        ...isWithin(filters.from, filters.to, sql`coalesce(w.due_on, ${posted})`),
      ],
      id: sql`w.id`,
      link: sql`NULL::bigint`,
      figures: { total_course_work: { is: sql<SqlBool>`true` } },
      columns: { title: sql`w.title`, class_name: sql`c.name`, due_on: sql`w.due_on`, posted_on: posted },
    };
  },
};
