import { type GradeProblem, readTypedGrade } from '@classwright/rules/grading/grades';

/** The value of a cell: its points, EX for excused, null for nothing. */
export type CellValue = number | 'EX' | null;

/** Parses the typed text to a value or a problem. */
export function readTyped(typed: string, maxPoints: number | null): { value: CellValue } | { problem: GradeProblem } {
  const read = readTypedGrade(typed, maxPoints);
  if ('problem' in read) return read;
  if ('grade' in read) return { value: read.grade };
  return { value: 'isExcused' in read ? 'EX' : null };
}
