import { postAdd } from '@classwright/contract';
import { computeQuestionPosition, decideAnswer } from '@classwright/rules/live';
import { appError, fieldError } from '../../../platform/errors.ts';
import { implement, type Implementation, refuse } from '../../../platform/http/index.ts';
import type { FileLinks } from '../../files/index.ts';
import { getOwnPostView } from '../posts/own-post.ts';
import { toPostView } from '../posts/views.ts';
import { type AnswerDependencies, ensureLogin, saveLateContent, receive, toArrival } from './arrival.ts';
import { filePosts } from './file-posts.ts';

/** While its form is open nobody knows what is right, and nobody has commented. */
const NEW_POST = { knowsCorrectness: false, readsComments: false };

/** Files the answer of the form that it names; never of another. */
export function implementPostAdd(dependencies: AnswerDependencies & { fileLinks: FileLinks }): Implementation {
  const { censor, events, questions, fileLinks } = dependencies;
  return implement(postAdd, async ({ tx, input, actor }) => {
    const arrived = await receive(tx, dependencies, actor, input);
    const { courseId, session, form, phase, content, standing } = arrived;
    const decision = decideAnswer(toArrival(arrived));
    if (!decision.ok) {
      if (decision.refused === 'VALIDATION_FAILED') throw fieldError('response_id', 'live.response.required');
      if (decision.refused === 'ALREADY_ANSWERED') throw appError('ALREADY_ANSWERED');
      if (decision.keepAsLate) await saveLateContent(tx, arrived, actor.accountId, 'answer');
      return refuse('PHASE_CLOSED');
    }
    if (decision.outcome === 'already-filed' && standing.post)
      return { post: await getOwnPostView(dependencies, tx, session, standing.post.id, actor.accountId), received_at: standing.post.posted_at.toISOString() };
    if (!phase) throw new Error('an answer was accepted for a form that is not open');

    if (!standing.logged_in_at) await ensureLogin(tx, dependencies, session, actor.accountId, standing.now);
    const place = { courseId, assessmentId: session.assessment_id, sessionId: session.id, phaseId: phase.id, form };
    const [post] = await filePosts(tx, censor, place, [{ ...content, account_id: actor.accountId, filed_by: 'student', posted_at: standing.now }]);
    if (!post) throw appError('ALREADY_ANSWERED'); // from another tab, at the same moment
    await events.announce(tx, session, { name: 'assessment.post.added', items: [post.id] });
    events.tallyChanged(tx, session);
    const author = { first_name: actor.firstName, last_name: actor.lastName, picture_file_id: standing.picture_file_id };
    const question = await questions.get(tx, session.id, computeQuestionPosition(form));
    return {
      post: toPostView({ ...post, ...author }, { form, question, reactions: [], comments: [], earlier: null }, NEW_POST, fileLinks.at(standing.now)),
      received_at: standing.now.toISOString(),
    };
  });
}
