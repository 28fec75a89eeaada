import type { RichTextDocument } from '@classwright/contract';
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
import type { Tx } from '../../platform/database/index.ts';
import { appError, fieldError } from '../../platform/errors.ts';
import { requireUsableFiles } from '../files/index.ts';
import { insertApproval, saveRating, setApprovalStatus } from './approval-queries.ts';
import {
  type AttachmentValues,
  holdQuestion,
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
import { saveSearch } from './search-queries.ts';

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
  openResponse?: ScoredCriterion[];
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
  /** Files that may be named although they are nobody's here: those of a question that is copied. */
  usableFileIds: readonly number[] = [],
): Promise<{ questionId: number; versionId: number }> {
  const parts = readContent(content);
  await requireFiles(tx, parts, { accountId: authorId, schoolId }, usableFileIds);
  const questionId = await insertQuestion(tx, { account_id: authorId, school_id: schoolId, status, teacher_status: teacherStatus });
  const versionId = await insertVersion(tx, { ...parts.version, question_id: questionId, version: 1, created_by: authorId });
  await replaceParts(tx, versionId, parts.responses, parts.attachments);
  await makeCurrent(tx, questionId, versionId, parts);
  return { questionId, versionId };
}

/**
 * Changes what a question says: in its newest version while that is the editor's own and has not been asked, else as
 * the next version, so that nobody's words are written over. Files that stood in it may stay, whoever's they are.
 * `expectedUpdatedAt`: what the editor saw. @throws NOT_FOUND, EDIT_CONFLICT, VALIDATION_FAILED
 */
export async function editQuestion(
  tx: Tx,
  {
    questionId,
    editor,
    expectedUpdatedAt,
    content,
    usableFileIds = [],
  }: {
    questionId: number;
    editor: { accountId: number; schoolId: number | null };
    expectedUpdatedAt?: Date;
    content: QuestionContent;
    usableFileIds?: readonly number[];
  },
): Promise<{ versionId: number }> {
  const parts = readContent(content);
  const current = await lockQuestion(tx, questionId);
  if (!current) throw appError('NOT_FOUND');
  if (expectedUpdatedAt && expectedUpdatedAt.getTime() !== current.updated_at.getTime()) throw appError('EDIT_CONFLICT');
  await requireFiles(tx, parts, editor, usableFileIds);
  let versionId = current.version_id;
  if (current.first_used_at === null && current.created_by === editor.accountId) await updateVersion(tx, versionId, parts.version);
  else versionId = await insertVersion(tx, { ...parts.version, question_id: questionId, version: current.version + 1, created_by: editor.accountId });
  await replaceParts(tx, versionId, parts.responses, parts.attachments);
  await makeCurrent(tx, questionId, versionId, parts);
  return { versionId };
}

async function requireFiles(
  tx: Tx,
  { fileIds, attachments }: Parts,
  person: { accountId: number; schoolId: number | null },
  usable: readonly number[],
): Promise<void> {
  const attached = new Set(attachments.flatMap(({ file_id }) => (typeof file_id === 'number' ? [file_id] : [])));
  await requireUsableFiles(tx, [...attached], { ...person, field: 'google_drive_link', kept: usable });
  const shown = fileIds.filter((id) => !attached.has(id));
  await requireUsableFiles(tx, shown, { ...person, field: 'description', kept: usable });
}

async function makeCurrent(tx: Tx, questionId: number, versionId: number, { version, search }: Parts): Promise<void> {
  await setCurrentVersion(tx, questionId, versionId);
  await saveSearch(tx, [{ questionId, search, isInBank: version.published_state === 'PUBLISHED' }]);
}

/** Makes search and the list of tags know questions by what they say now. */
export async function indexQuestions(tx: Tx, questions: readonly { questionId: number; content: QuestionContent }[]): Promise<void> {
  await saveSearch(
    tx,
    questions.map(({ questionId, content }) => ({
      questionId,
      search: readContent({ ...content, publishedState: 'DRAFT' }).search,
      isInBank: content.publishedState === 'PUBLISHED',
    })),
  );
}

/** Takes a step of approval in somebody's name, without asking whether they may. */
export async function takeApprovalStep(tx: Tx, questionId: number, accountId: number, label: StatusLabel): Promise<void> {
  await setApprovalStatus(tx, questionId, computeStatusOf(label));
  await insertApproval(tx, questionId, accountId, label);
}

/** Saves somebody's rating of a question, in place of the one they gave before. */
export async function rateQuestion(tx: Tx, questionId: number, accountId: number, rating: number): Promise<void> {
  await holdQuestion(tx, questionId);
  await saveRating(tx, questionId, accountId, rating);
}

/** Marks versions as asked, once: from then on they never change. */
export async function markUsed(tx: Tx, versionIds: readonly number[]): Promise<void> {
  await setFirstUsed(tx, versionIds);
}

/** Checked content as rows, and as search knows it. */
export interface Parts {
  version: VersionValues;
  responses: ResponseValues[];
  attachments: AttachmentValues[];
  fileIds: number[];
  search: SearchableQuestion;
}

/** The points of responses and the grades of criteria: what follows from the rubrics, else what was given. */
export function scoreQuestion(responses: readonly NewResponse[], rubrics: readonly RubricRow[], criteria: readonly ScoredCriterion[]) {
  return {
    points: responses.map(({ matchLabel = '', subGrade = null }) => computeResponsePoints(matchLabel, rubrics) ?? subGrade),
    criteria: criteria.map(({ criterion_name, open_response_grade, description, rubrics: rows }) => ({
      criterion_name,
      open_response_grade: computeCriterionGrade(rows) ?? open_response_grade,
      description,
      rubrics: toRows(rows),
    })),
  };
}

/** Keys in one order, so that the same content reads the same. */
const toRows = (rows: readonly RubricRow[]): RubricRow[] => rows.map(({ point, level, description }) => ({ point, level, description }));

/** Whether two contents say the same, published or not. */
export function isSameContent(one: QuestionContent, other: QuestionContent): boolean {
  const [left, right] = [one, other].map((content) => {
    const { version, responses, attachments } = readContent({ ...content, publishedState: 'DRAFT' });
    return JSON.stringify([version, responses, attachments]);
  });
  return left === right;
}

/** Checks content. A published question needs at least two responses; points follow from the rubrics. @throws VALIDATION_FAILED */
export function readContent(content: QuestionContent): Parts {
  const publishedState = content.publishedState ?? 'DRAFT';
  if (isInvisible(content.title)) throw fieldError('title', 'validation.required', { label: 'Title' });
  if (publishedState === 'PUBLISHED' && content.responses.length < 2) throw fieldError('responses', 'question.needsResponses');
  const description = requireRichText(content.description, { field: 'description', label: 'Description' });
  const reasonings = content.responses.map((response, index) =>
    requireRichText(response.description ?? '', { field: `responses.${index}.description`, label: 'Response' }),
  );
  const attachments = content.attachments ?? [];
  const title = content.title.trim();
  const tags = content.tag ?? [];
  const rubrics = toRows(content.rubrics ?? []);
  const { points, criteria } = scoreQuestion(content.responses, rubrics, content.openResponse ?? []);
  const descriptionText = toPlainText(description);
  return {
    search: {
      title,
      tags,
      description: descriptionText,
      responses: content.responses.map((response) => response.title),
      reasonings: reasonings.map(toPlainText),
    },
    version: {
      title,
      description: JSON.stringify(description),
      description_text: descriptionText,
      type_id: content.typeId === undefined ? DEFAULT_TYPE_ID : content.typeId,
      topic_id: content.topicId ?? null,
      standard_id: content.standardId ?? null,
      question_subject_id: content.questionSubjectId ?? null,
      question_grade_id: content.questionGradeId ?? null,
      tag: tags,
      published_state: publishedState,
      overall_grade: computeOverallGrade(points) ?? content.overallGrade ?? null,
      rubrics: JSON.stringify(rubrics),
      open_response: JSON.stringify(criteria),
      open_response_grade: computeOpenResponseGrade(criteria.map(({ open_response_grade }) => open_response_grade)) ?? content.openResponseGrade ?? null,
    },
    responses: content.responses.map(({ title: choice, matchLabel = '', isValid = false, rubric = [] }, index) => ({
      position: index + 1,
      title: choice,
      match_label: matchLabel,
      description: JSON.stringify(reasonings[index]),
      is_valid: isValid,
      rubric: JSON.stringify(toRows(rubric)),
      sub_grade: points[index] ?? null,
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
