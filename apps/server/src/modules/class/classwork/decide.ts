import { type CourseWorkInput, asMessage, DEFAULT_MAX_POINTS, type MaterialInput, packMessage, type RichTextDocument } from '@classwright/contract';
import { computeDueAt } from '@classwright/rules/grading/due';
import { collectFileIds } from '@classwright/rules/rich-text/index';
import type { Updateable } from 'kysely';
import { appNow } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/database/index.ts';
import { AppError } from '../../../platform/errors.ts';
import { requireUsableFiles } from '../../school/files/index.ts';
import { requireRichText } from '../../bank/questions/index.ts';
import { type CourseWorkRow, isCategoryOf, listFileNames, listMaterials, listStudentsAmong, lockTopicsOf, type NewMaterial } from './queries.ts';

/** The person who creates or edits work. They must be allowed to use the files in it. */
export interface Author {
  accountId: number;
  schoolId: number | null;
}

/** The fields of the form without the type of work. Undefined: not sent. */
export type WorkFields = Partial<Omit<CourseWorkInput, 'workType' | 'courseWorkType'>>;

export interface DecidedWork {
  columns: Omit<Updateable<Database['course_works']>, 'id'>;
  /** The students, replacing the previous ones. Undefined: unchanged. */
  studentIds: number[] | undefined;
  materials: NewMaterial[] | undefined;
}

interface Subject {
  course: { id: number; time_zone: string };
  workType: CourseWorkRow['work_type'];
  /** The current work, or null for new work. */
  before: CourseWorkRow | null;
}

/**
 * Checks that everything the form refers to exists and belongs to the right person, and returns the values to store.
 * @throws VALIDATION_FAILED with every field that is wrong
 */
export async function decideWork(tx: Tx, author: Author, fields: WorkFields, { course, workType, before }: Subject): Promise<DecidedWork> {
  const faults: Record<string, string[]> = {};
  const blame = (field: string, key: string): void => void (faults[field] ??= []).push(packMessage(key));
  const columns: DecidedWork['columns'] = {};

  if (fields.title !== undefined) columns.title = fields.title;
  if (fields.submissionModificationMode !== undefined) columns.submission_modification_mode = fields.submissionModificationMode;
  decidePoints(columns, fields, workType, before);
  decideDue(columns, fields, { course, before, blame });

  if (fields.topicId !== undefined && fields.topicId !== (before?.topic_id ?? null)) {
    if (fields.topicId !== null && (await lockTopicsOf(tx, course.id, [fields.topicId])).length === 0) blame('topicId', 'classwork.topicNotOfClass');
    columns.topic_id = fields.topicId;
  }
  if (fields.category_id !== undefined && fields.category_id !== (before?.category_id ?? null)) {
    if (fields.category_id !== null && !(await isCategoryOf(tx, course.id, fields.category_id))) blame('category_id', 'classwork.categoryNotOfClass');
    columns.category_id = fields.category_id;
  }

  if (workType === 'MULTIPLE_CHOICE_QUESTION') {
    const choices = fields.multipleChoiceQuestion?.choices ?? before?.choices ?? [];
    if (choices.length === 0) blame('multipleChoiceQuestion.choices', 'classwork.options.none');
    if (fields.multipleChoiceQuestion) columns.choices = choices;
  }

  const studentIds = await decideStudents(tx, columns, fields, { course, before, blame });
  await decidePosting(tx, columns, fields, { before, blame });
  if (Object.keys(faults).length > 0) throw new AppError('VALIDATION_FAILED', {}, faults);

  if (fields.description !== undefined) columns.description = JSON.stringify(await decideDescription(tx, author, fields.description, before));
  const materials = fields.materials && (await decideMaterials(tx, author, fields.materials, before));
  return { columns, studentIds, materials };
}

type Blame = (field: string, key: string) => void;

function decidePoints(columns: DecidedWork['columns'], { maxPoints }: WorkFields, workType: string, before: CourseWorkRow | null): void {
  if (workType === 'MATERIAL') columns.max_points = null;
  else if (maxPoints !== undefined) columns.max_points = maxPoints;
  else if (!before) columns.max_points = DEFAULT_MAX_POINTS;
}

function decideDue(
  columns: DecidedWork['columns'],
  { dueDate, dueTime }: WorkFields,
  { course, before, blame }: { course: Subject['course']; before: CourseWorkRow | null; blame: Blame },
): void {
  if (dueDate === undefined && dueTime === undefined) return;
  const two = (part: number): string => String(part).padStart(2, '0');
  const due_on =
    dueDate === undefined ? (before?.due_on ?? null) : dueDate && `${String(dueDate.year).padStart(4, '0')}-${two(dueDate.month)}-${two(dueDate.day)}`;
  const chosen = dueTime === undefined ? (before?.due_time ?? null) : dueTime && `${two(dueTime.hours)}:${two(dueTime.minutes)}:${two(dueTime.seconds)}`;
  if (due_on === null && dueTime) blame('dueDate', 'classwork.dueDate.first');
  const due_time = due_on === null ? null : chosen;
  const due_at = due_on === null ? null : computeDueAt({ due_on, due_time }, course.time_zone);
  Object.assign(columns, { due_on, due_time, due_at, due_zone: due_on === null ? null : course.time_zone });
}

async function decideStudents(
  tx: Tx,
  columns: DecidedWork['columns'],
  { assigneeMode, individualStudentsOptions }: WorkFields,
  { course, before, blame }: { course: Subject['course']; before: CourseWorkRow | null; blame: Blame },
): Promise<number[] | undefined> {
  const sent = individualStudentsOptions?.studentIds;
  if (assigneeMode === undefined && sent === undefined) {
    if (!before) columns.assignee_mode = 'ALL_STUDENTS';
    return undefined;
  }
  const named = [...new Set((sent ?? []).filter((one): one is number => one !== 'ALL_STUDENTS'))];
  const isForAll = assigneeMode === 'ALL_STUDENTS' || sent?.includes('ALL_STUDENTS') === true;
  columns.assignee_mode = isForAll ? 'ALL_STUDENTS' : 'INDIVIDUAL_STUDENTS';
  if (isForAll) return [];
  if (named.length === 0) blame('individualStudentsOptions.studentIds', 'classwork.selectStudents');
  else if ((await listStudentsAmong(tx, course.id, named)).length < named.length)
    blame('individualStudentsOptions.studentIds', 'classwork.students.notInClass');
  return named;
}

/** Decides the posting. Posted work stays posted; a draft is posted now, later, or not automatically. */
async function decidePosting(
  tx: Tx,
  columns: DecidedWork['columns'],
  { state, scheduledTime }: WorkFields,
  { before, blame }: { before: CourseWorkRow | null; blame: Blame },
): Promise<void> {
  if (before?.state === 'PUBLISHED') {
    if (state === 'DRAFT') blame('state', 'classwork.state.posted');
    if (typeof scheduledTime === 'string' && Date.parse(scheduledTime) !== before.scheduled_at?.getTime()) blame('scheduledTime', 'classwork.schedule.posted');
    return;
  }
  if (typeof scheduledTime === 'string') {
    if (Date.parse(scheduledTime) <= (await appNow(tx)).getTime()) blame('scheduledTime', 'classwork.schedule.past');
    columns.scheduled_at = new Date(scheduledTime);
    columns.missed_at = null;
  } else if (scheduledTime === null || state === 'PUBLISHED') columns.scheduled_at = null;
  // posting is a separate statement, so that its instant is the database's
  if (!before) columns.state = 'DRAFT';
}

/** Returns true when this save posts the work. */
export function isToBePosted({ state, scheduledTime }: WorkFields, before: CourseWorkRow | null): boolean {
  if (before?.state === 'PUBLISHED' || typeof scheduledTime === 'string') return false;
  return before ? state === 'PUBLISHED' : state !== 'DRAFT';
}

async function decideDescription(tx: Tx, author: Author, sent: unknown, before: CourseWorkRow | null): Promise<RichTextDocument> {
  const document = requireRichText(sent, { field: 'description', label: asMessage('classwork.field.description') });
  const kept = new Set(before ? collectFileIds(before.description) : []);
  const added = collectFileIds(document).filter((id) => !kept.has(id));
  await requireUsableFiles(tx, added, { ...author, field: 'description' });
  return document;
}

async function decideMaterials(tx: Tx, author: Author, sent: readonly MaterialInput[], before: CourseWorkRow | null): Promise<NewMaterial[]> {
  const fileIds = sent.flatMap((one) => (one.kind === 'driveFile' ? [one.fileId] : []));
  const kept = before ? (await listMaterials(tx, [before.id])).flatMap(({ file_id }) => file_id ?? []) : [];
  await requireUsableFiles(tx, fileIds, { ...author, field: 'materials', kept });
  const names = await listFileNames(tx, fileIds);
  return sent.map((one) =>
    one.kind === 'driveFile'
      ? { kind: one.kind, title: one.title ?? names.get(one.fileId) ?? '', file_id: one.fileId, url: '', share_mode: one.shareMode }
      : { kind: one.kind, title: one.title ?? one.url, file_id: null, url: one.url, share_mode: 'VIEW' },
  );
}
