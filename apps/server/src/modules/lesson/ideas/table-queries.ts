import type { TableLessonView } from '@classwright/contract';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';
import { isInReach } from '../../../platform/reach-queries.ts';
import type { Reach } from '../../../platform/reach.ts';
import { schoolYearOf } from './scope-queries.ts';

type Scope = RawBuilder<SqlBool>;

/** The finished lessons of a scope. */
const HELD = sql`lesson_figures held JOIN class_facts class ON class.id = held.course_id`;

export interface LessonRow extends TableLessonView {
  session_id: number;
}

/** Lists the newest lessons of a scope, newest first. */
export async function listLessons(db: Db, scope: Scope, most: number): Promise<LessonRow[]> {
  const { rows } = await sql<LessonRow>`
    WITH newest AS MATERIALIZED (SELECT held.session_id, held.assessment_id, held.course_id, held.held_on FROM ${HELD} WHERE ${scope}
                                  ORDER BY held.held_on DESC, held.session_id DESC LIMIT ${most})
    SELECT newest.session_id, newest.assessment_id, assessment.title, newest.course_id AS class_id, class.name AS class_name, to_char(newest.held_on, 'YYYY-MM-DD') AS held_on
      FROM newest JOIN assessments assessment ON assessment.id = newest.assessment_id JOIN class_facts class ON class.id = newest.course_id
     ORDER BY newest.held_on DESC, newest.session_id DESC`.execute(db);
  return rows;
}

/** Choices of responses that stand for an idea. `first`: alone, in Form - 1A or Form - 2. `second`: in Form - 1B. */
export interface HeldCounts {
  first: number;
  answered_first: number;
  second: number;
  answered_second: number;
  transfer: number;
  answered_transfer: number;
}

const SUMS = sql`
  coalesce(sum(chosen.first) FILTER (WHERE chosen.position = 1), 0)::integer AS first,
  coalesce(sum(result.answered_first) FILTER (WHERE chosen.position = 1), 0)::integer AS answered_first,
  coalesce(sum(chosen.second) FILTER (WHERE chosen.position = 1), 0)::integer AS second,
  coalesce(sum(result.answered_second) FILTER (WHERE chosen.position = 1), 0)::integer AS answered_second,
  coalesce(sum(chosen.first) FILTER (WHERE chosen.position = 2), 0)::integer AS transfer,
  coalesce(sum(result.answered_first) FILTER (WHERE chosen.position = 2), 0)::integer AS answered_transfer`;

/**
 * Selects the choices of each idea by lesson and position. Several responses of a question that stand for one idea are
 * added before the question's answers are, which count once. The questions that were asked come first, and of them those
 * with a named response: comparing the words of every response of the bank would take longest.
 */
const chosenBy = (scope: Scope, ideas: RawBuilder<SqlBool>) => sql`
  held AS MATERIALIZED (SELECT held.session_id, held.school_id, held.course_id, held.held_on FROM ${HELD} WHERE ${scope}),
  asked AS MATERIALIZED (
    SELECT held.session_id, held.school_id, held.course_id, held.held_on, result.position, result.question_version_id
      FROM held JOIN item_results result ON result.session_id = held.session_id JOIN question_versions version ON version.id = result.question_version_id
     WHERE EXISTS (SELECT FROM idea_responses mapping WHERE mapping.question_id = version.question_id AND mapping.school_id = held.school_id)),
  named AS MATERIALIZED (
    SELECT offered.school_id, found.idea_id, found.response_id
      FROM (SELECT DISTINCT school_id, question_version_id FROM asked) offered
      CROSS JOIN LATERAL (
        SELECT named.idea_id, named.response_id FROM named_responses named
         WHERE named.question_version_id = offered.question_version_id AND named.school_id = offered.school_id AND ${ideas} OFFSET 0) found),
  chosen AS (
    SELECT named.idea_id, asked.session_id, asked.course_id, asked.held_on, asked.position, sum(counted.first) AS first, sum(counted.second) AS second
      FROM asked JOIN item_result_responses counted ON counted.session_id = asked.session_id AND counted.position = asked.position
      JOIN named ON named.response_id = counted.response_id AND named.school_id = asked.school_id
     GROUP BY named.idea_id, asked.session_id, asked.course_id, asked.held_on, asked.position)`;

/** Matches all ideas. */
const ALL = sql<SqlBool>`true`;

export interface IdeaTotalRow extends HeldCounts {
  id: number;
  name: string;
  sentence: string;
  lessons: number;
}

/** Sums each idea over the lessons of a scope that offered it. */
export async function sumIdeas(db: Db, scope: Scope): Promise<IdeaTotalRow[]> {
  const { rows } = await sql<IdeaTotalRow>`
    WITH ${chosenBy(scope, ALL)}, total AS (
      SELECT chosen.idea_id, count(DISTINCT chosen.session_id)::integer AS lessons, ${SUMS}
        FROM chosen JOIN item_results result ON result.session_id = chosen.session_id AND result.position = chosen.position
       GROUP BY chosen.idea_id)
    SELECT idea.id, idea.name, idea.sentence, total.lessons, total.first, total.answered_first, total.second, total.answered_second,
           total.transfer, total.answered_transfer
      FROM total JOIN ideas idea ON idea.id = total.idea_id
     ORDER BY idea.name, idea.id`.execute(db);
  return rows;
}

export interface IdeaCellRow extends HeldCounts {
  idea_id: number;
  session_id: number;
}

/** Counts each idea in each of these lessons. */
export async function listCells(db: Db, sessionIds: readonly number[]): Promise<IdeaCellRow[]> {
  if (sessionIds.length === 0) return [];
  const { rows } = await sql<IdeaCellRow>`
    WITH ${chosenBy(sql`held.session_id = ANY(${[...sessionIds]}::bigint[])`, ALL)}
    SELECT chosen.idea_id, chosen.session_id, ${SUMS}
      FROM chosen JOIN item_results result ON result.session_id = chosen.session_id AND result.position = chosen.position
     GROUP BY chosen.idea_id, chosen.session_id`.execute(db);
  return rows;
}

export interface UnnamedRow {
  response_id: number;
  title: string;
  question_id: number;
  question_title: string;
  session_id: number;
  first: number;
  answered_first: number;
  second: number;
  answered_second: number;
}

/** The share of a class from which a wrong response without an idea is shown. */
const MANY = 0.15;

/** Lists wrong responses of discussed questions that stand for no idea, those that most of a class chose first. */
export async function listUnnamed(db: Db, sessionIds: readonly number[], most: number): Promise<UnnamedRow[]> {
  if (sessionIds.length === 0) return [];
  const { rows } = await sql<UnnamedRow>`
    SELECT * FROM (
      SELECT DISTINCT ON (counted.response_id)
             counted.response_id, response.title, version.question_id, version.title AS question_title, counted.session_id,
             counted.first, result.answered_first, counted.second, result.answered_second
        FROM item_result_responses counted
        JOIN item_results result ON result.session_id = counted.session_id AND result.position = counted.position
        JOIN lesson_figures held ON held.session_id = counted.session_id
        JOIN question_responses response ON response.id = counted.response_id AND NOT response.is_valid
        JOIN question_versions version ON version.id = response.question_version_id
       WHERE counted.session_id = ANY(${[...sessionIds]}::bigint[]) AND counted.position = 1 AND counted.first >= ${MANY}::float8 * result.answered_first AND counted.first > 0
         AND NOT EXISTS (SELECT FROM named_responses named WHERE named.response_id = counted.response_id AND named.school_id = held.school_id)
       ORDER BY counted.response_id, held.held_on DESC, counted.session_id DESC) unnamed
     ORDER BY first::float8 / answered_first DESC, response_id LIMIT ${most}`.execute(db);
  return rows;
}

/** Lists the choices of the filters: classes, levels and the first years of school years with finished lessons. */
export async function listChoices(
  db: Db,
  scope: Scope,
): Promise<{ classes: { id: number; name: string }[]; levels: { id: number; name: string }[]; years: number[] }> {
  const { rows } = await sql<{ id: number; name: string; level_id: number | null; level_name: string | null; year: number }>`
    WITH year AS MATERIALIZED (SELECT DISTINCT held.course_id, ${schoolYearOf('held.held_on')} AS year FROM ${HELD} WHERE ${scope})
    SELECT class.id, class.name, class.level_id, level.name AS level_name, year.year
      FROM year JOIN class_facts class ON class.id = year.course_id LEFT JOIN levels level ON level.id = class.level_id
     ORDER BY class.name, class.id`.execute(db);
  const levels = new Map(rows.flatMap(({ level_id, level_name }) => (level_id === null ? [] : [[level_id, { id: level_id, name: level_name ?? '' }]])));
  return {
    classes: [...new Map(rows.map(({ id, name }) => [id, { id, name }])).values()],
    levels: [...levels.values()].sort((left, right) => left.name.localeCompare(right.name)),
    years: [...new Set(rows.map(({ year }) => year))].sort((left, right) => right - left),
  };
}

/** Lists the schools within reach with finished lessons of a scope, by name. */
export async function listSchools(db: Db, reach: Reach, scope: Scope): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT school.id, school.school_name AS name FROM schools school
     WHERE ${isInReach(reach, 'school.id')} AND EXISTS (SELECT FROM ${HELD} WHERE held.school_id = school.id AND ${scope})
     ORDER BY school.school_name COLLATE natural_order, school.id`.execute(db);
  return rows;
}

/** Returns true when a school, or with null any within reach, has an idea. */
export async function hasIdeas(db: Db, reach: Reach, schoolId: number | null): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM ideas idea
     WHERE idea.archived_at IS NULL AND ${isInReach(reach, 'idea.school_id')} AND (${schoolId}::bigint IS NULL OR idea.school_id = ${schoolId}) LIMIT 1`.execute(
    db,
  );
  return rows.length > 0;
}

// ── one idea ──

export interface IdeaGroupRow extends HeldCounts {
  course_id: number;
  class_name: string;
  level_name: string | null;
  year: number;
  lessons: number;
}

/** Sums an idea by class and school year, newest year first. */
export async function sumByClass(db: Db, ideaId: number, scope: Scope): Promise<IdeaGroupRow[]> {
  const { rows } = await sql<IdeaGroupRow>`
    WITH ${chosenBy(scope, sql`named.idea_id = ${ideaId}`)}
    SELECT chosen.course_id, class.name AS class_name, level.name AS level_name,
           ${schoolYearOf('chosen.held_on')} AS year, count(DISTINCT chosen.session_id)::integer AS lessons, ${SUMS}
      FROM chosen JOIN item_results result ON result.session_id = chosen.session_id AND result.position = chosen.position
      JOIN class_facts class ON class.id = chosen.course_id LEFT JOIN levels level ON level.id = class.level_id
     GROUP BY chosen.course_id, class.name, level.name, year
     ORDER BY year DESC, class.name, chosen.course_id`.execute(db);
  return rows;
}

/** Sums an idea by lesson of other teachers of a school, in the order in which the lessons ended. */
export async function listOthers(db: Db, ideaId: number, schoolId: number, own: Scope): Promise<(HeldCounts & { teacher_id: number })[]> {
  const { rows } = await sql<HeldCounts & { teacher_id: number }>`
    WITH ${chosenBy(sql`held.school_id = ${schoolId} AND NOT (${own})`, sql`named.idea_id = ${ideaId} AND named.school_id = ${schoolId}`)}
    SELECT assessment.account_id AS teacher_id, ${SUMS}
      FROM chosen JOIN item_results result ON result.session_id = chosen.session_id AND result.position = chosen.position
      JOIN live_sessions session ON session.id = chosen.session_id JOIN assessments assessment ON assessment.id = session.assessment_id
     GROUP BY chosen.session_id, assessment.account_id, session.ended_at
     ORDER BY session.ended_at, chosen.session_id`.execute(db);
  return rows;
}

export interface ReviewGroupRow {
  course_id: number;
  year: number;
  round: 1 | 2;
  held: number;
  answered: number;
}

/** Counts the answers to reviews that offered an idea, by class and school year of their lesson, and by round. */
export async function sumReviews(db: Db, ideaId: number, scope: Scope): Promise<ReviewGroupRow[]> {
  const { rows } = await sql<ReviewGroupRow>`
    WITH named AS MATERIALIZED (SELECT school_id, question_version_id, response_id FROM named_responses WHERE idea_id = ${ideaId}),
         offered AS (SELECT DISTINCT school_id, question_version_id FROM named)
    SELECT held.course_id, ${schoolYearOf('held.held_on')} AS year, review.round,
           count(*)::integer AS answered,
           (count(*) FILTER (WHERE EXISTS (SELECT FROM named WHERE named.response_id = review.response_id AND named.school_id = held.school_id)))::integer AS held
      FROM offered JOIN reviews review ON review.question_version_id = offered.question_version_id AND review.response_id IS NOT NULL
      JOIN lesson_figures held ON held.session_id = review.session_id AND held.school_id = offered.school_id
      JOIN class_facts class ON class.id = held.course_id
     WHERE ${scope} GROUP BY 1, 2, 3`.execute(db);
  return rows;
}

export interface IdeaQuestionRow extends HeldCounts {
  question_id: number;
  title: string;
  responses: string[];
  lessons: number;
}

/** Lists the questions whose responses stand for an idea in a scope's schools, with its sums, those asked most first. */
export async function listQuestions(db: Db, ideaId: number, schools: RawBuilder<SqlBool>, scope: Scope): Promise<IdeaQuestionRow[]> {
  const { rows } = await sql<IdeaQuestionRow>`
    WITH ${chosenBy(scope, sql`named.idea_id = ${ideaId}`)}, summed AS (
      SELECT version.question_id, count(DISTINCT chosen.session_id)::integer AS lessons, ${SUMS}
        FROM chosen JOIN item_results result ON result.session_id = chosen.session_id AND result.position = chosen.position
        JOIN question_versions version ON version.id = result.question_version_id
       GROUP BY version.question_id
    ), titled AS (
      SELECT found.question_id, jsonb_agg(DISTINCT response.title) AS responses
        FROM named_responses found JOIN question_responses response ON response.id = found.response_id
       WHERE found.idea_id = ${ideaId} AND ${schools} GROUP BY found.question_id)
    SELECT titled.question_id, version.title, titled.responses, coalesce(summed.lessons, 0) AS lessons,
           coalesce(summed.first, 0) AS first, coalesce(summed.answered_first, 0) AS answered_first,
           coalesce(summed.second, 0) AS second, coalesce(summed.answered_second, 0) AS answered_second,
           coalesce(summed.transfer, 0) AS transfer, coalesce(summed.answered_transfer, 0) AS answered_transfer
      FROM titled JOIN questions question ON question.id = titled.question_id AND question.archived_at IS NULL
      JOIN question_versions version ON version.id = question.current_version_id
      LEFT JOIN summed ON summed.question_id = titled.question_id
     ORDER BY coalesce(summed.lessons, 0) DESC, version.title, titled.question_id`.execute(db);
  return rows;
}
