import type { AttachedInput, Form, RichTextDocument } from '@classwright/contract';
import { sql, type Insertable, type SqlBool } from 'kysely';
import type { Database, Db, Tx } from '../../../platform/database/index.ts';
import { type PageRequest, toContainsPattern } from '../../../platform/lists.ts';
import type { PersonScope } from '../../../platform/reach.ts';
import { isTheirs } from '../../../platform/reach-queries.ts';

const selectAssessments = (db: Db) =>
  db
    .selectFrom('assessments')
    .innerJoin('people', 'people.id', 'assessments.account_id')
    .leftJoin('class_facts', 'class_facts.id', 'assessments.class_id')
    .leftJoin('levels', 'levels.id', 'assessments.level_id')
    .leftJoin('standards', 'standards.id', 'assessments.standard_id')
    .leftJoin('question_grades', 'question_grades.id', 'assessments.grade_id')
    .leftJoin('assessment_periods', 'assessment_periods.id', 'assessments.period_id');

/** The forms opened in the current run: the one that is running or finished. */
const formsOpened = sql<Form[]>`array(
  SELECT opened.form FROM live_forms_opened opened
   WHERE opened.assessment_id = assessments.id AND opened.state <> 'canceled' ORDER BY opened.id)`;

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
      'assessments.grade_id',
      'assessments.status',
      'assessments.is_archived',
      'assessments.created_at',
      'assessments.updated_at',
      'people.first_name',
      'people.last_name',
      'class_facts.name as class_name',
      'levels.name as level_name',
      'standards.name as standard_name',
      'question_grades.name as grade_name',
      'assessment_periods.name as period_name',
      'assessment_periods.start_time',
      'assessment_periods.end_time',
    ])
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('live_runs').select('live_runs.id').whereRef('live_runs.assessment_id', '=', 'assessments.id').where('live_runs.state', '=', 'running'))
        .$castTo<boolean>()
        .as('running'),
    )
    .select(() => formsOpened.as('forms'));

const selectDetails = (db: Db) =>
  selectRows(db)
    .leftJoin('protocols', 'protocols.id', 'assessments.protocol_id')
    .leftJoin('course_topics', 'course_topics.id', 'assessments.topic_id')
    .leftJoin('question_subjects', 'question_subjects.id', 'assessments.subject_id')
    .leftJoin('groups', 'groups.id', 'assessments.group_id')
    .select([
      'assessments.description',
      'assessments.protocol_id',
      'assessments.topic_id',
      'assessments.subject_id',
      'assessments.group_id',
      'assessments.max_point',
      'assessments.overall_grade',
      'protocols.name as protocol_name',
      'course_topics.name as topic_name',
      'question_subjects.name as subject_name',
      'groups.name as group_name',
      'assessments.rubric',
    ])
    .select([studentsOf.as('students'), submittedOf.as('submitted')]);

const studentsOf = sql<number>`(
  SELECT count(*) FROM class_students WHERE class_students.course_id = assessments.class_id)`;
/** The number of students who chose a response in at least one form of the current run. */
const submittedOf = sql<number>`(
  SELECT count(DISTINCT result.account_id) FROM session_results result WHERE result.assessment_id = assessments.id)`;

export type AssessmentListRow = Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number];
export type AssessmentRow = Omit<Awaited<ReturnType<ReturnType<typeof selectDetails>['execute']>>[number], 'description'> & { description: RichTextDocument };

/** The filters of a list. Null or undefined: no filter. */
export interface AssessmentFilters {
  /** The owner, or null for everyone's. */
  whose: PersonScope;
  searchText: string;
  isArchived: boolean;
  onlyActive?: boolean;
  standard_id?: number | undefined;
  class_id?: number | undefined;
  level_id?: number | undefined;
  grade_id?: number | undefined;
  period_id?: number | undefined;
  schedule_date?: string | undefined;
  question_id?: number | undefined;
}

const FILTERED = ['standard_id', 'class_id', 'level_id', 'grade_id', 'period_id', 'schedule_date'] as const;

/** Returns a page of assessments, newest first. A search covers title, class, standard and owner. */
export async function listAssessments(
  db: Db,
  { page, per_page, ...filters }: PageRequest & AssessmentFilters,
): Promise<{ rows: AssessmentListRow[]; total: number }> {
  const { whose, isArchived, onlyActive = false } = filters;
  const pattern = toContainsPattern(filters.searchText.trim());
  const conditions = FILTERED.flatMap((name) => (filters[name] === undefined ? [] : [sql`${sql.ref(`assessments.${name}`)} = ${filters[name]}`]));
  if (filters.question_id !== undefined)
    conditions.push(
      sql`EXISTS (SELECT 1 FROM assessment_questions asked WHERE asked.assessment_id = assessments.id AND asked.question_id = ${filters.question_id})`,
    );
  const isWanted = sql<boolean>`NOT assessments.is_rehearsal AND assessments.is_archived = ${isArchived}
    AND (NOT ${onlyActive}::boolean OR assessments.status = 'Active')
    AND ${isTheirs(whose, 'assessments.account_id')}
    AND (${pattern} = '%%' OR assessments.title ILIKE ${pattern} OR class_facts.name ILIKE ${pattern} OR standards.name ILIKE ${pattern}
         OR people.first_name || ' ' || people.last_name ILIKE ${pattern})
    AND ${sql.join([sql`true`, ...conditions], sql` AND `)}`;
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
  const row = await selectDetails(db).where('assessments.id', '=', id).where('assessments.is_rehearsal', '=', false).executeTakeFirst();
  return row ? { ...row, description: row.description as RichTextDocument } : null;
}

export interface QuestionOfAssessment {
  position: number;
  question_version_id: number;
}

/**
 * Returns the versions that the assessment asks, in order: those of its running or finished session, otherwise the
 * newest.
 */
export async function listQuestionVersions(db: Db, assessmentId: number): Promise<QuestionOfAssessment[]> {
  const { rows } = await sql<QuestionOfAssessment>`
    SELECT asked.position, coalesce(frozen.question_version_id, questions.current_version_id) AS question_version_id
      FROM assessment_questions asked
      JOIN questions ON questions.id = asked.question_id
      LEFT JOIN live_runs session ON session.assessment_id = asked.assessment_id AND session.state <> 'canceled'
      LEFT JOIN versions_asked frozen ON frozen.session_id = session.id AND frozen.position = asked.position
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

/** Returns the attachments of several assessments, each in order. */
export async function listAssessmentAttachments(db: Db, assessmentIds: readonly number[]): Promise<(AttachmentRow & { assessment_id: number })[]> {
  if (assessmentIds.length === 0) return [];
  const rows = await db
    .selectFrom('assessment_attachments')
    .leftJoin('files', 'files.id', 'assessment_attachments.file_id')
    .select([
      'assessment_attachments.assessment_id',
      'assessment_attachments.name',
      'assessment_attachments.file_id',
      'assessment_attachments.external',
      'files.mime_type',
    ])
    .where('assessment_attachments.assessment_id', 'in', [...assessmentIds])
    .orderBy('assessment_attachments.position')
    .execute();
  return rows.map((row) => ({ ...row, external: row.external as AttachmentRow['external'] }));
}

/**
 * Returns the newest versions of an assessment's questions, locked until commit so that no edit happens between reading
 * and using them. It needs two statements: after waiting for an edit, a single one would still look for the version
 * that the edit replaced.
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

/** Locks an assessment until commit, so that an edit, a delete and the start of its lesson take turns. */
export async function lockAssessment(tx: Tx, id: number): Promise<void> {
  await tx.selectFrom('assessments').select('id').where('id', '=', id).forUpdate().execute();
}

export async function updateAssessment(
  tx: Tx,
  id: number,
  values: Partial<Insertable<Database['assessments']>>,
  questionIds?: readonly number[],
): Promise<void> {
  await tx.updateTable('assessments').set(values).where('id', '=', id).execute();
  if (!questionIds) return;
  for (const [index, question_id] of questionIds.entries())
    await tx
      .updateTable('assessment_questions')
      .set({ question_id })
      .where('assessment_id', '=', id)
      .where('position', '=', index + 1)
      .execute();
}

export async function deleteAttachments(tx: Tx, assessmentId: number): Promise<void> {
  await tx.deleteFrom('assessment_attachments').where('assessment_id', '=', assessmentId).execute();
}

/** Erases an assessment with its questions and attachments. Fails when other data refers to it. */
export async function eraseAssessment(tx: Tx, id: number): Promise<void> {
  await deleteAttachments(tx, id);
  await tx.deleteFrom('assessment_questions').where('assessment_id', '=', id).execute();
  await tx.deleteFrom('assessments').where('id', '=', id).execute();
}

/** Returns the ids of the questions an assessment asks, in order. */
export async function listQuestionIds(db: Db, assessmentId: number): Promise<number[]> {
  const rows = await db.selectFrom('assessment_questions').select('question_id').where('assessment_id', '=', assessmentId).orderBy('position').execute();
  return rows.map(({ question_id }) => question_id);
}

/** The fields with choices in the form: the table, and whether archived rows are no longer offered. */
const CHOICES = {
  level_id: sql`SELECT id, school_id FROM levels WHERE archived_at IS NULL`,
  protocol_id: sql`SELECT id, school_id FROM protocols WHERE archived_at IS NULL`,
  group_id: sql`SELECT id, school_id FROM groups WHERE archived_at IS NULL AND is_active`,
  standard_id: sql`SELECT id, school_id FROM standards WHERE archived_at IS NULL`,
  subject_id: sql`SELECT id, school_id FROM question_subjects WHERE archived_at IS NULL`,
  period_id: sql`SELECT id, school_id FROM assessment_periods WHERE archived_at IS NULL`,
  grade_id: sql`SELECT id, school_id FROM question_grades WHERE archived_at IS NULL`,
  class_id: sql`SELECT id, NULL::bigint AS school_id FROM class_facts WHERE is_active`,
} as const;
export type ChoiceField = keyof typeof CHOICES;
export const CHOICE_FIELDS = Object.keys(CHOICES) as ChoiceField[];

/** Returns the fields whose value an assessment of a class cannot have, now or ever: also what belongs to another school. */
export async function listWrongChoices(db: Db, classId: number, chosen: Readonly<Partial<Record<ChoiceField, number>>>): Promise<ChoiceField[]> {
  const asked = (Object.entries(chosen) as [ChoiceField, number][]).map(
    ([field, id]) => sql`SELECT ${field} AS field WHERE NOT EXISTS (SELECT 1 FROM (${CHOICES[field]}) offered WHERE offered.id = ${id}
          AND (offered.school_id IS NULL OR offered.school_id = (SELECT school_id FROM class_facts WHERE id = ${classId})))`,
  );
  if (asked.length === 0) return [];
  const { rows } = await sql<{ field: ChoiceField }>`SELECT field FROM (${sql.join(asked, sql` UNION ALL `)}) asked`.execute(db);
  return rows.map(({ field }) => field);
}

/** Returns true when a topic belongs to the class and can be chosen. */
export async function isTopicOf(db: Db, topicId: number, classId: number): Promise<boolean> {
  const row = await db
    .selectFrom('course_topics')
    .select('id')
    .where('id', '=', topicId)
    .where('course_id', '=', classId)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns true when an account is active and staff of the class. */
export async function isTeacherOf(db: Db, accountId: number, classId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM class_staff JOIN people ON people.id = class_staff.account_id AND people.status
     WHERE class_staff.course_id = ${classId} AND class_staff.account_id = ${accountId}`.execute(db);
  return rows.length > 0;
}

/** Returns today's date where the class is, otherwise at the owner's school, otherwise in UTC: YYYY-MM-DD. */
export async function findSchoolDay(db: Db, assessmentId: number): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    SELECT to_char(app_now() AT TIME ZONE coalesce(class_school.time_zone, own_school.time_zone, 'UTC'), 'YYYY-MM-DD') AS day
      FROM assessments
      JOIN people ON people.id = assessments.account_id
      LEFT JOIN class_facts ON class_facts.id = assessments.class_id
      LEFT JOIN schools class_school ON class_school.id = class_facts.school_id
      LEFT JOIN schools own_school ON own_school.id = people.school_id
     WHERE assessments.id = ${assessmentId}`.execute(db);
  return rows[0]?.day ?? '';
}

export interface ComparedQuestion {
  id: number;
  version_id: number;
  tag: string[];
  /** The topic, shown as Cluster. */
  topic_id: number | null;
  standard_id: number | null;
}

/** Returns the data that the hint compares, for questions that are not archived. */
export async function listComparedQuestions(db: Db, ids: readonly number[]): Promise<ComparedQuestion[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('questions')
    .innerJoin('question_versions', 'question_versions.id', 'questions.current_version_id')
    .select(['questions.id', 'question_versions.id as version_id', 'question_versions.tag', 'question_versions.topic_id', 'question_versions.standard_id'])
    .where('questions.id', 'in', [...ids])
    .where('questions.archived_at', 'is', null)
    .execute();
}

export interface PastResult {
  question_id: number;
  /** The number of answers with a choice in Form - 1A of finished runs. */
  answered: number;
  right: number;
}

/** Returns the results of questions in Form - 1A. Questions that were never asked are missing. */
export async function listPastResults(db: Db, questionIds: readonly number[]): Promise<PastResult[]> {
  if (questionIds.length === 0) return [];
  const { rows } = await sql<PastResult>`
    SELECT version.question_id, count(*) AS answered, count(*) FILTER (WHERE response.is_valid) AS right
      FROM question_versions version
      JOIN session_results result ON result.question_version_id = version.id AND result.form = 'Form - 1A' AND result.state = 'finished'
      JOIN question_responses response ON response.id = result.response_id
     WHERE version.question_id = ANY(${[...questionIds]}::bigint[])
     GROUP BY version.question_id`.execute(db);
  return rows;
}

/**
 * A condition for lists of periods, whose statements call the table `t`: the class has nothing else in it on that day.
 */
export const isPeriodFree = ({ classId, scheduleDate, periodId }: { classId: number; scheduleDate: string; periodId: number | null }) =>
  sql<SqlBool>`(t.id = ${periodId} OR NOT EXISTS (
    SELECT 1 FROM assessments taken
     WHERE taken.class_id = ${classId} AND taken.schedule_date = ${scheduleDate} AND taken.period_id = t.id AND NOT taken.is_archived))`;

/** Returns the given questions that exist and are not archived. */
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

/** Returns the given questions that exist and are not archived, and whether they are published. */
export async function listAskableQuestions(db: Db, ids: readonly number[]): Promise<{ id: number; is_published: boolean }[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('questions')
    .innerJoin('question_versions', 'question_versions.id', 'questions.current_version_id')
    .select(['questions.id', 'question_versions.published_state'])
    .where('questions.id', 'in', [...ids])
    .where('questions.archived_at', 'is', null)
    .execute();
  return rows.map(({ id, published_state }) => ({ id, is_published: published_state === 'PUBLISHED' }));
}

export async function insertAttachments(tx: Tx, assessmentId: number, attached: readonly AttachedInput[]): Promise<void> {
  if (attached.length === 0) return;
  const rows = attached.map((one, index) => ({
    assessment_id: assessmentId,
    position: index + 1,
    name: one.name,
    file_id: 'fileId' in one ? one.fileId : null,
    external: 'external' in one ? JSON.stringify(one.external) : null,
  }));
  await tx.insertInto('assessment_attachments').values(rows).execute();
}

/** Copies the attachments of one assessment to another. */
export async function copyAttachments(tx: Tx, fromId: number, toId: number): Promise<void> {
  await tx
    .insertInto('assessment_attachments')
    .columns(['assessment_id', 'position', 'name', 'file_id', 'external'])
    .expression((build) =>
      build
        .selectFrom('assessment_attachments')
        .select(sql<number>`${toId}::bigint`.as('assessment_id'))
        .select(['position', 'name', 'file_id', 'external'])
        .where('assessment_id', '=', fromId),
    )
    .execute();
}

/**
 * Copies an assessment for a rehearsal: its words and questions, without a plan, a place in lists or points. Returns
 * the copy's id.
 */
export async function insertRehearsal(tx: Tx, fromId: number, { ownerId, classId }: { ownerId: number; classId: number }): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO assessments (account_id, class_id, title, description, rubric, is_rehearsal)
    SELECT ${ownerId}::bigint, ${classId}::bigint, title, description, rubric, true
      FROM assessments WHERE id = ${fromId}
    RETURNING id`.execute(tx);
  const { id } = rows[0] as { id: number };
  await sql`
    INSERT INTO assessment_questions (assessment_id, position, question_id)
    SELECT ${id}::bigint, position, question_id FROM assessment_questions WHERE assessment_id = ${fromId}`.execute(tx);
  await copyAttachments(tx, fromId, id);
  return id;
}

export async function findState(db: Db, assessmentId: number): Promise<{ is_archived: boolean; is_rehearsal: boolean } | null> {
  return (await db.selectFrom('assessments').select(['is_archived', 'is_rehearsal']).where('id', '=', assessmentId).executeTakeFirst()) ?? null;
}

export async function setArchived(tx: Tx, assessmentId: number, isArchived: boolean): Promise<void> {
  await tx.updateTable('assessments').set({ is_archived: isArchived }).where('id', '=', assessmentId).execute();
}

export async function setFinished(tx: Tx, assessmentId: number): Promise<void> {
  await tx.updateTable('assessments').set({ status: 'finished' }).where('id', '=', assessmentId).execute();
}
