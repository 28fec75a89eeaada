import {
  computeQuestionPosition,
  computeRemaining,
  decide,
  type ExtraTime,
  type PhaseState,
  type SessionAction,
  type SessionDecision,
  type SessionEffect,
  type SessionState,
} from '@classwright/rules/live';
import { CHANNEL_LIMITS } from '@classwright/rules';
import { appNow } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { type AppError, appError, fieldError } from '../../../platform/errors.ts';
import type { Censor } from '../../class/censorship/index.ts';
import type { FileLinks } from '../../school/files/index.ts';
import type { Notifier } from '../../school/notifications/index.ts';
import { toStudentQuestionView } from '../../bank/questions/index.ts';
import { fileDrafts } from './answers/filing.ts';
import type { LessonEvents } from './events.ts';
import {
  closePhase,
  endExtraTimes,
  endSession,
  insertPhase,
  listExtraTimes,
  listPhasesLocked,
  listRunningExtraTimes,
  lockRunningSession,
  moveDeadline,
  setCommenting,
  setShowsAnswers,
  setRevealed,
  type PhaseRow,
  type SessionRow,
} from './queries.ts';
import { isSureAsked } from './reasons/sure.ts';
import { hideVotes } from './reasons/queries.ts';
import { sessionFinished } from './session-finished.ts';
import type { SessionQuestions } from './questions.ts';
import { awardLesson } from './award-lesson.ts';
import { listWallOwners } from './walls/queries.ts';
import { toSessionState } from './session-view.ts';

export interface TransitionContext {
  censor: Censor;
  events: LessonEvents;
  questions: SessionQuestions;
  fileLinks: FileLinks;
  notifier: Notifier;
  /** Sets the assessment's status when its lesson finishes. */
  finishAssessment: (tx: Tx, assessmentId: number) => Promise<void>;
}

/** Returns the notification key for a lesson that has started, used while it runs. */
export const startedKey = (sessionId: number): string => `lesson:${sessionId}`;

/** The rows that a decision's effects apply to; `actorId` null is the server itself. */
export interface Moment {
  session: SessionRow;
  phases: readonly PhaseRow[];
  /** The extra times before the action. */
  extraTimes: readonly ExtraTime[];
  now: Date;
  actorId: number | null;
  action: SessionAction;
}

/** Converts a refused decision to the error that the caller gets. */
export function toFailure(decision: Extract<SessionDecision, { ok: false }>): AppError {
  if (decision.refused === 'VALIDATION_FAILED') return fieldError('time', `live.time.${decision.timeProblem ?? 'increase'}`);
  return appError(decision.refused);
}

/**
 * Runs one step of a running session: locks session and phases, so that steps take turns and every answer in progress
 * is finished first; reads the clock after that; applies the rules; saves and announces the result. `epoch`: the run
 * that the person saw. @throws SESSION_NOT_RUNNING, STEP_NOT_ALLOWED for another run, and any refusal of the rules.
 */
export async function changeSession(
  context: TransitionContext,
  tx: Tx,
  { assessmentId, actorId, epoch }: { assessmentId: number; actorId: number; epoch?: number },
  action: SessionAction,
): Promise<void> {
  const session = await lockRunningSession(tx, assessmentId);
  if (!session) throw appError('SESSION_NOT_RUNNING');
  if (epoch !== undefined && epoch !== session.id) throw appError('STEP_NOT_ALLOWED');
  const { state, phases, now } = await holdSession(tx, session);
  const isOpening = action.type === 'step' && action.step !== 'finished';
  const decision = decide(state, isOpening ? { ...action, extraTimes: await listExtraTimes(tx, session.course_id) } : action, now.getTime());
  if (!decision.ok) throw toFailure(decision);
  await applyEffects(context, tx, { session, phases, extraTimes: state.extraTimes, now, actorId, action }, decision.effects);
}

/** Locks the phases of a locked session until commit, and reads the clock after that. */
export async function holdSession(tx: Tx, session: SessionRow): Promise<{ state: SessionState; phases: PhaseRow[]; now: Date }> {
  const phases = await listPhasesLocked(tx, session.id);
  const last = phases.at(-1);
  const extraTimes = last ? await listRunningExtraTimes(tx, last.id) : [];
  return { state: toSessionState(session, phases, extraTimes), phases, now: await appNow(tx) };
}

/** Saves and announces the effects of a decision, in their order. */
export async function applyEffects(context: TransitionContext, tx: Tx, moment: Moment, effects: readonly SessionEffect[]): Promise<void> {
  for (const effect of effects) await carryOutOne(context, tx, moment, effect);
  if (effects.length > 0) context.events.tallyChanged(tx, moment.session);
}

async function carryOutOne(context: TransitionContext, tx: Tx, moment: Moment, effect: SessionEffect): Promise<void> {
  const { events } = context;
  const { session, now, actorId, action } = moment;
  const assessment_id = session.assessment_id;
  switch (effect.type) {
    case 'session-started':
      return tellWalls(events, tx, session); // the row is there already: its id is the epoch of what follows
    case 'drafts-filed':
      return fileDrafts(tx, context.censor, session, phaseOf(moment, effect.form), now, { except: effect.except });
    case 'phase-closed':
      await closePhase(tx, phaseOf(moment, effect.form).id, new Date(effect.closedAtMs));
      if (effect.by !== 'cancel') await events.announce(tx, session, { name: 'assessment.phase.closed', form: effect.form });
      return;
    case 'own-time-ended': {
      const phase = phaseOf(moment, effect.form);
      if (effect.by !== 'cancel') await fileDrafts(tx, context.censor, session, phase, now, { only: effect.accountIds });
      await endExtraTimes(
        tx,
        effect.accountIds.map((account_id) => ({ phase_id: phase.id, account_id })),
        now,
      );
      return events.ownTimeChanged(tx, session, effect.accountIds);
    }
    case 'phase-opened':
      await openPhase(context, tx, session, effect);
      return events.ownTimeChanged(tx, session, effect.extraTimes.map(accountOf));
    case 'deadline-moved':
      await moveDeadline(tx, phaseOf(moment, effect.form).id, new Date(effect.deadlineAtMs));
      if (action.type !== 'adjust-time') return;
      events.ownTimeChanged(tx, session, moment.extraTimes.map(accountOf));
      return events.announce(tx, session, {
        name: 'assessment.time.adjustment',
        type: action.adjustment,
        time: action.minutes,
        assessment_id,
        deadline_at: new Date(effect.deadlineAtMs).toISOString(),
        form: effect.form,
      });
    case 'commenting-changed':
      await setCommenting(tx, session.id, effect.canComment);
      return events.announce(tx, session, { name: 'assessment.settings.changed', can_comment: effect.canComment });
    case 'plan-changed':
      await setShowsAnswers(tx, session.id, effect.showsAnswers);
      return events.announce(tx, session, { name: 'assessment.settings.changed', can_comment: effect.canComment, shows_answers: effect.showsAnswers });
    case 'revealed':
      await setRevealed(tx, phaseOf(moment, effect.form).id, effect.what, now);
      return events.announce(tx, session, { name: 'assessment.revealed', form: effect.form, what: effect.what });
    case 'session-finished':
      await endSession(tx, session.id, { state: 'finished', endedBy: actorId, now });
      await hideVotes(tx, session.id, now);
      await context.finishAssessment(tx, assessment_id);
      if (!session.is_rehearsal) {
        await awardLesson(tx, session.id);
        await sessionFinished.announce(tx, { sessionId: session.id }); // [LIVE-78]
      }
      await context.notifier.withdraw(tx, startedKey(session.id));
      await tellWalls(events, tx, session);
      return events.announce(tx, session, { name: 'assessment.finished', assessment_id });
    case 'session-canceled':
      await endSession(tx, session.id, { state: 'canceled', endedBy: actorId, now });
      await hideVotes(tx, session.id, now);
      await context.notifier.withdraw(tx, startedKey(session.id));
      await tellWalls(events, tx, session);
      return events.announce(tx, session, { name: 'assessment.canceled', assessment_id });
  }
}

/** Announces to the screens of the class's staff that their lesson may be another one (LIVE-130). */
const tellWalls = async (events: LessonEvents, tx: Tx, { course_id }: SessionRow): Promise<void> =>
  events.wallsChanged(tx, await listWallOwners(tx, course_id));

const accountOf = ({ account_id }: ExtraTime): number => account_id;

/** Opens a phase. A small question is sent with the event, so that a thousand phones need no second call. */
async function openPhase(
  { events, questions, fileLinks }: TransitionContext,
  tx: Tx,
  session: SessionRow,
  { phase, extraTimes }: { phase: PhaseState; extraTimes: readonly ExtraTime[] },
): Promise<void> {
  const { version } = await questions.get(tx, session.id, computeQuestionPosition(phase.form));
  const asksSure = await isSureAsked(tx, session);
  const studentView = toStudentQuestionView(version, fileLinks.at(new Date(phase.openedAtMs)));
  const row = {
    session_id: session.id,
    form: phase.form,
    question_version_id: version.id,
    minutes: phase.minutes,
    opened_at: new Date(phase.openedAtMs),
    deadline_at: new Date(phase.deadlineAtMs),
    asks_sure: asksSure,
  };
  await hideVotes(tx, session.id, row.opened_at);
  await insertPhase(tx, row, extraTimes);
  const isSmall = Buffer.byteLength(JSON.stringify(studentView)) < CHANNEL_LIMITS.questionBytes;
  await events.announce(tx, session, {
    name: 'assessment.started',
    time: computeRemaining(phase.deadlineAtMs, phase.openedAtMs),
    question_id: version.question_id,
    GenerateEventOnStudentSide: true,
    form: phase.form,
    deadline_at: new Date(phase.deadlineAtMs).toISOString(),
    ...(isSmall ? { question: studentView } : {}),
    ...(asksSure && { asks_sure: true as const }),
  });
}

function phaseOf({ session, phases }: Moment, form: PhaseRow['form']): PhaseRow {
  const phase = phases.find((row) => row.form === form);
  if (!phase) throw new Error(`live session ${session.id} has no ${form}`);
  return phase;
}
