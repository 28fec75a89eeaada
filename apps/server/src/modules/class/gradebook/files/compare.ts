import { GRADE_FILE_LIMITS } from '@classwright/contract';
import type { Db } from '../../../../platform/database/index.ts';
import { fieldError } from '../../../../platform/errors.ts';
import { createTurns } from '../../../../platform/workers/index.ts';
import { fullName } from '../../../people/accounts/index.ts';
import type { Findings } from './findings.ts';
import type { ShownValue } from './plan.ts';
import { type FileItem, type FileStudent, listStudentCells, type StudentCells } from './queries.ts';
import type { FileRow, FileValue, GradeFile } from './read-grades.ts';

/** A cell where the file and the gradebook differ. */
export interface Difference {
  submissionId: number;
  student: FileStudent;
  item: FileItem;
  theirs: ShownValue;
  ours: FileValue;
}

/**
 * Finds the differences between a file and the grades of a class, by student as in the file. Keeps only the differences
 * and some rows in memory. @throws VALIDATION_FAILED at `file` when there are more than one act may change
 */
export async function compareWithGrades(
  db: Db,
  courseId: number,
  file: GradeFile,
  findings: Findings,
): Promise<{ differences: Difference[]; studentCount: number }> {
  const differences: Difference[] = [];
  const pointless = new Set<FileItem>();
  let studentCount = 0;
  for await (const rows of file.batches) {
    studentCount += rows.length;
    const ids = rows.map(({ student }) => student.account_id);
    const cellsOf = new Map((await listStudentCells(db, courseId, ids)).map((cells) => [cells.account_id, cells]));
    const turn = createTurns();
    for (const row of rows) {
      compareRow(row, cellsOf.get(row.student.account_id), { differences, findings, pointless });
      if (differences.length > GRADE_FILE_LIMITS.mostChanges) throw fieldError('file', 'gradeFiles.file.changes', { most: GRADE_FILE_LIMITS.mostChanges });
      await turn();
    }
  }
  return { differences: differences.filter(({ student }) => !file.twice.has(student.account_id)), studentCount };
}

interface Comparing {
  differences: Difference[];
  findings: Findings;
  /** Items without points that have already been reported. */
  pointless: Set<FileItem>;
}

function compareRow({ row, student, cells }: FileRow, stored: StudentCells | undefined, { differences, findings, pointless }: Comparing): void {
  if (student.has_left) return compareLeft({ row, student, cells }, stored, findings);
  const placeOf = new Map(stored?.works.map((work, place) => [work, place]));
  for (const { column, item, value } of cells) {
    const place = placeOf.get(item.id);
    const theirs = stored && place !== undefined ? shownAt(stored, place) : null;
    if (theirs === value) continue;
    if (!item.takes_grade) {
      if (!pointless.has(item)) findings.add('noPoints', { row: null, column, value: item.title });
      pointless.add(item);
    } else if (!stored || place === undefined) findings.add('notAssigned', { row, column, value: String(value) });
    else differences.push({ submissionId: stored.ids[place]!, student, item, theirs, ours: value });
  }
}

/** Skips a student who left when nothing differs, as in an export. */
function compareLeft({ row, student, cells }: FileRow, stored: StudentCells | undefined, findings: Findings): void {
  const placeOf = new Map(stored?.works.map((work, place) => [work, place]));
  const isOther = cells.some(({ item, value }) => {
    const place = placeOf.get(item.id);
    return value !== (stored && place !== undefined ? shownAt(stored, place) : null);
  });
  if (isOther) findings.add('studentLeft', { row, column: null, value: fullName(student) });
}

const shownAt = ({ drafts, excused }: StudentCells, place: number): ShownValue => (excused[place] === '1' ? 'EX' : drafts[place]!);
