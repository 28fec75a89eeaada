import {
  asMessage,
  type AttachmentBody,
  type AttachmentContent,
  packMessage,
  type QuestionBody,
  type QuestionContent,
  type ResponseContent,
  type RichTextDocument,
  type StoredContent,
} from '@classwright/contract';
import { type ApprovalStatus, findQuestionProblems, isPublishedStateLocked, type QuestionProblem, readPoints } from '@classwright/rules/questions/index';
import { isEmptyDocument, toSafeHref } from '@classwright/rules/rich-text/index';
import type { Db } from '../../../platform/database/index.ts';
import { AppError, fieldError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/index.ts';
import type { BankRow } from './bank-queries.ts';
import { listMissingReferences } from './reference-queries.ts';
import { requireRichText } from './rich-text.ts';

/** Checks the form before it is saved; `before`: the edited question, null for a new one. @throws VALIDATION_FAILED */
export async function requireRightForm(
  db: Db,
  { reach }: Pick<Actor, 'reach'>,
  body: QuestionBody,
  { hasStatus, before }: { hasStatus: boolean; before: BankRow | null },
): Promise<void> {
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
  const missing = await listMissingReferences(db, reach, body, before);
  if (missing.length > 0)
    throw new AppError(
      'VALIDATION_FAILED',
      {},
      Object.fromEntries(missing.map((field) => [field, [packMessage('question.unknownReference', { label: asMessage(`question.field.${field}`) })]])),
    );
}

/**
 * Returns the status chosen in the form; null if it is not set. A label is the complete status; a status of 0 is
 * combined with the teachers' step.
 */
export function chosenStatus({ status, teacher_status }: Pick<QuestionBody, 'status' | 'teacher_status'>): ApprovalStatus | null {
  if (teacher_status === null || status?.status === 1 || (status !== null && status.teacher_status > 0)) return status;
  return { status: 0, teacher_status };
}

export function toFieldErrors(problems: readonly QuestionProblem[]): AppError {
  const fields: Record<string, string[]> = {};
  for (const { field, message, label } of problems) (fields[field] ??= []).push(packMessage(message, label === '' ? {} : { label: asMessage(label) }));
  return new AppError('VALIDATION_FAILED', {}, fields);
}

/** Converts the form to content to save. Invalid points in a draft are left out. */
export function toContent(body: QuestionBody, attachments: readonly AttachmentContent[]): QuestionContent {
  return {
    ...body,
    ...withPoints(body),
    description: body.description as QuestionContent['description'],
    overall_grade: toPoints(body.overall_grade),
    attachments,
  };
}

type FormParts = Pick<QuestionBody, 'responses' | 'rubrics' | 'open_response'>;

/** Converts the points of a form's responses, rubrics and criteria to numbers. */
export function withPoints({
  responses,
  rubrics,
  open_response,
}: FormParts): Pick<StoredContent, 'rubrics' | 'open_response'> & { responses: ResponseContent[] } {
  const rows = (given: FormParts['rubrics']) => given.map((row) => ({ ...row, point: toPoints(row.point) }));
  return {
    responses: responses.map(({ sub_grade, ...response }) => ({
      ...response,
      description: response.description as string | RichTextDocument,
      sub_grade: toPoints(sub_grade),
    })),
    rubrics: rows(rubrics),
    open_response: open_response.map(({ open_response_grade, ...criterion }) => ({
      ...criterion,
      open_response_grade: toPoints(open_response_grade),
      rubrics: rows(criterion.rubrics),
    })),
  };
}

function toPoints(value: unknown): number | null {
  const points = readPoints(value);
  return points === 'invalid' ? null : points;
}

/** Matches the address of a library file, in the form in which questions are sent out. */
const LIBRARY_ADDRESS = /^(?:https?:\/\/[^/]+)?\/files\/([1-9]\d{0,15})(?:[?#]|$)/;

/**
 * Converts an attachment of the form: a file of the library by its number or its address, otherwise a link. @throws
 * VALIDATION_FAILED at `google_drive_link`
 */
export function toAttachment({ file_id, name, url, res_url, mimeType, type }: AttachmentBody): AttachmentContent {
  const address = (url ?? '') === '' ? (res_url ?? '') : (url ?? '');
  const fileId = file_id ?? Number(LIBRARY_ADDRESS.exec(address)?.[1] ?? 0);
  if (fileId > 0) return { name: name === '' ? 'file' : name, file_id: fileId };
  const href = toSafeHref(address);
  if (href === null || !/^https?:/i.test(href)) throw fieldError('google_drive_link', 'question.attachmentRefused');
  return {
    name: name === '' ? href : name,
    external: { url: href, mimeType: mimeType ?? '', type: (type ?? '') === '' || type === 'aws' ? 'link' : (type as string) },
  };
}
