import type { SubmissionState } from '@classwright/rules/grading/submissions';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';

/** A submission's values as another system compares them. */
export interface OutsideSubmission {
  id: number;
  course_work_id: number;
  account_id: number;
  state: SubmissionState;
  turned_in_at: Date | null;
  short_answer: string | null;
  choice: string | null;
  draft_grade: number | null;
  assigned_grade: number | null;
  excused: boolean;
  external: Record<string, unknown>;
  updated_at: Date;
}

const columns = sql`
  id, course_work_id, account_id, state, turned_in_at, short_answer, choice, draft_grade, assigned_grade, excused, external, updated_at`;

/** Locks these submissions until commit. */
export async function lockOutsideSubmissionsById(tx: Tx, ids: readonly number[]): Promise<OutsideSubmission[]> {
  const { rows } = await sql<OutsideSubmission>`SELECT ${columns} FROM submissions WHERE id = ANY(${[...ids]}::bigint[]) ORDER BY id FOR UPDATE`.execute(tx);
  return rows;
}

/** Lists every submission of works. */
export async function listOutsideSubmissions(db: Db, workIds: readonly number[]): Promise<OutsideSubmission[]> {
  const { rows } = await sql<OutsideSubmission>`
    SELECT ${columns} FROM submissions WHERE course_work_id = ANY(${[...workIds]}::bigint[]) AND assigned_at IS NOT NULL ORDER BY id`.execute(db);
  return rows;
}

export interface SubmissionFact {
  id: number;
  state: SubmissionState;
  late: boolean;
  turned_in_at: string | null;
  returned_at: string | null;
  short_answer: string | null;
  choice: string | null;
  external: Record<string, unknown>;
}

/**
 * Stores another system's facts about submissions, and records each new state in their history with the answer. It
 * takes one statement for a few hundred, found by their ids, even if the planner expects fewer.
 */
export async function writeFacts(tx: Tx, facts: readonly SubmissionFact[], origin: string): Promise<void> {
  const ids = facts.map(({ id }) => id);
  await sql`
    WITH given AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(facts)}::jsonb)
        AS given (id bigint, state text, late boolean, turned_in_at timestamptz, returned_at timestamptz, short_answer text, choice text, external jsonb)),
    noted AS (
      INSERT INTO submission_history (submission_id, account_id, state, late, answer, origin)
      SELECT submission.id, NULL, given.state, given.late,
             CASE WHEN given.state = 'TURNED_IN' AND coalesce(given.short_answer, given.choice) IS NOT NULL
                  THEN jsonb_strip_nulls(jsonb_build_object('text', given.short_answer, 'choice', given.choice)) END, ${origin}
        FROM given JOIN submissions submission ON submission.id = given.id
       WHERE submission.id = ANY(${ids}::bigint[]) AND (submission.state <> given.state OR submission.short_answer IS DISTINCT FROM given.short_answer OR submission.choice IS DISTINCT FROM given.choice))
    UPDATE submissions SET state = given.state, late = given.late, turned_in_at = given.turned_in_at, returned_at = given.returned_at,
           short_answer = given.short_answer, choice = given.choice, external = submissions.external || given.external
      FROM given WHERE submissions.id = given.id AND submissions.id = ANY(${ids}::bigint[])`.execute(tx);
}

/** Replaces the links that came from another system; files handed in here are kept. */
export async function replaceLinks(
  tx: Tx,
  links: readonly { submission_id: number; position: number; title: string; url: string }[],
  ids: readonly number[],
): Promise<void> {
  await sql`DELETE FROM submission_attachments WHERE submission_id = ANY(${[...ids]}::bigint[]) AND file_id IS NULL`.execute(tx);
  if (links.length === 0) return;
  await sql`
    INSERT INTO submission_attachments (submission_id, position, title, url)
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(links)}::jsonb) AS given (submission_id bigint, position smallint, title text, url text)`.execute(tx);
}
