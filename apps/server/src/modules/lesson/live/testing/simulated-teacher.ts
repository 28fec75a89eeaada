import {
  type Endpoint,
  FORMS,
  liveAdjustTime,
  liveClose,
  liveEnd,
  livePhaseClose,
  livePlanUpdate,
  liveReveal,
  liveSettingsUpdate,
  liveStart,
  liveStatus,
} from '@classwright/contract';
import { computeStatusButton, type SessionAction, type SessionState } from '@classwright/rules/live';
import type { Random } from '../../../../testing/index.ts';

/** Returns the action of the one button that moves the lesson forward. */
export function nextStep(session: SessionState, random: Random): SessionAction {
  const minutes = 1 + random.below(3);
  const button = session.state === 'running' ? computeStatusButton(session.phases.length) : null;
  return button ? { type: 'step', step: button.action, minutes } : activate(session, minutes);
}

/** Returns any available action, in order or not. */
export function anyAction(session: SessionState, random: Random): SessionAction {
  const minutes = 1 + random.below(3);
  const form = random.pick(FORMS);
  return random.pick<SessionAction>([
    activate(session, minutes),
    { type: 'step', step: 're-assign', minutes },
    { type: 'step', step: 'next', minutes },
    { type: 'step', step: 'finished' },
    { type: 'cancel' },
    { type: 'close', form },
    { type: 'close', form: session.phases.at(-1)?.form },
    { type: 'end', form: random.percent(50) ? form : session.phases.at(-1)?.form },
    { type: 'adjust-time', adjustment: 'increase', minutes },
    { type: 'adjust-time', adjustment: 'decrease', minutes },
    { type: 'set-commenting', canComment: random.percent(50) },
    ...(session.state === 'running' ? [setPlan(random)] : []),
    { type: 'reveal', form, what: 'distribution' },
    { type: 'reveal', form, what: 'correctness' },
  ]);
}

const setPlan = (random: Random): SessionAction => ({ type: 'set-plan', showsAnswers: random.pick(['as-answered', 'when-closed'] as const) });

const activate = (session: SessionState, minutes: number): SessionAction => ({
  type: 'activate',
  minutes,
  questionCount: 2,
  classIsBusy: session.state === 'running',
});

/** Returns the call for an action in the run of this number (0: there is none yet). */
export function toCall(action: SessionAction, id: number, epoch: number): { endpoint: Endpoint; body: object } {
  switch (action.type) {
    case 'activate':
      return { endpoint: liveStart, body: { assessment_id: id, time: action.minutes } };
    case 'step':
      return { endpoint: liveStatus, body: { id, type: action.step, time: action.minutes } };
    case 'cancel':
      return { endpoint: liveClose, body: { id } };
    case 'close':
      return { endpoint: livePhaseClose, body: { assessment_id: id, epoch, form: action.form } };
    case 'end':
      return { endpoint: liveEnd, body: { assessment_id: id, epoch, form: action.form } };
    case 'adjust-time':
      return { endpoint: liveAdjustTime, body: { assessment_id: id, type: action.adjustment, time: action.minutes } };
    case 'set-commenting':
      return { endpoint: liveSettingsUpdate, body: { assessment_id: id, can_comment: action.canComment } };
    case 'set-plan':
      return { endpoint: livePlanUpdate, body: { assessment_id: id, shows_answers: action.showsAnswers, with_names: true } };
    case 'reveal':
      return { endpoint: liveReveal, body: { assessment_id: id, form: action.form, what: action.what } };
    case 'close-due':
      throw new Error('only the server closes');
  }
}
