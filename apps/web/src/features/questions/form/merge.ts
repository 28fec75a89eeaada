import { QUESTION_FIELDS, type QuestionField, type QuestionValues } from './values.ts';

/** Keys tell rows apart on the page, and the address of a picture is another one every time: neither says anything. */
const SAYS_NOTHING: readonly string[] = ['key', 'src'];
const comparable = (value: unknown): string => JSON.stringify(value, (name, part: unknown) => (SAYS_NOTHING.includes(name) ? undefined : part)) ?? '';

export const isSameValue = (left: unknown, right: unknown): boolean => comparable(left) === comparable(right);
export const isSameForm = (left: QuestionValues, right: QuestionValues): boolean => QUESTION_FIELDS.every((field) => isSameValue(left[field], right[field]));

export interface Merged {
  /** What was typed, with the newer values in what was left alone. */
  values: QuestionValues;
  /** Left alone here and changed there: taken over. */
  taken: readonly QuestionField[];
  /** Changed by both, and not to the same: the person chooses. */
  differing: readonly QuestionField[];
}

/**
 * Somebody saved the question meanwhile. What was typed is kept; fields that were left alone take the newer values,
 * else the next save would quietly put the older ones back.
 */
export function mergeNewer(base: QuestionValues, typed: QuestionValues, newer: QuestionValues): Merged {
  const isTyped = (field: QuestionField) => !isSameValue(typed[field], base[field]);
  const kept = Object.fromEntries(QUESTION_FIELDS.filter(isTyped).map((field) => [field, typed[field]]));
  return {
    values: { ...newer, ...kept },
    taken: QUESTION_FIELDS.filter((field) => !isTyped(field) && !isSameValue(newer[field], base[field])),
    differing: QUESTION_FIELDS.filter((field) => isTyped(field) && !isSameValue(typed[field], newer[field])),
  };
}
