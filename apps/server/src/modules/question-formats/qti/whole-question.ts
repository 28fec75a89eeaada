import { RICH_TEXT_LIMITS, type RichTextDocument } from '@classwright/contract';
import { QUESTION_LIMITS } from '@classwright/rules/questions/index';
import { checkDocument, toSafeHref } from '@classwright/rules/rich-text';
import { z } from 'zod';
import { type ImportedQuestion, NAMED_FIELDS, type WholeContent } from '../imported-question.ts';
import { IMPORTED_LIMITS as LIMITS } from '../limits.ts';

/** Where our own packages keep what QTI has no place for. */
export const WHOLE_PART = 'classwright.json';

const line = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => text.isWellFormed() && !text.includes('\u0000'));
const points = z.number().min(0).max(LIMITS.maxPoints).nullable();
const rows = z
  .array(z.strictObject({ point: points, level: line(LIMITS.levelCharacters), description: line(LIMITS.rubricDescriptionCharacters) }))
  .max(LIMITS.maxRubricRows);
const document = z.custom<RichTextDocument>((value) => checkDocument(value, RICH_TEXT_LIMITS).ok);

const external = z.strictObject({ url: line(2_048).refine((url) => /^https?:/i.test(toSafeHref(url) ?? '')), mimeType: line(200), type: line(50) });

const Content = z.strictObject({
  title: line(500).refine((title) => title.trim() !== ''),
  description: document,
  tag: z.array(line(LIMITS.tagCharacters)).max(LIMITS.maxTags),
  publishedState: z.enum(['DRAFT', 'PUBLISHED']),
  overallGrade: points,
  rubrics: rows,
  responses: z
    .array(
      z.strictObject({
        title: line(LIMITS.responseCharacters),
        matchLabel: line(LIMITS.levelCharacters),
        description: document,
        isValid: z.boolean(),
        rubric: rows,
        subGrade: points,
      }),
    )
    .max(LIMITS.maxResponses),
  openResponse: z
    .array(z.strictObject({ criterion_name: line(LIMITS.criterionNameCharacters), open_response_grade: points, description: line(10_000), rubrics: rows }))
    .max(LIMITS.maxCriteria),
  openResponseGrade: z.number().min(0).max(1_000_000).nullable(),
  attachments: z
    .array(z.union([z.strictObject({ name: line(500), fileId: z.number().int().min(1) }), z.strictObject({ name: line(500), external })]))
    .max(QUESTION_LIMITS.maxAttachments),
});

const Names = z.strictObject(
  Object.fromEntries(NAMED_FIELDS.map((field) => [field, line(300)])) as Record<(typeof NAMED_FIELDS)[number], ReturnType<typeof line>>,
);

const Whole = z.object({
  version: z.literal(1),
  /** Paths in the package, by the numbers that documents name images by. */
  images: z.record(z.string().regex(/^\d{1,15}$/), z.string().max(300)),
  questions: z
    .array(
      z.object({
        /** The item beside it, and what it was when this was written: one that somebody has changed is read as it is now. */
        item: z.string().max(300),
        sha256: z.string().length(64),
        names: Names,
        content: Content,
      }),
    )
    .max(20_000),
});
export type WholePackage = z.infer<typeof Whole>;

/** What a package of ours says of its questions; null for what is none, or was written by something else. */
export function parseWhole(json: string): WholePackage | null {
  try {
    const parsed = Whole.safeParse(JSON.parse(json));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** The question as every format has it, and with all that only we know. */
export function toImportedQuestion({ names, content }: WholePackage['questions'][number]): ImportedQuestion {
  const whole: WholeContent = content;
  return {
    title: content.title,
    description: content.description,
    names,
    tags: content.tag,
    state: content.publishedState,
    responses: content.responses.map(({ title, matchLabel, description, isValid, subGrade }) => ({
      title,
      matchLabel,
      description,
      isValid,
      points: subGrade ?? 0,
    })),
    criteria: content.openResponse.map(({ criterion_name: name, description, rubrics }) => ({
      name,
      description,
      rubrics: rubrics.map(({ point, level, description: words }) => ({ point: point ?? 0, level, description: words })),
    })),
    whole,
  };
}
