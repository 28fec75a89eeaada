import { z } from 'zod';
import { asMessage } from '../messages/translate.ts';
import { cleanedText } from '@classwright/rules/text/cleaned';
import { isInvisible } from '@classwright/rules/text/invisible';
import { isStorable, isYear, toVisibleText, packMessage } from './fields.ts';

/**
 * The options of a field's schema on the wire, which also accepts strings of forms. Every label is a catalogue key, so
 * that messages contain the school's own texts.
 */
export interface SchemaOptions {
  label: string;
  isRequired: boolean;
  /** The catalogue key of a separate message for an empty field. */
  required?: string | undefined;
}

type Issue = { input?: unknown };
const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Returns "… is required" for a missing value, and `otherwise` for a wrong one. */
function complain({ label, required }: SchemaOptions, otherwise: string, params: Record<string, string | number> = {}) {
  return {
    error: (issue: Issue) => packMessage(isEmpty(issue.input) ? (required ?? 'validation.required') : otherwise, { label: asMessage(label), ...params }),
  };
}

const charactersOf = (text: string): number => [...text].length;

/**
 * Returns a name cleaned by `cleanedText`, with repeated spaces as one, so that two spellings that look the same are
 * equal.
 */
const asOneLine = (text: string): string => cleanedText(text).replace(/\s+/g, ' ');

export function textSchema({
  max,
  tooLong,
  isOneLine = false,
  ...options
}: SchemaOptions & { max: number; tooLong?: string | undefined; isOneLine?: boolean }) {
  const label = asMessage(options.label);
  return z
    .string(complain(options, 'validation.text'))
    .refine(isStorable, { error: packMessage('validation.nul', { label }), abort: true })
    .overwrite((value) => toVisibleText(isOneLine ? asOneLine(value) : value.trim()))
    .refine((value) => !options.isRequired || !isInvisible(value), { error: packMessage(options.required ?? 'validation.required', { label }), abort: true })
    .refine((value) => charactersOf(value) <= max, { error: packMessage(tooLong ?? 'validation.tooLong', { label, max }) })
    .meta({ ...(options.isRequired ? { minLength: 1 } : {}), maxLength: max });
}

/** The schema of integers, also as text. */
export function numberSchema({ min, max, ...options }: SchemaOptions & { min: number; max: number }) {
  const message = complain(options, 'list.numberRange', { min, max });
  const number = z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^-?\d{1,15}$/)
          .transform(Number),
      ],
      message,
    )
    .pipe(z.number(message).int(message).min(min, message).max(max, message));
  return nullable(number, options);
}

export function flagSchema(options: SchemaOptions) {
  return z.union(
    [
      z.boolean(),
      z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1'),
      z.literal([0, 1]).transform((value) => value === 1),
    ],
    complain(options, 'validation.flag'),
  );
}

function isCalendarDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const [year = 0, month = 0, day = 0] = value.split('-').map(Number);
  const date = new Date(Date.UTC(year, month - 1, day));
  return isYear(year) && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** The schema of a calendar date, YYYY-MM-DD. */
export function dateSchema(options: SchemaOptions) {
  const message = complain(options, 'list.date');
  return nullable(
    z
      .string(message)
      .trim()
      .refine(isCalendarDate, { ...message, abort: true })
      .meta({ format: 'date' }),
    options,
  );
}

const TIME = /^(\d{1,2}):(\d{2})(?::\d{2})?\s*(?:([ap])\.?m\.?)?$/i;

/** Returns "HH:MM" for any spelling of a time of day ("8:05 PM", "20:05", "20:05:00"), or null. */
export function toTimeOfDay(text: string): string | null {
  const [, hourText = '', minute = '', half] = TIME.exec(text.trim()) ?? [];
  if (hourText === '' || Number(minute) > 59) return null;
  const hour = Number(hourText);
  if (half === undefined) return hour > 23 ? null : `${hourText.padStart(2, '0')}:${minute}`;
  if (hour < 1 || hour > 12) return null;
  return `${String((hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)).padStart(2, '0')}:${minute}`;
}

/** The schema of a time of day. Its result is "HH:MM" of 24 hours. */
export function timeSchema(options: SchemaOptions) {
  const message = complain(options, 'list.time');
  const time = z
    .string(message)
    .refine((value) => toTimeOfDay(value) !== null, { ...message, abort: true })
    .transform((value) => toTimeOfDay(value) as string)
    .meta({ description: 'A time of day: HH:MM, HH:MM:SS or hh:mm AM/PM' });
  return nullable(time, options);
}

/**
 * The pattern of a color: its name, or # and 3, 4, 6 or 8 hexadecimal digits, and nothing that could inject anything
 * into a page.
 */
const COLOUR = /^(?:[a-z][a-z-]{1,29}|#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8}))$/;

export function colourSchema(options: SchemaOptions) {
  const message = complain(options, 'list.colour');
  return z.string(message).trim().toLowerCase().regex(COLOUR, message);
}

/** The schema of a pattern's name. A screen draws an unknown one plain. */
export function styleSchema(options: SchemaOptions) {
  const message = complain(options, 'list.style');
  return z
    .string(message)
    .trim()
    .regex(/^[\p{L}\p{N}][\p{L}\p{N} _-]{0,49}$/u, message);
}

const DIGITS = /^\d{1,16}$/;
const wholeId = (message: { error: (issue: Issue) => string }) => z.number(message).int(message).positive(message).max(Number.MAX_SAFE_INTEGER, message);

/** The schema of another record's id. */
export function referenceSchema(options: SchemaOptions) {
  const message = complain(options, 'validation.id');
  return nullable(z.union([z.number(), z.string().regex(DIGITS).transform(Number)], message).pipe(wholeId(message)), options);
}

const MAX_REFERENCES = 1000;

const isId = (value: number | string): boolean =>
  (typeof value === 'string' ? DIGITS.test(value) : Number.isSafeInteger(value)) && Number(value) > 0 && Number(value) <= Number.MAX_SAFE_INTEGER;

/** The schema of other records' ids, each once: an array, one id, or "1,2" from a form. */
export function referencesSchema(options: SchemaOptions) {
  const message = complain(options, 'validation.id');
  return z
    .union([z.array(z.union([z.number(), z.string()])), z.number(), z.string()], message)
    .transform((sent) => (Array.isArray(sent) ? sent : typeof sent === 'string' ? sent.split(',').filter((part) => part !== '') : [sent]))
    .refine((ids) => ids.length <= MAX_REFERENCES && ids.every(isId), { ...message, abort: true })
    .transform((ids) => [...new Set(ids.map(Number))])
    .refine((ids) => !options.isRequired || ids.length > 0, {
      error: packMessage(options.required ?? 'validation.required', { label: asMessage(options.label) }),
    })
    .meta({ description: 'Ids: an array, one id, or ids with commas between them' });
}

/** Lets an optional value be empty: null, or '' from a form. */
function nullable<T extends z.ZodType>(schema: T, { isRequired }: SchemaOptions) {
  const empty = z.literal(['', null]).transform(() => null);
  return (isRequired ? schema : z.union([empty, schema])) as z.ZodType<z.output<T> | null, z.input<T> | null>;
}
