import { isYear } from '@classwright/contract';
import type { Comparable } from './collection.ts';
import { Failure } from './failure.ts';

type Predicate = '=' | '!=' | '>' | '<' | '>=' | '<=' | '~';

export interface Condition {
  field: string;
  predicate: Predicate;
  value: string;
}
/** A list of alternatives, each a list of conditions that must all hold. */
export type Filter = readonly (readonly Condition[])[];

const MOST_CHARACTERS = 2_000;
const MOST_CONDITIONS = 20;

const refuse = (reason: string): Failure => new Failure(400, 'invalid_filter_field', 'oneroster.filter.wrong', { reason });

/**
 * Parses `field='value' AND field~'value' OR …`: AND binds closer than OR, and a quote within a value is doubled.
 * Source: OneRoster 1.2, REST bindings, section 3.4.3, which has no brackets. @throws Failure invalid_filter_field
 */
export function parseFilter(text: string): Filter {
  if (text.length > MOST_CHARACTERS) throw refuse(`more than ${MOST_CHARACTERS} characters`);
  const anyOf: Condition[][] = [[]];
  let count = 0;
  // sticky: each step continues exactly where the last one ended, so that the time is linear in the length
  const condition = /\s*([A-Za-z][A-Za-z0-9]*(?:\.[A-Za-z][A-Za-z0-9]*){0,2})\s*(!=|>=|<=|=|>|<|~)\s*'((?:[^']|'')*)'/y;
  const joint = /\s+(AND|OR)(?=\s)/iy;
  for (let at = 0; ; ) {
    condition.lastIndex = at;
    const [whole, field, predicate, value] = condition.exec(text) ?? [];
    if (whole === undefined || field === undefined || value === undefined) throw refuse(`near character ${at + 1}`);
    count += 1;
    if (count > MOST_CONDITIONS) throw refuse(`more than ${MOST_CONDITIONS} conditions`);
    anyOf.at(-1)?.push({ field, predicate: predicate as Predicate, value: value.replaceAll("''", "'") });
    at += whole.length;
    if (text.slice(at).trim() === '') return anyOf;
    joint.lastIndex = at;
    const [joined, word] = joint.exec(text) ?? [];
    if (joined === undefined || word === undefined) throw refuse(`near character ${at + 1}`);
    if (word.toUpperCase() === 'OR') anyOf.push([]);
    at += joined.length;
  }
}

const DAY = /^(\d{4})-\d{2}-\d{2}$/;
const INSTANT = /^(\d{4})-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** Converts the value of a condition to its field's type. @throws Failure if it is not valid */
export function readValue(field: string, type: Comparable['type'], value: string): string | number | boolean {
  const wrong = (what: string): Failure => refuse(`${field} takes ${what}`);
  if (/\0/.test(value) || !value.isWellFormed()) throw wrong('text');
  if (type === 'number') {
    if (!/^-?\d{1,12}(?:\.\d{1,6})?$/.test(value)) throw wrong('a number');
    return Number(value);
  }
  if (type === 'flag') {
    if (!/^(?:true|false)$/i.test(value)) throw wrong('true or false');
    return value.toLowerCase() === 'true';
  }
  if (type === 'text') return value;
  const year = (type === 'day' ? DAY : INSTANT).exec(value)?.[1];
  // without a zone it is UTC, like everything in the standard
  const instant = Date.parse(type === 'day' || DAY.test(value) || /(?:Z|[+-]\d{2}:?\d{2})$/.test(value) ? value : `${value}Z`);
  if (year === undefined || Number.isNaN(instant) || !isYear(Number(year))) throw wrong(type === 'day' ? 'a day such as 2026-08-31' : 'a day or an instant');
  // some parsers read February 31 as March 3: it is not a valid day
  if (type === 'day' && new Date(instant).toISOString().slice(0, 10) !== value) throw wrong('a day such as 2026-08-31');
  return type === 'day' ? value : new Date(instant).toISOString();
}
