import type { gradesDashboard } from '@classwright/contract';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { type DashboardReach, type DashboardSource, isOfWholeSchool, type KeptSums, type SourcesOf } from '../../../platform/dashboards/index.ts';
import { asked, byPerson, type Condition, courseIn, identityOf, isWithin, nameOf, where } from './reach-queries.ts';

type Declaration = typeof gradesDashboard.declaration;

type State =
  | 'total'
  | 'complete'
  | 'overdue'
  | 'graded'
  | 'ungraded'
  | 'returned'
  | 'turnedInGraded'
  | 'turnedInUngraded'
  | 'turnedInWithoutPoints'
  | 'toReturn'
  | 'toCome';

/** The status of one piece of work at a moment. Excused work and material do not count. */
export interface Pieces {
  figures: Record<State, { is: Condition }>;
  source: Pick<
    DashboardSource<string, 'student' | 'email' | 'roster_id' | 'title' | 'class_name' | 'due_on' | 'state' | 'grade' | 'max_points'>,
    'from' | 'where' | 'id' | 'person' | 'link' | 'columns' | 'ordered'
  >;
  /**
   * For a whole school: the number of pieces of a work `w` of the class `c` in each state. `kept` takes only conditions
   * on works and classes.
   */
  sums: { figures: Record<State, Sql>; kept: (works: readonly Condition[]) => Omit<KeptSums, 'figures'> } | null;
  /** The grade in percent of the possible points. */
  percent: Sql;
}

type Sql = RawBuilder<unknown>;

const columns = sql`work.id AS submission_id, work.course_id, work.course_work_id, work.account_id, work.state, work.draft_grade, work.assigned_grade, work.excused, work.assigned_at`;

/** `submission_standings` including people who have left the class, for classes that are not archived. */
const everStandings = sql`(
  SELECT ${columns} FROM submission_facts work JOIN class_standings member USING (course_id, account_id) JOIN class_facts held ON held.id = work.course_id
   WHERE member.role = 'STUDENT' AND work.assigned_at IS NOT NULL AND held.archived_at IS NULL)`;

/**
 * `submission_standings` of a whole school, with the memberships of its classes materialized: in a join on class and
 * account PostgreSQL estimates a thousand rows instead of two hundred thousand, and looks each of them up. For a few
 * classes the view is faster.
 */
const standingsOfMany = (reach: DashboardReach): Sql => sql`(
  SELECT ${columns} FROM submission_facts work
   WHERE work.assigned_at IS NOT NULL
     AND ((work.course_id, work.account_id) IN (SELECT member.course_id, member.account_id FROM class_students member WHERE ${courseIn(reach, sql`member.course_id`)})) IS TRUE)`;

/** `submission_standings` of the person `p`. */
const standingsOfPerson = sql`SELECT ${columns} FROM submission_facts work JOIN class_students USING (course_id, account_id) WHERE work.assigned_at IS NOT NULL AND work.account_id = p.id`;

/** The condition that students do the work, in an active class. */
const isOfRunning = sql<SqlBool>`w.is_posted AND w.work_type <> 'MATERIAL' AND c.course_state = 'ACTIVE'`;

/**
 * Returns the pieces of work within reach: one item of coursework for one current student of the class, or with
 * `withLeft` also for those who have left the class or the school. Students see returned grades and no drafts.
 * `isOfMany`: no condition on students or grades.
 */
export function piecesOf(reach: DashboardReach, now: Date, { withLeft, isOfMany }: { withLeft: boolean; isOfMany: boolean }): Pieces {
  const opensWork = !withLeft && (reach.of === 'teacher' || reach.of === 'everything');
  const standings = withLeft ? everStandings : isOfMany ? standingsOfMany(reach) : sql`submission_standings`;
  const about = sql`JOIN work_facts w ON w.id = t.course_work_id JOIN class_facts c ON c.id = t.course_id`;
  // students see only their own work, and no drafts
  const isOfStudent = reach.of === 'student';
  const grade = isOfStudent ? sql`t.assigned_grade` : sql`t.draft_grade`;
  const isGraded = sql<SqlBool>`${grade} IS NOT NULL AND w.max_points IS NOT NULL`;
  const isUngraded = sql<SqlBool>`${grade} IS NULL AND w.max_points IS NOT NULL`;
  const isTurnedIn = sql<SqlBool>`t.state = 'TURNED_IN'`;
  const waitsFor = sql`waits_for(t.state, t.excused, w.max_points, t.draft_grade, t.assigned_grade)`;
  const isPast = sql<SqlBool>`w.due_at IS NOT NULL AND w.due_at < ${now}::timestamptz`;
  const isOverDue = sql<SqlBool>`is_overdue(t.state, t.excused, w.due_at, w.posted_at, t.assigned_at, ${now}::timestamptz)`;
  return {
    percent: sql`(100 * ${grade} / w.max_points)`,
    figures: {
      total: { is: sql<SqlBool>`true` },
      complete: { is: sql<SqlBool>`t.state IN ('TURNED_IN', 'RETURNED')` },
      overdue: { is: isOverDue },
      graded: { is: isGraded },
      ungraded: { is: isUngraded },
      returned: { is: sql<SqlBool>`t.state = 'RETURNED'` },
      turnedInGraded: { is: sql<SqlBool>`${isTurnedIn} AND ${isGraded}` },
      turnedInUngraded: { is: isOfStudent ? sql<SqlBool>`${isTurnedIn} AND ${isUngraded}` : sql<SqlBool>`${waitsFor} IS NOT DISTINCT FROM 'grade'` },
      turnedInWithoutPoints: { is: sql<SqlBool>`${isTurnedIn} AND w.max_points IS NULL` },
      toReturn: { is: isOfStudent ? sql<SqlBool>`false` : sql<SqlBool>`${waitsFor} IS NOT DISTINCT FROM 'return'` },
      toCome: { is: sql<SqlBool>`t.state = 'CREATED' AND NOT (${isOverDue})` },
    },
    source: {
      from: sql`${standings} t ${about} JOIN people p ON p.id = t.account_id`,
      where: [...(withLeft ? [] : [sql<SqlBool>`p.status`]), sql<SqlBool>`NOT t.excused AND ${isOfRunning}`, pieceIn(reach)],
      id: sql`t.submission_id`,
      person: sql`t.account_id`,
      link: opensWork ? sql`t.course_id || '/' || t.course_work_id || '/' || t.account_id` : sql`NULL::text`,
      columns: {
        student: nameOf('p'),
        ...identityOf('p'),
        title: sql`w.title`,
        class_name: sql`c.name`,
        due_on: sql`w.due_on`,
        state: sql`CASE WHEN t.state = 'RETURNED' THEN 'returned' WHEN ${isTurnedIn} THEN CASE WHEN ${isGraded} THEN 'graded' ELSE 'turnedIn' END
                        WHEN ${isOverDue} THEN 'overDue' ELSE 'toDo' END`,
        grade,
        max_points: sql`w.max_points`,
      },
      ordered: isOfMany ? byPerson(reach, standingsOfPerson, about) : undefined,
    },
    sums: isOfMany ? { figures: sumsOf(isPast), kept: (works) => keptWorks(reach, works) } : null,
  };
}

/** Returns the number of pieces of the work `w` in each state. Its sums are `t`. */
function sumsOf(isPast: Condition): Record<State, Sql> {
  const total = sql`t.created + t.turned_in + t.returned`;
  const overdue = sql`CASE WHEN ${isPast} THEN t.created - t.created_never_overdue ELSE 0 END`;
  const graded = sql`t.created_graded + t.turned_in_graded + t.returned_graded`;
  const ifPoints = (number: Sql): Sql => sql`CASE WHEN w.max_points IS NULL THEN 0 ELSE ${number} END`;
  return {
    total,
    complete: sql`t.turned_in + t.returned`,
    overdue,
    graded: ifPoints(graded),
    ungraded: ifPoints(sql`${total} - (${graded})`),
    returned: sql`t.returned`,
    turnedInGraded: ifPoints(sql`t.turned_in_graded`),
    turnedInUngraded: ifPoints(sql`t.turned_in - t.turned_in_graded`),
    turnedInWithoutPoints: sql`CASE WHEN w.max_points IS NULL THEN t.turned_in ELSE 0 END`,
    toReturn: sql`t.created_graded + t.turned_in_graded + t.returned_to_return + CASE WHEN w.max_points IS NULL THEN t.turned_in - t.turned_in_graded ELSE 0 END`,
    toCome: sql`t.created - (${overdue})`,
  };
}

const keptWorks = (reach: DashboardReach, works: readonly Condition[]): Omit<KeptSums, 'figures'> => ({
  from: sql`dashboard_settled_works t JOIN work_facts w ON w.id = t.course_work_id JOIN class_facts c ON c.id = t.course_id`,
  where: [isOfRunning, sql<SqlBool>`c.archived_at IS NULL`, courseIn(reach, sql`t.course_id`), ...works],
  rest: sql<SqlBool>`t.course_work_id = ANY (ARRAY(
    SELECT w.id FROM work_facts w JOIN class_facts c ON c.id = w.course_id
     WHERE ${isOfRunning} AND c.archived_at IS NULL AND ${courseIn(reach, sql`c.id`)}
       AND NOT EXISTS (SELECT 1 FROM dashboard_settled_works settled WHERE settled.course_work_id = w.id)))`,
});

const pieceIn = (reach: DashboardReach): Condition =>
  reach.of === 'student' ? sql<SqlBool>`t.account_id = ${reach.accountId}` : courseIn(reach, sql`t.course_id`);

export const gradesSources: SourcesOf<Declaration> = {
  pieces: ({ reach, now, filters }) => {
    const { student, teacher, markingStart, markingEnd, left } = filters;
    const isOfMany = isOfWholeSchool(reach) && !left && (filters.class ?? student ?? teacher ?? markingStart ?? markingEnd) === null;
    const { source, figures, percent, sums } = piecesOf(reach, now, { withLeft: left ?? false, isOfMany });
    const works = [
      ...asked(
        where(filters.school, (id) => sql<SqlBool>`c.school_id = ${id}`),
        where(filters.class, (id) => sql<SqlBool>`t.course_id = ${id}`),
        where(filters.grade, (id) => sql<SqlBool>`c.level_id = ${id}`),
      ),
      ...isWithin(filters.startDate, filters.endDate, sql`w.due_on`),
    ];
    return {
      ...source,
      where: [
        ...source.where,
        ...works,
        ...asked(
          where(student, (accountId) => pieceIn({ of: 'student', accountId })),
          where(teacher, (accountId) => pieceIn({ of: 'teacher', accountId })),
          where(markingStart, (least) => sql<SqlBool>`${percent} >= ${least}::numeric`),
          where(markingEnd, (most) => sql<SqlBool>`${percent} <= ${most}::numeric`),
        ),
      ],
      figures: toFigures(figures),
      kept: sums ? { ...sums.kept(works), figures: toFigures(sums.figures) } : undefined,
    };
  },
};

const toFigures = <T>(of: Record<State, T>) => ({
  total_classwork: of.total,
  total_complete: of.complete,
  total_overdue: of.overdue,
  total_graded: of.graded,
  total_ungraded: of.ungraded,
  total_returned: of.returned,
  turned_in_graded: of.turnedInGraded,
  turned_in_ungraded: of.turnedInUngraded,
  turned_in_without_points: of.turnedInWithoutPoints,
  to_return: of.toReturn,
  not_yet_due: of.toCome,
});
