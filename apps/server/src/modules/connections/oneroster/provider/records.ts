import { instant, isStorable } from '@classwright/contract';
import { z } from 'zod';
import { wrongData } from './failure.ts';

const MOST_ID = 255;
/** The maximum of a grade column: seven digits before the decimal point, two after it. */
const MOST_SCORE = 9_999_999;
const MOST_POINTS = 1_000_000;
const MOST_TITLE = 255;
const MOST_TEXT = 20_000;

const storable = (most: number) => z.string().max(most).refine(isStorable);
const sourcedId = storable(MOST_ID).min(1);
const named = z.object({ sourcedId });
/** A number, which apps may also send as a text. */
const number = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d{1,9}(?:\.\d{1,9})?$/)
    .transform(Number),
]);
const moment = instant();

export const LineItemRecord = z.object({
  sourcedId: sourcedId.optional(),
  title: storable(MOST_TITLE).trim().min(1),
  description: storable(MOST_TEXT).nullish(),
  dueDate: z.union([moment, z.iso.date()]).nullish(),
  class: named.optional(),
  school: named.optional(),
  category: named.nullish(),
  resultValueMin: number.pipe(z.literal(0)).nullish(),
  resultValueMax: number.pipe(z.number().min(0.01).max(MOST_POINTS)),
});
export type LineItemRecord = z.output<typeof LineItemRecord>;

export const ResultRecord = z.object({
  sourcedId: sourcedId.optional(),
  lineItem: named.optional(),
  student: named,
  scoreStatus: z.enum(['exempt', 'fully graded', 'not submitted', 'partially graded', 'submitted']),
  score: number.pipe(z.number().min(0).max(MOST_SCORE)).nullish(),
});
export type ResultRecord = z.output<typeof ResultRecord>;

/** Parses a record that an app sent. @throws Failure invaliddata, which names the field */
export function parseRecord<T extends z.ZodType>(schema: T, value: unknown, at: string): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = [at, ...(issue?.path ?? [])].join('.');
  throw wrongData('oneroster.data.field', { field, reason: issue?.message ?? '' });
}

/** Rounds the points of a score or of a line item to two decimals, half away from zero. */
export const toPoints = (value: number): number => Math.round((value + Number.EPSILON) * 100) / 100;
