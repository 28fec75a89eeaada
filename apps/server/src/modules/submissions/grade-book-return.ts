import { GRADE_ACT_LIMITS, gradeBookReturn, MOST_CHANGES } from '@classwright/contract';
import { audit } from '../../platform/audit/index.ts';
import { appError, fieldError } from '../../platform/errors.ts';
import { implement, type Implementation } from '../../platform/http/index.ts';
import { requireActiveClass, requireStaff } from '../classes/index.ts';
import { announceGradeCells, tellReturned } from './announce.ts';
import type { SubmissionsDependencies } from './dependencies.ts';
import { listStudentsNow, listToReturn } from './grades-queries.ts';
import { insertMessages } from './queries.ts';
import { loadShownRefusals } from './refusals.ts';
import { saveGrades } from './save-grades.ts';
import { toCellView } from './views.ts';

/** Returns the grades that students have not got as they are now: new ones, changed ones, and those taken away since. */
export function implementGradeBookReturn(dependencies: SubmissionsDependencies): Implementation {
  const { t } = dependencies;
  return implement(gradeBookReturn, async ({ tx, actor, input, requestId }) => {
    const { courseId, course_work_ids: workIds = null, account_ids: accountIds = null, message: text } = input;
    await requireStaff(tx, actor, courseId);
    await requireActiveClass(tx, courseId);
    const students = await listStudentsNow(tx, courseId);
    const among = accountIds ? accountIds.filter((id) => students.has(id)) : [...students];
    const ids = await listToReturn(tx, { courseId, workIds, accountIds: among }, MOST_CHANGES + 1);
    if (ids.length > MOST_CHANGES) throw fieldError('course_work_ids', 'gradeActs.most', { most: MOST_CHANGES });
    const act = { courseId, accountId: actor.accountId, kind: 'return', requestId };
    const changes = ids.map((submissionId) => ({ submissionId, set: 'returned' as const, isPaper: true }));
    const { actId, changed, refused } = await saveGrades(tx, act, changes);
    if (actId === null) throw appError('NOTHING_TO_RETURN');
    const returned = changed.map(({ id }) => id);
    await insertMessages(tx, returned, { accountId: actor.accountId, actId, text });
    const after = { course_id: courseId, act_id: actId, cells: changed.length };
    await audit(tx, actor, { action: gradeBookReturn.name, subjectType: 'submission', subjectId: null, after, requestId });
    await announceGradeCells(tx, dependencies, courseId, changed, { actId, accountId: actor.accountId });
    await tellReturned(tx, dependencies, { actor, courseId, cells: changed, isTakenBack: false });
    return {
      act_id: actId,
      count: changed.length,
      saved: changed.length <= GRADE_ACT_LIMITS.mostShown ? changed.map(toCellView) : [],
      refused: await loadShownRefusals(tx, refused, t),
      refused_count: refused.length,
      message: t('gradeActs.returned', { count: changed.length }),
    };
  });
}
