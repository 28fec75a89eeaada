/**
 * The gradebook: all grades of a class on one page, and the figures computed from them.
 *
 * Invariants: it writes no grade (`submissions` does); the matrix, history and files are for the staff of the class
 * alone; figures come from `@classwright/rules/grading` and are stored nowhere; they cover the whole class regardless
 * of filters.
 */
import type { Manifest } from '../../../manifest.ts';
import { implementGradeExport } from './files/grade-export.ts';
import { type GradeFilesDependencies, implementGradeImport } from './files/grade-import.ts';
import { implementGradeBook } from './grade-book-get.ts';
import { implementWhy } from './grade-book-why.ts';
import { implementStudentGradeBook } from './student-grade-book.ts';
import { personalData } from './personal-data.ts';

export { loadStudentGradeBook } from './student-grade-book.ts';

export function gradebookModule(dependencies: GradeFilesDependencies): Manifest {
  return {
    personalData,
    implementations: [
      ...implementGradeBook(),
      implementWhy(),
      implementStudentGradeBook(),
      implementGradeExport(dependencies),
      ...implementGradeImport(dependencies),
    ],
  };
}
