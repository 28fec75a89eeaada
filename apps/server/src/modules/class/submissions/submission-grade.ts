import { gradeSubmission } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import { appError, fieldError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { requireActiveStaff } from '../classes/index.ts';
import { announceGradeCells } from './announce.ts';
import type { SubmissionsDependencies } from './dependencies.ts';
import { type CellRow, findNamed } from './grades-queries.ts';
import { findMissing, loadRefusals, toFailure } from './refusals.ts';
import { saveGrades, toGradeChange } from './save-grades.ts';
import { toCellView } from './views.ts';
import { findPostedWork } from './work-queries.ts';

/** Implements saving a single grade. */
export function implementGrading(dependencies: SubmissionsDependencies): Implementation {
  const { t } = dependencies;
  return implement(gradeSubmission, async ({ tx, actor, input, requestId }) => {
    const { courseId, courseWorkId, submission: change, was } = input;
    await requireActiveStaff(tx, actor, courseId);
    const name = { courseWorkId, submissionId: input.submissionId ?? null, accountId: input.account_id ?? null };
    if (name.submissionId === null && name.accountId === null) throw fieldError('submissionId', 'submissions.nameStudent');
    const [id = null] = await findNamed(tx, courseId, [name]);
    // the reason is looked up only if something is missing
    if (id === null) throw appError((await findPostedWork(tx, courseId, courseWorkId)) ? await findMissing(tx, courseId, name) : 'WORK_NOT_FOUND');
    const act = { courseId, accountId: actor.accountId, kind: change.type === 'EXCUSED' ? 'excuse' : 'edit', requestId };
    const { actId, saved, changed, refused } = await saveGrades(tx, act, [toGradeChange(id, change, was)]);
    if (refused[0]?.reason === 'NOT_FOUND' && !(await findPostedWork(tx, courseId, courseWorkId))) throw appError('WORK_NOT_FOUND');
    const [refusal] = await loadRefusals(tx, refused, t);
    if (refusal) throw toFailure(refusal);
    const cell = saved[0] as CellRow;
    if (actId !== null)
      await audit(tx, actor, { action: gradeSubmission.name, subjectType: 'submission', subjectId: id, after: { change, act_id: actId }, requestId });
    await announceGradeCells(tx, dependencies, courseId, changed, { actId, accountId: actor.accountId });
    const view = toCellView(cell);
    const { draftGrade, assignedGrade, excused, state, late, revision } = view;
    const message = t(actId === null ? 'submissions.gradeUnchanged' : 'submissions.graded');
    return { draftGrade, assignedGrade, excused, state, late, revision, act_id: actId, submission: view, message };
  });
}
