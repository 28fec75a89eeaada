import { computeStatusOf, STATUS_LABELS, type ApprovalStatus } from '@classwright/rules/questions/approval';
import { QUESTION_LIMITS } from '@classwright/rules/questions/limits';
import { cleanedText } from '@classwright/rules/text/cleaned';
import { z } from 'zod';
import { flag, id, instant, isStorable, toVisibleText, packMessage } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';
import { richText } from '../../rich-text.ts';

const label = (name: string): string => asMessage(`question.field.${name}`);

/**
 * A text of a form that is checked as a whole afterward: a draft may leave it empty. Numbers become text, null becomes
 * empty.
 */
const words = (name: string, max: number, mend = cleanedText) =>
  z
    .union([z.string(), z.number(), z.null().transform(() => '')], { error: packMessage('validation.text', { label: label(name) }) })
    .transform(String)
    .refine(isStorable, { error: packMessage('validation.nul', { label: label(name) }), abort: true })
    .overwrite((value) => toVisibleText(mend(value)))
    .refine((value) => [...value].length <= max, { error: packMessage('validation.tooLong', { label: label(name), max }) })
    .default('');
/** A text of several lines. A draft may leave it empty. */
const longWords = (name: string, max: number) => words(name, max, (value) => value.trim());

const optionalId = (name: string) =>
  z
    .union([z.literal(['', null]).transform(() => null), id(label(name))], { error: packMessage('validation.id', { label: label(name) }) })
    .optional()
    .transform((value) => value ?? null);

/** Points as they were typed, parsed by `readPoints` of the rules. */
const points = z.union([z.number(), z.string().max(100), z.null()], { error: packMessage('question.points') }).optional();

const optionalFlag = (name: string) =>
  z
    .union([z.literal(['', null]).transform(() => null), flag(label(name))], { error: packMessage('validation.flag', { label: label(name) }) })
    .optional()
    .transform((value) => value ?? null);

const atMost = (max: number, name: string) => ({ error: packMessage('question.tooMany', { label: label(name), max }) });
const list = <T extends z.ZodType>(item: T, name: string, max: number) =>
  z
    .array(z.unknown(), { error: packMessage('question.list', { label: label(name) }) })
    .max(max, atMost(max, name))
    .pipe(z.array(item))
    .default([]);

const RubricRowBody = z.object({
  point: points,
  level: words('rubrics.level', QUESTION_LIMITS.levelCharacters),
  description: longWords('rubrics.description', QUESTION_LIMITS.rubricDescriptionCharacters),
});

const ResponseBody = z.object({
  title: words('responses.title', QUESTION_LIMITS.responseTitleCharacters),
  match_label: words('responses.match_label', QUESTION_LIMITS.levelCharacters),
  description: richText({ label: label('responses.description') })
    .nullish()
    .transform((value) => value ?? ''),
  is_valid: optionalFlag('responses.is_valid'),
  sub_grade: points,
});

const CriterionBody = z.object({
  criterion_name: words('open_response.criterion_name', QUESTION_LIMITS.criterionNameCharacters),
  open_response_grade: points,
  description: longWords('open_response.description', QUESTION_LIMITS.rubricDescriptionCharacters),
  rubrics: list(RubricRowBody, 'open_response.rubrics', QUESTION_LIMITS.maxRubricRows),
});

/** A file of the library by `file_id` (or by the address it came with), otherwise a link to another site. */
const AttachmentBody = z.object({
  file_id: z.number().int().positive().nullish(),
  name: words('google_drive_link', 200),
  url: z.string().max(2048).nullish(),
  res_url: z.string().max(2048).nullish(),
  mimeType: z.string().max(200).nullish(),
  type: z.string().max(50).nullish(),
  target_file: z.string().max(500).nullish(),
});
export type AttachmentBody = z.infer<typeof AttachmentBody>;

export const Tag = words('tag', QUESTION_LIMITS.tagCharacters);
/** A list, or one tag. Tags that differ only in case are one tag. */
const Tags = z
  .union([z.array(z.unknown()), z.string().transform((tag) => [tag]), z.null().transform(() => [])], {
    error: packMessage('question.list', { label: label('tag') }),
  })
  .refine((tags) => tags.length <= QUESTION_LIMITS.maxTags, { ...atMost(QUESTION_LIMITS.maxTags, 'tag'), abort: true })
  .pipe(z.array(Tag))
  .transform((tags) => [...new Map(tags.filter((tag) => tag !== '').map((tag) => [tag.toLowerCase(), tag])).values()])
  .default([]);

/** 0 or 1, or the label of a step. */
const Status = z
  .union(
    [
      z.literal(['', null]).transform(() => null),
      z.literal([0, 1, '0', '1']).transform((value): ApprovalStatus => computeStatusOf(Number(value) === 1 ? 'Public' : 'Not Approved')),
      z.enum(STATUS_LABELS).transform((value): ApprovalStatus => computeStatusOf(value)),
    ],
    { error: packMessage('validation.choice', { label: label('status'), choices: STATUS_LABELS.join(', ') }) },
  )
  .optional()
  .transform((value) => value ?? null);

const publishedStateMessage = (issue: { input?: unknown }) =>
  issue.input === undefined || issue.input === '' || issue.input === null
    ? packMessage('validation.required', { label: label('published_state') })
    : packMessage('validation.choice', { label: label('published_state'), choices: 'DRAFT, PUBLISHED' });

/** Responses, rubrics and criteria. */
export const questionParts = {
  responses: list(ResponseBody, 'responses', QUESTION_LIMITS.maxResponses),
  rubrics: list(RubricRowBody, 'rubrics', QUESTION_LIMITS.maxRubricRows),
  open_response: list(CriterionBody, 'open_response', QUESTION_LIMITS.maxCriteria),
};

const questionFields = {
  title: words('title', QUESTION_LIMITS.titleCharacters),
  description: richText({ label: label('description') })
    .nullish()
    .transform((value) => value ?? ''),
  type_id: optionalId('type_id'),
  topic_id: optionalId('topic_id'),
  standard_id: optionalId('standard_id'),
  question_subject_id: optionalId('question_subject_id'),
  question_grade_id: optionalId('question_grade_id'),
  tag: Tags,
  published_state: z.enum(['DRAFT', 'PUBLISHED'], { error: publishedStateMessage }),
  /** The status, which counts only from people who may publish. */
  status: Status,
  /** The teachers' step of approval, in addition to a status of 0, as in the answers. */
  teacher_status: z
    .union([z.literal(['', null]).transform(() => null), z.literal([0, 1, 2, '0', '1', '2']).transform((value) => Number(value) as 0 | 1 | 2)], {
      error: packMessage('validation.choice', { label: label('status'), choices: '0, 1, 2' }),
    })
    .optional()
    .transform((value) => value ?? null),
  overall_grade: points,
  ...questionParts,
  /** The attachments. Omitted in an edit: they are unchanged. Files that come with the form are added to them. */
  google_drive_link: z
    .array(AttachmentBody, { error: packMessage('question.list', { label: label('google_drive_link') }) })
    .max(QUESTION_LIMITS.maxAttachments, atMost(QUESTION_LIMITS.maxAttachments, 'google_drive_link'))
    .nullish(),
};

export const QuestionBody = z.object(questionFields);
/** The data that the question form sends. */
export type QuestionBody = z.output<typeof QuestionBody>;

/** The `updated_at` that an edit started from. An older one is refused. */
const version = instant(packMessage('list.version')).optional();
const methodField = z.string({ error: packMessage('list.method') }).regex(/^put$/i, { error: packMessage('list.method') });

export const QuestionEditBody = z.object({ ...questionFields, updated_at: version });
export const QuestionEditByPostBody = z.object({ ...questionFields, updated_at: version, _method: methodField });
