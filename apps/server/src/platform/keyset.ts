import { fieldError } from './errors.ts';

/** The type of a sort key, so that a cursor only holds values that the database can compare. */
export type KeyKind = 'text' | 'number' | 'flag' | 'instant' | 'date' | 'time';

/** The values of a row's sort keys, as the database writes them. Null: no value. */
export type CursorValues = readonly (string | null)[];

const NUMBER = /^-?(?:\d{1,30}(?:\.\d{1,30})?(?:e[+-]?\d{1,3})?|Infinity)$/;
const INSTANT = /^(\d{4}-\d{2}-\d{2}) (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?[+-](?:0\d|1[0-5])(?::[0-5]\d)?$/;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?$/;
const LONE_SURROGATE = /\p{Surrogate}/u;

function isCalendarDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) && !text.startsWith('0000');
}

const fits: Record<KeyKind, (value: string) => boolean> = {
  text: (value) => !value.includes('\u0000') && !LONE_SURROGATE.test(value),
  number: (value) => NUMBER.test(value),
  flag: (value) => value === 'true' || value === 'false',
  instant: (value) => value === '-infinity' || (INSTANT.test(value) && isCalendarDay(value.slice(0, 10))),
  date: isCalendarDay,
  time: (value) => TIME.test(value),
};

/**
 * Returns a row's position in an order as an opaque text. It says where to continue and grants nothing: access is
 * checked again.
 */
export function toCursor(order: string, values: CursorValues): string {
  return Buffer.from(JSON.stringify([order, ...values])).toString('base64url');
}

/** Parses a cursor of this order. @throws 422 at `field` for anything else */
export function parseCursor(field: 'after' | 'before', cursor: string, order: string, kinds: readonly KeyKind[]): CursorValues {
  const refusal = fieldError(field, 'validation.cursor');
  let parsed: unknown;
  try {
    parsed = /^[\w-]+$/.test(cursor) ? JSON.parse(Buffer.from(cursor, 'base64url').toString()) : null;
  } catch {
    throw refusal;
  }
  if (!Array.isArray(parsed) || parsed.length !== kinds.length + 1 || parsed[0] !== order) throw refusal;
  const values = parsed.slice(1) as unknown[];
  const isSound = kinds.every((kind, index) => {
    const value = values[index];
    return value === null || (typeof value === 'string' && fits[kind](value));
  });
  if (!isSound) throw refusal;
  return values as CursorValues;
}
