import { isInvisible } from '@classwright/rules/text/invisible';
import type { AttachedInput, RichTextDocument } from '@classwright/contract';
import { collectFileIds } from '@classwright/rules/rich-text/index';
import type { Insertable } from 'kysely';
import type { Database, Tx } from '../../../platform/database/index.ts';
import { fieldError } from '../../../platform/errors.ts';
import { requireUsableFiles } from '../../school/files/index.ts';
import { requireRichText } from '../../bank/questions/index.ts';
import { insertAssessment, insertAttachments, listUsableQuestions } from './queries.ts';

type Row = Insertable<Database['assessments']>;
type OptionalColumn =
  | 'level_id'
  | 'protocol_id'
  | 'schedule_date'
  | 'period_id'
  | 'topic_id'
  | 'subject_id'
  | 'group_id'
  | 'grade_id'
  | 'standard_id'
  | 'max_point'
  | 'overall_grade';

/** The fields of a new assessment, with the names of the form and of the row. */
export interface NewAssessment extends Partial<Pick<Row, OptionalColumn>> {
  owner: { accountId: number; schoolId: number | null };
  /** The class, or null when it is not given to a class yet. */
  class_id: number | null;
  title: string;
  description?: string | RichTextDocument;
  /** The questions: first that of Form - 1A and Form - 1B, then the transfer question of Form - 2. */
  questionIds: readonly number[];
  google_drive_link?: readonly AttachedInput[];
}

/** Creates an assessment that can be run. Returns its id. @throws VALIDATION_FAILED */
export async function createAssessment(tx: Tx, { owner, questionIds, google_drive_link: attached = [], ...fields }: NewAssessment): Promise<number> {
  if (isInvisible(fields.title)) throw fieldError('title', 'validation.required', { label: 'Title' });
  if (questionIds.length !== 2) throw fieldError('questions', 'assessment.needsTwoQuestions');
  const usable = await listUsableQuestions(tx, questionIds);
  if (questionIds.some((id) => !usable.includes(id))) throw fieldError('questions', 'validation.id', { label: 'Question' });
  const description = requireRichText(fields.description ?? '', { field: 'description', label: 'Description' });
  const fileIds = [...collectFileIds(description), ...attached.flatMap((one) => ('fileId' in one ? [one.fileId] : []))];
  await requireUsableFiles(tx, fileIds, { ...owner, field: 'google_drive_link' });
  const row = { ...fields, account_id: owner.accountId, title: fields.title.trim(), description: JSON.stringify(description) };
  const id = await insertAssessment(tx, row, questionIds);
  await insertAttachments(tx, id, attached);
  return id;
}
