import { GRADE_ACT_LIMITS, gradeBookReturn, MAX_CHANGES, type ReadGradeChange } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import type { Db } from '../../../platform/database/index.ts';
import { appError, fieldError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { requireActiveStaff } from '../classes/index.ts';
import { announceGradeCells, notifyReturned } from './announce.ts';
import type { SubmissionsDependencies } from './dependencies.ts';
import { findNamed, type Named } from './grades-queries.ts';
import { insertMessages } from './queries.ts';
import { loadShownRefusals } from './refusals.ts';
import { countStaying, listToReturn } from './return-queries.ts';
import { type GradeChange, saveGrades } from './save-grades.ts';
import { toCellView } from './views.ts';
import { listPostedWorks } from './work-queries.ts';

interface Wanted {
  changes: GradeChange[];
  /** Cells that were named and do not exist. */
  missing: Named[];
}

interface Scope {
  courseId: number;
  /** The works; null means all. */
  workIds: readonly number[] | null;
  accountIds: readonly number[] | null;
}

/** Finds grades that were seen in a preview, with the values seen. */
async function findSeen(db: Db, courseId: number, seen: readonly ReadGradeChange[]): Promise<Wanted> {
  const ids = await findNamed(db, courseId, seen);
  const changes = new Map<number, GradeChange>();
  const missing: Named[] = [];
  for (const [index, one] of seen.entries()) {
    const { submission } = one;
    if (submission.type === 'EXCUSED') throw fieldError('changes', 'gradeActs.returnExcused');
    const id = ids[index] ?? null;
    if (id === null) missing.push(one);
    else changes.set(id, { submissionId: id, was: submission.draftGrade, set: 'returned', isPaper: true });
  }
  return { changes: [...changes.values()], missing };
}

/** Lists everything that waits to be returned in some works, for some students. */
async function listWaiting(db: Db, { courseId, workIds, accountIds }: Scope): Promise<Wanted> {
  const rows = await listToReturn(db, { courseId, works: await listPostedWorks(db, courseId, workIds), accountIds }, MAX_CHANGES + 1);
  if (rows.length > MAX_CHANGES) throw fieldError('course_work_ids', 'gradeActs.most', { most: MAX_CHANGES });
  return { changes: rows.map(({ id }) => ({ submissionId: id, set: 'returned', isPaper: true })), missing: [] };
}

/** Returns true when nothing waits because somebody already has their current grade. */
async function hasReturned(db: Db, { courseId, workIds, accountIds }: Scope): Promise<boolean> {
  const staying = await countStaying(db, { courseId, works: await listPostedWorks(db, courseId, workIds), accountIds });
  return staying.some(({ reason }) => reason === 'returned');
}

/** Implements returning the grades that students do not have in their current form: new, changed, and removed ones. */
export function implementGradeBookReturn(dependencies: SubmissionsDependencies): Implementation {
  const { t } = dependencies;
  return implement(gradeBookReturn, async ({ tx, actor, input, requestId }) => {
    const { courseId, course_work_ids: workIds = null, account_ids: accountIds = null, changes: seen = null, message: text } = input;
    await requireActiveStaff(tx, actor, courseId);
    const { changes, missing } = seen ? await findSeen(tx, courseId, seen) : await listWaiting(tx, { courseId, workIds, accountIds });
    const act = { courseId, accountId: actor.accountId, kind: 'return', requestId, isAllOrNothing: seen !== null };
    const { actId, changed, refused } = await saveGrades(tx, act, changes);
    const refusals = await loadShownRefusals(tx, refused, t, { courseId, missing });
    const count = refused.length + missing.length;
    if (seen && count > 0) throw appError('GRADES_REFUSED', { count, refused: refusals });
    if (actId === null) throw appError((await hasReturned(tx, { courseId, workIds, accountIds })) ? 'RETURNED_ALREADY' : 'NOTHING_TO_RETURN');
    const returned = changed.map(({ id }) => id);
    await insertMessages(tx, returned, { accountId: actor.accountId, actId, text });
    const after = { course_id: courseId, act_id: actId, cells: changed.length };
    await audit(tx, actor, { action: gradeBookReturn.name, subjectType: 'submission', subjectId: null, after, requestId });
    await announceGradeCells(tx, dependencies, courseId, changed, { actId, accountId: actor.accountId });
    await notifyReturned(tx, dependencies, { actor, courseId, cells: changed, isTakenBack: false });
    return {
      act_id: actId,
      count: changed.length,
      saved: changed.length <= GRADE_ACT_LIMITS.mostShown ? changed.map(toCellView) : [],
      refused: refusals,
      refused_count: count,
      message: t('gradeActs.returned', { count: changed.length }),
    };
  });
}
