import type { IdeaRef, ProposalView } from '@classwright/contract';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { isInReach } from '../../../platform/reach-queries.ts';
import type { Reach } from '../../../platform/reach.ts';
import type { RowCondition } from '../../../platform/reference-lists/index.ts';

/** Counts the responses with the same words before one, in the alias `response`. */
const NTH = sql`(SELECT count(*)::integer FROM question_responses twin
  WHERE twin.question_version_id = response.question_version_id AND twin.position < response.position
    AND response_key(twin.title) = response_key(response.title))`;

// ── ideas ──

/** Limits the list to the ideas of one's school and those that other schools share. */
export const visibleIdeas: RowCondition = ({ reach }) =>
  'all' in reach ? 'all' : sql<SqlBool>`(${isInReach(reach, 't.school_id')} OR (t.is_shared AND t.archived_at IS NULL))`;

/** Limits the school of an idea to one's own. */
export const choosableSchools: RowCondition = ({ reach }) => ('all' in reach ? 'all' : isInReach(reach, 't.id'));

/** Matches ideas, in the alias `idea`, that a school may use. */
const isUsableIn = (schoolId: number): RawBuilder<SqlBool> => sql<SqlBool>`(idea.archived_at IS NULL AND (idea.school_id = ${schoolId} OR idea.is_shared))`;

export interface IdeaRow extends IdeaRef {
  school_id: number;
  school_name: string;
  is_shared: boolean;
  subject_name: string | null;
  standard_id: number | null;
  standard_name: string | null;
}

/**
 * Finds an idea within reach, or one that a school shares. A merged one is the idea that it was merged into; an archived
 * one is null.
 */
export async function findIdea(db: Db, reach: Reach, id: number): Promise<IdeaRow | null> {
  const { rows } = await sql<IdeaRow>`
    SELECT idea.id, idea.name, idea.sentence, idea.school_id, schools.school_name, idea.is_shared, subject.name AS subject_name,
           idea.standard_id, standard.name AS standard_name
      FROM ideas asked
      JOIN ideas idea ON idea.id = CASE WHEN asked.archived_at IS NULL THEN asked.id ELSE asked.merged_into END AND idea.archived_at IS NULL
      JOIN schools ON schools.id = idea.school_id
      LEFT JOIN question_subjects subject ON subject.id = idea.question_subject_id
      LEFT JOIN standards standard ON standard.id = idea.standard_id
     WHERE asked.id = ${id} AND (${isInReach(reach, 'idea.school_id')} OR idea.is_shared)`.execute(db);
  return rows[0] ?? null;
}

/** Returns those of the ideas that a school may use, by id. They stay until the transaction ends. */
export async function holdUsableIdeas(tx: Tx, schoolId: number, ids: readonly number[]): Promise<Map<number, IdeaRef>> {
  const { rows } = await sql<IdeaRef>`
    SELECT idea.id, idea.name, idea.sentence FROM ideas idea
     WHERE idea.id = ANY(${[...ids]}::bigint[]) AND ${isUsableIn(schoolId)} ORDER BY idea.id FOR KEY SHARE`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Creates an idea, and names with it the wrong responses of a school's questions that have one of these match levels. */
export async function addIdea(
  tx: Tx,
  idea: {
    schoolId: number;
    accountId: number;
    name: string;
    sentence: string;
    subjectId: number | null;
    standardId: number | null;
    matchLevels: readonly string[];
  },
): Promise<void> {
  const { id } = await tx
    .insertInto('ideas')
    .values({
      school_id: idea.schoolId,
      account_id: idea.accountId,
      name: idea.name,
      sentence: idea.sentence,
      question_subject_id: idea.subjectId,
      standard_id: idea.standardId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    INSERT INTO idea_responses (school_id, question_id, response_key, nth, idea_id, named_by)
    SELECT DISTINCT ${idea.schoolId}::bigint, question.id, response_key(response.title), ${NTH}, ${id}::bigint, ${idea.accountId}::bigint
      FROM questions question JOIN question_responses response ON response.question_version_id = question.current_version_id
     WHERE (question.school_id = ${idea.schoolId} OR question.school_id IS NULL) AND NOT response.is_valid
       AND response.match_label = ANY(${[...idea.matchLevels]}::text[])
    ON CONFLICT DO NOTHING`.execute(tx);
}

/** Archives an idea as merged into another, together with those that were merged into it. */
export async function mergeIdea(tx: Tx, id: number, into: number): Promise<void> {
  await sql`UPDATE ideas SET merged_into = ${into}, archived_at = app_now() WHERE id = ${id}`.execute(tx);
  await sql`UPDATE ideas SET merged_into = ${into} WHERE merged_into = ${id}`.execute(tx);
}

/** Makes an idea that is deleted, or restored, stand for itself again. */
export async function clearMerge(tx: Tx, id: number): Promise<void> {
  await sql`UPDATE ideas SET merged_into = NULL WHERE id = ${id} AND merged_into IS NOT NULL`.execute(tx);
}

/** Counts the responses that stand for each idea in its own school. */
export async function countResponses(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ idea_id: number; count: number }>`
    SELECT mapping.idea_id, count(*)::integer AS count FROM idea_responses mapping JOIN ideas idea ON idea.id = mapping.idea_id AND idea.school_id = mapping.school_id
     WHERE mapping.idea_id = ANY(${[...ids]}::bigint[]) GROUP BY mapping.idea_id`.execute(db);
  return new Map(rows.map(({ idea_id, count }) => [idea_id, count]));
}

/** Returns true when schools other than its own use an idea. */
export async function isUsedElsewhere(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM idea_responses mapping JOIN ideas idea ON idea.id = mapping.idea_id AND idea.school_id <> mapping.school_id WHERE idea.id = ${id} LIMIT 1`.execute(
    db,
  );
  return rows.length > 0;
}

export async function doesSchoolExist(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`SELECT FROM schools WHERE id = ${id}`.execute(db);
  return rows.length > 0;
}

// ── responses ──

export interface ResponseRow {
  response_id: number;
  title: string;
  is_valid: boolean;
  question_id: number;
  response_key: string;
  nth: number;
  idea: IdeaRef | null;
  named_by: string | null;
}

const responsesWhere = (schoolId: number, condition: RawBuilder<unknown>) => sql<ResponseRow>`
  SELECT response.id AS response_id, response.title, response.is_valid, version.question_id, response_key(response.title) AS response_key, ${NTH} AS nth,
         named.idea, named.named_by
    FROM question_responses response JOIN question_versions version ON version.id = response.question_version_id
    LEFT JOIN LATERAL (
      SELECT jsonb_build_object('id', idea.id, 'name', idea.name, 'sentence', idea.sentence) AS idea, people.full_name AS named_by
        FROM idea_responses mapping
        JOIN ideas named ON named.id = mapping.idea_id
        JOIN ideas idea ON idea.id = CASE WHEN named.archived_at IS NULL THEN named.id ELSE named.merged_into END AND ${isUsableIn(schoolId)}
        LEFT JOIN people ON people.id = mapping.named_by
       WHERE mapping.school_id = ${schoolId} AND mapping.question_id = version.question_id
         AND mapping.response_key = response_key(response.title) AND mapping.nth = ${NTH} AND NOT response.is_valid) named ON true
   WHERE ${condition} ORDER BY response.question_version_id, response.position`;

/** Lists responses with the ideas that they stand for in a school. */
export async function listResponses(db: Db, schoolId: number, ids: readonly number[]): Promise<ResponseRow[]> {
  return (await responsesWhere(schoolId, sql`response.id = ANY(${[...ids]}::bigint[])`).execute(db)).rows;
}

/** Lists the responses of a version, in their order. */
export async function listResponsesOf(db: Db, schoolId: number, versionId: number): Promise<ResponseRow[]> {
  return (await responsesWhere(schoolId, sql`response.question_version_id = ${versionId}`).execute(db)).rows;
}

/** Returns the questions of responses, and locks them against others who name their responses. */
export async function lockQuestionsOf(tx: Tx, responseIds: readonly number[]): Promise<{ id: number; school_id: number | null }[]> {
  const { rows } = await sql<{ id: number; school_id: number | null }>`
    SELECT question.id, question.school_id FROM questions question
     WHERE question.id IN (SELECT version.question_id FROM question_responses response JOIN question_versions version ON version.id = response.question_version_id
                            WHERE response.id = ANY(${[...responseIds]}::bigint[]))
     ORDER BY question.id FOR NO KEY UPDATE`.execute(tx);
  return rows;
}

export interface NewName extends Pick<ResponseRow, 'question_id' | 'response_key' | 'nth'> {
  idea_id: number;
}

/** Says which ideas responses stand for, in place of earlier ones. */
export async function saveNames(tx: Tx, { schoolId, accountId }: { schoolId: number; accountId: number }, names: readonly NewName[]): Promise<void> {
  if (names.length === 0) return;
  await sql`
    INSERT INTO idea_responses (school_id, question_id, response_key, nth, idea_id, named_by)
    SELECT ${schoolId}, name.question_id, name.response_key, name.nth, name.idea_id, ${accountId}
      FROM jsonb_to_recordset(${JSON.stringify(names)}::jsonb) AS name (question_id bigint, response_key text, nth smallint, idea_id bigint)
    ON CONFLICT (school_id, question_id, response_key, nth) DO UPDATE SET idea_id = excluded.idea_id, named_by = excluded.named_by, named_at = app_now()`.execute(
    tx,
  );
}

export async function deleteNames(tx: Tx, schoolId: number, names: readonly Pick<ResponseRow, 'question_id' | 'response_key' | 'nth'>[]): Promise<void> {
  if (names.length === 0) return;
  await sql`
    DELETE FROM idea_responses mapping
     USING jsonb_to_recordset(${JSON.stringify(names.map(({ question_id, response_key, nth }) => ({ question_id, response_key, nth })))}::jsonb)
           AS name (question_id bigint, response_key text, nth smallint)
     WHERE mapping.school_id = ${schoolId} AND mapping.question_id = name.question_id AND mapping.response_key = name.response_key AND mapping.nth = name.nth`.execute(
    tx,
  );
}

/** Lists the ideas of the responses of a lesson's questions, in its school. */
export async function listLessonIdeas(db: Db, assessmentId: number): Promise<{ position: 1 | 2; response_id: number; idea: IdeaRef }[]> {
  const { rows } = await sql<{ position: 1 | 2; response_id: number; idea: IdeaRef }>`
    WITH asked AS MATERIALIZED (
      SELECT question.position, question.question_version_id, class.school_id
        FROM live_sessions session
        JOIN live_session_questions question ON question.session_id = session.id
        JOIN lesson_classes class ON class.id = session.course_id
       WHERE session.id = (SELECT id FROM live_sessions WHERE assessment_id = ${assessmentId} ORDER BY id DESC LIMIT 1)
    )
    SELECT asked.position, named.response_id, jsonb_build_object('id', idea.id, 'name', idea.name, 'sentence', idea.sentence) AS idea
      FROM asked JOIN named_responses named ON named.question_version_id = asked.question_version_id AND named.school_id = asked.school_id
      JOIN ideas idea ON idea.id = named.idea_id
     ORDER BY asked.position, named.response_id`.execute(db);
  return rows;
}

// ── proposals ──

/** The similarity of words, 0 to 1, from which a response is proposed to stand for an idea. */
const SIMILAR = { title: 0.5, explanation: 0.45, idea: 0.6 } as const;
/** The most ideas that are proposed for a response. */
const MAX_PROPOSALS = 3;
/** The shortest match level that says more than a place in a scale. */
const MIN_LEVEL_LENGTH = 4;

export interface ProposalRow extends Omit<ProposalView, 'idea'> {
  response_id: number;
  idea: IdeaRef;
}

/**
 * Proposes ideas for the unnamed wrong responses of a version: those of responses that are equal or similar, of an
 * earlier version, or with a match level that only one idea has; and ideas whose own words resemble it. The best first.
 */
export async function listProposals(db: Db, schoolId: number, responseIds: readonly number[]): Promise<ProposalRow[]> {
  if (responseIds.length === 0) return [];
  const { rows } = await sql<ProposalRow>`
    WITH target AS MATERIALIZED (
      SELECT response.id, response.title, response.position, response.match_label, words_in(response.description) AS words, version.question_id, version.topic_id
        FROM question_responses response JOIN question_versions version ON version.id = response.question_version_id
       WHERE response.id = ANY(${[...responseIds]}::bigint[]) AND NOT response.is_valid
    ), named AS MATERIALIZED (
      SELECT DISTINCT ON (found.question_id, response_key(response.title), response.position)
             found.idea_id, found.question_id, response.title, response.position, response.match_label, words_in(response.description) AS words, version.topic_id
        FROM named_responses found
        JOIN question_responses response ON response.id = found.response_id
        JOIN question_versions version ON version.id = found.question_version_id
       WHERE found.school_id = ${schoolId}
       ORDER BY found.question_id, response_key(response.title), response.position, version.version DESC
    ), level AS (
      SELECT topic_id, match_label, min(idea_id) AS idea_id FROM named
       WHERE length(match_label) >= ${MIN_LEVEL_LENGTH} GROUP BY topic_id, match_label HAVING count(DISTINCT idea_id) = 1
    ), found AS (
      SELECT target.id, named.idea_id, 'same-response' AS why, 1 AS rank, named.title AS words
        FROM target JOIN named ON named.question_id = target.question_id AND named.position = target.position
      UNION ALL
      SELECT target.id, named.idea_id, 'same-words', 2, named.title
        FROM target JOIN named ON response_key(named.title) = response_key(target.title)
      UNION ALL
      SELECT target.id, level.idea_id, 'match-level', 3, level.match_label
        FROM target JOIN level ON level.match_label = target.match_label AND level.topic_id IS NOT DISTINCT FROM target.topic_id
      UNION ALL
      SELECT target.id, named.idea_id, 'similar-words', 4, named.title
        FROM target JOIN named ON similarity(named.title, target.title) >= ${SIMILAR.title}
          OR (named.words <> '' AND similarity(named.words, target.words) >= ${SIMILAR.explanation})
      UNION ALL
      SELECT target.id, idea.id, 'idea-words', 5, idea.name
        FROM target JOIN ideas idea ON ${isUsableIn(schoolId)}
         AND (word_similarity(idea.name, target.title || ' ' || target.words) >= ${SIMILAR.idea} OR similarity(idea.sentence, target.words) >= ${SIMILAR.explanation})
    ), best AS (
      SELECT DISTINCT ON (id, idea_id) id, idea_id, why, rank, words FROM found ORDER BY id, idea_id, rank, words
    ), numbered AS (
      SELECT best.*, row_number() OVER (PARTITION BY id ORDER BY rank, idea_id) AS place FROM best
    )
    SELECT numbered.id AS response_id, numbered.why, numbered.words, jsonb_build_object('id', idea.id, 'name', idea.name, 'sentence', idea.sentence) AS idea
      FROM numbered JOIN ideas idea ON idea.id = numbered.idea_id
     WHERE numbered.place <= ${MAX_PROPOSALS} ORDER BY numbered.id, numbered.place`.execute(db);
  return rows;
}
