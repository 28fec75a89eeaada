import { FORMS, NOT_STARTED, decide, type Form, type PhaseState, type SessionAction, type SessionState } from '../live/index.ts';
import { toDocument, type RichTextDocument } from '../rich-text/index.ts';
import { deepFreeze } from './property.ts';

/** The instant at which test sessions start. */
export const START_MS = Date.UTC(2026, 10, 20, 9, 0, 0);
export const MINUTE_MS = 60_000;

export const activate = (minutes = 10): SessionAction => ({ type: 'activate', minutes, questionCount: 2, classIsBusy: false });
export const step = (name: 're-assign' | 'next' | 'finished', minutes = 10): SessionAction => ({ type: 'step', step: name, minutes });

/** Returns the session after these actions, a second apart. Every one of them must be accepted. */
function sessionAfter(...actions: SessionAction[]): SessionState {
  return actions.reduce<SessionState>((session, action, index) => {
    const decision = decide(session, action, START_MS + index * 1_000);
    if (!decision.ok) throw new Error(`${action.type} was refused: ${decision.refused}`);
    return deepFreeze(decision.next);
  }, NOT_STARTED);
}

/** Sessions by state, reached by the actions of a lesson. */
export const sessions = {
  notStarted: NOT_STARTED,
  in1A: sessionAfter(activate()),
  in1B: sessionAfter(activate(), step('re-assign')),
  in2: sessionAfter(activate(), step('re-assign'), step('next')),
  finished: sessionAfter(activate(), step('re-assign'), step('next'), step('finished')),
  canceled: sessionAfter(activate(), { type: 'cancel' }),
} as const;
export type SessionName = keyof typeof sessions;

/** Returns the session with its open phase closed by the deadline. */
export function closedByDeadline(session: SessionState): SessionState {
  const decision = decide(session, { type: 'close-due' }, START_MS + 24 * 60 * MINUTE_MS);
  if (!decision.ok) throw new Error(decision.refused);
  return decision.next;
}

export function openPhaseOf(session: SessionState): PhaseState {
  const phase = session.phases.at(-1);
  if (!phase || phase.closedAtMs !== null) throw new Error('no phase is open');
  return phase;
}

/** Returns an account as a student with posts in these forms, or in none. */
export const studentWho = (...answered: Form[]) => ({ role: 'student', account_id: 1, answered }) as const;
export const STAFF = { role: 'staff', account_id: 900 } as const;
export const PROJECTOR = { role: 'projector' } as const;

export const words = (text: string): RichTextDocument => toDocument(text);
export const [FORM_1A, FORM_1B, FORM_2] = FORMS;
