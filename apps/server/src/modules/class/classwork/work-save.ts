import { type CourseWorkChanges, courseWorkCreate, courseWorkUpdate, packMessage } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { AppError, appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { requireActiveStaff } from '../classes/index.ts';
import { getEditableWork } from './access.ts';
import type { WorkFields } from './decide.ts';
import type { ClassworkDependencies } from './dependencies.ts';
import { presentWork } from './present.ts';
import { type CourseWorkRow, findWork, listAssignees, listGradeCounts, listMaterials } from './queries.ts';
import { changeWork, saveWork } from './service.ts';

/** Creates and edits work in the form. */
export function implementWorkSave({ t, notifier, room, fileLinks }: ClassworkDependencies): Implementation[] {
  const telling = { notifier, room };
  return [
    implement(courseWorkCreate, async ({ tx, actor, input: { id: courseId, ...fields }, requestId }) => {
      await requireActiveStaff(tx, actor, courseId);
      const id = await saveWork(tx, actor, { ...fields, courseId }, { origin: 'here', ...telling });
      const work = (await findWork(tx, id)) as CourseWorkRow;
      await audit(tx, actor, { action: courseWorkCreate.name, subjectType: 'courseWork', subjectId: id, after: recordOf(work), requestId });
      const courseWork = await presentWork(tx, actor, work, 'staff', fileLinks);
      return { courseWork, data: courseWork, message: t('classwork.created') };
    }),
    implement(courseWorkUpdate, async ({ tx, actor, input, requestId }) => {
      const before = await getEditableWork(tx, actor, { courseId: input.id, workId: input.workId });
      if (input.updated_at !== undefined && Date.parse(input.updated_at) !== before.updated_at.getTime())
        throw appError('EDIT_CONFLICT', { row: await presentWork(tx, actor, before, 'staff', fileLinks) });
      await requireUnlocked(tx, before, input);
      await requireConfirmedPoints(tx, before, input);
      const after = await changeWork(tx, actor, before, toFields(before, input), { ...telling, requestId });
      const record = { subjectType: 'courseWork', subjectId: before.id, before: recordOf(before), after: recordOf(after), requestId };
      await audit(tx, actor, { action: courseWorkUpdate.name, ...record });
      const courseWork = await presentWork(tx, actor, after, 'staff', fileLinks);
      return { courseWork, data: courseWork, message: t('classwork.updated') };
    }),
  ];
}

type Sent = CourseWorkChanges & { id: number; workId: number };

/** Refuses changes of locked fields. A field sent with its current value is not a change. */
async function requireUnlocked(tx: Tx, before: CourseWorkRow, sent: Sent): Promise<void> {
  if (before.is_foreign && changesMoreThanCategory(sent)) throw appError('WORK_OF_ELSEWHERE');
  const faults: Record<string, string[]> = {};
  const lock = (field: string, key: string): void => void (faults[field] = [packMessage(key)]);
  if (sent.courseId !== undefined && sent.courseId !== before.course_id) lock('courseId', 'classwork.locked.course');
  if (sent.workType !== undefined && sent.workType !== before.work_type) lock('workType', 'classwork.locked.type');
  if (sent.courseWorkType !== undefined && sent.courseWorkType !== before.kind) lock('courseWorkType', 'classwork.locked.type');
  if (before.assessment_id !== null) lockAssessment(before, sent, lock);
  if (before.state === 'PUBLISHED') await lockPosted(tx, before, sent, lock);
  if (Object.keys(faults).length > 0) throw new AppError('VALIDATION_FAILED', {}, faults);
}

/** Returns true when fields other than the category are sent. Only the category of outside work is ours. */
const changesMoreThanCategory = (sent: Sent): boolean =>
  Object.entries(sent).some(([name, value]) => !['id', 'workId', 'category_id', 'updated_at'].includes(name) && value !== undefined);

type Lock = (field: string, key: string) => void;

/** Locks the title and the date, which belong to the assessment. */
function lockAssessment(before: CourseWorkRow, { title, dueDate }: Sent, lock: Lock): void {
  if (title !== undefined && title !== before.title) lock('title', 'classwork.assessmentTitle');
  if (dueDate === undefined) return;
  const sent = dueDate && [dueDate.year, dueDate.month, dueDate.day].join('-');
  if (sent !== (before.due_on?.split('-').map(Number).join('-') ?? null)) lock('dueDate', 'classwork.assessmentDue');
}

async function lockPosted(tx: Tx, before: CourseWorkRow, sent: Sent, lock: Lock): Promise<void> {
  if (sent.assigneeMode !== undefined && sent.assigneeMode !== before.assignee_mode) lock('assigneeMode', 'classwork.locked.students');
  const named = sent.individualStudentsOptions?.studentIds;
  if (named && before.assignee_mode === 'INDIVIDUAL_STUDENTS') {
    const had = (await listAssignees(tx, [before.id])).map(({ account_id }) => account_id);
    if ([...new Set(named)].sort().join() !== had.sort().join()) lock('individualStudentsOptions.studentIds', 'classwork.locked.students');
  } else if (named?.some((one) => one !== 'ALL_STUDENTS')) lock('individualStudentsOptions.studentIds', 'classwork.locked.students');
  const choices = sent.multipleChoiceQuestion?.choices;
  if (choices && JSON.stringify(choices) !== JSON.stringify(before.choices)) lock('multipleChoiceQuestion.choices', 'classwork.locked.options');
  if (sent.materials) {
    const had = await listMaterials(tx, [before.id]);
    const isSame = had.length === sent.materials.length && had.every((material, at) => isSameMaterial(material, sent.materials?.[at]));
    if (!isSame) lock('materials', 'classwork.locked.materials');
  }
}

function isSameMaterial(
  had: Awaited<ReturnType<typeof listMaterials>>[number],
  sent: NonNullable<CourseWorkChanges['materials']>[number] | undefined,
): boolean {
  if (!sent || sent.kind !== had.kind) return false;
  return sent.kind === 'driveFile' ? sent.fileId === had.file_id && sent.shareMode === had.share_mode : sent.url === had.url;
}

/**
 * Requires confirmation of new points, since they change the meaning of existing grades. @throws GRADES_WOULD_CHANGE
 */
async function requireConfirmedPoints(tx: Tx, before: CourseWorkRow, { maxPoints, confirm }: Sent): Promise<void> {
  if (maxPoints === undefined || maxPoints === before.max_points || confirm) return;
  const { count, above } = (await listGradeCounts(tx, [before.id], maxPoints)).get(before.id) ?? { count: 0, above: 0 };
  if (count > 0) throw appError('GRADES_WOULD_CHANGE', { points: maxPoints ?? 0, grades: count, above });
}

/** Returns the fields to change. Locked fields of posted work were checked before and are not written again. */
function toFields(before: CourseWorkRow, sent: Sent): WorkFields {
  const { id: _id, workId: _work, courseId: _course, workType: _type, courseWorkType: _kind, updated_at: _version, confirm: _confirm, ...fields } = sent;
  if (before.state !== 'PUBLISHED') return fields;
  const { assigneeMode: _mode, individualStudentsOptions: _students, multipleChoiceQuestion: _options, materials: _materials, ...free } = fields;
  return free;
}

/** Returns work as the audit trail keeps it. */
export function recordOf(work: CourseWorkRow): Record<string, unknown> {
  const { title, course_id, topic_id, category_id, assessment_id, kind, work_type, state, scheduled_at, max_points, due_on, due_time, assignee_mode } = work;
  return { title, course_id, topic_id, category_id, assessment_id, kind, work_type, state, scheduled_at, max_points, due_on, due_time, assignee_mode };
}
