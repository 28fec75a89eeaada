import type { BankSort, StoredAttachment, StoredContent, StoredResponse } from '@classwright/contract';
import { PAST_RESULT_RANGES, type PastResults } from '@classwright/rules';
import type { Worth } from '@classwright/rules/ideas/question-worth';
import { QUESTION_LIST_FIELDS, type StatusLabel } from '@classwright/rules/questions/index';
import { type RawBuilder, sql } from 'kysely';
import { type Db, PLANNED_EACH_TIME } from '../../../platform/database/index.ts';
import type { CursorValues, KeyKind } from '../../../platform/keyset.ts';
import { type BlockParts, type BlockSource, orderedBy, type SortKey } from '../../../platform/keyset-queries.ts';
import { toContainsPattern } from '../../../platform/lists.ts';

type Sql = RawBuilder<unknown>;

export interface BankResponse extends StoredResponse {
  id: number;
  position: number;
  last_update: string;
}

export interface BankAttachment extends StoredAttachment {
  /** The name of the stored file. */
  file_name: string | null;
  mime_type: string | null;
}

/** A question with its complete newest version. */
export interface BankRow extends StoredContent {
  id: number;
  account_id: number;
  first_name: string;
  last_name: string;
  school_id: number | null;
  school_name: string | null;
  status: 0 | 1;
  teacher_status: 0 | 1 | 2;
  total_approval: number;
  average_rating: number | null;
  rating_count: number;
  user_rating: number | null;
  created_at: Date;
  updated_at: Date;
  version_id: number;
  version: number;
  first_used_at: Date | null;
  type_name: string | null;
  topic_name: string | null;
  standard_name: string | null;
  subject_name: string | null;
  grade_name: string | null;
  responses: BankResponse[];
  attachments: BankAttachment[];
  assessment_count: number;
  /** The figures of the last version that lessons asked; null if none has. */
  times_asked: number | null;
  share_first: number | null;
  share_second: number | null;
  gain: number | null;
  worth: Worth | null;
}

/** The reader's facts that decide what they may see. */
export interface Onlooker {
  accountId: number;
  isAdmin: boolean;
  seesKeys: boolean;
  seesFigures: boolean;
}

/** The filters of the bank that are columns of a question. */
const EQUAL_FILTERS = [...QUESTION_LIST_FIELDS, 'account_id', 'school_id'] as const;

/** Field filters of the bank; undefined means no filter. */
export interface BankFilters extends Partial<Record<(typeof EQUAL_FILTERS)[number] | 'level_id', number | undefined>> {
  status?: StatusLabel | '0' | '1' | undefined;
  past_results?: PastResults | undefined;
  worth?: Worth | undefined;
}

/** Filters of the bank; undefined, empty lists and null mean no filter. */
export interface BankSearch extends BankFilters {
  /** The tags, at least one of which must match. */
  tags: readonly string[];
  /** The reader's own subjects and levels; an empty list means no filter. */
  own: { subjectIds: readonly number[]; levelIds: readonly number[] } | null;
  /** The text of a tsquery. */
  words: string | null;
  descriptionWords: string | null;
  /** The original query when `words` also matches similar words; its matches come first. */
  exactWords?: string | null;
}

const COLUMNS = sql`
  q.id, q.account_id, people.first_name, people.last_name, q.school_id, schools.school_name, q.status, q.teacher_status, q.total_approval,
  q.average_rating, q.rating_count, q.created_at, q.updated_at, v.id AS version_id, v.version, v.first_used_at, v.title, v.description,
  v.type_id, question_types.name AS type_name, v.topic_id, question_cycles.name AS topic_name, v.standard_id, standards.name AS standard_name,
  v.question_subject_id, question_subjects.name AS subject_name, v.question_grade_id, question_grades.name AS grade_name,
  v.tag, v.published_state, v.overall_grade, v.rubrics, v.open_response, v.open_response_grade,
  (SELECT coalesce(json_agg(json_build_object('id', r.id, 'position', r.position, 'title', r.title, 'match_label', r.match_label, 'description', r.description,
            'is_valid', r.is_valid, 'rubric', r.rubric, 'sub_grade', r.sub_grade, 'last_update', r.last_update) ORDER BY r.position), '[]')
     FROM question_responses r WHERE r.question_version_id = v.id) AS responses,
  (SELECT coalesce(json_agg(json_build_object('name', a.name, 'file_id', a.file_id, 'file_name', files.name, 'mime_type', files.mime_type, 'external', a.external)
            ORDER BY a.position), '[]')
     FROM question_attachments a LEFT JOIN files ON files.id = a.file_id WHERE a.question_version_id = v.id) AS attachments,
  (SELECT count(*) FROM question_uses WHERE question_uses.question_id = q.id) AS assessment_count,
  figures.times_asked, figures.share_first, figures.share_second, figures.gain, figures.worth`;
const NAMES = sql`
  JOIN people ON people.id = q.account_id LEFT JOIN schools ON schools.id = q.school_id
  LEFT JOIN question_types ON question_types.id = v.type_id LEFT JOIN question_cycles ON question_cycles.id = v.topic_id
  LEFT JOIN standards ON standards.id = v.standard_id LEFT JOIN question_subjects ON question_subjects.id = v.question_subject_id
  LEFT JOIN question_grades ON question_grades.id = v.question_grade_id LEFT JOIN question_figures figures ON figures.question_id = q.id`;
const JOINS = sql`JOIN question_versions v ON v.id = q.current_version_id ${NAMES}`;

/**
 * Returns the condition of what somebody may see, except archived questions and drafts. It is the only place that
 * decides this.
 */
function visibleTo({ accountId, seesKeys }: Onlooker): Sql {
  return seesKeys ? sql`true` : sql`(q.account_id = ${accountId} OR q.id NOT IN (SELECT question_id FROM questions_to_come WHERE account_id = ${accountId}))`;
}

const mine = (accountId: number): Sql =>
  sql`(SELECT rating FROM question_ratings WHERE question_ratings.question_id = q.id AND question_ratings.account_id = ${accountId})`;

function conditionsOf(search: BankSearch, onlooker: Onlooker): Sql {
  const conditions: Sql[] = [sql`q.archived_at IS NULL AND q.published_state = 'PUBLISHED'`, visibleTo(onlooker)];
  for (const field of EQUAL_FILTERS) if (search[field] !== undefined) conditions.push(sql`${sql.ref(`q.${field}`)} = ${search[field]}`);
  if (search.level_id !== undefined) conditions.push(ofLevels([search.level_id]));
  if (search.own && search.own.subjectIds.length > 0) conditions.push(sql`q.question_subject_id = ANY(${[...search.own.subjectIds]}::bigint[])`);
  if (search.own && search.own.levelIds.length > 0) conditions.push(sql`(q.standard_id IS NULL OR ${ofLevels(search.own.levelIds)})`);
  if (search.status !== undefined) conditions.push(hasStatus(search.status));
  if (search.past_results !== undefined) conditions.push(didWell(search.past_results));
  if (search.worth !== undefined)
    conditions.push(sql`EXISTS (SELECT 1 FROM question_figures WHERE question_figures.question_id = q.id AND question_figures.worth = ${search.worth})`);
  if (search.tags.length > 0)
    conditions.push(sql`EXISTS (SELECT 1 FROM question_tags WHERE question_tags.question_id = q.id AND question_tags.tag = ANY(${[...search.tags]}::text[]))`);
  for (const words of [search.words, search.descriptionWords]) if (words !== null) conditions.push(sql`s.words @@ ${words}::tsquery`);
  return sql`WHERE ${sql.join(conditions, sql` AND `)}`;
}

const ofLevels = (levelIds: readonly number[]): Sql => sql`q.standard_id IN (SELECT id FROM standards WHERE level_id = ANY(${[...levelIds]}::bigint[]))`;

function hasStatus(status: StatusLabel | '0' | '1'): Sql {
  if (status === '1' || status === 'Public') return sql`q.status = 1`;
  if (status === '0') return sql`q.status = 0`;
  return sql`q.status = 0 AND q.teacher_status = ${{ 'Not Approved': 0, 'Approved ?': 1, 'Send To Admin': 2 }[status]}`;
}

/** Returns the condition on a question's results when it was last asked. */
function didWell(pastResults: PastResults): Sql {
  const range = PAST_RESULT_RANGES[pastResults];
  if (range === null) return sql`NOT EXISTS (SELECT 1 FROM question_figures WHERE question_figures.question_id = q.id)`;
  const figure = sql.ref(`question_figures.${range.figure}`);
  return sql`EXISTS (SELECT 1 FROM question_figures WHERE question_figures.question_id = q.id
    AND ${range.from === null ? sql`true` : sql`${figure} >= ${range.from}`} AND ${range.below === null ? sql`true` : sql`${figure} < ${range.below}`})`;
}

const searches = ({ words, descriptionWords }: BankSearch): boolean => words !== null || descriptionWords !== null;
const sourceOf = (search: BankSearch): Sql => (searches(search) ? sql`questions q JOIN question_search s ON s.question_id = q.id` : sql`questions q`);
const planOf = (search: BankSearch): Sql => (searches(search) ? sql.raw(PLANNED_EACH_TIME) : sql``);

/** The columns that the bank can be sorted by; rows without a value come last in either direction. */
const ORDERS: Record<BankSort, { value: Sql; kind: KeyKind; isOptional?: true }> = {
  title: { value: sql`(SELECT left(lower(named.title), 300) FROM question_versions named WHERE named.id = q.current_version_id)`, kind: 'text' },
  rating: { value: sql`q.average_rating`, kind: 'number', isOptional: true },
  approvals: { value: sql`q.total_approval`, kind: 'number' },
  dateAdded: { value: sql`q.id`, kind: 'number' },
  dateUpdated: { value: sql`q.updated_at`, kind: 'instant' },
  timesAsked: { value: sql`(SELECT asked.times_asked FROM question_figures asked WHERE asked.question_id = q.id)`, kind: 'number', isOptional: true },
};

export interface BankOrder {
  by: BankSort;
  direction: 'asc' | 'desc';
}

const NEWEST_FIRST: SortKey = { value: sql`q.id`, kind: 'number', direction: 'desc', nulls: 'none' };

/**
 * Returns the sort keys of rows. Without an explicit order, `like` sorts by similarity and `byRank` by search rank.
 */
function keysOf(search: BankSearch, { byRank, order = null, like = null }: BankStand): SortKey[] {
  if (order) {
    const { value, kind, isOptional } = ORDERS[order.by];
    const key: SortKey = { value, kind, direction: order.direction, nulls: isOptional ? 'last' : 'none' };
    return order.by === 'dateAdded' ? [key] : [key, NEWEST_FIRST];
  }
  const best = like ? likeness(like) : byRank && search.words !== null ? rankOf(search.words, search.exactWords ?? null) : null;
  return best ? [{ value: best, kind: 'number', direction: 'desc', nulls: 'none' }, NEWEST_FIRST] : [NEWEST_FIRST];
}

/** The subject of a question. */
export interface Subject {
  questionId: number;
  topicId: number | null;
  standardId: number | null;
  tags: readonly string[];
}

/** The sort order of the bank's rows. */
export interface BankStand {
  byRank: boolean;
  order?: BankOrder | null;
  like?: Subject | null;
}

/**
 * Returns how similar a question is to another: its cluster and its standard count more than a tag. For the question
 * itself it is zero.
 */
const likeness = ({ questionId, topicId, standardId, tags }: Subject): Sql => sql`
  CASE WHEN q.id = ${questionId} THEN -1 ELSE
    CASE WHEN q.topic_id = ${topicId} THEN 3 ELSE 0 END + CASE WHEN q.standard_id = ${standardId} THEN 3 ELSE 0 END
    + (SELECT least(count(*), 3) FROM question_tags shared WHERE shared.question_id = q.id AND shared.tag = ANY(${[...tags]}::text[])) END`;

/** Selects rows of the bank in order. It finds their ids first, so that only these rows are read completely. */
const rowsQuery = (search: BankSearch, onlooker: Onlooker, { condition, order, limit, cursor }: BlockParts): RawBuilder<BankRow & { cursor: CursorValues }> =>
  sql`${planOf(search)} SELECT ${COLUMNS}, ${mine(onlooker.accountId)} AS user_rating, ${cursor} AS cursor
    FROM (SELECT found.id, row_number() OVER () AS place
            FROM (SELECT q.id FROM ${sourceOf(search)} ${conditionsOf(search, onlooker)} AND ${condition} ORDER BY ${order} ${limit}) found) page
    JOIN ${searches(search) ? sql`(${sourceOf(search)})` : sourceOf(search)} ON q.id = page.id ${JOINS} ORDER BY page.place`;

/** Selects one page of the bank, newest first unless `stand` sets another order. */
export function bankPageQuery(
  search: BankSearch,
  onlooker: Onlooker,
  { limit, offset, ...stand }: { limit: number; offset: number } & BankStand,
): RawBuilder<BankRow> {
  const order = sql.join(keysOf(search, stand).map(orderedBy));
  return rowsQuery(search, onlooker, { condition: sql`true`, order, limit: sql`LIMIT ${limit} OFFSET ${offset}`, cursor: sql`NULL` });
}

/** Returns the bank in blocks, in the same order as its pages. */
export function bankBlockSource(search: BankSearch, onlooker: Onlooker, stand: BankStand): BlockSource<BankRow> {
  const { byRank, order = null } = stand;
  return {
    order: order ? `${order.by}.${order.direction}` : byRank ? 'rank' : 'newest',
    keys: keysOf(search, stand),
    select: (parts) => rowsQuery(search, onlooker, parts),
    count: (most) => bankCountQuery(search, onlooker, most),
  };
}

/** Returns the search rank. A rank is less than 1, so exact matches come before similar ones. */
function rankOf(words: string, exactWords: string | null): Sql {
  const rank = sql`ts_rank(s.words, ${words}::tsquery)`;
  return exactWords === null ? rank : sql`(s.words @@ ${exactWords}::tsquery)::int + ${rank}`;
}

/** Counts the questions that a search finds; the count stops at `most`. */
export function bankCountQuery(search: BankSearch, onlooker: Onlooker, most: number | null = null): RawBuilder<{ total: number }> {
  if (most === null) return sql<{ total: number }>`${planOf(search)} SELECT count(*) AS total FROM ${sourceOf(search)} ${conditionsOf(search, onlooker)}`;
  return sql<{ total: number }>`${planOf(search)} SELECT count(*) AS total
    FROM (SELECT 1 FROM ${sourceOf(search)} ${conditionsOf(search, onlooker)} LIMIT ${most}) counted`;
}

/** Lists the reader's own drafts, most recently changed first. `words`: a tsquery's text. */
export async function listDrafts(
  db: Db,
  accountId: number,
  { words, limit, offset }: { words: string | null; limit: number; offset: number },
): Promise<{ rows: BankRow[]; total: number }> {
  const which = sql`FROM questions q ${words === null ? sql`` : sql`JOIN question_search s ON s.question_id = q.id AND s.words @@ ${words}::tsquery`}
    WHERE q.archived_at IS NULL AND q.published_state = 'DRAFT' AND q.account_id = ${accountId}`;
  const [page, counted] = await Promise.all([
    sql<BankRow>`SELECT ${COLUMNS}, NULL::float8 AS user_rating FROM (SELECT q.id ${which} ORDER BY q.updated_at DESC, q.id DESC LIMIT ${limit} OFFSET ${offset}) page
      JOIN questions q ON q.id = page.id ${JOINS} ORDER BY q.updated_at DESC, q.id DESC`.execute(db),
    sql<{ total: number }>`SELECT count(*) AS total ${which}`.execute(db),
  ]);
  return { rows: page.rows, total: counted.rows[0]?.total ?? 0 };
}

/**
 * Lists questions by id that somebody may see: published ones, or their own drafts; an Admin sees every draft.
 * `archived`: deleted ones instead of the others.
 */
export async function listBankRows(db: Db, onlooker: Onlooker, ids: readonly number[], { archived = false }: { archived?: boolean } = {}): Promise<BankRow[]> {
  const { rows } = await sql<BankRow>`SELECT ${COLUMNS}, ${mine(onlooker.accountId)} AS user_rating FROM questions q ${JOINS}
    WHERE q.id = ANY(${[...ids]}::bigint[]) AND q.archived_at IS ${archived ? sql`NOT NULL` : sql`NULL`} AND ${visibleTo(onlooker)}
      AND (q.published_state = 'PUBLISHED' OR q.account_id = ${onlooker.accountId} OR ${onlooker.isAdmin}) ORDER BY q.id`.execute(db);
  return rows;
}

/** Finds one such question. */
export async function findBankRow(db: Db, onlooker: Onlooker, id: number): Promise<BankRow | null> {
  return (await listBankRows(db, onlooker, [id]))[0] ?? null;
}

/** An older version, with its author. */
export interface VersionRow extends BankRow {
  version_created_at: Date;
  editor_id: number;
  editor_first_name: string;
  editor_last_name: string;
}

/** Lists every version of a question, newest first. */
export async function listVersionRows(db: Db, questionId: number): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    SELECT ${COLUMNS}, NULL::float8 AS user_rating, v.created_at AS version_created_at, v.created_by AS editor_id, editor.first_name AS editor_first_name, editor.last_name AS editor_last_name
      FROM questions q JOIN question_versions v ON v.question_id = q.id ${NAMES} JOIN people editor ON editor.id = v.created_by
     WHERE q.id = ${questionId} ORDER BY v.version DESC`.execute(db);
  return rows;
}

/** The maximum number of different tags that are searched. */
const MOST_TAGS = 5_000;

/**
 * Selects tags that contain a text, of questions that somebody may see, in order. It jumps from tag to tag, so its time
 * depends on the number of different tags, not of questions.
 */
export function tagListQuery(text: string, limit: number, { accountId, seesKeys }: Onlooker): RawBuilder<{ tag: string }> {
  const contains = text === '' ? sql`true` : sql`lower(tag) LIKE lower(${toContainsPattern(text)})`;
  const isOfVisible = seesKeys
    ? sql`true`
    : sql`EXISTS (SELECT 1 FROM question_tags tagged WHERE tagged.tag = known.tag AND tagged.question_id NOT IN (SELECT question_id FROM questions_to_come WHERE account_id = ${accountId}))`;
  return sql<{ tag: string }>`
    WITH RECURSIVE known AS (
      (SELECT tag, 1 AS number FROM question_tags ORDER BY tag LIMIT 1)
      UNION ALL
      SELECT (SELECT question_tags.tag FROM question_tags WHERE question_tags.tag > known.tag ORDER BY question_tags.tag LIMIT 1), known.number + 1
        FROM known WHERE known.tag IS NOT NULL AND known.number < ${text === '' && seesKeys ? limit : MOST_TAGS})
    SELECT tag FROM known WHERE tag IS NOT NULL AND ${contains} AND ${isOfVisible} ORDER BY tag COLLATE natural_order LIMIT ${limit}`;
}

export interface NamedRow {
  id: number;
  name: string;
}

/** Lists the subjects and levels of somebody's classes, assessments and questions. */
export async function listOwnInterests(db: Db, accountId: number): Promise<{ subjects: NamedRow[]; levels: NamedRow[] }> {
  const [subjects, levels] = await Promise.all([
    sql<NamedRow>`SELECT id, name FROM question_subjects WHERE archived_at IS NULL AND (
        lower(name) IN (SELECT lower(subject) FROM class_interests WHERE account_id = ${accountId})
        OR id IN (SELECT subject_id FROM assessment_interests WHERE account_id = ${accountId})
        OR id IN (SELECT question_subject_id FROM questions WHERE account_id = ${accountId} AND archived_at IS NULL)) ORDER BY name COLLATE natural_order`.execute(
      db,
    ),
    sql<NamedRow>`SELECT id, name FROM levels WHERE archived_at IS NULL AND (
        id IN (SELECT level_id FROM class_interests WHERE account_id = ${accountId}) OR id IN (SELECT level_id FROM assessment_interests WHERE account_id = ${accountId})) ORDER BY name COLLATE natural_order`.execute(
      db,
    ),
  ]);
  return { subjects: subjects.rows, levels: levels.rows };
}

/** Lists known words that are similar to a typed one, most similar first. */
export async function listSimilarWords(db: Db, typed: string): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`SELECT list_similar_words(${typed}) AS word`.execute(db);
  return rows.map(({ word }) => word);
}

/**
 * The shortest fragment that is searched within words, since shorter ones are in too many; a fragment one letter
 * shorter counts only at the end of a word, as in Fahrrad.
 */
const SHORTEST_PART = 4;
/** The maximum number of words examined per fragment; more common fragments are not specific. */
const MOST_LOOKED_AT = 2_000;

/**
 * Lists known words that contain a typed one, by the typed one: first those that end with it, shortest first. Typed
 * words contain only letters and digits, which have no special meaning in LIKE.
 */
export async function listWholeWords(db: Db, typed: readonly string[], most: number): Promise<Map<string, string[]>> {
  const parts = typed.filter((word) => [...word].length >= SHORTEST_PART - 1 && !/^\p{N}+$/u.test(word));
  const { rows } = await sql<{ part: string; words: string[] }>`
    SELECT part, ARRAY(
        SELECT word FROM (SELECT word FROM question_words WHERE word LIKE '%' || part || CASE WHEN length(part) < ${SHORTEST_PART} THEN '' ELSE '%' END
                             AND NOT word ^@ part LIMIT ${MOST_LOOKED_AT}) whole
         ORDER BY right(word, length(part)) <> part, length(word), word LIMIT ${most}) AS words
      FROM unnest(${parts}::text[]) AS typed (part)`.execute(db);
  return new Map(rows.map(({ part, words }) => [part, words]));
}
