import { isInvisible } from '@classwright/rules/text/invisible';
import type { RichTextDocument } from '@classwright/contract';
import { collectFileIds } from '@classwright/rules/rich-text/index';
import type { Tx } from '../../platform/database/index.ts';
import { fieldError } from '../../platform/errors.ts';
import { requireUsableFiles } from '../files/index.ts';
import { requireRichText } from '../questions/index.ts';
import { insertAssessment, insertAttachments, listUsableQuestions } from './queries.ts';

export interface NewAssessment {
  owner: { accountId: number; schoolId: number | null };
  /** Null: not given to a class yet. */
  classId: number | null;
  title: string;
  description?: string | RichTextDocument;
  /** First the question of Form - 1A and Form - 1B, then the transfer question of Form - 2. */
  questionIds: readonly number[];
  levelId?: number | null;
  protocolId?: number | null;
  /** YYYY-MM-DD, local to the school. */
  scheduleDate?: string | null;
  periodId?: number | null;
  topicId?: number | null;
  subjectId?: number | null;
  groupId?: number | null;
  gradeId?: number | null;
  standardId?: number | null;
  maxPoint?: number | null;
  overallGrade?: number | null;
  attachments?: readonly ({ name: string; fileId: number } | { name: string; external: { url: string; mimeType: string; type: string } })[];
}

/** Makes an assessment that can be run. Returns its id. @throws VALIDATION_FAILED */
export async function createAssessment(tx: Tx, { owner, questionIds, attachments = [], ...assessment }: NewAssessment): Promise<number> {
  if (isInvisible(assessment.title)) throw fieldError('title', 'validation.required', { label: 'Title' });
  if (questionIds.length !== 2) throw fieldError('questions', 'assessment.needsTwoQuestions');
  const usable = await listUsableQuestions(tx, questionIds);
  if (questionIds.some((id) => !usable.includes(id))) throw fieldError('questions', 'validation.id', { label: 'Question' });
  const description = requireRichText(assessment.description ?? '', { field: 'description', label: 'Description' });
  const fileIds = [...collectFileIds(description), ...attachments.flatMap((attachment) => ('fileId' in attachment ? [attachment.fileId] : []))];
  await requireUsableFiles(tx, fileIds, { ...owner, field: 'google_drive_link' });
  const id = await insertAssessment(
    tx,
    {
      account_id: owner.accountId,
      class_id: assessment.classId,
      title: assessment.title.trim(),
      description: JSON.stringify(description),
      level_id: assessment.levelId ?? null,
      protocol_id: assessment.protocolId ?? null,
      schedule_date: assessment.scheduleDate ?? null,
      period_id: assessment.periodId ?? null,
      topic_id: assessment.topicId ?? null,
      subject_id: assessment.subjectId ?? null,
      group_id: assessment.groupId ?? null,
      grade_id: assessment.gradeId ?? null,
      standard_id: assessment.standardId ?? null,
      max_point: assessment.maxPoint ?? null,
      overall_grade: assessment.overallGrade ?? null,
    },
    questionIds,
  );
  await insertAttachments(
    tx,
    attachments.map((attachment, index) => ({
      assessment_id: id,
      position: index + 1,
      name: attachment.name,
      file_id: 'fileId' in attachment ? attachment.fileId : null,
      external: 'external' in attachment ? JSON.stringify(attachment.external) : null,
    })),
  );
  return id;
}
