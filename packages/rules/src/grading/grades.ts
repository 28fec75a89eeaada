/** Parses grades that people and programs write. */

/**
 * The maximum grade that can be stored. A grade above the maximum points of its work is allowed: it is extra credit.
 */
export const MAX_GRADE = 99_999.99;

/** The reason a value is not a grade: not a number, below 0, above the maximum, or with more than two decimals. */
export type GradeProblem = 'number' | 'negative' | 'most' | 'decimals';
export type ReadGrade = { value: number } | { problem: GradeProblem };

/** Parses a grade from a JSON number or its plain decimal text: points with at most two decimals; never rounded. */
export function readGrade(input: number | string): ReadGrade {
  if (typeof input === 'number') return judge(input);
  if (!/^[+-]?\d{1,15}(\.\d{1,15})?$/.test(input)) return { problem: 'number' };
  const [, decimals = ''] = input.split('.');
  if (decimals.length > 2 && !input.startsWith('-')) return { problem: 'decimals' };
  return judge(Number(input));
}

function judge(value: number): ReadGrade {
  if (!Number.isFinite(value)) return { problem: 'number' };
  if (value < 0) return { problem: 'negative' };
  if (value > MAX_GRADE) return { problem: 'most' };
  // A value with two decimals is the number nearest to a whole count of hundredths.
  return Math.round(value * 100) / 100 === value ? { value: value === 0 ? 0 : value } : { problem: 'decimals' };
}

/** The meaning of a typed text: a grade, excused, an empty cell, or the reason it is none of them. */
export type TypedGrade = { grade: number } | { isExcused: true } | { isEmpty: true } | { problem: GradeProblem };

/**
 * Parses `46`, `46.5`, `46,5`, `92%` (of the maximum points, to two decimals, half away from zero) and `EX`. Thousands
 * separators and other digits than 0 to 9 are not accepted.
 */
export function readTypedGrade(typed: string, maxPoints: number | null): TypedGrade {
  const text = typed.trim();
  if (text === '') return { isEmpty: true };
  if (/^ex$/i.test(text)) return { isExcused: true };
  const [, number = '', percent] = /^([+-]?\d{1,15}(?:[.,]\d{1,15})?)\s*(%)?$/.exec(text) ?? [];
  if (number === '') return { problem: 'number' };
  const plain = number.replace(',', '.');
  if (percent === undefined) return toTyped(readGrade(plain));
  const share = readGrade(plain);
  if ('problem' in share) return share;
  if (maxPoints === null) return { problem: 'number' };
  // In whole numbers: hundredths of a percent times hundredths of a point are millionths.
  const millionths = Math.round(share.value * 100) * Math.round(maxPoints * 100);
  return toTyped(readGrade(Math.floor(millionths / 10_000 + 0.5) / 100));
}

const toTyped = (read: ReadGrade): TypedGrade => ('value' in read ? { grade: read.value } : read);
