import { packMessage, asMessage, type AttachmentBody, type QuestionBody, type RichTextDocument } from '@classwright/contract';
import { type ApprovalStatus, findQuestionProblems, isPublishedStateLocked, type QuestionProblem, readPoints } from '@classwright/rules/questions/index';
import { isEmptyDocument, toSafeHref } from '@classwright/rules/rich-text/index';
import type { Db } from '../../platform/database/index.ts';
import { AppError, fieldError } from '../../platform/errors.ts';
import type { BankRow } from './bank-queries.ts';
import { listMissingReferences } from './reference-queries.ts';
import { requireRichText } from './rich-text.ts';
import type { NewAttachment, QuestionContent } from './service.ts';

/** What the form says must be right before it is saved; `before`: what is edited, null for a new question. @throws VALIDATION_FAILED */
export async function requireRightForm(db: Db, body: QuestionBody, { hasStatus, before }: { hasStatus: boolean; before: BankRow | null }): Promise<void> {
  const problems = findQuestionProblems({
    ...body,
    hasStatus,
    responses: body.responses.map((response, index) => ({
      ...response,
      hasText: !isEmptyDocument(
        requireRichText(response.description, { field: `responses.${index}.description`, label: asMessage('question.field.responses.description') }),
      ),
    })),
  });
  if (problems.length > 0) throw toFieldErrors(problems);
  if (before?.published_state === 'PUBLISHED' && isPublishedStateLocked(before) && body.published_state !== 'PUBLISHED')
    throw fieldError('published_state', 'question.stateLocked');
  const missing = await listMissingReferences(db, body, before);
  if (missing.length > 0)
    throw new AppError(
      'VALIDATION_FAILED',
      {},
      Object.fromEntries(missing.map((field) => [field, [packMessage('question.unknownReference', { label: asMessage(`question.field.${field}`) })]])),
    );
}

/** The status that the form chooses; null when it leaves that open. A label says it whole, a status of 0 with the teachers' step beside it. */
export function chosenStatus({ status, teacher_status }: Pick<QuestionBody, 'status' | 'teacher_status'>): ApprovalStatus | null {
  if (teacher_status === null || status?.status === 1 || (status !== null && status.teacher_status > 0)) return status;
  return { status: 0, teacher_status };
}

export function toFieldErrors(problems: readonly QuestionProblem[]): AppError {
  const fields: Record<string, string[]> = {};
  for (const { field, message, label } of problems) (fields[field] ??= []).push(packMessage(message, label === '' ? {} : { label: asMessage(label) }));
  return new AppError('VALIDATION_FAILED', {}, fields);
}

/** What the form says, as content to save. Points that are none, in a draft, are left out. */
export function toContent(body: QuestionBody, attachments: NewAttachment[]): QuestionContent {
  const { responses, rubrics, criteria } = toParts(body);
  return {
    title: body.title,
    description: body.description as QuestionContent['description'],
    typeId: body.type_id,
    topicId: body.topic_id,
    standardId: body.standard_id,
    questionSubjectId: body.question_subject_id,
    questionGradeId: body.question_grade_id,
    tag: body.tag,
    publishedState: body.published_state,
    overallGrade: toPoints(body.overall_grade),
    rubrics,
    responses,
    openResponse: criteria,
    attachments,
  };
}

/** Responses, rubrics and criteria of a form, as they are saved. */
export function toParts({ responses, rubrics, open_response }: Pick<QuestionBody, 'responses' | 'rubrics' | 'open_response'>) {
  const rows = (given: QuestionBody['rubrics']) => given.map(({ point, level, description }) => ({ point: toPoints(point), level, description }));
  return {
    responses: responses.map(({ title, match_label, description, is_valid, sub_grade }) => ({
      title,
      matchLabel: match_label,
      description: description as string | RichTextDocument,
      isValid: is_valid ?? false,
      subGrade: toPoints(sub_grade),
    })),
    rubrics: rows(rubrics),
    criteria: open_response.map(({ criterion_name, open_response_grade, description, rubrics: own }) => ({
      criterion_name,
      open_response_grade: toPoints(open_response_grade),
      description,
      rubrics: rows(own),
    })),
  };
}

function toPoints(value: unknown): number | null {
  const points = readPoints(value);
  return points === 'invalid' ? null : points;
}

/** The address of a file of the library, as questions go out with it. */
const LIBRARY_ADDRESS = /^(?:https?:\/\/[^/]+)?\/files\/([1-9]\d{0,15})(?:[?#]|$)/;

/** An attachment of the form: a file of the library by its number or its address, else a link. @throws VALIDATION_FAILED at `google_drive_link` */
export function toAttachment({ file_id, name, url, res_url, mimeType, type }: AttachmentBody): NewAttachment {
  const address = (url ?? '') === '' ? (res_url ?? '') : (url ?? '');
  const fileId = file_id ?? Number(LIBRARY_ADDRESS.exec(address)?.[1] ?? 0);
  if (fileId > 0) return { name: name === '' ? 'file' : name, fileId };
  const href = toSafeHref(address);
  if (href === null || !/^https?:/i.test(href)) throw fieldError('google_drive_link', 'question.attachmentRefused');
  return {
    name: name === '' ? href : name,
    external: { url: href, mimeType: mimeType ?? '', type: (type ?? '') === '' || type === 'aws' ? 'link' : (type as string) },
  };
}

/** The attachments and the files of a question as it stands: they may stay in it. */
export function attachmentsOf(row: BankRow): NewAttachment[] {
  return row.attachments.flatMap(({ name, file_id, external }): NewAttachment[] => {
    if (file_id !== null) return [{ name, fileId: file_id }];
    return external ? [{ name, external: { url: external.url, mimeType: external.mimeType ?? '', type: external.type ?? 'link' } }] : [];
  });
}

/** What a stored question says, as content to save again. */
export function toContentOf(row: BankRow): QuestionContent {
  return {
    title: row.title,
    description: row.description,
    typeId: row.type_id,
    topicId: row.topic_id,
    standardId: row.standard_id,
    questionSubjectId: row.question_subject_id,
    questionGradeId: row.question_grade_id,
    tag: row.tag,
    publishedState: row.published_state,
    overallGrade: row.overall_grade,
    rubrics: row.rubrics,
    responses: row.responses.map(({ title, match_label, description, is_valid, rubric, sub_grade }) => ({
      title,
      matchLabel: match_label,
      description,
      isValid: is_valid,
      rubric,
      subGrade: sub_grade,
    })),
    openResponse: row.open_response,
    openResponseGrade: row.open_response_grade,
    attachments: attachmentsOf(row),
  };
}
