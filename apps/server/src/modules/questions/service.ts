import type { RichTextDocument } from '@classwright/contract';
import { collectFileIds, toPlainText } from '@classwright/rules/rich-text/index';
import type { Tx } from '../../platform/database/index.ts';
import { appError, fieldError } from '../../platform/errors.ts';
import { requireUsableFiles } from '../files/index.ts';
import {
  type AttachmentValues,
  insertQuestion,
  insertVersion,
  lockQuestion,
  replaceParts,
  type ResponseValues,
  setCurrentVersion,
  setFirstUsed,
  updateVersion,
  type VersionValues,
} from './queries.ts';
import { requireRichText } from './rich-text.ts';

/** One row of a rubric: what a level is worth. */
export interface RubricRow {
  point: number;
  level: string;
  description: string;
}

export interface NewResponse {
  /** What students choose. */
  title: string;
  /** The level of the rubric it matches; compared as text. */
  matchLabel?: string;
  /** The reasoning it stands for. */
  description?: string | RichTextDocument;
  isValid?: boolean;
  rubric?: RubricRow[];
  subGrade?: number | null;
}

export type NewAttachment = { name: string; fileId: number } | { name: string; external: { url: string; mimeType: string; type: string } };

/** What a version of a question says. */
export interface QuestionContent {
  title: string;
  description: string | RichTextDocument;
  typeId?: number | null;
  topicId?: number | null;
  standardId?: number | null;
  questionSubjectId?: number | null;
  questionGradeId?: number | null;
  tag?: string[];
  publishedState?: 'DRAFT' | 'PUBLISHED';
  overallGrade?: number | null;
  rubrics?: RubricRow[];
  openResponse?: { criterion_name: string; open_response_grade: number | null; description: string; rubrics: RubricRow[] }[];
  openResponseGrade?: number | null;
  /** In the order in which they are shown. */
  responses: NewResponse[];
  attachments?: NewAttachment[];
}

export interface NewQuestion extends QuestionContent {
  authorId: number;
  schoolId: number | null;
  status?: 0 | 1;
  teacherStatus?: 0 | 1 | 2;
}

/** Type 1: the multiple-choice question that a lesson asks. */
const DEFAULT_TYPE_ID = 1;

/** Makes a question with its first version. Answers both ids. @throws VALIDATION_FAILED */
export async function createQuestion(
  tx: Tx,
  { authorId, schoolId, status = 0, teacherStatus = 0, ...content }: NewQuestion,
): Promise<{ questionId: number; versionId: number }> {
  const parts = readContent(content);
  await requireUsableFiles(tx, parts.fileIds, { accountId: authorId, schoolId, field: 'description' });
  const questionId = await insertQuestion(tx, { account_id: authorId, school_id: schoolId, status, teacher_status: teacherStatus });
  const versionId = await insertVersion(tx, { ...parts.version, question_id: questionId, version: 1, created_by: authorId });
  await replaceParts(tx, versionId, parts.responses, parts.attachments);
  await setCurrentVersion(tx, questionId, versionId);
  return { questionId, versionId };
}

/**
 * Changes what a question says: in its newest version while that has not been asked, else as the next version.
 * `expectedUpdatedAt`: what the editor saw. @throws NOT_FOUND, EDIT_CONFLICT, VALIDATION_FAILED
 */
export async function editQuestion(
  tx: Tx,
  {
    questionId,
    editor,
    expectedUpdatedAt,
    content,
  }: { questionId: number; editor: { accountId: number; schoolId: number | null }; expectedUpdatedAt?: Date; content: QuestionContent },
): Promise<{ versionId: number }> {
  const parts = readContent(content);
  const current = await lockQuestion(tx, questionId);
  if (!current) throw appError('NOT_FOUND');
  if (expectedUpdatedAt && expectedUpdatedAt.getTime() !== current.updated_at.getTime()) throw appError('EDIT_CONFLICT');
  await requireUsableFiles(tx, parts.fileIds, { ...editor, field: 'description' });
  let versionId = current.version_id;
  if (current.first_used_at === null) await updateVersion(tx, versionId, parts.version);
  else versionId = await insertVersion(tx, { ...parts.version, question_id: questionId, version: current.version + 1, created_by: editor.accountId });
  await replaceParts(tx, versionId, parts.responses, parts.attachments);
  await setCurrentVersion(tx, questionId, versionId);
  return { versionId };
}

/** Marks versions as asked, once: from then on they never change. */
export async function markUsed(tx: Tx, versionIds: readonly number[]): Promise<void> {
  await setFirstUsed(tx, versionIds);
}

interface Parts {
  version: VersionValues;
  responses: ResponseValues[];
  attachments: AttachmentValues[];
  fileIds: number[];
}

/** Checked content as rows. A published question needs at least two responses. @throws VALIDATION_FAILED */
function readContent(content: QuestionContent): Parts {
  const publishedState = content.publishedState ?? 'DRAFT';
  if (content.title.trim() === '') throw fieldError('title', 'validation.required', { label: 'Title' });
  if (publishedState === 'PUBLISHED' && content.responses.length < 2) throw fieldError('responses', 'question.needsResponses');
  const description = requireRichText(content.description, { field: 'description', label: 'Description' });
  const reasonings = content.responses.map((response, index) =>
    requireRichText(response.description ?? '', { field: `responses.${index}.description`, label: 'Response' }),
  );
  const attachments = content.attachments ?? [];
  return {
    version: {
      title: content.title.trim(),
      description: JSON.stringify(description),
      description_text: toPlainText(description),
      type_id: content.typeId === undefined ? DEFAULT_TYPE_ID : content.typeId,
      topic_id: content.topicId ?? null,
      standard_id: content.standardId ?? null,
      question_subject_id: content.questionSubjectId ?? null,
      question_grade_id: content.questionGradeId ?? null,
      tag: content.tag ?? [],
      published_state: publishedState,
      overall_grade: content.overallGrade ?? null,
      rubrics: JSON.stringify(content.rubrics ?? []),
      open_response: JSON.stringify(content.openResponse ?? []),
      open_response_grade: content.openResponseGrade ?? null,
    },
    responses: content.responses.map(({ title, matchLabel = '', isValid = false, rubric = [], subGrade = null }, index) => ({
      position: index + 1,
      title,
      match_label: matchLabel,
      description: JSON.stringify(reasonings[index]),
      is_valid: isValid,
      rubric: JSON.stringify(rubric),
      sub_grade: subGrade,
    })),
    attachments: attachments.map((attachment, index) => ({
      position: index + 1,
      name: attachment.name,
      file_id: 'fileId' in attachment ? attachment.fileId : null,
      external: 'external' in attachment ? JSON.stringify(attachment.external) : null,
    })),
    fileIds: [
      ...new Set([
        ...[description, ...reasonings].flatMap(collectFileIds),
        ...attachments.flatMap((attachment) => ('fileId' in attachment ? [attachment.fileId] : [])),
      ]),
    ],
  };
}
