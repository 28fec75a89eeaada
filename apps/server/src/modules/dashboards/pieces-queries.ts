import type { gradesDashboard } from '@classwright/contract';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { DashboardReach, DashboardSource, SourcesOf } from '../../platform/dashboards/index.ts';
import { asked, type Condition, courseIn, isWithin, nameOf, where } from './reach-queries.ts';

type Declaration = typeof gradesDashboard.declaration;

/** How one piece of work stands, at a moment. Work that is excused is asked of nobody, and material is no work. */
export interface Pieces {
  figures: Record<'total' | 'complete' | 'overdue' | 'graded' | 'ungraded' | 'returned' | 'turnedInGraded' | 'turnedInUngraded' | 'toCome', { is: Condition }>;
  source: Pick<
    DashboardSource<string, 'student' | 'title' | 'class_name' | 'due_on' | 'state' | 'grade' | 'max_points'>,
    'from' | 'where' | 'id' | 'link' | 'columns'
  >;
  /** In percent of the points that can be had. */
  percent: ReturnType<typeof sql>;
}

/** `submission_standings` with those who have left the class, as far as it is not archived. */
const everStandings = sql`(
  SELECT work.id AS submission_id, work.course_id, work.course_work_id, work.account_id, work.state, work.draft_grade, work.assigned_grade, work.excused
    FROM submissions work JOIN class_standings member USING (course_id, account_id) JOIN courses held ON held.id = work.course_id
   WHERE member.role = 'STUDENT' AND work.assigned_at IS NOT NULL AND held.archived_at IS NULL)`;

/**
 * `submission_standings` of a whole school, with the places in its classes kept at hand: as a join on class and account
 * PostgreSQL takes two hundred thousand rows for a thousand, and looks each of them up. Of a few classes the view is read faster.
 */
const standingsOfMany = (reach: DashboardReach): RawBuilder<unknown> => sql`(
  SELECT work.id AS submission_id, work.course_id, work.course_work_id, work.account_id, work.state, work.draft_grade, work.assigned_grade, work.excused
    FROM submissions work
   WHERE work.assigned_at IS NOT NULL
     AND ((work.course_id, work.account_id) IN (SELECT member.course_id, member.account_id FROM class_students member WHERE ${courseIn(reach, sql`member.course_id`)})) IS TRUE)`;

/**
 * Pieces of work within reach: one item of coursework for one student of the class by now, or `withLeft` for who has left
 * it or the school too. Students see grades that were returned, and no drafts.
 */
export function piecesOf(reach: DashboardReach, now: Date, { withLeft, isOfMany = false }: { withLeft: boolean; isOfMany?: boolean }): Pieces {
  const standings = withLeft ? everStandings : isOfMany ? standingsOfMany(reach) : sql`submission_standings`;
  const grade = reach.of === 'student' ? sql`t.assigned_grade` : sql`coalesce(t.draft_grade, t.assigned_grade)`;
  const isGraded = sql<SqlBool>`${grade} IS NOT NULL AND w.max_points IS NOT NULL`;
  const isTurnedIn = sql<SqlBool>`t.state = 'TURNED_IN'`;
  const isOverDue = sql<SqlBool>`t.state = 'CREATED' AND w.due_at IS NOT NULL AND w.due_at < ${now}::timestamptz`;
  return {
    percent: sql`(100 * ${grade} / w.max_points)`,
    figures: {
      total: { is: sql<SqlBool>`true` },
      complete: { is: sql<SqlBool>`t.state IN ('TURNED_IN', 'RETURNED')` },
      overdue: { is: isOverDue },
      graded: { is: isGraded },
      ungraded: { is: sql<SqlBool>`${grade} IS NULL AND w.max_points IS NOT NULL` },
      returned: { is: sql<SqlBool>`t.state = 'RETURNED'` },
      turnedInGraded: { is: sql<SqlBool>`${isTurnedIn} AND ${isGraded}` },
      turnedInUngraded: { is: sql<SqlBool>`${isTurnedIn} AND NOT (${isGraded})` },
      toCome: { is: sql<SqlBool>`t.state = 'CREATED' AND NOT (${isOverDue})` },
    },
    source: {
      from: sql`${standings} t JOIN course_works w ON w.id = t.course_work_id JOIN courses c ON c.id = t.course_id JOIN people p ON p.id = t.account_id`,
      where: [
        ...(withLeft ? [] : [sql<SqlBool>`p.status`]),
        sql<SqlBool>`NOT t.excused AND w.state = 'PUBLISHED' AND w.archived_at IS NULL AND w.work_type <> 'MATERIAL' AND c.course_state = 'ACTIVE'`,
        pieceIn(reach),
      ],
      id: sql`t.submission_id`,
      link: sql`NULL::bigint`,
      columns: {
        student: nameOf('p'),
        title: sql`w.title`,
        class_name: sql`c.name`,
        due_on: sql`w.due_on`,
        state: sql`CASE WHEN t.state = 'RETURNED' THEN 'returned' WHEN ${isTurnedIn} THEN CASE WHEN ${isGraded} THEN 'graded' ELSE 'turnedIn' END
                        WHEN ${isOverDue} THEN 'overDue' ELSE 'toDo' END`,
        grade,
        max_points: sql`w.max_points`,
      },
    },
  };
}

const pieceIn = (reach: DashboardReach): Condition =>
  reach.of === 'student' ? sql<SqlBool>`t.account_id = ${reach.accountId}` : courseIn(reach, sql`t.course_id`);

export const gradesSources: SourcesOf<Declaration> = {
  pieces: ({ reach, now, filters }) => {
    const { class: course, student, teacher, left } = filters;
    const isOfMany = (reach.of === 'everything' || reach.of === 'school') && (course ?? student ?? teacher) === null;
    const { source, figures, percent } = piecesOf(reach, now, { withLeft: left ?? false, isOfMany });
    return {
      ...source,
      where: [
        ...source.where,
        ...asked(
          where(filters.school, (id) => sql<SqlBool>`c.school_id = ${id}`),
          where(filters.class, (id) => sql<SqlBool>`t.course_id = ${id}`),
          where(filters.grade, (id) => sql<SqlBool>`c.level_id = ${id}`),
          where(filters.student, (accountId) => pieceIn({ of: 'student', accountId })),
          where(filters.teacher, (accountId) => pieceIn({ of: 'teacher', accountId })),
          where(filters.markingStart, (least) => sql<SqlBool>`${percent} >= ${least}::numeric`),
          where(filters.markingEnd, (most) => sql<SqlBool>`${percent} <= ${most}::numeric`),
        ),
        ...isWithin(filters.startDate, filters.endDate, sql`w.due_on`),
      ],
      figures: {
        total_classwork: figures.total,
        total_complete: figures.complete,
        total_overdue: figures.overdue,
        total_graded: figures.graded,
        total_ungraded: figures.ungraded,
        total_returned: figures.returned,
        turned_in_graded: figures.turnedInGraded,
        turned_in_ungraded: figures.turnedInUngraded,
        not_yet_due: figures.toCome,
      },
    };
  },
};
