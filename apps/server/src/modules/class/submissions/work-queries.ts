import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { isKeptElsewhere } from '../sources/index.ts';

/** The columns of a work that its submissions need. */
export interface WorkRow {
  id: number;
  course_id: number;
  title: string;
  work_type: 'ASSIGNMENT' | 'MATERIAL' | 'SHORT_ANSWER_QUESTION' | 'MULTIPLE_CHOICE_QUESTION';
  max_points: number | null;
  due_at: Date | null;
  posted_at: Date | null;
  choices: string[];
  assessment_id: number | null;
  assessment_status: 'Active' | 'finished' | null;
  /** True when it was made, and is answered and graded, elsewhere. */
  is_elsewhere: boolean;
}

/** Returns true when the work can have grades. */
export const takesGrade = ({ work_type, max_points }: WorkRow): boolean => max_points !== null && work_type !== 'MATERIAL';

/**
 * Returns the condition that a row of `work_facts` is answered and graded elsewhere: a source locks it, and nobody
 * has chosen to grade it here.
 */
export const isAnsweredElsewhere = sql<boolean>`(${isKeptElsewhere('course_works', 'work_facts', sql`work_facts.is_foreign`)} AND NOT work_facts.is_graded_here)`;

const columns = sql`work_facts.id, work_facts.course_id, work_facts.title, work_facts.work_type, work_facts.max_points, work_facts.due_at, work_facts.posted_at,
  work_facts.choices, work_facts.assessment_id, assessments.status AS assessment_status,
  ${isAnsweredElsewhere} AS is_elsewhere`;
const posted = sql`work_facts.is_posted`;

/** Finds posted work of this class that is not archived; null if there is none. */
export async function findPostedWork(db: Db, courseId: number, workId: number): Promise<WorkRow | null> {
  const { rows } = await sql<WorkRow>`
    SELECT ${columns} FROM work_facts LEFT JOIN assessments ON assessments.id = work_facts.assessment_id
     WHERE work_facts.id = ${workId} AND work_facts.course_id = ${courseId} AND ${posted}`.execute(db);
  return rows[0] ?? null;
}

/** Finds the same, locked until commit, so that it can be neither archived nor changed. */
export async function holdPostedWork(tx: Tx, courseId: number, workId: number): Promise<WorkRow | null> {
  await sql`SELECT FROM work_facts WHERE id = ${workId} FOR SHARE`.execute(tx);
  return findPostedWork(tx, courseId, workId);
}

/** Lists posted works of a class by id: those given, or all if null. */
export async function listPostedWorks(db: Db, courseId: number, workIds: readonly number[] | null): Promise<Map<number, WorkRow>> {
  const { rows } = await sql<WorkRow>`
    SELECT ${columns} FROM work_facts LEFT JOIN assessments ON assessments.id = work_facts.assessment_id
     WHERE work_facts.course_id = ${courseId} AND ${posted} AND ${workIds === null ? sql`true` : sql`work_facts.id = ANY(${[...workIds]}::bigint[])`}`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Finds the work of a lesson, including an archived one; null if the assessment is in no class's work. */
export async function findWorkOfAssessment(db: Db, courseId: number, assessmentId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM work_facts WHERE assessment_id = ${assessmentId} AND course_id = ${courseId}`.execute(db);
  return rows[0]?.id ?? null;
}
