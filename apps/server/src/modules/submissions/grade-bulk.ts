import { GRADE_ACT_LIMITS, gradeBulk } from '@classwright/contract';
import { audit } from '../../platform/audit/index.ts';
import { appError } from '../../platform/errors.ts';
import { implement, type Implementation } from '../../platform/http/index.ts';
import { createTurns } from '../../platform/workers/index.ts';
import { requireActiveStaff } from '../classes/index.ts';
import { announceGradeCells } from './announce.ts';
import type { SubmissionsDependencies } from './dependencies.ts';
import { findNamed, type Named } from './grades-queries.ts';
import { loadShownRefusals } from './refusals.ts';
import { type GradeChange, saveGrades, toGradeChange } from './save-grades.ts';
import { toCellView } from './views.ts';

/** Grades given many at once: one act, two thousand at a time so that lessons go on beside it. */
export function implementGradeBulk(dependencies: SubmissionsDependencies): Implementation {
  const { t } = dependencies;
  return implement(gradeBulk, async ({ tx, actor, input, requestId }) => {
    const { courseId, kind, note, changes: given, all_or_nothing: isAllOrNothing } = input;
    await requireActiveStaff(tx, actor, courseId);
    const ids = await findNamed(tx, courseId, given);
    // The last word on a cell counts, against what was seen there first.
    const turn = createTurns();
    const changes = new Map<number, GradeChange>();
    const missing: Named[] = [];
    for (const [index, change] of given.entries()) {
      const id = ids[index] ?? null;
      if (id === null) missing.push(change);
      else changes.set(id, toGradeChange(id, change.submission, changes.get(id)?.was ?? change.was));
      await turn();
    }
    const act = { courseId, accountId: actor.accountId, kind, note, requestId, isAllOrNothing };
    const { actId, saved, changed, refused } = await saveGrades(tx, act, [...changes.values()]);
    const refusals = await loadShownRefusals(tx, refused, t, { courseId, missing });
    const count = refused.length + missing.length;
    if (isAllOrNothing && count > 0) throw appError('GRADES_REFUSED', { count, refused: refusals });
    if (actId !== null) {
      const after = { course_id: courseId, kind, act_id: actId, cells: changed.length };
      await audit(tx, actor, { action: gradeBulk.name, subjectType: 'submission', subjectId: null, after, requestId });
    }
    await announceGradeCells(tx, dependencies, courseId, changed, { actId, accountId: actor.accountId });
    return {
      act_id: actId,
      count: changed.length,
      saved: changed.length <= GRADE_ACT_LIMITS.mostShown ? saved.slice(0, GRADE_ACT_LIMITS.mostShown).map(toCellView) : [],
      refused: refusals,
      refused_count: count,
      message: t(saved.length === 0 ? 'submissions.nothingSaved' : actId === null ? 'gradeActs.savedNone' : 'submissions.gradedMany'),
    };
  });
}
