import { liveWall } from '@classwright/contract';
import { computeQuestionPosition, decideWall, type Form, listExplained, type StoredWallChoice, type WallChoice } from '@classwright/rules/live';
import type { Tx } from '../../../../platform/database/index.ts';
import { appError, fieldError } from '../../../../platform/errors.ts';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import { getStaffLesson } from '../access.ts';
import { auditTakeover } from '../audit.ts';
import { findQuestion } from '../posts/staff-question-queries.ts';
import { setWall } from '../queries.ts';
import { type LoadedSession, loadSession, STAFF, viewOf } from '../session-view.ts';
import { changeSession, type TransitionContext } from '../transition.ts';

/**
 * Sets what the walls show, from what is revealed (LIVE-82). A change reveals the distributions that it compares, as
 * *Show on projector* does, in the same transaction. The choice names the form opened last, so a step that is taken at the
 * same moment ends it.
 */
export function implementLiveWall(dependencies: TransitionContext): Implementation {
  return implement(liveWall, async ({ tx, input, actor, requestId }) => {
    const lesson = await getStaffLesson(tx, actor, input.assessment_id);
    const loaded = await getShownSession(tx, lesson.assessmentId);
    const revealed = requireShowable(loaded, input);
    const choice: WallChoice = { show: input.show, of: input.of, step: input.step, ...(await getAsked(tx, loaded, input)) };
    const by = { assessmentId: lesson.assessmentId, actorId: actor.accountId };
    for (const form of revealed) await changeSession(dependencies, tx, by, { type: 'reveal', form, what: 'distribution' });
    await requireStep(dependencies, tx, loaded, choice);
    const { session, state } = loaded;
    const stored: StoredWallChoice = { ...choice, form: state.phases.at(-1)!.form, ended: state.state !== 'running' };
    await setWall(tx, session.id, stored);
    await dependencies.events.announce(tx, session, { name: 'assessment.wall.changed', ...stored });
    await auditTakeover(tx, actor, lesson, { action: liveWall.name, after: { ...choice }, requestId });
    return { session: viewOf(await getShownSession(tx, lesson.assessmentId), STAFF) };
  });
}

/** Returns the run that walls show: the running or finished one. @throws SESSION_NOT_RUNNING */
async function getShownSession(tx: Tx, assessmentId: number): Promise<LoadedSession> {
  const loaded = await loadSession(tx, { currentOf: assessmentId });
  if (!loaded) throw appError('SESSION_NOT_RUNNING');
  return loaded;
}

/** Returns the forms to reveal for it. @throws what keeps this from the walls now */
function requireShowable({ state }: LoadedSession, choice: Pick<WallChoice, 'show' | 'of' | 'step'>): readonly Form[] {
  const decision = decideWall(state, choice);
  if (decision.ok) return decision.reveals;
  if (decision.refused === 'WALL_FORM_NEEDED') throw fieldError('of', 'validation.required', { label: 'Form' });
  throw appError(decision.refused, decision.refused === 'WALL_FORM_OPEN' ? { form: choice.of ?? '' } : {});
}

/** Returns the question that is read out, for `asked` alone (LIVE-131). @throws VALIDATION_FAILED without one, QUESTION_NOT_FOUND for one of another run */
async function getAsked(
  tx: Tx,
  { session }: LoadedSession,
  { show, question_id }: { show: WallChoice['show']; question_id?: number | undefined },
): Promise<Pick<WallChoice, 'question_id'>> {
  if (show !== 'asked') return {};
  if (question_id === undefined) throw fieldError('question_id', 'validation.required', { label: 'Question' });
  if ((await findQuestion(tx, question_id))?.session_id !== session.id) throw appError('QUESTION_NOT_FOUND');
  return { question_id };
}

/** @throws VALIDATION_FAILED at `step` for one that the question does not have */
async function requireStep({ questions }: TransitionContext, tx: Tx, { session }: LoadedSession, { show, of, step }: WallChoice): Promise<void> {
  if (show !== 'explain' || of === null) return;
  const { version } = await questions.get(tx, session.id, computeQuestionPosition(of));
  const steps = listExplained(version.responses).length;
  if (step >= steps) throw fieldError('step', 'validation.choice', { label: 'Step', choices: `0 to ${steps - 1}` });
}
