import type { LessonTurn, liveDashboard } from '@classwright/contract';
import { computeGain, computeGainInterval } from '@classwright/rules/results/gain';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';
import { allOf, type DashboardReach, type DashboardScope, type DashboardSource, type SourcesOf } from '../../../platform/dashboards/index.ts';
import { asked, type Condition, courseIn, isWithin, where } from './reach-queries.ts';

type Declaration = typeof liveDashboard.declaration;
type Scope = DashboardScope<Declaration>;

/**
 * The condition that a finished lesson is in reach: by its class, by its school at the time, or by a student on its
 * roster.
 */
export function lessonIn(reach: DashboardReach): Condition {
  if (reach.of === 'school') return sql<SqlBool>`t.school_id = ${reach.schoolId}`;
  if (reach.of !== 'student') return courseIn(reach, sql`t.course_id`);
  return sql<SqlBool>`EXISTS (SELECT 1 FROM lesson_students on_roster WHERE on_roster.session_id = t.session_id AND on_roster.account_id = ${reach.accountId})`;
}

/** The columns of lessons. A student's own have no number of other students. */
export const lessonColumns = ({ of }: DashboardReach) => ({
  held_on: sql`t.held_on`,
  title: sql`a.title`,
  class_name: sql`c.name`,
  logged_in: of === 'student' ? sql`NULL::integer` : sql`t.logged_in`,
  students: of === 'student' ? sql`NULL::integer` : sql`t.students`,
});

/** The sums of everyone's activity in a lesson, or of one student's. */
const sumsOf: Record<
  'class' | 'own',
  Record<'answers' | 'correct' | 'commentsGiven' | 'commentsReceived' | 'likesGiven' | 'likesReceived', RawBuilder<unknown>>
> = {
  class: {
    answers: sql`t.answers`,
    correct: sql`t.correct`,
    commentsGiven: sql`t.comments_given`,
    commentsReceived: sql`t.comments_received`,
    likesGiven: sql`t.likes_given`,
    likesReceived: sql`t.likes_received`,
  },
  own: {
    answers: sql`own.answered`,
    correct: sql`(coalesce(own.first_right, false)::integer + coalesce(own.second_right, false)::integer + coalesce(own.transfer_right, false)::integer)`,
    commentsGiven: sql`own.comments_given`,
    commentsReceived: sql`own.comments_received`,
    likesGiven: sql`own.likes_given`,
    likesReceived: sql`own.likes_received`,
  },
};

function lessons({ reach, filters }: Scope): Omit<
  DashboardSource<'total_sessions', 'held_on' | 'title' | 'class_name' | 'logged_in' | 'students'>,
  'kept' | 'ordered'
> & {
  sums: (typeof sumsOf)['own'];
} {
  const isOwn = reach.of === 'student';
  const own = isOwn
    ? sql`JOIN lesson_students own ON own.session_id = t.session_id AND own.account_id = ${reach.accountId} AND own.logged_in_at IS NOT NULL`
    : sql``;
  return {
    from: sql`lesson_figures t JOIN assessments a ON a.id = t.assessment_id JOIN class_facts c ON c.id = t.course_id ${own}`,
    where: [
      ...(isOwn ? [] : [lessonIn(reach)]),
      ...asked(
        where(filters.subject, (id) => sql<SqlBool>`a.subject_id = ${id}`),
        where(filters.group, (id) => sql<SqlBool>`a.group_id = ${id}`),
        where(filters.grade, (id) => sql<SqlBool>`a.grade_id = ${id}`),
        where(filters.topic, (id) => sql<SqlBool>`a.topic_id = ${id}`),
        where(filters.standard, (id) => sql<SqlBool>`a.standard_id = ${id}`),
        where(filters.protocol, (id) => sql<SqlBool>`a.protocol_id = ${id}`),
        where(filters.class, (id) => sql<SqlBool>`t.course_id = ${id}`),
        where(filters.teacher, (accountId) => lessonIn({ of: 'teacher', accountId })),
        where(filters.school, (schoolId) => lessonIn({ of: 'school', schoolId })),
      ),
      ...isWithin(filters.from, filters.to, sql`t.held_on`),
    ],
    id: sql`t.session_id`,
    link: sql`t.assessment_id`,
    figures: { total_sessions: { is: sql<SqlBool>`true` } },
    columns: lessonColumns(reach),
    sums: isOwn ? sumsOf.own : sumsOf.class,
  };
}

export const liveSources: SourcesOf<Declaration> = {
  lessons: (scope) => {
    const { sums, figures, ...source } = lessons(scope);
    return {
      ...source,
      figures: {
        ...figures,
        total_mcq: { sum: sql`t.mcq` },
        total_question: { sum: sql`t.asked` },
        total_others: { sum: sql`t.asked - t.mcq` },
        total_correct: { sum: sums.correct },
        total_incorrect: { sum: sql`${sums.answers} - ${sums.correct}` },
        total_comments_given: { sum: sums.commentsGiven },
        total_comments_received: { sum: sums.commentsReceived },
        total_likes_given: { sum: sums.likesGiven },
        total_likes_received: { sum: sums.likesReceived },
      },
    };
  },
};

const FORMS = { alone: 'first', after: 'second', transfer: 'transfer' } as const;
const MOVES = ['kept_right', 'wrong_to_right', 'right_to_wrong', 'kept_wrong'] as const;

/** Sums the answers of lessons by form, and, unless they are one student's, the moves between the first two. */
function formSums(isOwn: boolean): RawBuilder<unknown> {
  const forms = Object.entries(FORMS).flatMap(([name, form]) => {
    const own = sql.ref(`own.${form}_right`);
    const answered = isOwn ? sql`count(${own})` : sql`coalesce(sum(${sql.ref(`t.${form}_answers`)}), 0)`;
    const right = isOwn ? sql`count(*) FILTER (WHERE ${own})` : sql`coalesce(sum(${sql.ref(`t.${form}_right`)}), 0)`;
    return [sql`${sql.lit(name)}`, sql`jsonb_build_object('answered', ${answered}, 'right', ${right})`];
  });
  const moves = MOVES.flatMap((move) => [sql`${sql.lit(move)}`, sql`coalesce(sum(${sql.ref(`t.${move}`)}), 0)`]);
  return sql`jsonb_build_object(${sql.join([...forms, sql`'moves'`, isOwn ? sql`NULL` : sql`jsonb_build_object(${sql.join(moves)})`])}) AS turn`;
}

type Sums = Pick<LessonTurn, 'alone' | 'after' | 'transfer' | 'moves'>;
const toTurn = (sums: Sums): LessonTurn => ({
  ...sums,
  gain: sums.moves && computeGain(sums.moves),
  interval: sums.moves && computeGainInterval(sums.moves),
});
const toTurns = <Row extends { turn: Sums }>(rows: readonly Row[]) => rows.map(({ turn, ...row }) => ({ ...row, ...toTurn(turn) }));

const MOST_WEEKS = 60;
const MOST_LESSONS = 20;

/** Returns the newest weeks with finished lessons, oldest first, with the share of right answers and those of each form. */
export async function listWeeks(db: Db, scope: Scope) {
  const { from, where: conditions, sums } = lessons(scope);
  const { rows } = await sql<{ week: string; sessions: number; share_right: number | null; turn: Sums }>`
    SELECT * FROM (
      SELECT date_trunc('week', t.held_on)::date AS week, count(*)::integer AS sessions, (sum(${sums.correct})::float8 / nullif(sum(${sums.answers}), 0)) AS share_right,
             ${formSums(scope.reach.of === 'student')}
        FROM ${from} WHERE ${allOf(conditions)}
       GROUP BY 1 ORDER BY 1 DESC LIMIT ${MOST_WEEKS}) newest
     ORDER BY week`.execute(db);
  return toTurns(rows);
}

/** Returns the newest finished lessons, oldest first, with the answers of each form. */
export async function listLessons(db: Db, scope: Scope) {
  const { from, where: conditions } = lessons(scope);
  const { rows } = await sql<{ assessment_id: number; title: string; class_name: string; held_on: string; turn: Sums }>`
    SELECT t.assessment_id, a.title, c.name AS class_name, t.held_on, ${formSums(scope.reach.of === 'student')}
      FROM ${from}
     WHERE ${allOf(conditions)} AND t.session_id IN (
       SELECT t.session_id FROM ${from} WHERE ${allOf(conditions)} ORDER BY t.held_on DESC, t.session_id DESC LIMIT ${MOST_LESSONS})
     GROUP BY t.session_id, t.assessment_id, a.title, c.name, t.held_on ORDER BY t.held_on, t.session_id`.execute(db);
  return toTurns(rows);
}

/** Returns the answers of all filtered lessons by form, and the day of the first lesson. */
export async function sumLessonForms(db: Db, scope: Scope): Promise<LessonTurn & { since: string | null }> {
  const { from, where: conditions } = lessons(scope);
  const { rows } = await sql<{ since: string | null; turn: Sums }>`
    SELECT min(t.held_on) AS since, ${formSums(scope.reach.of === 'student')} FROM ${from} WHERE ${allOf(conditions)}`.execute(db);
  return toTurns(rows)[0]!;
}

/** Counts the running lessons of the classes within reach. */
export async function countRunning(db: Db, reach: DashboardReach): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM live_sessions t WHERE t.state = 'running' AND NOT t.is_rehearsal AND ${courseIn(reach, sql`t.course_id`)}`.execute(
    db,
  );
  return rows[0]!.count;
}
