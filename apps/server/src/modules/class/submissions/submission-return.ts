import { returnMany, returnSubmission, type SubmissionMessageView } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { fullName } from '../../people/accounts/index.ts';
import { requireActiveStaff } from '../classes/index.ts';
import { announceGradeCells, notifyReturned } from './announce.ts';
import type { SubmissionsDependencies } from './dependencies.ts';
import { type CellRow, findNamed } from './grades-queries.ts';
import { loadMessageViews } from './present.ts';
import { findSubmission, insertMessages } from './queries.ts';
import { findMissing, loadRefusals, toFailure } from './refusals.ts';
import { saveGrades } from './save-grades.ts';
import { toCellView } from './views.ts';
import { findPostedWork } from './work-queries.ts';

/** Implements returning work to its students with a message; from then on they see the grade. */
export function implementReturning(dependencies: SubmissionsDependencies): Implementation[] {
  const { t } = dependencies;
  return [
    implement(returnSubmission, async ({ tx, actor, input, requestId }) => {
      const { id, courseId, courseWorkId } = input;
      await requireActiveStaff(tx, actor, courseId);
      if (!(await findPostedWork(tx, courseId, courseWorkId))) throw appError('WORK_NOT_FOUND');
      const name = { courseWorkId, submissionId: id, accountId: input.account_id ?? null };
      const [found = null] = await findNamed(tx, courseId, [name]);
      if (found === null) throw appError(await findMissing(tx, courseId, name));
      const act = { courseId, accountId: actor.accountId, kind: 'return', requestId };
      const { actId, changed, refused } = await saveGrades(tx, act, [{ submissionId: id, was: input.was, set: 'returned', isPaper: input.paper }]);
      const [refusal] = await loadRefusals(tx, refused, t);
      if (refusal) throw toFailure(refusal);
      if (actId === null) throw appError('RETURNED_ALREADY');
      await insertMessages(tx, [id], { accountId: actor.accountId, actId, text: input.message });
      await audit(tx, actor, { action: returnSubmission.name, subjectType: 'submission', subjectId: id, after: { act_id: actId }, requestId });
      await announceGradeCells(tx, dependencies, courseId, changed, { actId, accountId: actor.accountId });
      await notifyReturned(tx, dependencies, { actor, courseId, cells: changed, isTakenBack: false });
      const written = (await loadMessageViews(tx, id)).at(-1) as SubmissionMessageView;
      const student = await findSubmission(tx, id);
      const message = t('submissions.returned', { name: student ? fullName(student) : '' });
      return { return_message: written, submission: toCellView(changed[0] as CellRow), act_id: actId, message };
    }),
    implement(returnMany, async ({ tx, actor, input, requestId }) => {
      const { courseId, courseWorkId, paper } = input;
      const ids = [...new Set(input.ids)];
      await requireActiveStaff(tx, actor, courseId);
      if (!(await findPostedWork(tx, courseId, courseWorkId))) throw appError('WORK_NOT_FOUND');
      const found = await findNamed(
        tx,
        courseId,
        ids.map((submissionId) => ({ courseWorkId, submissionId, accountId: null })),
      );
      const act = { courseId, accountId: actor.accountId, kind: 'return', requestId };
      const changes = found.filter((id) => id !== null).map((submissionId) => ({ submissionId, set: 'returned' as const, isPaper: paper }));
      const { actId, changed, refused } = await saveGrades(tx, act, changes);
      if (actId !== null) {
        const returned = changed.map(({ id }) => id);
        await insertMessages(tx, returned, { accountId: actor.accountId, actId, text: input.message });
        const after = { course_work_id: courseWorkId, act_id: actId, submission_ids: returned };
        await audit(tx, actor, { action: returnMany.name, subjectType: 'submission', subjectId: null, after, requestId });
        await announceGradeCells(tx, dependencies, courseId, changed, { actId, accountId: actor.accountId });
        await notifyReturned(tx, dependencies, { actor, courseId, cells: changed, isTakenBack: false });
      }
      const missing = ids.filter((_, index) => found[index] === null).map((submissionId) => ({ submissionId, reason: 'NOT_FOUND' as const, cell: null }));
      const refusals = await loadRefusals(tx, [...refused, ...missing], t);
      const message = changed.length > 0 ? t('submissions.returnedMany', { count: changed.length }) : t('submissions.nothingReturned');
      return { act_id: actId, saved: changed.map(toCellView), refused: refusals, message };
    }),
  ];
}
