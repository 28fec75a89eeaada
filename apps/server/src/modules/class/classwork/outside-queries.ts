import type { CourseWorkKind, RichTextDocument, WorkType } from '@classwright/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';

/**
 * The data that an outside source keeps with work. `isForeign`: it was made there, and is read-only here; `gradedHere`:
 * its grades no longer follow that source.
 */
export interface WorkExternal {
  origin?: 'external';
  isForeign?: boolean;
  gradedHere?: boolean;
  alternateLink?: string;
}

/** Work of a class in the form that an outside source compares. */
export interface OutsideWork {
  id: number;
  kind: CourseWorkKind;
  work_type: WorkType;
  title: string;
  description: RichTextDocument;
  state: 'PUBLISHED' | 'DRAFT';
  scheduled_at: Date | null;
  posted_at: Date | null;
  max_points: number | null;
  due_on: string | null;
  due_time: string | null;
  topic_id: number | null;
  assignee_mode: 'ALL_STUDENTS' | 'INDIVIDUAL_STUDENTS';
  submission_modification_mode: string;
  choices: string[];
  assessment_id: number | null;
  external: WorkExternal;
  is_archived: boolean;
  creator_id: number;
  updated_at: Date;
}

const columns = sql`
  work.id, work.kind, work.work_type, work.title, work.description, work.state, work.scheduled_at, work.posted_at, work.max_points, work.due_on, work.due_time,
  work.topic_id, work.assignee_mode, work.submission_modification_mode, work.choices, work.assessment_id, work.external,
  work.archived_at IS NOT NULL AS is_archived, work.creator_id, work.updated_at`;

async function list(db: Db, where: RawBuilder<unknown>): Promise<OutsideWork[]> {
  const { rows } = await sql<OutsideWork>`SELECT ${columns} FROM course_works work WHERE ${where} ORDER BY work.id`.execute(db);
  return rows;
}

/** Returns these works, including archived ones, locked until commit. */
export async function lockOutsideWorks(tx: Tx, ids: readonly number[]): Promise<Map<number, OutsideWork>> {
  await sql`SELECT FROM course_works WHERE id = ANY(${[...ids]}::bigint[]) ORDER BY id FOR UPDATE`.execute(tx);
  return new Map((await list(tx, sql`work.id = ANY(${[...ids]}::bigint[])`)).map((work) => [work.id, work]));
}

/** Returns every work that a class has or had. */
export const listOutsideWorks = (db: Db, courseId: number): Promise<OutsideWork[]> => list(db, sql`work.course_id = ${courseId}`);

export interface NewOutsideWork {
  kind: CourseWorkKind;
  work_type: WorkType;
  title: string;
  description: RichTextDocument;
  state: 'PUBLISHED' | 'DRAFT';
  scheduled_at: string | null;
  posted_at: string | null;
  max_points: number | null;
  due_on: string | null;
  due_time: string | null;
  due_at: string | null;
  topic_id: number | null;
  assignee_mode: 'ALL_STUDENTS' | 'INDIVIDUAL_STUDENTS';
  submission_modification_mode: string;
  choices: readonly string[];
  external: WorkExternal;
}

/** Creates works in one statement. Returns their ids in the same order. */
export async function insertOutsideWorks(
  tx: Tx,
  { courseId, creatorId, zone }: { courseId: number; creatorId: number; zone: string },
  works: readonly NewOutsideWork[],
): Promise<number[]> {
  if (works.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    INSERT INTO course_works (course_id, creator_id, kind, work_type, title, description, state, scheduled_at, posted_at, max_points, due_on, due_time, due_at, due_zone,
                              topic_id, assignee_mode, submission_modification_mode, choices, external)
    SELECT ${courseId}, ${creatorId}, given.kind, given.work_type, given.title, given.description, given.state, given.scheduled_at,
           CASE WHEN given.state = 'PUBLISHED' THEN coalesce(given.posted_at, app_now()) END, given.max_points, given.due_on, given.due_time, given.due_at,
           CASE WHEN given.due_on IS NOT NULL THEN ${zone} END, given.topic_id, given.assignee_mode, given.submission_modification_mode,
           ARRAY(SELECT jsonb_array_elements_text(given.choices)), given.external
      FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(works)}::jsonb)
        AS (kind text, work_type text, title text, description jsonb, state text, scheduled_at timestamptz, posted_at timestamptz, max_points numeric, due_on date,
            due_time time, due_at timestamptz, topic_id bigint, assignee_mode text, submission_modification_mode text, choices jsonb, external jsonb))
        WITH ORDINALITY AS given (kind, work_type, title, description, state, scheduled_at, posted_at, max_points, due_on, due_time, due_at, topic_id, assignee_mode,
            submission_modification_mode, choices, external, place)
     ORDER BY given.place RETURNING id`.execute(tx);
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

/** Attaches materials to works that have none, in one statement. */
export async function insertOutsideMaterials(
  tx: Tx,
  materials: readonly { course_work_id: number; position: number; kind: string; title: string; url: string }[],
): Promise<void> {
  if (materials.length === 0) return;
  await sql`
    INSERT INTO course_work_materials (course_work_id, position, kind, title, url)
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(materials)}::jsonb) AS given (course_work_id bigint, position smallint, kind text, title text, url text)`.execute(
    tx,
  );
}

/** Sets the individual students that works are for. */
export async function insertOutsideAssignees(tx: Tx, pairs: readonly { workId: number; accountId: number }[]): Promise<void> {
  if (pairs.length === 0) return;
  await sql`
    INSERT INTO course_work_assignees (course_work_id, account_id)
    SELECT * FROM unnest(${pairs.map(({ workId }) => workId)}::bigint[], ${pairs.map(({ accountId }) => accountId)}::bigint[])
    ON CONFLICT DO NOTHING`.execute(tx);
}

export async function mergeExternal(tx: Tx, ids: readonly number[], external: WorkExternal): Promise<void> {
  await sql`UPDATE course_works SET external = external || ${JSON.stringify(external)}::jsonb WHERE id = ANY(${[...ids]}::bigint[])`.execute(tx);
}
