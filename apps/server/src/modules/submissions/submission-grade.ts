import { gradeMany, gradeSubmission } from '@classwright/contract';
import { audit } from '../../platform/audit/index.ts';
import { appError, fieldError } from '../../platform/errors.ts';
import { implement, type Implementation } from '../../platform/http/index.ts';
import { requireActiveClass, requireStaff } from '../classes/index.ts';
import { announceCells } from './announce.ts';
import type { SubmissionsDependencies } from './dependencies.ts';
import { type CellRow, findNamed } from './grades-queries.ts';
import { loadRefusals, toFailure } from './refusals.ts';
import { type CellValue, type GradeChange, saveGrades } from './save-grades.ts';
import { toCellView } from './views.ts';
import { findPostedWork } from './work-queries.ts';

type Change = { type: 'DRAFT_GRADE'; draftGrade: number | null } | { type: 'EXCUSED'; excused: boolean };

const toChange = (submissionId: number, change: Change, was: CellValue | undefined): GradeChange =>
  change.type === 'EXCUSED' ? { submissionId, was, set: 'excused', excused: change.excused } : { submissionId, was, set: 'draft', draft: change.draftGrade };
const kindOf = (changes: readonly Change[]): string => (changes.every(({ type }) => type === 'EXCUSED') ? 'excuse' : 'edit');

/** Grades given one by one and many at once. */
export function implementGrading(dependencies: SubmissionsDependencies): Implementation[] {
  const { t } = dependencies;
  return [
    implement(gradeSubmission, async ({ tx, actor, input, requestId }) => {
      const { courseId, courseWorkId, submission: change, was } = input;
      await requireStaff(tx, actor, courseId);
      await requireActiveClass(tx, courseId);
      if (!(await findPostedWork(tx, courseId, courseWorkId))) throw appError('WORK_NOT_FOUND');
      const name = { courseWorkId, submissionId: input.submissionId ?? null, accountId: input.account_id ?? null };
      if (name.submissionId === null && name.accountId === null) throw fieldError('submissionId', 'submissions.nameStudent');
      const [id = null] = await findNamed(tx, courseId, [name]);
      if (id === null) throw appError('NOT_FOUND');
      const act = { courseId, accountId: actor.accountId, kind: kindOf([change]), requestId };
      const { actId, saved, changed, refused } = await saveGrades(tx, act, [toChange(id, change, was)]);
      const [refusal] = await loadRefusals(tx, refused, t);
      if (refusal) throw toFailure(refusal);
      const cell = saved[0] as CellRow;
      if (actId !== null)
        await audit(tx, actor, { action: gradeSubmission.name, subjectType: 'submission', subjectId: id, after: { change, act_id: actId }, requestId });
      await announceCells(tx, dependencies, courseId, changed);
      const view = toCellView(cell);
      const { draftGrade, assignedGrade, excused, state, late, revision } = view;
      const message = t(actId === null ? 'submissions.gradeUnchanged' : 'submissions.graded');
      return { draftGrade, assignedGrade, excused, state, late, revision, act_id: actId, submission: view, message };
    }),
    implement(gradeMany, async ({ tx, actor, input, requestId }) => {
      const { courseId, cells } = input;
      await requireStaff(tx, actor, courseId);
      await requireActiveClass(tx, courseId);
      const named = cells.map((cell) => ({ courseWorkId: cell.courseWorkId, submissionId: cell.submissionId ?? null, accountId: cell.account_id ?? null }));
      const ids = await findNamed(tx, courseId, named);
      // The last word on a cell counts.
      const changes = new Map<number, GradeChange>();
      for (const [index, cell] of cells.entries()) {
        const id = ids[index] ?? null;
        if (id !== null) changes.set(id, toChange(id, cell.submission, changes.get(id)?.was ?? cell.was));
      }
      const kind = kindOf(cells.map(({ submission }) => submission));
      const { actId, saved, changed, refused } = await saveGrades(tx, { courseId, accountId: actor.accountId, kind, requestId }, [...changes.values()]);
      if (actId !== null) {
        const after = { course_id: courseId, act_id: actId, cells: changed.length };
        await audit(tx, actor, { action: gradeMany.name, subjectType: 'submission', subjectId: null, after, requestId });
      }
      await announceCells(tx, dependencies, courseId, changed);
      const missing = named
        .filter((_, index) => (ids[index] ?? null) === null)
        .map(({ submissionId, accountId, courseWorkId }) => ({
          submissionId,
          account_id: accountId,
          courseWorkId,
          code: 'NOT_FOUND',
          message: t('submissions.refused.NOT_FOUND'),
          newer: null,
        }));
      const refusals = [...(await loadRefusals(tx, refused, t)), ...missing];
      return {
        act_id: actId,
        saved: saved.map(toCellView),
        refused: refusals,
        message: t(saved.length > 0 ? 'submissions.gradedMany' : 'submissions.nothingSaved'),
      };
    }),
  ];
}
