import { submissionMessage, type SubmissionMessageView } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { fullName } from '../../people/accounts/index.ts';
import { requireActiveClass } from '../classes/index.ts';
import { getReachableSubmission } from './access.ts';
import { announceCells, notifyMessage } from './announce.ts';
import type { SubmissionsDependencies } from './dependencies.ts';
import { loadMessageViews } from './present.ts';
import { insertMessages } from './queries.ts';

/** Sends a teacher's message to a student about a work, without returning it. */
export function implementMessage(dependencies: SubmissionsDependencies): Implementation {
  const { t } = dependencies;
  return implement(submissionMessage, async ({ tx, actor, input, requestId }) => {
    const { submission, work, audience } = await getReachableSubmission(tx, actor, input.id);
    if (audience !== 'staff') throw appError('NOT_ALLOWED');
    // unassigned: the student has no page on which to read it
    if (submission.assigned_at === null) throw appError('NOT_FOUND');
    await requireActiveClass(tx, submission.course_id);
    await insertMessages(tx, [submission.id], { accountId: actor.accountId, actId: null, text: input.message });
    await audit(tx, actor, { action: submissionMessage.name, subjectType: 'submission', subjectId: submission.id, requestId });
    await announceCells(tx, dependencies, submission.course_id, [submission]);
    await notifyMessage(tx, dependencies, { actor, submission, title: work.title });
    const written = (await loadMessageViews(tx, submission.id)).at(-1) as SubmissionMessageView;
    return { return_message: written, message: t('submissions.messageSent', { name: fullName(submission) }) };
  });
}
