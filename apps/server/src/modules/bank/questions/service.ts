import type { AttachmentContent, QuestionContent, RichTextDocument, StoredAttachment, StoredContent } from '@classwright/contract';
import { isInvisible } from '@classwright/rules/text/invisible';
import {
  computeCriterionGrade,
  computeOpenResponseGrade,
  computeOverallGrade,
  computeResponsePoints,
  computeStatusOf,
  type RubricRow,
  type ScoredCriterion,
  type SearchableQuestion,
  type StatusLabel,
} from '@classwright/rules/questions/index';
import { collectFileIds, toPlainText } from '@classwright/rules/rich-text/index';
import type { Tx } from '../../../platform/database/index.ts';
import { appError, fieldError } from '../../../platform/errors.ts';
import { requireUsableFiles } from '../../school/files/index.ts';
import {
  lockQuestionRow,
  insertQuestion,
  insertVersion,
  lockQuestion,
  setCurrentVersion,
  setFirstUsed,
  updateVersion,
  insertApproval,
  saveRating,
  setApprovalStatus,
} from './queries.ts';
import { requireRichText } from './rich-text.ts';
import { saveSearch } from './search-queries.ts';

export interface NewQuestion extends QuestionContent {
  authorId: number;
  schoolId: number | null;
  status?: 0 | 1;
  teacherStatus?: 0 | 1 | 2;
}

/** Type 1: the multiple-choice question that a lesson asks. */
const DEFAULT_TYPE_ID = 1;

/** Creates a question with its first version. Returns both ids. @throws VALIDATION_FAILED */
export async function createQuestion(
  tx: Tx,
  { authorId, schoolId, status = 0, teacherStatus = 0, ...content }: NewQuestion,
  /** Other people's files that may be named: those of a question that is copied. */
  usableFileIds: readonly number[] = [],
): Promise<{ questionId: number; versionId: number }> {
  const checked = checkContent(content);
  await requireFiles(tx, checked, { accountId: authorId, schoolId }, usableFileIds);
  const questionId = await insertQuestion(tx, { account_id: authorId, school_id: schoolId, status, teacher_status: teacherStatus });
  const versionId = await insertVersion(tx, checked.content, { question_id: questionId, version: 1, created_by: authorId });
  await makeCurrent(tx, questionId, versionId, checked);
  return { questionId, versionId };
}

/** An edit of a question. Its existing files may be kept, even those of other people. */
interface QuestionEdit {
  questionId: number;
  editor: { accountId: number; schoolId: number | null };
  /** The `updated_at` that the editor saw. */
  expectedUpdatedAt?: Date;
  usableFileIds?: readonly number[];
}

/** Changes a question's content. @throws NOT_FOUND, EDIT_CONFLICT, VALIDATION_FAILED */
export async function editQuestion(tx: Tx, { content, ...edit }: QuestionEdit & { content: QuestionContent }): Promise<{ versionId: number }> {
  return saveChecked(tx, edit, checkContent(content));
}

/**
 * Saves content in the newest version of a question if that is the editor's own and has not been asked, otherwise as
 * the next version, so that nobody's work is overwritten. @throws NOT_FOUND, EDIT_CONFLICT, VALIDATION_FAILED
 */
export async function saveChecked(
  tx: Tx,
  { questionId, editor, expectedUpdatedAt, usableFileIds = [] }: QuestionEdit,
  checked: CheckedContent,
): Promise<{ versionId: number }> {
  const current = await lockQuestion(tx, questionId);
  if (!current) throw appError('NOT_FOUND');
  if (expectedUpdatedAt && expectedUpdatedAt.getTime() !== current.updated_at.getTime()) throw appError('EDIT_CONFLICT');
  await requireFiles(tx, checked, editor, usableFileIds);
  let versionId = current.version_id;
  if (current.first_used_at === null && !current.is_asked && current.created_by === editor.accountId) await updateVersion(tx, versionId, checked.content);
  else versionId = await insertVersion(tx, checked.content, { question_id: questionId, version: current.version + 1, created_by: editor.accountId });
  await makeCurrent(tx, questionId, versionId, checked);
  return { versionId };
}

async function requireFiles(
  tx: Tx,
  { fileIds, content }: CheckedContent,
  person: { accountId: number; schoolId: number | null },
  usable: readonly number[],
): Promise<void> {
  const attached = new Set(content.attachments.flatMap(({ file_id }) => file_id ?? []));
  await requireUsableFiles(tx, [...attached], { ...person, field: 'google_drive_link', kept: usable });
  const shown = fileIds.filter((id) => !attached.has(id));
  await requireUsableFiles(tx, shown, { ...person, field: 'description', kept: usable });
}

async function makeCurrent(tx: Tx, questionId: number, versionId: number, { content, search }: CheckedContent): Promise<void> {
  await setCurrentVersion(tx, questionId, versionId);
  await saveSearch(tx, [{ questionId, search, isInBank: content.published_state === 'PUBLISHED' }]);
}

/** Updates search and the list of tags to the current content of questions. */
export async function indexQuestions(tx: Tx, questions: readonly { questionId: number; content: QuestionContent }[]): Promise<void> {
  await saveSearch(
    tx,
    questions.map(({ questionId, content }) => ({
      questionId,
      search: checkContent({ ...content, published_state: 'DRAFT' }).search,
      isInBank: content.published_state === 'PUBLISHED',
    })),
  );
}

/** Takes an approval step on behalf of somebody, without checking their right to it. */
export async function takeApprovalStep(tx: Tx, questionId: number, accountId: number, label: StatusLabel): Promise<void> {
  await setApprovalStatus(tx, questionId, computeStatusOf(label));
  await insertApproval(tx, questionId, accountId, label);
}

/** Saves somebody's rating of a question, replacing their earlier one. */
export async function rateQuestion(tx: Tx, questionId: number, accountId: number, rating: number): Promise<void> {
  await lockQuestionRow(tx, questionId);
  await saveRating(tx, questionId, accountId, rating);
}

/** Marks versions as asked, once: from then on they never change. */
export async function markUsed(tx: Tx, versionIds: readonly number[]): Promise<void> {
  await setFirstUsed(tx, versionIds);
}

/** Content in its stored form, with its files and its search entry. */
export interface CheckedContent {
  content: StoredContent;
  fileIds: number[];
  search: SearchableQuestion;
}

interface ScoredParts {
  responses: readonly { match_label?: string; sub_grade?: number | null }[];
  rubrics: readonly RubricRow[];
  open_response: readonly ScoredCriterion[];
}

/** Computes the points of responses and the grades of criteria: from the rubrics, otherwise the given ones. */
export function scoreParts({ responses, rubrics, open_response }: ScoredParts): { points: (number | null)[]; open_response: ScoredCriterion[] } {
  return {
    points: responses.map(({ match_label = '', sub_grade = null }) => computeResponsePoints(match_label, rubrics) ?? sub_grade),
    open_response: open_response.map(({ criterion_name, open_response_grade, description, rubrics: rows }) => ({
      criterion_name,
      open_response_grade: computeCriterionGrade(rows) ?? open_response_grade,
      description,
      rubrics: toRows(rows),
    })),
  };
}

/** Puts the keys in a fixed order, so that equal content is stored equally. */
const toRows = (rows: readonly RubricRow[]): RubricRow[] => rows.map(({ point, level, description }) => ({ point, level, description }));

/** Returns true when two contents are equal, published or not. */
export function isSameContent(one: StoredContent, other: StoredContent): boolean {
  const [left, right] = [one, other].map((content) => JSON.stringify({ ...content, published_state: null }));
  return left === right;
}

/** Checks content. A published question needs at least two responses; points follow from the rubrics. @throws VALIDATION_FAILED */
export function checkContent(content: QuestionContent): CheckedContent {
  const { published_state = 'DRAFT' } = content;
  if (isInvisible(content.title)) throw fieldError('title', 'validation.required', { label: 'Title' });
  if (published_state === 'PUBLISHED' && content.responses.length < 2) throw fieldError('responses', 'question.needsResponses');
  const description = requireRichText(content.description, { field: 'description', label: 'Description' });
  const reasonings = content.responses.map((response, index) =>
    requireRichText(response.description ?? '', { field: `responses.${index}.description`, label: 'Response' }),
  );
  const title = content.title.trim();
  const tag = [...(content.tag ?? [])];
  const rubrics = toRows(content.rubrics ?? []);
  const { points, open_response } = scoreParts({ responses: content.responses, rubrics, open_response: content.open_response ?? [] });
  const attachments = toAttachments(content.attachments ?? []);
  return {
    content: {
      title,
      description,
      type_id: content.type_id === undefined ? DEFAULT_TYPE_ID : content.type_id,
      topic_id: content.topic_id ?? null,
      standard_id: content.standard_id ?? null,
      question_subject_id: content.question_subject_id ?? null,
      question_grade_id: content.question_grade_id ?? null,
      tag,
      published_state,
      overall_grade: computeOverallGrade(points) ?? content.overall_grade ?? null,
      rubrics,
      responses: content.responses.map((response, index) => ({
        title: response.title,
        match_label: response.match_label ?? '',
        description: reasonings[index] as RichTextDocument,
        is_valid: response.is_valid ?? false,
        rubric: toRows(response.rubric ?? []),
        sub_grade: points[index] ?? null,
      })),
      open_response,
      open_response_grade: computeOpenResponseGrade(open_response.map((criterion) => criterion.open_response_grade)) ?? content.open_response_grade ?? null,
      attachments,
    },
    fileIds: [...new Set([...[description, ...reasonings].flatMap(collectFileIds), ...attachments.flatMap(({ file_id }) => file_id ?? [])])],
    search: {
      title,
      tags: tag,
      description: toPlainText(description),
      responses: content.responses.map((response) => response.title),
      reasonings: reasonings.map(toPlainText),
    },
  };
}

function toAttachments(attachments: readonly AttachmentContent[]): StoredAttachment[] {
  return attachments.flatMap(({ name, file_id = null, external = null }): StoredAttachment[] => {
    if (file_id !== null) return [{ name, file_id, external: null }];
    return external === null ? [] : [{ name, file_id, external: { url: external.url, mimeType: external.mimeType, type: external.type } }];
  });
}
