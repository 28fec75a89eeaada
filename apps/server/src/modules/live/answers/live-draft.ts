import { liveDraft } from '@classwright/contract';
import { decideDraft } from '@classwright/rules/live';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation, refuse } from '../../../platform/http/index.ts';
import { type AnswerDependencies, ensureLogin, saveLateContent, receive, toArrival } from './arrival.ts';
import { getStanding, saveDraft } from './queries.ts';

/** Keeps what a student has typed so far, so that the server can file it when the form closes. */
export function implementLiveDraft(dependencies: AnswerDependencies): Implementation {
  return implement(liveDraft, async ({ tx, input, actor }) => {
    const arrived = await receive(tx, dependencies, actor, input);
    const { session, phase, content, standing } = arrived;
    const decision = decideDraft({ ...toArrival(arrived), revision: input.revision, storedRevision: standing.draft?.revision ?? null });
    if (!decision.ok) {
      if (decision.refused === 'ALREADY_ANSWERED') throw appError('ALREADY_ANSWERED');
      if (decision.keepAsLate) await saveLateContent(tx, arrived, actor.accountId, 'draft');
      return refuse('PHASE_CLOSED');
    }
    if (decision.outcome === 'older' && standing.draft) return { saved_at: standing.draft.saved_at.toISOString(), revision: standing.draft.revision };
    if (decision.outcome === 'already-filed' && standing.post) return { saved_at: standing.post.posted_at.toISOString(), revision: input.revision };
    if (!phase) throw new Error('a draft was accepted for a form that is not open');

    if (!standing.logged_in_at) await ensureLogin(tx, dependencies, session, actor.accountId, standing.now);
    const isSaved = await saveDraft(tx, {
      phaseId: phase.id,
      accountId: actor.accountId,
      revision: input.revision,
      responseId: content.response_id,
      comment: content.comment,
      now: standing.now,
    });
    if (isSaved) return { saved_at: standing.now.toISOString(), revision: input.revision };
    const { draft } = await getStanding(tx, session.id, phase.id, actor.accountId); // a newer one came at the same moment
    return { saved_at: (draft?.saved_at ?? standing.now).toISOString(), revision: draft?.revision ?? input.revision };
  });
}
