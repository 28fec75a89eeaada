import type { LessonRow } from './types.ts';

/** Justifications of some students in Form - 1A, Form - 1B and Form - 2, by student number. */
type Words = Readonly<Record<number, readonly [alone: string, discussed?: string, transfer?: string]>>;

/**
 * Builds the answers of a class in the order of its students: `CCB` is the choice in each of the three forms, `…` means
 * that the student was absent.
 */
export function rows(choices: string, words: Words): LessonRow[] {
  return choices
    .trim()
    .split(/\s+/)
    .flatMap((given, index): LessonRow[] => {
      if (given === '…') return [];
      const said = (form: 0 | 1 | 2): string => `${given[form]} ${words[index + 1]?.[form] ?? ''}`.trim();
      return [[index + 1, said(0), said(1), said(2)]];
    });
}
