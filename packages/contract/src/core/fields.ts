import { cleanedText } from '@classwright/rules/text/cleaned';
import { isInvisible } from '@classwright/rules/text/invisible';
import { z } from 'zod';

/**
 * Packs a message for a schema: a catalogue key with parameters in one string, so that the same schema uses the
 * school's texts on the server and on the web. `unpackMessage` reads it.
 */
export function packMessage(key: string, params: Record<string, string | number> = {}): string {
  return `\u0001${key}\u0001${JSON.stringify(params)}`;
}

export function unpackMessage(message: string): { key: string; params: Record<string, string | number> } | null {
  if (!message.startsWith('\u0001')) return null;
  const [, key = '', params = '{}'] = message.split('\u0001');
  return { key, params: JSON.parse(params) as Record<string, string | number> };
}

const MAX_ID = Number.MAX_SAFE_INTEGER;

/**
 * A record's id: a positive integer, also accepted as a string of digits (forms and query strings). `required`: the
 * message for a missing one, when the specification gives it.
 */
export function id<const Label extends string>(label: Label, required = 'validation.required') {
  return idOf(label, required, (number, message) => number.positive(message));
}

/** An id, or 0 for none. */
export function idOrZero<const Label extends string>(label: Label) {
  return idOf(label, 'validation.required', (number, message) => number.nonnegative(message));
}

type IdMessage = { error: (issue: { input?: unknown }) => string };

function idOf(label: string, required: string, from: (number: z.ZodNumber, message: IdMessage) => z.ZodNumber) {
  const message: IdMessage = {
    error: (issue) => packMessage(issue.input === undefined || issue.input === '' ? required : 'validation.id', { label }),
  };
  return z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^\d{1,16}$/)
          .transform(Number),
      ],
      message,
    )
    .pipe(from(z.number(message).int(message), message).max(MAX_ID, message));
}

/** The id of an open socket: two numbers, as in the Pusher protocol. */
export const socketId = z
  .string()
  .regex(/^\d{1,20}\.\d{1,20}$/)
  .max(50);

export interface TextOptions {
  label: string;
  max: number;
  /** The catalogue key of the message for an empty value, when the specification gives it. */
  required?: string;
}

/** Returns true when a database can store a text: no NUL, and no half surrogate pair. */
export const isStorable = (value: string): boolean => !value.includes('\u0000') && !LONE_SURROGATE.test(value);
/** A replacement for `isWellFormed`, which phones that schools still use do not have. */
const LONE_SURROGATE = /\p{Surrogate}/u;

const wordsOf = ({ label, max }: TextOptions, message: string, mend: (value: string) => string) =>
  z
    .string({ error: message })
    .refine(isStorable, { error: packMessage('validation.nul', { label }), abort: true })
    .overwrite(mend)
    .max(max, { error: packMessage('validation.tooLong', { label, max }) });

const required = (options: TextOptions, mend: (value: string) => string) => {
  const message = packMessage(options.required ?? 'validation.required', { label: options.label });
  return wordsOf(options, message, mend).refine((value) => !isInvisible(value), { error: message });
};
const optional = (options: TextOptions, mend: (value: string) => string) =>
  wordsOf(options, packMessage('validation.text', { label: options.label }), (value) => toVisibleText(mend(value))).default('');

/** Returns the text, or an empty one when it has no visible character. */
export const toVisibleText = (text: string): string => (isInvisible(text) ? '' : text);
const trimmed = (text: string): string => text.trim();

/**
 * Required text of one line, such as a name or title: at least one visible character, at most `max` characters, cleaned
 * by `cleanedText`.
 */
export const text = (options: TextOptions) => required(options, cleanedText);

/** Optional text of one line, cleaned in the same way. Empty by default, and when it has no visible character. */
export const optionalText = (options: Omit<TextOptions, 'required'>) => optional(options, cleanedText);

/** Required text that keeps its lines: trimmed, at least one visible character, at most `max` characters. */
export const longText = (options: TextOptions) => required(options, trimmed);

/** Optional text that keeps its lines. Empty by default, and when it has no visible character. */
export const optionalLongText = (options: Omit<TextOptions, 'required'>) => optional(options, trimmed);

/** Returns true for a telephone number: digits with the usual separators. */
export const isPhone = (text: string): boolean => /^\+?[\d\s().\-/x]{3,40}$/i.test(text) && (text.match(/\d/g)?.length ?? 0) >= 3;

/**
 * The allowed years of dates and instants: a year far outside is a mistake, and the extremes exceed the database's
 * range.
 */
const [FIRST_YEAR, LAST_YEAR] = [1900, 2199];
export const isYear = (year: number): boolean => year >= FIRST_YEAR && year <= LAST_YEAR;

/** An instant in ISO 8601, with its offset. */
export const instant = (error?: string) =>
  z.iso.datetime({ offset: true, abort: true, ...(error === undefined ? {} : { error }) }).refine((text) => isYear(new Date(text).getUTCFullYear()), error);

/** A boolean, also accepted as "true"/"false"/"1"/"0" (forms). */
export function flag(label: string) {
  const message = { error: packMessage('validation.flag', { label }) };
  return z.union(
    [
      z.boolean(),
      z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1'),
      z.literal([0, 1]).transform((value) => value === 1),
    ],
    message,
  );
}

const MAX_PAGE = 1_000_000;
const MAX_PER_PAGE = 200;
const pageMessage = { error: packMessage('validation.page', { max: MAX_PAGE }) };
const perPageMessage = { error: packMessage('validation.perPage', { max: MAX_PER_PAGE }) };
/** The number of a page, from 1. */
export const pageNumber = z.coerce.number(pageMessage).int(pageMessage).min(1, pageMessage).max(MAX_PAGE, pageMessage);
/** The number of rows of a page, 1 to 200. */
export const pageSize = z.coerce.number(perPageMessage).int(perPageMessage).min(1, perPageMessage).max(MAX_PER_PAGE, perPageMessage);

/** The page of a list. `per_page` is at most 200. */
export const pageQuery = z.object({
  page: pageNumber.default(1),
  per_page: pageSize.default(25),
});

/** The pagination object of every list response. */
export const Pagination = z.object({
  total: z.number().int(),
  per_page: z.number().int(),
  current_page: z.number().int(),
  last_page: z.number().int(),
  from: z.number().int().nullable(),
  to: z.number().int().nullable(),
});
export type Pagination = z.infer<typeof Pagination>;
