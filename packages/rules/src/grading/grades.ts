/** Grades as people and programs write them. */

/** Above it nothing can be kept. A grade above the most points of its work is allowed: it is extra credit. */
export const MOST_GRADE = 99_999.99;

/** Why something is no grade: no number, below 0, above what can be kept, or with more than two decimals. */
export type GradeProblem = 'number' | 'negative' | 'most' | 'decimals';
export type ReadGrade = { value: number } | { problem: GradeProblem };

/** A grade as a JSON number or its plain decimal text, points with at most two decimals; never rounded. */
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
  if (value > MOST_GRADE) return { problem: 'most' };
  // What has two decimals is the number nearest to a whole count of hundredths.
  return Math.round(value * 100) / 100 === value ? { value: value === 0 ? 0 : value } : { problem: 'decimals' };
}

/** What somebody typed as a grade: a grade, excused, an empty cell, or why it is none of them. */
export type TypedGrade = { grade: number } | { isExcused: true } | { isEmpty: true } | { problem: GradeProblem };

/**
 * Reads `46`, `46.5`, `46,5`, `92 %` (of the most points, to two decimals, half away from zero) and `EX`. Thousands
 * separators and other digits than 0 to 9 are no number.
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
