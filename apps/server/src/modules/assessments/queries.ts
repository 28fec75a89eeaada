import type { RichTextDocument } from '@classwright/contract';
import { sql, type Insertable } from 'kysely';
import type { Database, Db, Tx } from '../../platform/database/index.ts';
import { type PageRequest, toContainsPattern } from '../../platform/lists.ts';

const selectAssessments = (db: Db) =>
  db
    .selectFrom('assessments')
    .innerJoin('accounts', 'accounts.id', 'assessments.account_id')
    .leftJoin('courses', 'courses.id', 'assessments.class_id')
    .leftJoin('levels', 'levels.id', 'assessments.level_id')
    .leftJoin('standards', 'standards.id', 'assessments.standard_id')
    .leftJoin('assessment_periods', 'assessment_periods.id', 'assessments.period_id');

const selectRows = (db: Db) =>
  selectAssessments(db)
    .select([
      'assessments.id',
      'assessments.account_id',
      'assessments.class_id',
      'assessments.title',
      'assessments.level_id',
      'assessments.standard_id',
      'assessments.schedule_date',
      'assessments.period_id',
      'assessments.status',
      'assessments.is_archived',
      'assessments.created_at',
      'assessments.updated_at',
      'accounts.first_name',
      'accounts.last_name',
      'courses.name as class_name',
      'levels.name as level_name',
      'standards.name as standard_name',
      'assessment_periods.name as period_name',
      'assessment_periods.start_time',
      'assessment_periods.end_time',
    ])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('live_sessions')
          .select('live_sessions.id')
          .whereRef('live_sessions.assessment_id', '=', 'assessments.id')
          .where('live_sessions.state', '=', 'running'),
      )
        .$castTo<boolean>()
        .as('running'),
    );

const selectDetails = (db: Db) =>
  selectRows(db)
    .leftJoin('protocols', 'protocols.id', 'assessments.protocol_id')
    .leftJoin('course_topics', 'course_topics.id', 'assessments.topic_id')
    .leftJoin('question_subjects', 'question_subjects.id', 'assessments.subject_id')
    .leftJoin('groups', 'groups.id', 'assessments.group_id')
    .leftJoin('question_grades', 'question_grades.id', 'assessments.grade_id')
    .select([
      'assessments.description',
      'assessments.protocol_id',
      'assessments.topic_id',
      'assessments.subject_id',
      'assessments.group_id',
      'assessments.grade_id',
      'assessments.max_point',
      'assessments.overall_grade',
      'protocols.name as protocol_name',
      'course_topics.name as topic_name',
      'question_subjects.name as subject_name',
      'groups.name as group_name',
      'question_grades.name as grade_name',
    ]);

export type AssessmentListRow = Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number];
export type AssessmentRow = Omit<Awaited<ReturnType<ReturnType<typeof selectDetails>['execute']>>[number], 'description'> & { description: RichTextDocument };

/** A page of the assessments that are not archived, newest first. `ownerId` null: everybody's. `searchText` looks into title, class, standard and owner. */
export async function listAssessments(
  db: Db,
  { ownerId, searchText, page, per_page }: PageRequest & { ownerId: number | null; searchText: string },
): Promise<{ rows: AssessmentListRow[]; total: number }> {
  const pattern = toContainsPattern(searchText.trim());
  const isWanted = sql<boolean>`NOT assessments.is_archived
    AND (${ownerId}::bigint IS NULL OR assessments.account_id = ${ownerId})
    AND (${pattern} = '%%' OR assessments.title ILIKE ${pattern} OR courses.name ILIKE ${pattern} OR standards.name ILIKE ${pattern}
         OR accounts.first_name || ' ' || accounts.last_name ILIKE ${pattern})`;
  const { total } = await selectAssessments(db)
    .where(isWanted)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await selectRows(db)
    .where(isWanted)
    .orderBy('assessments.created_at', 'desc')
    .orderBy('assessments.id', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute();
  return { rows, total };
}

export async function findAssessment(db: Db, id: number): Promise<AssessmentRow | null> {
  const row = await selectDetails(db).where('assessments.id', '=', id).executeTakeFirst();
  return row ? { ...row, description: row.description as RichTextDocument } : null;
}

export interface QuestionOfAssessment {
  position: number;
  question_version_id: number;
}

/** The versions that the assessment asks, in order: those of its running or finished session, else the newest. */
export async function listQuestionVersions(db: Db, assessmentId: number): Promise<QuestionOfAssessment[]> {
  const { rows } = await sql<QuestionOfAssessment>`
    SELECT asked.position, coalesce(frozen.question_version_id, questions.current_version_id) AS question_version_id
      FROM assessment_questions asked
      JOIN questions ON questions.id = asked.question_id
      LEFT JOIN live_sessions session ON session.assessment_id = asked.assessment_id AND session.state <> 'canceled'
      LEFT JOIN live_session_questions frozen ON frozen.session_id = session.id AND frozen.position = asked.position
     WHERE asked.assessment_id = ${assessmentId}
     ORDER BY asked.position`.execute(db);
  return rows;
}

export interface AttachmentRow {
  name: string;
  file_id: number | null;
  mime_type: string | null;
  external: { url: string; mimeType?: string; type?: string } | null;
}

export async function listAssessmentAttachments(db: Db, assessmentId: number): Promise<AttachmentRow[]> {
  const rows = await db
    .selectFrom('assessment_attachments')
    .leftJoin('files', 'files.id', 'assessment_attachments.file_id')
    .select(['assessment_attachments.name', 'assessment_attachments.file_id', 'assessment_attachments.external', 'files.mime_type'])
    .where('assessment_attachments.assessment_id', '=', assessmentId)
    .orderBy('assessment_attachments.position')
    .execute();
  return rows.map((row) => ({ ...row, external: row.external as AttachmentRow['external'] }));
}

/**
 * Newest versions of an assessment's questions, held until commit so that no edit comes between reading and using them.
 * Two statements: after waiting for an edit, one statement would still look for the version it replaced.
 */
export async function lockNewestVersions(tx: Tx, assessmentId: number): Promise<(QuestionOfAssessment & { responses: number })[]> {
  await sql`
    SELECT id FROM questions WHERE id IN (SELECT question_id FROM assessment_questions WHERE assessment_id = ${assessmentId})
     ORDER BY id FOR SHARE`.execute(tx);
  const { rows } = await sql<QuestionOfAssessment & { responses: number }>`
    SELECT asked.position, questions.current_version_id AS question_version_id,
           (SELECT count(*) FROM question_responses WHERE question_version_id = questions.current_version_id) AS responses
      FROM assessment_questions asked
      JOIN questions ON questions.id = asked.question_id
     WHERE asked.assessment_id = ${assessmentId} AND questions.current_version_id IS NOT NULL
     ORDER BY asked.position`.execute(tx);
  return rows;
}

export async function insertAssessment(tx: Tx, assessment: Insertable<Database['assessments']>, questionIds: readonly number[]): Promise<number> {
  const { id } = await tx.insertInto('assessments').values(assessment).returning('id').executeTakeFirstOrThrow();
  await tx
    .insertInto('assessment_questions')
    .values(questionIds.map((question_id, index) => ({ assessment_id: id, position: index + 1, question_id })))
    .execute();
  return id;
}

/** Those of the questions that are there and not archived. */
export async function listUsableQuestions(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('questions')
    .select('id')
    .where('id', 'in', [...ids])
    .where('archived_at', 'is', null)
    .where('current_version_id', 'is not', null)
    .execute();
  return rows.map(({ id }) => id);
}

export async function insertAttachments(tx: Tx, attachments: readonly Insertable<Database['assessment_attachments']>[]): Promise<void> {
  if (attachments.length > 0)
    await tx
      .insertInto('assessment_attachments')
      .values([...attachments])
      .execute();
}

export async function setFinished(tx: Tx, assessmentId: number): Promise<void> {
  await tx.updateTable('assessments').set({ status: 'finished' }).where('id', '=', assessmentId).execute();
}
