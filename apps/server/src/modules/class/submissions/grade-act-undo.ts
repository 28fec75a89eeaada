import { GRADE_ACT_LIMITS, gradeActUndo } from '@classwright/contract';
import type { SubmissionState } from '@classwright/rules/grading/submissions';
import { audit } from '../../../platform/audit/index.ts';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { requireActiveStaff } from '../classes/index.ts';
import { announceGradeCells, notifyReturned } from './announce.ts';
import type { SubmissionsDependencies } from './dependencies.ts';
import { findBefore, listActChain, lockAct } from './grades-queries.ts';
import { setWithdrawn } from './queries.ts';
import { POINTS_ACT } from './points.ts';
import { loadShownRefusals } from './refusals.ts';
import { type GradeChange, saveGrades } from './save-grades.ts';
import { toCellView } from './views.ts';

type Move = Extract<GradeChange, { set: 'before' }>['move'];

/**
 * Returns the change of state: undoing a return restores the state before it, and undoing that returns the work again.
 * Other acts do not change the state.
 */
function moveOf(kind: string, before: SubmissionState): Move {
  if (kind === 'return') return { to: before, returnedAt: 'before' };
  return kind === 'unreturn' ? { to: 'RETURNED', returnedAt: 'now' } : null;
}
const undoneKind = (kind: string): string => (kind === 'return' ? 'unreturn' : kind === 'unreturn' ? 'return' : 'undo');

/**
 * Implements undoing an act in every cell that is unchanged since; the others are listed with the person who changed
 * them. Undoing a return withdraws its messages and notifications, and undoing that restores them.
 */
export function implementGradeActUndo(dependencies: SubmissionsDependencies): Implementation {
  const { t } = dependencies;
  return implement(gradeActUndo, async ({ tx, actor, input, requestId }) => {
    const act = await lockAct(tx, input.id);
    if (!act || act.kind === POINTS_ACT) throw appError('NOT_FOUND');
    await requireActiveStaff(tx, actor, act.course_id);
    if (act.undone_by !== null) throw appError('ACT_UNDONE');
    const before = await findBefore(tx, act.id, act.kind === 'return');
    const changes = before.ids.map(
      (submissionId, at): GradeChange => ({
        submissionId,
        set: 'before',
        revision: before.revisions[at]!,
        draft: before.drafts[at]!,
        assigned: before.assigned[at]!,
        excused: before.excused[at]!,
        move: moveOf(act.kind, before.states[at]!),
      }),
    );
    const undo = { courseId: act.course_id, accountId: actor.accountId, kind: undoneKind(act.kind), undoes: act.id, requestId };
    const { actId, changed, refused } = await saveGrades(tx, undo, changes);
    if (actId !== null) {
      await audit(tx, actor, { action: gradeActUndo.name, subjectType: 'submission', subjectId: null, after: { undoes: act.id, act_id: actId }, requestId });
      await announceGradeCells(tx, dependencies, act.course_id, changed, { actId, accountId: actor.accountId });
      if (act.kind === 'return' || act.kind === 'unreturn') {
        const isTakenBack = act.kind === 'return';
        const ids = changed.map(({ id }) => id);
        await setWithdrawn(tx, await listActChain(tx, act.id), ids, isTakenBack);
        await notifyReturned(tx, dependencies, { actor, courseId: act.course_id, cells: changed, isTakenBack });
      }
    }
    const message = changed.length > 0 ? t('submissions.undone', { count: changed.length }) : t('submissions.nothingUndone');
    return {
      act_id: actId,
      count: changed.length,
      saved: changed.length <= GRADE_ACT_LIMITS.mostShown ? changed.map(toCellView) : [],
      refused: await loadShownRefusals(tx, refused, t, { courseId: act.course_id, missing: [] }),
      refused_count: refused.length,
      message,
    };
  });
}
