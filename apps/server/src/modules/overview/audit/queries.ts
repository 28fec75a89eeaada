import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';
import type { CursorValues } from '../../../platform/keyset.ts';
import { type BlockParts, type BlockSource, orderedBy, type SortKey } from '../../../platform/keyset-queries.ts';
import { type PageRequest, toContainsPattern } from '../../../platform/lists.ts';
import type { Reach } from '../../../platform/reach.ts';
import { isInReach } from '../../../platform/reach-queries.ts';

export interface AuditSearch {
  accountId: number | undefined;
  subjectType: string | undefined;
  subjectId: number | undefined;
  /** The action, or the part of it before the dot. */
  action: string | undefined;
  /** The first and last day, both included, in the time zone. */
  from: string | undefined;
  to: string | undefined;
  timeZone: string;
  searchText: string;
  /** True to show a batch of actions as one line. */
  folded: boolean;
  /** The call whose batch to show. */
  batch: string | undefined;
  /** The reach: only actions of people in it are shown. */
  reach: Reach;
}

export interface AuditRow {
  id: number;
  at: Date;
  account_id: number | null;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  school_id: number | null;
  school_name: string | null;
  action: string;
  subject_type: string;
  subject_id: number | null;
  before: unknown;
  after: unknown;
  request_id: string | null;
  batch_size: number | null;
  is_part: boolean;
}

function conditionOf(search: AuditSearch): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [isInReach(search.reach, 'entry.school_id')];
  const day = (date: string, shift: number) => sql`((${date}::date + ${shift}::int)::timestamp AT TIME ZONE ${search.timeZone})`;
  if (search.folded) conditions.push(sql`NOT entry.is_part`);
  if (search.batch) conditions.push(sql`entry.request_id = ${search.batch} AND entry.batch_size IS NOT NULL`);
  if (search.accountId !== undefined) conditions.push(sql`entry.account_id = ${search.accountId}`);
  if (search.subjectType) conditions.push(sql`entry.subject_type = ${search.subjectType}`);
  if (search.subjectId !== undefined) conditions.push(sql`entry.subject_id = ${search.subjectId}`);
  if (search.action) conditions.push(sql`(entry.action = ${search.action} OR starts_with(entry.action, ${`${search.action}.`}))`);
  if (search.from) conditions.push(sql`entry.at >= ${day(search.from, 0)}`);
  if (search.to) conditions.push(sql`entry.at < ${day(search.to, 1)}`);
  const searched = search.searchText.trim();
  if (searched !== '') {
    const pattern = toContainsPattern(searched);
    // sentences name people and works, though an entry keeps only their ids
    const people = sql`SELECT about.id FROM people about WHERE about.first_name || ' ' || about.last_name ILIKE ${pattern} AND ${isInReach(search.reach, 'about.school_id')}`;
    const works = sql`SELECT work.id FROM work_facts work JOIN class_facts ON class_facts.id = work.course_id WHERE work.title ILIKE ${pattern} AND ${isInReach(search.reach, 'class_facts.school_id')}`;
    const theirs = sql`SELECT submission.id FROM submission_facts submission WHERE submission.account_id IN (${people}) OR submission.course_work_id IN (${works})`;
    conditions.push(sql`((entry.subject_type IN ('account', 'profile') AND entry.subject_id IN (${people}))
      OR (entry.subject_type = 'submission' AND entry.subject_id IN (${theirs}))
      OR (jsonb_typeof(entry.after -> 'act_id') = 'number' AND (entry.after ->> 'act_id')::bigint IN (SELECT change.act_id FROM grade_changes change WHERE change.submission_id IN (${theirs})))
      OR concat_ws(' ', people.first_name, people.last_name, people.email) ILIKE ${pattern} OR entry.action ILIKE ${pattern}
      OR EXISTS (SELECT 1 FROM jsonb_each_text(CASE jsonb_typeof(entry.before) WHEN 'object' THEN entry.before ELSE '{}' END) old WHERE old.value ILIKE ${pattern})
      OR EXISTS (SELECT 1 FROM jsonb_each_text(CASE jsonb_typeof(entry.after) WHEN 'object' THEN entry.after ELSE '{}' END) new WHERE new.value ILIKE ${pattern}))`);
  }
  return sql.join(conditions, sql` AND `);
}

const NAMES = sql`LEFT JOIN people ON people.id = entry.account_id LEFT JOIN schools ON schools.id = entry.school_id`;
const source = sql`audit_entries entry ${NAMES}`;

const COLUMNS = sql`
  entry.id, entry.at, entry.account_id, people.first_name, people.last_name, people.email, entry.school_id, schools.school_name,
  entry.action, entry.subject_type, entry.subject_id, entry.before, entry.after, entry.request_id, entry.batch_size, entry.is_part`;

const NEWEST_FIRST: readonly SortKey[] = [
  { value: sql`entry.at`, kind: 'instant', direction: 'desc', nulls: 'none' },
  { value: sql`entry.id`, kind: 'number', direction: 'desc', nulls: 'none' },
];

/** Selects entries in order. It finds the matching ones first, so that it reads only those in full, each in the part of its moment. */
const entriesQuery = (search: AuditSearch, { condition, order, limit, cursor }: BlockParts): RawBuilder<AuditRow & { cursor: CursorValues }> => sql`
  SELECT ${COLUMNS}, ${cursor} AS cursor
    FROM (SELECT entry.id, entry.at FROM ${source} WHERE ${conditionOf(search)} AND ${condition} ORDER BY ${order} ${limit}) page
    JOIN audit_entries entry ON entry.id = page.id AND entry.at = page.at ${NAMES} ORDER BY ${order}`;

/** Returns a page of the trail, newest first, and how many entries there are. */
export async function listAuditEntries(db: Db, search: AuditSearch, { page, per_page }: PageRequest): Promise<{ rows: AuditRow[]; total: number }> {
  const { rows: counted } = await sql<{ total: number }>`SELECT count(*) AS total FROM ${source} WHERE ${conditionOf(search)}`.execute(db);
  const order = sql.join(NEWEST_FIRST.map(orderedBy));
  const limit = sql`LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`;
  const { rows } = await entriesQuery(search, { condition: sql`true`, order, limit, cursor: sql`NULL` }).execute(db);
  return { rows, total: counted[0]?.total ?? 0 };
}

/** The maximum number of entries about some records. */
const MOST_ABOUT = 500;

/** Returns the entries of some actions about accounts and programs between two moments, the oldest first. */
export async function listEntriesAbout(
  db: Db,
  {
    accountIds,
    clientIds,
    actions,
    from,
    to,
  }: { accountIds: readonly number[]; clientIds: readonly number[]; actions: readonly string[]; from: Date; to: Date | null },
): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    SELECT ${COLUMNS} FROM ${source}
     WHERE ((entry.subject_type = 'account' AND entry.subject_id = ANY(${[...accountIds]}::bigint[]))
            OR (entry.subject_type = 'apiClient' AND entry.subject_id = ANY(${[...clientIds]}::bigint[])))
       AND entry.action = ANY(${[...actions]}::text[]) AND entry.at >= ${from}::timestamptz AND entry.at <= coalesce(${to}::timestamptz, app_now())
     ORDER BY entry.at, entry.id LIMIT ${MOST_ABOUT}`.execute(db);
  return rows;
}

/** Returns the people who did what the newest entries of a search say. */
export async function listActors(db: Db, search: AuditSearch, mostEntries: number): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    SELECT DISTINCT account_id FROM (SELECT entry.account_id FROM ${source} WHERE ${conditionOf(search)} ORDER BY entry.at DESC, entry.id DESC LIMIT ${mostEntries}) newest
     WHERE account_id IS NOT NULL`.execute(db);
  return rows.map(({ account_id }) => account_id);
}

/** Reads the trail in blocks, newest first. */
export const auditBlockSource = (search: AuditSearch): BlockSource<AuditRow> => ({
  order: 'newest',
  keys: NEWEST_FIRST,
  select: (parts) => entriesQuery(search, parts),
  count: (most) => sql`SELECT count(*) AS total FROM (SELECT 1 FROM ${source} WHERE ${conditionOf(search)} LIMIT ${most}) counted`,
});

/** Returns the different values of a column, by jumping from one to the next: the trail is long, its kinds are few. */
export async function listKinds(db: Db, column: 'action' | 'subject_type'): Promise<string[]> {
  const of = sql.ref(column);
  const { rows } = await sql<{ kind: string }>`
    WITH RECURSIVE kinds AS (
      SELECT min(${of}) AS kind FROM audit_entries
      UNION ALL
      SELECT (SELECT min(${of}) FROM audit_entries WHERE ${of} > kinds.kind) FROM kinds WHERE kinds.kind IS NOT NULL)
    SELECT kind FROM kinds WHERE kind IS NOT NULL`.execute(db);
  return rows.map(({ kind }) => kind);
}
