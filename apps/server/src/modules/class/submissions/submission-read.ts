import { studentWorkDetails, submissionAnswer, submissionGet, submissionList } from '@classwright/contract';
import { appNow } from '../../../platform/clock.ts';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { requireMember } from '../classes/index.ts';
import { getReachableSubmission } from './access.ts';
import type { SubmissionsDependencies } from './dependencies.ts';
import { loadMessageViews, loadSubmissionView } from './present.ts';
import { findAssigned, listHistory, listOfWork } from './queries.ts';
import { toRowView, toWorkView } from './views.ts';
import { findPostedWork } from './work-queries.ts';

/** Implements reading one submission, its answer, all submissions of a work, and a student's own. */
export function implementSubmissionRead({ fileLinks }: SubmissionsDependencies): Implementation[] {
  return [
    implement(submissionGet, async ({ tx, actor, input }) => {
      const reached = await getReachableSubmission(tx, actor, input.id);
      const view = await loadSubmissionView(tx, actor, fileLinks, reached);
      return { submission: view, data: view, work: toWorkView(reached.work, reached.audience) };
    }),
    implement(submissionAnswer, async ({ tx, actor, input }) => {
      const reached = await getReachableSubmission(tx, actor, input.id);
      const view = await loadSubmissionView(tx, actor, fileLinks, reached);
      const handIns = (await listHistory(tx, input.id)).filter(({ has_answer }) => has_answer).length;
      const { attachments } = view.assignmentSubmission;
      return {
        submission: view,
        data: view,
        local: {
          response: view.shortAnswerSubmission.answer ?? view.multipleChoiceSubmission.answer,
          meta_data: { attachments, turned_in_at: view.turned_in_at, hand_ins: handIns },
        },
        external: { state: view.state, draftGrade: view.draftGrade },
        messages: await loadMessageViews(tx, input.id),
      };
    }),
    implement(submissionList, async ({ tx, actor, input }) => {
      const audience = await requireMember(tx, actor, input.courseId);
      const work = await findPostedWork(tx, input.courseId, input.workId);
      if (!work) throw appError('WORK_NOT_FOUND');
      const rows = await listOfWork(tx, input.courseId, input.workId, audience === 'staff' ? null : actor.accountId);
      if (audience === 'student' && rows.length === 0) throw appError('WORK_NOT_FOUND');
      const now = await appNow(tx);
      const submissions = rows.map((row) => toRowView(row, { work, now, audience }));
      return { work: toWorkView(work, audience), submissions, data: submissions, as_of: now.toISOString() };
    }),
    implement(studentWorkDetails, async ({ tx, actor, input }) => {
      if ((await requireMember(tx, actor, input.course_id)) !== 'student') throw appError('NOT_ALLOWED');
      const work = await findPostedWork(tx, input.course_id, input.course_work_id);
      const submission = work && (await findAssigned(tx, work.id, actor.accountId));
      if (!work || !submission) throw appError('WORK_NOT_FOUND');
      const view = await loadSubmissionView(tx, actor, fileLinks, { submission, work, audience: 'student' });
      return { work: toWorkView(work, 'student'), submission: view, data: view, messages: await loadMessageViews(tx, submission.id) };
    }),
  ];
}
