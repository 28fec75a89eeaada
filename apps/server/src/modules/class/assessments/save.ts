import { asMessage, type AssessmentInput, type AttachedInput, packMessage, type RichTextDocument } from '@classwright/contract';
import { collectFileIds } from '@classwright/rules/rich-text/index';
import type { Insertable } from 'kysely';
import type { Database, Tx } from '../../../platform/database/index.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Actor, StagedFile } from '../../../platform/http/index.ts';
import { refuseArchivedClass, standingIn } from '../classes/index.ts';
import { type FileStorage, requireUsableFiles, storeFile } from '../../school/files/index.ts';
import { requireRichText } from '../../bank/questions/index.ts';
import {
  type AssessmentRow,
  CHOICE_FIELDS,
  type ChoiceField,
  deleteAttachments,
  insertAttachments,
  isTeacherOf,
  isTopicOf,
  listAssessmentAttachments,
  listWrongChoices,
} from './queries.ts';
import { findQuestionFaults, makeQuestions, type QuestionCall, resolveQuestions } from './questions.ts';

type Faults = Record<string, string[]>;

/** The values to save, and their owner. */
export interface Decided {
  values: Omit<Insertable<Database['assessments']>, 'id'>;
  questionIds: number[];
}

/**
 * Checks everything that the form refers to: it must exist and belong to the right person. Values that an assessment
 * had before stay allowed even if archived since. @throws VALIDATION_FAILED with every field that is wrong,
 * CLASS_ARCHIVED
 */
export async function decideAssessment(
  call: QuestionCall,
  input: AssessmentInput,
  before: (AssessmentRow & { questionIds: readonly number[] }) | null,
): Promise<Decided> {
  const { tx, actor } = call;
  const faults: Faults = {};
  const blame = (field: string, key: string, params: Record<string, string> = {}): void => void (faults[field] ??= []).push(packMessage(key, params));

  const isOtherClass = input.class_id !== before?.class_id;
  const isStaffThere = !isOtherClass || (await standingIn(tx, actor, input.class_id)) === 'staff';
  if (isOtherClass && isStaffThere) await refuseArchivedClass(tx, input.class_id);

  const changed = Object.fromEntries(CHOICE_FIELDS.filter((field) => input[field] !== before?.[field]).map((field) => [field, input[field]]));
  for (const field of await listWrongChoices(tx, input.class_id, changed)) blame(field, 'validation.id', { label: asMessage(LABELS[field]) });
  if (!faults['class_id'] && !isStaffThere) blame('class_id', 'validation.id', { label: asMessage(LABELS.class_id) });
  const isSameTopic = input.topic_id === before?.topic_id && input.class_id === before.class_id;
  if (!faults['class_id'] && !isSameTopic && !(await isTopicOf(tx, input.topic_id, input.class_id))) blame('topic_id', 'assessment.topicNotOfClass');

  const accountId = actor.isAdmin ? (input.account_id ?? null) : (before?.account_id ?? actor.accountId);
  if (accountId === null) blame('account_id', 'validation.required', { label: asMessage('assessment.field.account') });
  else if (actor.isAdmin && !faults['class_id'] && accountId !== before?.account_id && !(await isTeacherOf(tx, accountId, input.class_id)))
    blame('account_id', 'assessment.accountNotOfClass');

  const settled = await resolveQuestions(call, input.questions);
  const questionFaults = await findQuestionFaults(tx, settled, before?.questionIds ?? []);
  if (questionFaults.length > 0) faults['questions'] = questionFaults;

  if (Object.keys(faults).length > 0) throw new AppError('VALIDATION_FAILED', {}, faults);
  const { questions: _questions, google_drive_link: _attached, description, status: _status, account_id: _account, rubric, ...fields } = input;
  const document = requireRichText(description ?? before?.description ?? '', { field: 'description', label: asMessage('assessments.description') });
  return {
    values: {
      ...toColumns(fields),
      account_id: accountId as number,
      description: JSON.stringify(document),
      ...(rubric ? { rubric: JSON.stringify(rubric) } : {}),
    },
    questionIds: await makeQuestions(call, settled),
  };
}

/** The field labels that the screens use. */
const LABELS: Readonly<Record<ChoiceField, string>> = {
  level_id: 'assessments.grade',
  protocol_id: 'assessments.protocol',
  group_id: 'assessments.group',
  standard_id: 'assessments.standard',
  subject_id: 'assessments.subject',
  period_id: 'assessments.period',
  grade_id: 'assessments.questionGrade',
  class_id: 'topic.field.course',
};

type Fields = Pick<AssessmentInput, ChoiceField | 'title' | 'topic_id' | 'schedule_date' | 'max_point' | 'overall_grade'>;

/** Maps fields to columns. Points that were not sent are unchanged. */
function toColumns({ max_point, overall_grade, ...fields }: Fields) {
  const { title, topic_id, schedule_date } = fields;
  const chosen = Object.fromEntries(CHOICE_FIELDS.map((field) => [field, fields[field]])) as Record<ChoiceField, number>;
  return {
    title,
    topic_id,
    schedule_date,
    ...chosen,
    ...(max_point === undefined ? {} : { max_point }),
    ...(overall_grade === undefined ? {} : { overall_grade }),
  };
}

export interface AttachmentChange {
  /** The description as it is saved. */
  document: string;
  /**
   * The assessment before the edit, or the one that a copy started from, so that its files stay. Null: there was none.
   */
  before: Pick<AssessmentRow, 'id' | 'description'> | null;
  attached: readonly AttachedInput[] | undefined;
  files: readonly StagedFile[];
  storage: FileStorage;
}

/**
 * Replaces the attachments of an assessment with the given ones, followed by files that came with the call. Without a
 * list the old ones are kept. @throws VALIDATION_FAILED at `google_drive_link` or `files`
 */
export async function saveAttachments(
  tx: Tx,
  actor: Actor,
  assessmentId: number,
  { document, before, attached, files, storage }: AttachmentChange,
): Promise<void> {
  const former = before ? await listAssessmentAttachments(tx, [before.id]) : [];
  const kept = attached ?? former.map(toAttached);
  const had = new Set(former.flatMap(({ file_id }) => (file_id === null ? [] : [file_id])));
  const named = kept.flatMap((one) => ('fileId' in one ? [one.fileId] : [])).filter((id) => !had.has(id));
  const owner = { accountId: actor.accountId, schoolId: actor.schoolId };
  await requireUsableFiles(tx, named, { ...owner, field: 'google_drive_link' });
  const shown = new Set(before ? collectFileIds(before.description) : []);
  const images = collectFileIds(JSON.parse(document) as RichTextDocument).filter((id) => !shown.has(id));
  await requireUsableFiles(tx, images, { ...owner, field: 'description' });
  const stored: AttachedInput[] = [];
  for (const staged of files) {
    const { name } = staged;
    stored.push({ name, fileId: await storeFile(tx, storage, { ownerId: actor.accountId, schoolId: actor.schoolId, name, staged }) });
  }
  await deleteAttachments(tx, assessmentId);
  await insertAttachments(tx, assessmentId, [...kept, ...stored]);
}

function toAttached({ name, file_id, external }: Awaited<ReturnType<typeof listAssessmentAttachments>>[number]): AttachedInput {
  return file_id === null
    ? { name, external: { url: external?.url ?? '', mimeType: external?.mimeType ?? '', type: external?.type ?? '' } }
    : { name, fileId: file_id };
}

/** Returns an assessment as the audit trail keeps it. */
export function recordOf(row: AssessmentRow, questionIds: readonly number[]): Record<string, unknown> {
  const { title, account_id, class_id, class_name, schedule_date, period_id, level_id, protocol_id, topic_id, group_id, standard_id, subject_id, grade_id } =
    row;
  const { max_point, is_archived, status } = row;
  return {
    ...{ title, account_id, class_id, class_name, schedule_date, period_id, level_id, protocol_id, topic_id, group_id, standard_id, subject_id, grade_id },
    ...{ max_point, is_archived, status, questions: [...questionIds] },
  };
}
