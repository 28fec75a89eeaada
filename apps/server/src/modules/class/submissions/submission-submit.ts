import { submissionSubmit } from '@classwright/contract';
import { findHandInProblem, isLate } from '@classwright/rules/grading/submissions';
import { isInvisible } from '@classwright/rules/text/invisible';
import { appNow } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { appError, fieldError } from '../../../platform/errors.ts';
import { type Actor, implement, type Implementation } from '../../../platform/http/index.ts';
import { requireActiveClass, requireMember } from '../classes/index.ts';
import { findFiles, requireUsableFiles } from '../../school/files/index.ts';
import { awardOnTime } from '../../school/rewards/index.ts';
import type { SubmissionsDependencies } from './dependencies.ts';
import { loadSubmissionView } from './present.ts';
import { insertHistory, type KeptAnswer, listAttachments, lockAssigned, replaceAttachments, type SubmissionRow, updateHandedIn } from './queries.ts';
import { holdPostedWork, type WorkRow } from './work-queries.ts';

interface Given {
  answer?: string | null | undefined;
  attachment?: number[] | null | undefined;
}
interface Answer {
  kept: KeptAnswer;
  short_answer: string | null;
  choice: string | null;
  files: { id: number; name: string }[];
}

/** Returns the parts of the input that the work asks for. @throws VALIDATION_FAILED at `answer` or `attachment` */
async function readAnswer(tx: Tx, actor: Actor, { work, submission, given }: { work: WorkRow; submission: SubmissionRow; given: Given }): Promise<Answer> {
  if (work.work_type === 'SHORT_ANSWER_QUESTION') {
    if (!given.answer || isInvisible(given.answer)) throw fieldError('answer', 'submissions.answerRequired');
    return { kept: { text: given.answer }, short_answer: given.answer, choice: null, files: [] };
  }
  if (work.work_type === 'MULTIPLE_CHOICE_QUESTION') {
    if (!given.answer) throw fieldError('answer', 'submissions.choiceRequired');
    if (!work.choices.includes(given.answer)) throw fieldError('answer', 'submissions.choiceGone');
    return { kept: { choice: given.answer }, short_answer: null, choice: given.answer, files: [] };
  }
  if (!given.attachment) throw fieldError('attachment', 'submissions.attachmentRequired');
  const before = (await listAttachments(tx, submission.id)).map(({ file_id }) => file_id);
  await requireUsableFiles(tx, given.attachment, { accountId: actor.accountId, schoolId: actor.schoolId, field: 'attachment', kept: before });
  const names = new Map((await findFiles(tx, given.attachment)).map(({ id, name }) => [id, name]));
  const files = given.attachment.map((id) => ({ id, name: names.get(id) ?? '' }));
  const attachments = files.map(({ id, name }) => ({ title: name, file_id: id }));
  return { kept: { attachments, file_ids: given.attachment }, short_answer: null, choice: null, files };
}

/** Implements handing in work. The clock is read after the submission is locked. */
export function implementSubmit({ t, room, fileLinks }: SubmissionsDependencies): Implementation {
  return implement(submissionSubmit, async ({ tx, actor, input }) => {
    const { courseId, courseWorkId } = input;
    if ((await requireMember(tx, actor, courseId)) !== 'student') throw appError('NOT_ALLOWED');
    await requireActiveClass(tx, courseId);
    const work = await holdPostedWork(tx, courseId, courseWorkId);
    const submission = work && (await lockAssigned(tx, courseWorkId, actor.accountId));
    if (!work || !submission) throw appError('WORK_NOT_FOUND');
    if ([input.submissionId, input.id].some((id) => typeof id === 'number' && id !== submission.id)) throw appError('NOT_FOUND');
    if (work.work_type === 'MATERIAL' || work.assessment_id !== null) throw appError('WORK_TAKES_NO_ANSWER');
    if (work.is_elsewhere) throw appError('HAND_IN_ELSEWHERE');
    if (input.type && input.type !== work.work_type) throw fieldError('type', 'submissions.type');
    const problem = findHandInProblem({ state: submission.state, draftGrade: submission.draft_grade });
    if (problem) throw appError(problem === 'graded' ? 'SUBMISSION_GRADED' : 'SUBMISSION_TURNED_IN');

    const { kept, files, short_answer, choice } = await readAnswer(tx, actor, { work, submission, given: input });
    const late = isLate(await appNow(tx), { dueAt: work.due_at, postedAt: work.posted_at, assignedAt: submission.assigned_at });
    if (work.work_type === 'ASSIGNMENT') await replaceAttachments(tx, submission.id, files);
    await updateHandedIn(tx, submission.id, { late, short_answer, choice });
    await insertHistory(tx, submission.id, { accountId: actor.accountId, state: 'TURNED_IN', late, answer: kept, origin: 'here' });
    if (work.due_at !== null && !late) await awardOnTime(tx, { submissionId: submission.id, accountId: actor.accountId });
    await room.announceSubmissions(tx, courseId, [courseWorkId]);
    const after: SubmissionRow = { ...submission, state: 'TURNED_IN', late, short_answer, choice, turned_in_at: await appNow(tx) };
    const view = await loadSubmissionView(tx, actor, fileLinks, { submission: after, work, audience: 'student' });
    return { submission: view, data: view, message: t('submissions.submitted') };
  });
}
