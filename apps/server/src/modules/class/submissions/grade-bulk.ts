import { GRADE_ACT_LIMITS, gradeBulk } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { createTurns } from '../../../platform/workers/index.ts';
import { requireActiveStaff } from '../classes/index.ts';
import { announceGradeCells } from './announce.ts';
import type { SubmissionsDependencies } from './dependencies.ts';
import { findNamed, type Named } from './grades-queries.ts';
import { loadShownRefusals } from './refusals.ts';
import { type GradeChange, saveGrades, type SavedGrades, toGradeChange } from './save-grades.ts';
import { toCellView } from './views.ts';

/**
 * Implements saving many grades as one act, two thousand at a time so that lessons are not delayed; or each as an act
 * of its own.
 */
export function implementGradeBulk(dependencies: SubmissionsDependencies): Implementation {
  const { t } = dependencies;
  return implement(gradeBulk, async ({ tx, actor, input, requestId }) => {
    const { courseId, kind, note, changes: asked, all_or_nothing: isAllOrNothing, separate } = input;
    const given = asked.filter(({ problem }) => problem === null);
    const invalid = asked.filter(({ problem }) => problem !== null);
    await requireActiveStaff(tx, actor, courseId);
    const ids = await findNamed(tx, courseId, given);
    // The last value for a cell counts, checked against the value that was seen there first.
    const turn = createTurns();
    const changes = new Map<number, GradeChange>();
    const missing: Named[] = [];
    for (const [index, change] of given.entries()) {
      const id = ids[index] ?? null;
      if (id === null) missing.push(change);
      else {
        const seen = changes.get(id)?.was; // null: nothing was there
        changes.set(id, toGradeChange(id, change.submission, seen === undefined ? change.was : seen));
      }
      await turn();
    }
    const act = { courseId, accountId: actor.accountId, kind, note, requestId, isAllOrNothing };
    const wanted = [...changes.values()];
    const done: SavedGrades[] = [];
    // all or nothing, and one of them is not possible: the others are not tried
    const isTried = !isAllOrNothing || (invalid.length === 0 && missing.length === 0);
    for (const some of !isTried ? [] : separate ? wanted.map((change) => [change]) : [wanted]) done.push(await saveGrades(tx, act, some));
    const [saved, changed, refused] = [done.flatMap((one) => one.saved), done.flatMap((one) => one.changed), done.flatMap((one) => one.refused)];
    const refusals = await loadShownRefusals(tx, refused, t, { courseId, missing, invalid });
    const count = refused.length + missing.length + invalid.length;
    if (isAllOrNothing && count > 0) throw appError('GRADES_REFUSED', { count, refused: refusals });
    const actIds = done.flatMap(({ actId }) => actId ?? []);
    const actId = actIds.at(-1) ?? null;
    if (actId !== null) {
      const after = { course_id: courseId, kind, act_id: actId, cells: changed.length };
      await audit(tx, actor, { action: gradeBulk.name, subjectType: 'submission', subjectId: null, after, requestId });
    }
    for (const one of done) await announceGradeCells(tx, dependencies, courseId, one.changed, { actId: one.actId, accountId: actor.accountId });
    return {
      act_id: actId,
      act_ids: actIds,
      count: changed.length,
      saved: changed.length <= GRADE_ACT_LIMITS.mostShown ? saved.slice(0, GRADE_ACT_LIMITS.mostShown).map(toCellView) : [],
      refused: refusals,
      refused_count: count,
      message: t(saved.length === 0 ? 'submissions.nothingSaved' : actId === null ? 'gradeActs.savedNone' : 'submissions.gradedMany'),
    };
  });
}
