import { RICH_TEXT_LIMITS, type RichTextDocument } from '@classwright/contract';
import { QUESTION_LIMITS } from '@classwright/rules/questions/index';
import { checkDocument, toSafeHref } from '@classwright/rules/rich-text';
import { z } from 'zod';
import { type ImportedQuestion, NAMED_FIELDS } from '../imported-question.ts';
import { IMPORTED_LIMITS as LIMITS } from '../limits.ts';

/** The file in our own packages that holds everything that QTI has no place for. */
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
  published_state: z.enum(['DRAFT', 'PUBLISHED']),
  overall_grade: points,
  rubrics: rows,
  responses: z
    .array(
      z.strictObject({
        title: line(LIMITS.responseCharacters),
        match_label: line(LIMITS.levelCharacters),
        description: document,
        is_valid: z.boolean(),
        rubric: rows,
        sub_grade: points,
      }),
    )
    .max(LIMITS.maxResponses),
  open_response: z
    .array(z.strictObject({ criterion_name: line(LIMITS.criterionNameCharacters), open_response_grade: points, description: line(10_000), rubrics: rows }))
    .max(LIMITS.maxCriteria),
  open_response_grade: z.number().min(0).max(1_000_000).nullable(),
  attachments: z
    .array(
      z
        .strictObject({ name: line(500), file_id: z.number().int().min(1).nullable().default(null), external: external.nullable().default(null) })
        .refine(({ file_id, external: link }) => (file_id === null) !== (link === null)),
    )
    .max(QUESTION_LIMITS.maxAttachments),
});

const Names = z.strictObject(
  Object.fromEntries(NAMED_FIELDS.map((field) => [field, line(300)])) as Record<(typeof NAMED_FIELDS)[number], ReturnType<typeof line>>,
);

const Whole = z.object({
  version: z.literal(2),
  /** The paths in the package, by the image numbers in documents. */
  images: z.record(z.string().regex(/^\d{1,15}$/), z.string().max(300)),
  questions: z
    .array(
      z.object({
        /**
         * The path of the item, with its checksum at the time of writing: if somebody has changed the item, it is read
         * as it is now.
         */
        item: z.string().max(300),
        sha256: z.string().length(64),
        names: Names,
        content: Content,
      }),
    )
    .max(20_000),
});
export type WholePackage = z.infer<typeof Whole>;

/** Fields that packages of version 1 spelled differently. */
const SPELLED_BEFORE: ReadonlyMap<string, string> = new Map([
  ['publishedState', 'published_state'],
  ['overallGrade', 'overall_grade'],
  ['openResponse', 'open_response'],
  ['openResponseGrade', 'open_response_grade'],
  ['matchLabel', 'match_label'],
  ['isValid', 'is_valid'],
  ['subGrade', 'sub_grade'],
  ['fileId', 'file_id'],
]);

/** Converts a package of version 1 to version 2. */
function upgrade(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(upgrade);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [SPELLED_BEFORE.get(key) ?? key, upgrade(part)]));
}

/** Parses the complete questions of our own package; null if it is invalid or another program's. */
export function parseWhole(json: string): WholePackage | null {
  try {
    const written: unknown = JSON.parse(json);
    const isOfVersion1 = (written as { version?: unknown } | null)?.version === 1;
    const parsed = Whole.safeParse(isOfVersion1 ? { ...(upgrade(written) as object), version: 2 } : written);
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Converts the question to the common form, with everything that only our packages have. */
export const toImportedQuestion = ({ names, content }: WholePackage['questions'][number]): ImportedQuestion => ({ ...content, names, isWhole: true });
