import { GRADE_FILE_LIMITS, type GradeFileConflict, type GradeImportView, type MessageKey, type Translate } from '@classwright/contract';
import type { Db } from '../../../../platform/database/index.ts';
import { fullName } from '../../../people/accounts/index.ts';
import { compareWithGrades, type Difference } from './compare.ts';
import { createFindings } from './findings.ts';
import { type ImportPlan, noCells, type PlannedCells } from './plan.ts';
import { type ChangedSince, listChangedSince, loadFileClass } from './queries.ts';
import { openGradeFile } from './read-grades.ts';

export interface Preview {
  plan: ImportPlan;
  view: Omit<GradeImportView, 'import_id' | 'course_id' | 'file_name' | 'message'>;
}

/**
 * Returns the changes that a file would make in a class. A cell that others changed since the export is a conflict,
 * unless it already equals the file's value, so nobody's newer grade is overwritten unseen. @throws VALIDATION_FAILED
 * at `file` for one without grades of this class
 */
export async function previewGrades(db: Db, courseId: number, bytes: Buffer, t: Translate<MessageKey>): Promise<Preview> {
  const findings = createFindings(t);
  const file = await openGradeFile(bytes, await loadFileClass(db, courseId), findings);
  const { differences, studentCount } = await compareWithGrades(db, courseId, file, findings);
  const { asOf } = file.layout;
  const ids = differences.map(({ submissionId }) => submissionId);
  const since = asOf && ids.length > 0 ? await listChangedSince(db, ids, asOf) : new Map<number, ChangedSince>();
  const [changes, conflicts] = [noCells(), { ...noCells(), isChangedInFile: [] as boolean[] }];
  const shown: Preview['view']['changes'] = { account_id: [], course_work_id: [], student: [], title: [], old: [], new: [] };
  const told: GradeFileConflict[] = [];
  for (const difference of differences) {
    const change = since.get(difference.submissionId);
    const before = change ? (change.excused ? 'EX' : change.draft) : difference.theirs;
    if (!change || before === difference.theirs) {
      add(changes, difference);
      if (shown.old.length < GRADE_FILE_LIMITS.mostTold) show(shown, difference);
    } else {
      add(conflicts, difference);
      conflicts.isChangedInFile.push(before !== difference.ours);
      if (told.length < GRADE_FILE_LIMITS.mostTold) told.push(toConflict(difference, change, before));
    }
  }
  return {
    plan: { changes, conflicts, problemCount: findings.count },
    view: {
      as_of: asOf?.toISOString() ?? null,
      student_count: studentCount,
      item_count: file.itemCount,
      change_count: changes.values.length,
      changes: shown,
      conflict_count: conflicts.values.length,
      changed_conflict_count: conflicts.isChangedInFile.filter((isChanged) => isChanged).length,
      conflicts: told,
      words: [...findings.words],
      problem_count: findings.count,
      problems: [...findings.told],
    },
  };
}

function add(cells: PlannedCells, { submissionId, ours, theirs }: Difference): void {
  cells.submissionIds.push(submissionId);
  cells.values.push(ours);
  cells.was.push(theirs);
}

function show(shown: Preview['view']['changes'], { student, item, theirs, ours }: Difference): void {
  shown.account_id.push(student.account_id);
  shown.course_work_id.push(item.id);
  shown.student.push(fullName(student));
  shown.title.push(item.title);
  shown.old.push(theirs);
  shown.new.push(ours);
}

const toConflict = ({ student, item, theirs, ours }: Difference, change: ChangedSince, before: GradeFileConflict['before']): GradeFileConflict => ({
  account_id: student.account_id,
  course_work_id: item.id,
  student: fullName(student),
  title: item.title,
  before,
  theirs,
  ours,
  changed_by: change.first_name === null ? null : fullName({ first_name: change.first_name, last_name: change.last_name ?? '' }),
  changed_at: change.at.toISOString(),
  is_changed_in_file: before !== ours,
});
