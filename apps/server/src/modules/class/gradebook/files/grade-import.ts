import { gradeBookImport, gradeBookImportApply, type MessageKey, type Translate } from '@classwright/contract';
import { audit } from '../../../../platform/audit/index.ts';
import { inTransaction } from '../../../../platform/database/index.ts';
import { appError } from '../../../../platform/errors.ts';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import { requireActiveStaff } from '../../classes/index.ts';
import { findImportById, finishImport, insertImport, lockImportFile, updateImport } from '../../../school/imports/index.ts';
import { announceGradeCells, type Announcing, type GradeChange, loadRefusals, saveGrades } from '../../submissions/index.ts';
import { chooseCells, type PlannedCells, readPlan, toPlanBytes } from './plan.ts';
import { previewGrades } from './preview.ts';

export interface GradeFilesDependencies extends Announcing {
  t: Translate<MessageKey>;
}

const MOST_NAMED = 100;

const toChanges = ({ submissionIds, values, was }: PlannedCells): GradeChange[] =>
  submissionIds.map((submissionId, index) => {
    const value = values[index]!;
    const of = { submissionId, was: was[index]! };
    return value === 'EX' ? { ...of, set: 'excused', excused: true } : { ...of, set: 'draft', draft: value };
  });

/** Imports a file of grades: first a preview, then the real import. The preview is stored, not the file. */
export function implementGradeImport({ t, ...announcing }: GradeFilesDependencies): Implementation[] {
  return [
    implement(gradeBookImport, async ({ tx: db, actor, input, files: [file] }) => {
      const courseId = input.class;
      await requireActiveStaff(db, actor, courseId);
      const { plan, view } = await previewGrades(db, courseId, file.bytes, t);
      const importId = await inTransaction(db, async (tx) => {
        const values = { account_id: actor.accountId, kind: 'grade' as const, file_name: file.name, status: 'preview' as const, is_partial: false };
        const id = await insertImport(tx, { ...values, file: toPlanBytes(plan), options: JSON.stringify({ course_id: courseId }) });
        await updateImport(tx, id, { total_rows: view.student_count, created_count: view.change_count, error_count: view.problem_count });
        return id;
      });
      const message = view.change_count > 0 ? t('gradeFiles.wouldChange', { count: view.change_count }) : t('gradeFiles.nothingToChange');
      return { ...view, import_id: importId, course_id: courseId, file_name: file.name, message };
    }),
    implement(gradeBookImportApply, async ({ tx, actor, input, requestId }) => {
      const row = await findImportById(tx, input.id);
      if (row?.kind !== 'grade') throw appError('NOT_FOUND');
      const { course_id: courseId } = row.options as { course_id: number };
      await requireActiveStaff(tx, actor, courseId);
      const bytes = await lockImportFile(tx, row.id, ['preview']);
      if (!bytes) throw appError('IMPORT_NOT_PREVIEW');
      const plan = readPlan(bytes);
      if (plan.problemCount > 0 && !input.partial) throw appError('GRADE_FILE_REFUSED', { count: plan.problemCount });
      const chosen = chooseCells(plan, input.conflicts);
      const act = { courseId, accountId: actor.accountId, kind: 'import', note: row.file_name, requestId };
      const { actId, changed, refused } = await saveGrades(tx, act, toChanges(chosen));
      if (refused.length > 0) {
        const told = await loadRefusals(tx, refused.slice(0, MOST_NAMED), t);
        const by = told.find(({ newer }) => newer?.changed_by)?.newer?.changed_by ?? t('gradeFiles.somebody');
        throw appError('GRADE_CHANGED', { by, refused: told, refused_count: refused.length });
      }
      await finishImport(tx, row.id, { status: 'finished', done_rows: row.total_rows, created_count: changed.length }, { keepsFile: false });
      if (actId !== null) {
        const after = { course_id: courseId, act_id: actId, import_id: row.id, cells: changed.length };
        await audit(tx, actor, { action: gradeBookImportApply.name, subjectType: 'course', subjectId: courseId, after, requestId });
        await announceGradeCells(tx, announcing, courseId, changed, { actId, accountId: actor.accountId });
      }
      const message = changed.length > 0 ? t('gradeFiles.imported', { count: changed.length }) : t('gradeFiles.nothingChanged');
      const kept = plan.changes.values.length + plan.conflicts.values.length - chosen.values.length;
      return { act_id: actId, change_count: changed.length, kept_count: kept, message };
    }),
  ];
}
