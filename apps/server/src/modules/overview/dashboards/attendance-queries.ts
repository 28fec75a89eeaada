import type { attendanceDashboard, AttendanceStudent } from '@classwright/contract';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { type Db, nameOrder } from '../../../platform/database/index.ts';
import { allOf, type DashboardReach, type DashboardScope, isOfWholeSchool, type KeptSums, type SourcesOf } from '../../../platform/dashboards/index.ts';
import { isNamed } from '../../../platform/fold-queries.ts';
import { lessonColumns, lessonIn } from './live-queries.ts';
import { piecesOf } from './pieces-queries.ts';
import { asked, byPerson, type Condition, courseIn, identityOf, isWithin, nameOf, pairId, where } from './reach-queries.ts';

type Declaration = typeof attendanceDashboard.declaration;
export type AttendanceScope = DashboardScope<Declaration>;

const isSubmitted = sql<SqlBool>`t.answered = t.forms`;
const isEngaged = sql<SqlBool>`t.comments_given + t.replies_given + t.likes_given > 0`;
const isLoggedIn = sql<SqlBool>`t.logged_in_at IS NOT NULL`;
const presence = sql`CASE WHEN NOT (${isLoggedIn}) THEN 'absent' WHEN ${isSubmitted} AND ${isEngaged} THEN 'submittedEngaged' WHEN ${isSubmitted} THEN 'submitted'
                          WHEN ${isEngaged} THEN 'engaged' ELSE 'loggedIn' END`;

const classAsked = ({ filters: { grade, class: course, teacher, school } }: AttendanceScope): Condition[] =>
  asked(
    where(grade, (id) => sql<SqlBool>`c.level_id = ${id}`),
    where(course, (id) => sql<SqlBool>`c.id = ${id}`),
    where(teacher, (accountId) => courseIn({ of: 'teacher', accountId }, sql`c.id`)),
    where(school, (id) => sql<SqlBool>`c.school_id = ${id}`),
  );

/** The conditions on the class `c` and the day. */
const lessonsAsked = (scope: AttendanceScope, day: RawBuilder<unknown>): Condition[] => [
  ...classAsked(scope),
  ...isWithin(scope.filters.start_date, scope.filters.end_date, day),
];

/**
 * The conditions on a student's row of a lesson: one's own, or those of current or former students of the classes
 * within reach.
 */
const attendanceIn = ({ reach, filters: { left } }: AttendanceScope): Condition[] =>
  reach.of === 'student'
    ? [sql<SqlBool>`t.account_id = ${reach.accountId}`]
    : left
      ? [lessonIn(reach)]
      : [
          lessonIn(reach),
          sql<SqlBool>`p.status AND EXISTS (SELECT 1 FROM class_standings now WHERE now.course_id = t.course_id AND now.account_id = t.account_id
                                             AND now.role = 'STUDENT' AND now.left_at IS NULL)`,
        ];

/** Returns true when a whole school is counted in its current state. */
const isOfMany = ({ reach, filters: { left, class: course, teacher } }: AttendanceScope): boolean =>
  isOfWholeSchool(reach) && !left && (course ?? teacher) === null;

/** The joins for displayed columns only. They are outer joins, so the database leaves them out of a count. */
const aboutLesson = sql`JOIN class_facts c ON c.id = t.course_id LEFT JOIN lesson_figures f ON f.session_id = t.session_id LEFT JOIN assessments a ON a.id = f.assessment_id`;

/** The precomputed sums of lesson rows. */
const keptLessons = (scope: AttendanceScope): KeptSums<'total_logged_in' | 'total_submitted' | 'total_engaged' | 'total_absent'> => ({
  from: sql`dashboard_settled_lessons t JOIN class_facts c ON c.id = t.course_id`,
  where: [lessonIn(scope.reach), ...lessonsAsked(scope, sql`t.held_on`)],
  figures: {
    total_logged_in: sql`t.logged_in`,
    total_submitted: sql`t.submitted`,
    total_engaged: sql`t.engaged`,
    total_absent: sql`t.students - t.logged_in`,
  },
  rest: sql<SqlBool>`t.session_id = ANY (ARRAY(
    SELECT t.session_id FROM lesson_figures t
     WHERE ${lessonIn(scope.reach)} AND NOT EXISTS (SELECT 1 FROM dashboard_settled_lessons settled WHERE settled.session_id = t.session_id AND settled.school_id = t.school_id)))`,
});

export const attendanceSources: SourcesOf<Declaration> = {
  attendances: (scope) => ({
    from: sql`lesson_students t JOIN people p ON p.id = t.account_id ${aboutLesson}`,
    kept: isOfMany(scope) ? keptLessons(scope) : undefined,
    ordered: isOfMany(scope) ? byPerson(scope.reach, sql`SELECT * FROM lesson_students place WHERE place.account_id = p.id`, aboutLesson) : undefined,
    where: [...attendanceIn(scope), ...lessonsAsked(scope, sql`t.held_on`)],
    id: pairId('t.session_id', 't.account_id'),
    person: sql`t.account_id`,
    link: sql`f.assessment_id`,
    figures: {
      total_logged_in: { is: isLoggedIn },
      total_submitted: { is: isSubmitted },
      total_engaged: { is: isEngaged },
      total_absent: { is: sql<SqlBool>`NOT (${isLoggedIn})` },
    },
    columns: {
      student: nameOf('p'),
      ...identityOf('p'),
      held_on: sql`t.held_on`,
      title: sql`a.title`,
      class_name: sql`c.name`,
      state: presence,
    },
  }),
  lessons: (scope) => ({
    from: sql`lesson_figures t JOIN assessments a ON a.id = t.assessment_id JOIN class_facts c ON c.id = t.course_id`,
    where: [lessonIn(scope.reach), ...lessonsAsked(scope, sql`t.held_on`)],
    id: sql`t.session_id`,
    link: sql`t.assessment_id`,
    figures: { total_sessions: { is: sql<SqlBool>`true` } },
    columns: lessonColumns(scope.reach),
  }),
  students: (scope) => {
    const known = (sum: string) => sql`coalesce(${sql.ref(`sums.${sum}`)}, 0)`;
    return {
      from: sql`people p LEFT JOIN (SELECT t.account_id, ${sums} FROM ${rowsOf(scope, sql`true`)} GROUP BY t.account_id) sums ON sums.account_id = p.id`,
      where: [isCounted(scope)],
      id: sql`p.id`,
      person: sql`p.id`,
      link: sql`NULL::bigint`,
      figures: { total_students: { is: scope.reach.of === 'student' ? sql<SqlBool>`false` : sql<SqlBool>`true` } },
      columns: {
        student: nameOf('p'),
        ...identityOf('p'),
        lessons: known('lessons'),
        logged_in: known('logged_in'),
        share: sql`round(100.0 * sums.logged_in / nullif(sums.lessons, 0))`,
        submitted: known('submitted_assessment'),
        engaged: known('engaged_in_session'),
      },
    };
  },
  pieces: (scope) => {
    const { source, figures, sums } = piecesOf(scope.reach, scope.now, { withLeft: scope.filters.left ?? false, isOfMany: isOfMany(scope) });
    const isOfLesson = sql<SqlBool>`EXISTS (SELECT 1 FROM lesson_figures held WHERE held.assessment_id = w.assessment_id AND ${allOf(lessonsAsked(scope, sql`held.held_on`))})`;
    return {
      ...source,
      where: [...source.where, isOfLesson],
      figures: ofLessons(figures),
      kept: sums ? { ...sums.kept([isOfLesson]), figures: ofLessons(sums.figures) } : undefined,
    };
  },
};

const ofLessons = <T>(of: Record<'overdue' | 'complete' | 'graded' | 'ungraded' | 'returned', T>) => ({
  total_overdue: of.overdue,
  total_complete: of.complete,
  total_graded: of.graded,
  total_ungraded: of.ungraded,
  total_returned: of.returned,
});

/** The sums over rows of lessons. */
const sums = sql`
  count(t.session_id)::integer AS lessons, count(t.logged_in_at)::integer AS logged_in,
  (count(*) FILTER (WHERE ${isSubmitted}))::integer AS submitted_assessment, (count(*) FILTER (WHERE ${isEngaged}))::integer AS engaged_in_session`;

/** The lesson rows of some accounts that the dashboard reads. */
const rowsOf = (scope: AttendanceScope, account: RawBuilder<unknown>) => sql`
  lesson_students t JOIN class_facts c ON c.id = t.course_id JOIN people p ON p.id = t.account_id
   WHERE ${account} AND ${allOf([...attendanceIn(scope), ...lessonsAsked(scope, sql`t.held_on`)])}`;

/**
 * Selects the sums of everybody. A student's rows in a class are added first, so that classes, members and people are
 * looked up once for each of these sums and not for each row.
 */
const sumsOfAll = (scope: AttendanceScope) => sql`
  SELECT t.account_id, sum(t.lessons)::integer AS lessons, sum(t.logged_in)::integer AS logged_in,
         sum(t.submitted_assessment)::integer AS submitted_assessment, sum(t.engaged_in_session)::integer AS engaged_in_session
    FROM (SELECT t.account_id, t.course_id, t.school_id, ${sums} FROM lesson_students t
           WHERE ${allOf([lessonIn(scope.reach), ...isWithin(scope.filters.start_date, scope.filters.end_date, sql`t.held_on`)])}
           GROUP BY t.account_id, t.course_id, t.school_id) t
    JOIN class_facts c ON c.id = t.course_id JOIN people p ON p.id = t.account_id
   WHERE ${allOf([...attendanceIn(scope), ...classAsked(scope)])} GROUP BY t.account_id`;

export interface StudentsAsked {
  search: string;
  sort: 'name' | 'share' | 'logged_in' | 'submitted_assessment' | 'engaged_in_session';
  direction: 'asc' | 'desc';
  page: number;
  per_page: number;
}

/** The condition that a person was ever on the roster of a selected lesson, or is or was in a selected class. */
const isEver = (reach: DashboardReach, classes: Condition[]): Condition => sql<SqlBool>`p.id IN (
  SELECT m.account_id FROM class_standings m JOIN class_facts c ON c.id = m.course_id WHERE m.role = 'STUDENT' AND ${allOf([courseIn(reach, sql`c.id`), ...classes])}
   UNION SELECT t.account_id FROM lesson_students t JOIN class_facts c ON c.id = t.course_id WHERE ${allOf([lessonIn(reach), ...classes])})`;

/** The condition that a person is a student of the selected classes, current or former. */
function isCounted(scope: AttendanceScope): Condition {
  const { reach, filters } = scope;
  if (reach.of === 'student') return sql<SqlBool>`p.id = ${reach.accountId}`;
  if (filters.left) return isEver(reach, classAsked(scope));
  return sql<SqlBool>`p.status AND p.id IN (SELECT m.account_id FROM class_standings m JOIN class_facts c ON c.id = m.course_id
    WHERE m.role = 'STUDENT' AND m.left_at IS NULL AND ${courseIn(reach, sql`c.id`)} AND ${allOf(classAsked(scope))})`;
}

const MOST_SHOWN = 30;

/** Selects the newest lessons of the person `one`, the oldest of them first, as JSON. */
const newestOf = (scope: AttendanceScope) => sql`
  (SELECT coalesce(jsonb_agg(jsonb_build_object('held_on', held_on, 'state', state) ORDER BY held_on, session_id), '[]'::jsonb)
     FROM (SELECT t.held_on, t.session_id, ${presence} AS state FROM ${rowsOf(scope, sql`t.account_id = one.id`)}
            ORDER BY t.held_on DESC, t.session_id DESC LIMIT ${MOST_SHOWN}) newest)`;

/**
 * Returns students of the selected classes, current or former, even those who were at no lesson, with their sums over
 * those lessons.
 */
export async function listAttendances(
  db: Db,
  scope: AttendanceScope,
  { search, sort, direction, page, per_page: most }: StudentsAsked,
): Promise<{ data: AttendanceStudent[]; total: number }> {
  const way = direction === 'desc' ? sql`DESC` : sql`ASC`;
  const byName = (person: string, direction: RawBuilder<unknown>) => sql`${nameOrder(person, direction)}, ${sql.ref(`${person}.id`)}`;
  const persons = sql`SELECT p.id, ${nameOf('p')} AS name, p.last_name, p.first_name FROM people p WHERE ${isCounted(scope)} AND ${isNamed(search, 'p')}`;
  const empty = sql`coalesce(sums.logged_in, 0) AS logged_in, coalesce(sums.submitted_assessment, 0) AS submitted_assessment,
    coalesce(sums.engaged_in_session, 0) AS engaged_in_session, coalesce(sums.lessons, 0) AS lessons`;
  const by = sort === 'share' ? sql`sums.logged_in::float8 / nullif(sums.lessons, 0)` : sql`coalesce(${sql.ref(`sums.${sort}`)}, 0)`;
  /** The page by name. It is selected first, so that sums are computed only for its people. */
  const shown =
    sort === 'name'
      ? sql`SELECT one.id, one.name, ${empty} FROM (SELECT * FROM person ORDER BY ${byName('person', way)} LIMIT ${most} OFFSET ${(page - 1) * most}) one
             LEFT JOIN LATERAL (SELECT ${sums} FROM ${rowsOf(scope, sql`t.account_id = one.id`)}) sums ON true ORDER BY ${byName('one', way)}`
      : sql`SELECT one.id, one.name, ${empty} FROM person one LEFT JOIN (${sumsOfAll(scope)}) sums ON sums.account_id = one.id
             ORDER BY ${by} ${way} NULLS LAST, ${byName('one', sql`ASC`)} LIMIT ${most} OFFSET ${(page - 1) * most}`;
  const { rows } = await sql<{ data: AttendanceStudent[]; total: number }>`
    WITH person AS (${persons}), shown AS (SELECT row_number() OVER () AS place, shown.* FROM (${shown}) shown)
    SELECT (SELECT count(*)::integer FROM person) AS total,
           coalesce((SELECT jsonb_agg(to_jsonb(one) - 'place' || jsonb_build_object('newest', ${newestOf(scope)}) ORDER BY place) FROM shown one), '[]'::jsonb) AS data`.execute(
    db,
  );
  return rows[0]!;
}

/** Returns the name of a student of a class within reach, current or former. Null: there is none in reach. */
export async function findStudent(db: Db, { reach, filters: { left } }: AttendanceScope, accountId: number): Promise<string | null> {
  const isIn =
    reach.of === 'student'
      ? sql`p.id = ${reach.accountId}`
      : left
        ? isEver(reach, [])
        : sql`EXISTS (SELECT 1 FROM class_standings m WHERE m.account_id = p.id AND m.role = 'STUDENT' AND m.left_at IS NULL AND ${courseIn(reach, sql`m.course_id`)})`;
  const { rows } = await sql<{ name: string }>`SELECT ${nameOf('p')} AS name FROM people p WHERE p.id = ${accountId} AND ${isIn}`.execute(db);
  return rows[0]?.name ?? null;
}

export interface AttendanceDay {
  date: string;
  lessons: number;
  logged_in: number;
  submitted_assessment: number;
  engaged_in_session: number;
}

/** Returns one student's days with a lesson, newest first. */
export async function listDays(db: Db, scope: AttendanceScope, accountId: number): Promise<AttendanceDay[]> {
  const { rows } = await sql<AttendanceDay>`
    SELECT t.held_on AS date, ${sums} FROM ${rowsOf(scope, sql`t.account_id = ${accountId}`)}
     GROUP BY t.held_on ORDER BY t.held_on DESC`.execute(db);
  return rows;
}
