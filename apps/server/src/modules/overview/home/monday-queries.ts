import { type RawBuilder, sql } from 'kysely';
import { type Db, isStillAhead } from '../../../platform/database/index.ts';
import { placeOfResponse } from '../../bank/questions/index.ts';

/**
 * The classes whose lessons somebody sees: those that they teach, or all of a school, or of all schools.
 */
export type MondayScope = { of: 'own'; accountId: number } | { of: 'school'; schoolId: number | null };

/** The condition on a row of `lesson_figures`, named `held`. */
const inScope = (scope: MondayScope): RawBuilder<unknown> =>
  scope.of === 'own'
    ? sql`held.course_id IN (SELECT course_id FROM class_staff WHERE account_id = ${scope.accountId})`
    : sql`(${scope.schoolId}::bigint IS NULL OR held.school_id = ${scope.schoolId})`;

/** Returns the time zone of a school; that of the world for people without one. */
export async function findTimeZone(db: Db, schoolId: number | null): Promise<string> {
  const school = await db
    .selectFrom('schools')
    .select('time_zone')
    .where('id', '=', schoolId ?? 0)
    .executeTakeFirst();
  return school?.time_zone ?? 'UTC';
}

export interface WeekRow {
  /** Monday and Sunday. */
  from: string;
  to: string;
  is_this_week: boolean;
  /** The Mondays of the nearest weeks with lessons before and after. Null: none. */
  earlier: string | null;
  later: string | null;
}

/**
 * Finds the week that contains a day; without one, the newest week with lessons. Null: no lesson was held yet. Weeks
 * begin on Monday; this week is that of today in the time zone.
 */
export async function findWeek(db: Db, scope: MondayScope, day: string | null, timeZone: string): Promise<WeekRow | null> {
  const { rows } = await sql<WeekRow>`
    WITH shown AS (
      SELECT date_trunc('week', coalesce(${day}::date, max(held.held_on)))::date AS monday FROM lesson_figures held WHERE ${inScope(scope)}
    )
    SELECT shown.monday AS "from", shown.monday + 6 AS "to", shown.monday = date_trunc('week', app_now() AT TIME ZONE ${timeZone})::date AS is_this_week,
           (SELECT date_trunc('week', max(held.held_on))::date FROM lesson_figures held WHERE ${inScope(scope)} AND held.held_on < shown.monday) AS earlier,
           (SELECT date_trunc('week', min(held.held_on))::date FROM lesson_figures held WHERE ${inScope(scope)} AND held.held_on > shown.monday + 6) AS later
      FROM shown WHERE shown.monday IS NOT NULL`.execute(db);
  return rows[0] ?? null;
}

/** The right answers of a lesson in its three forms, and the moves of students who chose in the first two. */
export interface WeekLessonRow {
  assessment_id: number;
  course_id: number;
  class_name: string;
  title: string;
  held_on: string;
  answered_first: number;
  right_first: number;
  answered_second: number;
  right_second: number;
  answered_transfer: number;
  right_transfer: number;
  kept_right: number;
  wrong_to_right: number;
  right_to_wrong: number;
  kept_wrong: number;
}

/** Lists the lessons held from one day to another, newest first. */
export async function listLessonsOfWeek(db: Db, scope: MondayScope, { from, to }: Pick<WeekRow, 'from' | 'to'>): Promise<WeekLessonRow[]> {
  const { rows } = await sql<WeekLessonRow>`
    SELECT held.assessment_id, held.course_id, class_facts.name AS class_name, assessments.title, held.held_on,
           held.first_answers AS answered_first, held.first_right AS right_first, held.second_answers AS answered_second, held.second_right AS right_second,
           held.transfer_answers AS answered_transfer, held.transfer_right AS right_transfer,
           held.kept_right, held.wrong_to_right, held.right_to_wrong, held.kept_wrong
      FROM lesson_figures held
      JOIN class_facts ON class_facts.id = held.course_id
      JOIN assessments ON assessments.id = held.assessment_id
     WHERE ${inScope(scope)} AND held.held_on BETWEEN ${from} AND ${to}
     ORDER BY held.held_on DESC, held.session_id DESC`.execute(db);
  return rows;
}

export interface SurvivedRow {
  assessment_id: number;
  class_name: string;
  question_id: number;
  question: string;
  /** The place of the response in its question, from 0. */
  place: number;
  response: string;
  /** The idea that it stands for in the class's school. Null: none is named. */
  idea_id: number | null;
  idea: string | null;
  /** The students of that lesson who chose alone and after talking, and those who chose this. */
  answered_first: number;
  first: number;
  answered_second: number;
  second: number;
}

/** Finds the wrong response that most students of one lesson of a week chose after talking, by share. Null: none. */
export async function findSurvived(db: Db, scope: MondayScope, { from, to }: Pick<WeekRow, 'from' | 'to'>): Promise<SurvivedRow | null> {
  const { rows } = await sql<SurvivedRow>`
    WITH chosen AS (
      SELECT held.session_id, held.assessment_id, held.course_id, phase.form, post.response_id
        FROM lesson_figures held JOIN live_phases phase ON phase.session_id = held.session_id AND phase.form IN ('Form - 1A', 'Form - 1B')
        JOIN live_posts post ON post.phase_id = phase.id AND post.response_id IS NOT NULL
       WHERE ${inScope(scope)} AND held.held_on BETWEEN ${from} AND ${to}
    ), counted AS (
      SELECT session_id, assessment_id, course_id, response_id, count(*) FILTER (WHERE form = 'Form - 1A') AS first, count(*) FILTER (WHERE form = 'Form - 1B') AS second,
             sum(count(*) FILTER (WHERE form = 'Form - 1A')) OVER (PARTITION BY session_id) AS answered_first,
             sum(count(*) FILTER (WHERE form = 'Form - 1B')) OVER (PARTITION BY session_id) AS answered_second
        FROM chosen GROUP BY session_id, assessment_id, course_id, response_id
    )
    SELECT counted.assessment_id, class_facts.name AS class_name, version.question_id, version.title AS question, response.title AS response,
           idea.id AS idea_id, idea.name AS idea,
           ${placeOfResponse} AS place,
           counted.answered_first::integer, counted.first::integer, counted.answered_second::integer, counted.second::integer
      FROM counted JOIN question_responses response ON response.id = counted.response_id AND NOT response.is_valid
      JOIN question_versions version ON version.id = response.question_version_id JOIN class_facts ON class_facts.id = counted.course_id
      LEFT JOIN LATERAL (SELECT ideas.id, ideas.name FROM named_responses named JOIN ideas ON ideas.id = named.idea_id
                          WHERE named.response_id = response.id AND named.school_id = class_facts.school_id LIMIT 1) idea ON true
     WHERE counted.second >= 2
     ORDER BY counted.second / counted.answered_second DESC, counted.second DESC, counted.session_id DESC, response.position LIMIT 1`.execute(db);
  return rows[0] ?? null;
}

export interface NextLessonRow {
  assessment_id: number;
  class_name: string;
  title: string;
  schedule_date: string;
  start_time: string | null;
  /** The number of its questions, and of those with two responses: 2 when it can be run. */
  questions: number;
  complete: number;
}

/** Finds the next lesson planned for a class that somebody teaches, until its period has ended. Null: none is planned. */
export async function findNextLesson(db: Db, accountId: number): Promise<NextLessonRow | null> {
  const { rows } = await sql<NextLessonRow>`
    SELECT assessments.id AS assessment_id, class_facts.name AS class_name, assessments.title, assessments.schedule_date, periods.start_time,
           asked.questions, asked.complete
      FROM class_staff JOIN class_facts ON class_facts.id = class_staff.course_id AND class_facts.is_active
      JOIN schools ON schools.id = class_facts.school_id
      JOIN assessments ON assessments.class_id = class_facts.id AND NOT assessments.is_archived AND assessments.status = 'Active'
      LEFT JOIN assessment_periods periods ON periods.id = assessments.period_id
      CROSS JOIN LATERAL (
        SELECT count(*)::integer AS questions,
               (count(*) FILTER (WHERE (SELECT count(*) FROM question_responses response WHERE response.question_version_id = questions.current_version_id) >= 2))::integer
                 AS complete
          FROM assessment_questions chosen JOIN questions ON questions.id = chosen.question_id
         WHERE chosen.assessment_id = assessments.id) asked
     WHERE class_staff.account_id = ${accountId}
       AND ${isStillAhead({ day: 'assessments.schedule_date', endTime: 'periods.end_time', timeZone: 'schools.time_zone' })}
     ORDER BY assessments.schedule_date, periods.start_time NULLS LAST, assessments.id LIMIT 1`.execute(db);
  return rows[0] ?? null;
}
