import { FORMS, liveProjectorResults, type ProjectorResultsView } from '@classwright/contract';
import { computeTransitions } from '@classwright/rules/live';
import type { Db } from '../../../../platform/database/index.ts';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import { getStaffLesson } from '../access.ts';
import { requireWallLesson } from '../walls/index.ts';
import { listFigurePosts } from '../figures/queries.ts';
import { type SessionQuestions, validIdsOf } from '../questions.ts';
import { loadSession } from '../session-view.ts';

/**
 * Returns how the class moved between its two answers to the same question (LIVE-46), once the lesson has finished.
 */
export function implementLiveProjectorResults({ questions }: { questions: SessionQuestions }): Implementation {
  return implement(liveProjectorResults, async ({ tx, input, actor }) => {
    const { assessmentId } = await getStaffLesson(tx, actor, input.assessment_id);
    await requireWallLesson(tx, actor, input.assessment_id);
    const run = await loadSession(tx, { newestOf: assessmentId });
    return { results: run?.session.state === 'finished' ? await describeResults(tx, questions, run.session.id) : null };
  });
}

async function describeResults(db: Db, questions: SessionQuestions, sessionId: number): Promise<ProjectorResultsView | null> {
  const asked = await questions.get(db, sessionId, 1);
  const transition = computeTransitions(FORMS[0], FORMS[1], await listFigurePosts(db, sessionId), validIdsOf(asked));
  if (transition.flows.length === 0) return null;
  return { transition, responses: asked.version.responses.map(({ id, position, title, is_valid }) => ({ id, position, response: title, is_valid })) };
}
