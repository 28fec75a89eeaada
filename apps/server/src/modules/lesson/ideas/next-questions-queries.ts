import type { IdeaRef } from '@classwright/contract';
import { ASK_AGAIN_DAYS, type History } from '@classwright/rules/ideas/next-question';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';

/** The newest lessons of a class that say what it believes now, and how much it knows. */
const LESSONS_LOOKED_AT = 40;
/** The most questions that are ranked. */
const MAX_CANDIDATES = 400;

export interface ClassRow {
  name: string;
  school_id: number;
}

export async function findClass(db: Db, id: number): Promise<ClassRow | null> {
  const { rows } = await sql<ClassRow>`SELECT name, school_id FROM class_facts WHERE id = ${id}`.execute(db);
  return rows[0] ?? null;
}

export interface BelievedRow extends IdeaRef {
  count: number;
  of: number;
  held_on: string;
  standard_id: number | null;
}

/**
 * Lists what a class believed when each idea was last offered: in the transfer question, otherwise after talking,
 * otherwise alone. Most held first.
 */
export async function listBelieved(db: Db, courseId: number): Promise<BelievedRow[]> {
  const { rows } = await sql<BelievedRow>`
    WITH held AS MATERIALIZED (
      SELECT session_id, school_id, held_on FROM lesson_figures WHERE course_id = ${courseId} ORDER BY held_on DESC, session_id DESC LIMIT ${LESSONS_LOOKED_AT}
    ), offered AS (
      SELECT named.idea_id, held.held_on, result.session_id, result.position,
             sum(CASE WHEN result.position = 1 AND result.answered_second > 0 THEN counted.second ELSE counted.first END)::integer AS count,
             CASE WHEN result.position = 1 AND result.answered_second > 0 THEN result.answered_second ELSE result.answered_first END AS of
        FROM held JOIN item_results result ON result.session_id = held.session_id
        JOIN item_result_responses counted ON counted.session_id = result.session_id AND counted.position = result.position
        JOIN named_responses named ON named.response_id = counted.response_id AND named.school_id = held.school_id
       GROUP BY named.idea_id, held.held_on, result.session_id, result.position, result.answered_first, result.answered_second
    ), newest AS (
      SELECT DISTINCT ON (idea_id) idea_id, held_on, count, of FROM offered WHERE of > 0 ORDER BY idea_id, held_on DESC, session_id DESC, position DESC)
    SELECT idea.id, idea.name, idea.sentence, idea.standard_id, newest.count, newest.of, to_char(newest.held_on, 'YYYY-MM-DD') AS held_on
      FROM newest JOIN ideas idea ON idea.id = newest.idea_id
     ORDER BY newest.count::float8 / newest.of DESC, idea.id`.execute(db);
  return rows;
}

/** Sums the answers given alone over the bank. */
export async function sumBank(db: Db): Promise<History> {
  const { rows } = await sql<History>`
    SELECT coalesce(sum(round(answered * share_first)), 0)::integer AS right, coalesce(sum(answered), 0)::integer AS answered
      FROM item_figures WHERE share_first IS NOT NULL`.execute(db);
  return rows[0] as History;
}

export interface ClassHistoryRow extends History {
  others_right: number;
  others_answered: number;
}

/** Lists the questions that a class was asked, with its answers given alone and those of all other classes. */
export async function listClassHistory(db: Db, courseId: number): Promise<ClassHistoryRow[]> {
  const { rows } = await sql<ClassHistoryRow>`
    WITH held AS MATERIALIZED (
      SELECT session_id FROM lesson_figures WHERE course_id = ${courseId} ORDER BY held_on DESC, session_id DESC LIMIT ${LESSONS_LOOKED_AT}
    ), own AS MATERIALIZED (
      SELECT version.question_id, sum(result.right_first)::integer AS right, sum(result.answered_first)::integer AS answered
        FROM held JOIN item_results result ON result.session_id = held.session_id JOIN question_versions version ON version.id = result.question_version_id
       GROUP BY version.question_id)
    SELECT own.right, own.answered, coalesce(others.right, 0)::integer AS others_right, coalesce(others.answered, 0)::integer AS others_answered
      FROM own CROSS JOIN LATERAL (
        SELECT sum(result.right_first) AS right, sum(result.answered_first) AS answered
          FROM question_versions version JOIN item_results result ON result.question_version_id = version.id
          JOIN live_sessions session ON session.id = result.session_id AND session.course_id <> ${courseId}
         WHERE version.question_id = own.question_id) others
     WHERE own.answered > 0`.execute(db);
  return rows;
}

export interface NextQuestionFilters {
  /** The ideas of which a wrong response names one, or whose standards the question has; null for no filter. */
  about: { ideaIds: readonly number[]; standardIds: readonly number[] } | null;
  topic_id?: number | undefined;
  standard_id?: number | undefined;
}

export interface CandidateRow extends History {
  question_id: number;
  title: string;
  subject_name: string | null;
  idea_ids: number[];
  asked_on: string | null;
}

/**
 * Lists published questions of the bank that a class has not been asked lately and that are in no plan of it: with the
 * ideas of their newest version, and the answers given alone to all of their versions in other classes. Questions whose
 * responses name an idea come first, then the newest.
 */
export async function listCandidates(
  db: Db,
  { courseId, schoolId }: { courseId: number; schoolId: number },
  { about, topic_id, standard_id }: NextQuestionFilters,
): Promise<CandidateRow[]> {
  const ideaIds = [...(about?.ideaIds ?? [])];
  const conditions: RawBuilder<SqlBool>[] = [];
  if (topic_id !== undefined) conditions.push(sql<SqlBool>`question.topic_id = ${topic_id}`);
  if (standard_id !== undefined) conditions.push(sql<SqlBool>`question.standard_id = ${standard_id}`);
  const byStandard = about ? [sql<SqlBool>`question.standard_id = ANY(${[...about.standardIds]}::bigint[])`] : [];
  /** Selects questions that can be asked, newest first. */
  const askable = (isNamed: boolean, which: readonly RawBuilder<SqlBool>[]) => sql`
    SELECT question.id AS question_id, question.current_version_id AS version_id, question.question_subject_id, asked.held_on, ${sql.lit(isNamed)} AS is_named
      FROM questions question LEFT JOIN asked ON asked.question_id = question.id
     WHERE ${sql.join([...which, ...conditions, ...ASKABLE, isInNoPlan(courseId)], sql` AND `)}
     ORDER BY question.id DESC LIMIT ${MAX_CANDIDATES}`;
  const { rows } = await sql<CandidateRow>`
    WITH named AS MATERIALIZED (
      SELECT DISTINCT found.question_id FROM named_responses found JOIN questions question ON question.current_version_id = found.question_version_id
       WHERE found.school_id = ${schoolId} AND found.idea_id = ANY(${ideaIds}::bigint[])
    ), asked AS MATERIALIZED (
      SELECT version.question_id, max(held.held_on) AS held_on
        FROM lesson_figures held JOIN live_session_questions part ON part.session_id = held.session_id
        JOIN question_versions version ON version.id = part.question_version_id
       WHERE held.course_id = ${courseId} GROUP BY version.question_id
    ), candidate AS MATERIALIZED (
      SELECT * FROM (
        (${askable(true, [sql<SqlBool>`question.id IN (SELECT named.question_id FROM named)`])})
        UNION ALL
        (${askable(false, [sql<SqlBool>`question.id NOT IN (SELECT named.question_id FROM named)`, ...byStandard])})) found
       ORDER BY is_named DESC, question_id DESC LIMIT ${MAX_CANDIDATES})
    SELECT candidate.question_id, version.title, subject.name AS subject_name, to_char(candidate.held_on, 'YYYY-MM-DD') AS asked_on,
           coalesce((SELECT array_agg(DISTINCT found.idea_id) FROM named_responses found
                      WHERE found.question_version_id = candidate.version_id AND found.school_id = ${schoolId}), '{}') AS idea_ids,
           coalesce(history.right, 0)::integer AS right, coalesce(history.answered, 0)::integer AS answered
      FROM candidate JOIN question_versions version ON version.id = candidate.version_id
      LEFT JOIN question_subjects subject ON subject.id = candidate.question_subject_id
      CROSS JOIN LATERAL (
        SELECT sum(result.right_first) AS right, sum(result.answered_first) AS answered
          FROM question_versions asked JOIN item_results result ON result.question_version_id = asked.id
          JOIN live_sessions session ON session.id = result.session_id AND session.course_id <> ${courseId}
         WHERE asked.question_id = candidate.question_id) history
     ORDER BY candidate.is_named DESC, candidate.question_id DESC`.execute(db);
  return rows;
}

/** The conditions on a published question with a right response and another one, that was not asked lately. */
const ASKABLE: readonly RawBuilder<SqlBool>[] = [
  sql`question.archived_at IS NULL AND question.published_state = 'PUBLISHED'`,
  sql`(asked.held_on IS NULL OR asked.held_on < app_now()::date - ${ASK_AGAIN_DAYS}::integer)`,
  sql`(SELECT count(*) >= 2 AND bool_or(choice.is_valid) FROM question_responses choice WHERE choice.question_version_id = question.current_version_id)`,
];

const isInNoPlan = (courseId: number): RawBuilder<SqlBool> => sql`
  NOT EXISTS (SELECT FROM assessment_questions planned JOIN assessments plan ON plan.id = planned.assessment_id
               WHERE planned.question_id = question.id AND plan.class_id = ${courseId} AND plan.status = 'Active' AND NOT plan.is_archived)`;
