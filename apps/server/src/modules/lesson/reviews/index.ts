/**
 * Reviews: the idea of a finished lesson, asked of each of its students again after a week, and after three where the
 * first answer was wrong.
 *
 * Invariants: the transaction that finishes a lesson plans its reviews, in one statement for the whole class; the version
 * that is asked is frozen; a review is answered once, while it is open; it is in no grade and in no figure but its own;
 * people who have left the class, and archived classes, are not asked (LIVE-118 to LIVE-120).
 */
import { reviewAnswer, reviewGet, reviewLater, reviewResults, type ReviewView } from '@classwright/contract';
import { computeSecondDueOn, decideReview } from '@classwright/rules/live';
import type { Manifest } from '../../../manifest.ts';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { appError, fieldError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { loadQuestionVersions, markUsed, type QuestionVersion, toRevealedQuestionView, toStudentQuestionView } from '../../bank/questions/index.ts';
import type { FileLinks } from '../../school/files/index.ts';
import { getStaffLesson, sessionFinished } from '../live/index.ts';
import { answerReview, countRounds, countTransfer, findReview, insertReviews, putOff, type ReviewRow } from './queries.ts';
import { personalData } from './personal-data.ts';

export { type DueReview, selectDueReview } from './queries.ts';

export function reviewsModule({ fileLinks }: { fileLinks: FileLinks }): Manifest {
  return {
    pages: { '/student-live-review': { file: 'join.html' } },
    listens: [sessionFinished.listen((tx, { sessionId }) => planReviews(tx, sessionId, null))],
    personalData,
    implementations: [
      implement(reviewGet, async ({ tx, input, actor }) => {
        const row = await getReview(tx, actor.accountId, input.review_id);
        return { review: toView(row, await loadVersion(tx, row), fileLinks) };
      }),
      implementAnswer(fileLinks),
      implement(reviewLater, async ({ tx, input, actor }) => {
        const row = await getReview(tx, actor.accountId, input.review_id, { hold: true });
        if (row.response_id !== null) throw appError('ALREADY_ANSWERED');
        return { shown_from: (await putOff(tx, row.id)).toISOString() };
      }),
      implement(reviewResults, async ({ tx, input, actor }) => {
        await getStaffLesson(tx, actor, input.assessment_id);
        const [rounds, transfer] = await Promise.all([countRounds(tx, input.assessment_id), countTransfer(tx, input.assessment_id)]);
        return { results: { rounds, transfer } };
      }),
    ],
  };
}

/** Plans the reviews of a lesson, or the second one of a student, and freezes what they ask. */
async function planReviews(tx: Tx, sessionId: number, of: { accountId: number; dueOn: string } | null): Promise<void> {
  const versions = await insertReviews(tx, sessionId, of);
  if (versions.length > 0) await markUsed(tx, versions);
}

/** Returns a review that is open or answered. @throws REVIEW_NOT_FOUND, REVIEW_ENDED */
async function getReview(db: Db, accountId: number, id: number, options?: { hold: boolean }): Promise<ReviewRow> {
  const row = await findReview(db, accountId, id, options);
  if (!row || row.now < row.due_at) throw appError('REVIEW_NOT_FOUND');
  if (row.response_id === null && row.now >= row.ends_at) throw appError('REVIEW_ENDED');
  return row;
}

async function loadVersion(db: Db, { question_version_id }: ReviewRow): Promise<QuestionVersion> {
  return (await loadQuestionVersions(db, [question_version_id])).get(question_version_id) as QuestionVersion; // it throws for one that is missing
}

/** Takes an answer. A wrong first one plans the second question. */
function implementAnswer(fileLinks: FileLinks): Implementation {
  return implement(reviewAnswer, async ({ tx, input, actor }) => {
    const row = await findReview(tx, actor.accountId, input.review_id, { hold: true });
    if (!row) throw appError('REVIEW_NOT_FOUND');
    const decision = decideReview(
      { dueAtMs: row.due_at.getTime(), endsAtMs: row.ends_at.getTime(), chosen: row.response_id },
      input.response_id,
      row.now.getTime(),
    );
    if (!decision.ok) throw appError(decision.refused);
    const version = await loadVersion(tx, row);
    if (decision.outcome === 'repeated') return { review: toView(row, version, fileLinks) };
    const chosen = version.responses.find(({ id }) => id === input.response_id);
    if (!chosen) throw fieldError('response_id', 'live.response.required');
    await answerReview(tx, row.id, chosen.id);
    if (!chosen.is_valid && row.round === 1)
      await planReviews(tx, row.session_id, { accountId: actor.accountId, dueOn: computeSecondDueOn(row.finished_on, row.today) });
    return { review: toView({ ...row, response_id: chosen.id }, version, fileLinks) };
  });
}

function toView(row: ReviewRow, version: QuestionVersion, fileLinks: FileLinks): ReviewView {
  const { id, assessment_id, title, class_name, finished_at, ends_at, round, response_id, now } = row;
  const urlOf = fileLinks.at(now);
  const isRight = version.responses.find((response) => response.id === response_id)?.is_valid ?? false;
  return {
    id,
    assessment_id,
    title,
    class_name,
    finished_at: finished_at.toISOString(),
    ends_at: ends_at.toISOString(),
    round,
    question: (response_id === null ? toStudentQuestionView : toRevealedQuestionView)(version, urlOf),
    answer: response_id === null ? null : { response_id, is_right: isRight },
  };
}
