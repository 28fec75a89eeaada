import type { AssigneeMode, CourseWorkKind, RichTextDocument, ShareMode, WorkType } from '@classwright/contract';
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import type { Database, Db, Tx } from '../../../platform/database/index.ts';
import { isKeptElsewhere } from '../sources/index.ts';

/** A work of a class with the names of the records it refers to. */
export interface CourseWorkRow {
  id: number;
  course_id: number;
  course_name: string;
  school_id: number;
  time_zone: string;
  topic_id: number | null;
  topic_name: string | null;
  category_id: number | null;
  category_name: string | null;
  assessment_id: number | null;
  assessment_status: 'Active' | 'finished' | null;
  creator_id: number;
  creator_name: string;
  kind: CourseWorkKind;
  work_type: WorkType;
  title: string;
  description: RichTextDocument;
  state: 'PUBLISHED' | 'DRAFT';
  scheduled_at: Date | null;
  /** The posting time that passed while the class was archived. */
  missed_at: Date | null;
  posted_at: Date | null;
  max_points: number | null;
  /** The due date, such as `2026-02-28`. */
  due_on: string | null;
  /** The due time, such as `09:30:00`; null: the end of the day. */
  due_time: string | null;
  due_at: Date | null;
  assignee_mode: AssigneeMode;
  submission_modification_mode: string;
  choices: string[];
  created_at: Date;
  updated_at: Date;
  archived_at: Date | null;
  /** True when it was made outside and can be changed only there. */
  is_foreign: boolean;
}

export const workColumns = sql`
  work.id, work.course_id, class_facts.name AS course_name, class_facts.school_id, schools.time_zone, work.topic_id, topic.name AS topic_name,
  work.category_id, category.name AS category_name, work.assessment_id, assessments.status AS assessment_status, work.creator_id,
  creator.full_name AS creator_name, work.kind, work.work_type, work.title, work.description, work.state,
  work.scheduled_at, work.missed_at, work.posted_at, work.max_points, work.due_on, work.due_time, work.due_at, work.assignee_mode, work.submission_modification_mode,
  work.choices, work.created_at, work.updated_at, work.archived_at, ${isKeptElsewhere('course_works', 'work')} AS is_foreign`;
export const workSource = sql`
  course_works work
  JOIN class_facts ON class_facts.id = work.course_id
  JOIN schools ON schools.id = class_facts.school_id
  JOIN people creator ON creator.id = work.creator_id
  LEFT JOIN course_topics topic ON topic.id = work.topic_id AND topic.archived_at IS NULL
  LEFT JOIN grade_categories category ON category.id = work.category_id
  LEFT JOIN assessments ON assessments.id = work.assessment_id`;

/** Returns one work, even an archived one. Null: there is none. */
export async function findWork(db: Db, id: number): Promise<CourseWorkRow | null> {
  const { rows } = await sql<CourseWorkRow>`SELECT ${workColumns} FROM ${workSource} WHERE work.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Locks the work until commit, so that two changes of it take turns. Returns null when there is none. */
export async function lockWork(tx: Tx, id: number): Promise<CourseWorkRow | null> {
  await sql`SELECT id FROM course_works WHERE id = ${id} FOR UPDATE`.execute(tx);
  return findWork(tx, id);
}

/** Locks those of the works that belong to this class until commit, in the order of their ids. */
export async function lockWorksOf(tx: Tx, courseId: number, ids: readonly number[]): Promise<CourseWorkRow[]> {
  await sql`SELECT id FROM course_works WHERE course_id = ${courseId} AND id = ANY(${[...ids]}::bigint[]) ORDER BY id FOR UPDATE`.execute(tx);
  const { rows } = await sql<CourseWorkRow>`
    SELECT ${workColumns} FROM ${workSource} WHERE work.course_id = ${courseId} AND work.id = ANY(${[...ids]}::bigint[]) ORDER BY work.id`.execute(tx);
  return rows;
}

/** Locks the work of an assessment, even an archived one. Returns null when there is none. */
export async function lockWorkOfAssessment(tx: Tx, assessmentId: number): Promise<CourseWorkRow | null> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM course_works WHERE assessment_id = ${assessmentId} FOR UPDATE`.execute(tx);
  return rows[0] ? findWork(tx, rows[0].id) : null;
}

export async function insertWork(tx: Tx, work: Insertable<Database['course_works']>): Promise<number> {
  return (await tx.insertInto('course_works').values(work).returning('id').executeTakeFirstOrThrow()).id;
}

export async function updateWork(tx: Tx, id: number, changes: Updateable<Database['course_works']>): Promise<void> {
  if (Object.keys(changes).length > 0) await tx.updateTable('course_works').set(changes).where('id', '=', id).execute();
}

/** Posts a draft now. */
export async function setPosted(tx: Tx, id: number): Promise<void> {
  await sql`UPDATE course_works SET state = 'PUBLISHED', posted_at = app_now(), scheduled_at = NULL, missed_at = NULL WHERE id = ${id} AND state = 'DRAFT'`.execute(
    tx,
  );
}

export async function setArchived(tx: Tx, ids: readonly number[], isArchived: boolean): Promise<void> {
  await sql`UPDATE course_works SET archived_at = ${isArchived ? sql`app_now()` : sql`NULL`} WHERE id = ANY(${[...ids]}::bigint[])`.execute(tx);
}

/** Sets the topic of each work, in one statement. */
export async function setTopics(tx: Tx, works: readonly { id: number; topicId: number | null }[]): Promise<void> {
  await sql`
    UPDATE course_works SET topic_id = wanted.topic_id
      FROM unnest(${works.map(({ id }) => id)}::bigint[], ${works.map(({ topicId }) => topicId)}::bigint[]) AS wanted (id, topic_id)
     WHERE course_works.id = wanted.id`.execute(tx);
}

export interface MaterialRow {
  course_work_id: number;
  kind: 'driveFile' | 'youtubeVideo' | 'link' | 'form';
  title: string;
  file_id: number | null;
  url: string;
  share_mode: ShareMode;
  file_name: string | null;
  mime_type: string | null;
}

/** Returns the attachments of works, in their order. */
export async function listMaterials(db: Db, workIds: readonly number[]): Promise<MaterialRow[]> {
  const { rows } = await sql<MaterialRow>`
    SELECT material.course_work_id, material.kind, material.title, material.file_id, material.url, material.share_mode, files.name AS file_name, files.mime_type
      FROM course_work_materials material LEFT JOIN files ON files.id = material.file_id
     WHERE material.course_work_id = ANY(${[...workIds]}::bigint[]) ORDER BY material.course_work_id, material.position`.execute(db);
  return rows;
}

export type NewMaterial = Omit<MaterialRow, 'course_work_id' | 'file_name' | 'mime_type'>;

/** Replaces the attachments of a work. */
export async function replaceMaterials(tx: Tx, workId: number, materials: readonly NewMaterial[]): Promise<void> {
  await tx.deleteFrom('course_work_materials').where('course_work_id', '=', workId).execute();
  if (materials.length === 0) return;
  const rows = materials.map((material, index) => ({ course_work_id: workId, position: index + 1, ...material }));
  await tx.insertInto('course_work_materials').values(rows).execute();
}

/** Returns the individual students of each work. */
export async function listAssignees(db: Db, workIds: readonly number[]): Promise<{ course_work_id: number; account_id: number }[]> {
  return db
    .selectFrom('course_work_assignees')
    .select(['course_work_id', 'account_id'])
    .where('course_work_id', 'in', workIds.length > 0 ? [...workIds] : [0])
    .orderBy('account_id')
    .execute();
}

export async function replaceAssignees(tx: Tx, workId: number, accountIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('course_work_assignees').where('course_work_id', '=', workId).execute();
  if (accountIds.length > 0)
    await sql`INSERT INTO course_work_assignees (course_work_id, account_id) SELECT ${workId}, unnest(${[...accountIds]}::bigint[])`.execute(tx);
}

/** Returns the students who have the work now: all of the class, or those listed who are still in it. */
export async function listStudentsOfWork(db: Db, workId: number): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    SELECT student.account_id FROM course_works work JOIN class_students student ON student.course_id = work.course_id
     WHERE work.id = ${workId} AND (work.assignee_mode = 'ALL_STUDENTS' OR EXISTS (
           SELECT 1 FROM course_work_assignees one WHERE one.course_work_id = work.id AND one.account_id = student.account_id))
     ORDER BY student.account_id`.execute(db);
  return rows.map(({ account_id }) => account_id);
}

/** Returns true when the student is in the class and the work is theirs. */
export async function isAssigned(db: Db, workId: number, accountId: number): Promise<boolean> {
  return (await listStudentsOfWork(db, workId)).includes(accountId);
}

/** Returns the given accounts that are students of the class now. */
export async function listStudentsAmong(db: Db, courseId: number, accountIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    SELECT account_id FROM class_students WHERE course_id = ${courseId} AND account_id = ANY(${[...accountIds]}::bigint[])`.execute(db);
  return rows.map(({ account_id }) => account_id);
}

/** Locks those of the topics that belong to the class and are not deleted, so that none is deleted until commit. */
export async function lockTopicsOf(tx: Tx, courseId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM course_topics WHERE course_id = ${courseId} AND id = ANY(${[...ids]}::bigint[]) AND archived_at IS NULL ORDER BY id FOR SHARE`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Returns true when the class has this category. Locks it, so that it is not removed until commit. */
export async function isCategoryOf(tx: Tx, courseId: number, categoryId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM grade_categories WHERE id = ${categoryId} AND course_id = ${courseId} AND archived_at IS NULL FOR SHARE`.execute(tx);
  return rows.length > 0;
}

/** Returns the school and the time zone of a class that is not archived. Null: there is none. */
export async function findCourse(db: Db, courseId: number): Promise<{ id: number; name: string; school_id: number; time_zone: string } | null> {
  const { rows } = await sql<{ id: number; name: string; school_id: number; time_zone: string }>`
    SELECT class_facts.id, class_facts.name, class_facts.school_id, schools.time_zone FROM class_facts JOIN schools ON schools.id = class_facts.school_id
     WHERE class_facts.id = ${courseId}`.execute(db);
  return rows[0] ?? null;
}

/** Returns the names of files, by id. */
export async function listFileNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`SELECT id, name FROM files WHERE id = ANY(${[...ids]}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Counts the grades of each work, and those above a number of points. */
export async function listGradeCounts(
  db: Db,
  workIds: readonly number[],
  points: number | null = null,
): Promise<Map<number, { count: number; above: number }>> {
  const { rows } = await sql<{ course_work_id: number; count: number; above: number }>`
    SELECT course_work_id, count(*) AS count, count(*) FILTER (WHERE greatest(draft_grade, assigned_grade) > ${points}::numeric) AS above
      FROM submission_grades WHERE course_work_id = ANY(${[...workIds]}::bigint[]) GROUP BY course_work_id`.execute(db);
  return new Map(rows.map(({ course_work_id, count, above }) => [course_work_id, { count, above }]));
}

/** Selects the works that hold a file: attached, or as a picture in their instructions. */
export const worksWith = (file: RawBuilder<number>) => sql<{ id: number }>`
  SELECT work.id FROM course_work_materials material JOIN course_works work ON work.id = material.course_work_id WHERE material.file_id = ${file}
  UNION SELECT id FROM course_works WHERE file_ids_in(description) @> ARRAY[${file}]::bigint[]`;

/** Returns the works that hold a file, newest first. */
export async function listWorksWithFile(db: Db, fileId: number): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`${worksWith(sql`${fileId}`)} ORDER BY id DESC`.execute(db);
  return rows;
}
