import fc from 'fast-check';
import { NOT_STARTED, decide, type LessonEvent, type LessonEventBody, type SessionEffect, type SessionSnapshot, type SessionState } from '../live/index.ts';
import { anyAction } from './classroom.ts';
import { START_MS } from './sessions.ts';

/** A run of a lesson as its clients receive it: numbered events, and the server's view after each of them. */
export interface LessonScript {
  events: readonly LessonEvent[];
  /** `snapshots[n]` includes the effects of the first n + 1 events; the first event opens Form - 1A. */
  snapshots: readonly SessionSnapshot[];
}

const EPOCH = 7;
const iso = (ms: number): string => new Date(ms).toISOString();

/** Returns a session as a client sees it. */
export function toSnapshot(session: SessionState, sequence: number, epoch = EPOCH): SessionSnapshot {
  if (session.state === 'not-started') throw new Error('there is no session to show');
  return {
    epoch,
    sequence,
    state: session.state,
    can_comment: session.canComment,
    ...(session.showsAnswers && { plan: { shows_answers: session.showsAnswers } }),
    attempts: session.phases.map((phase) => ({
      form: phase.form,
      deadline_at: iso(phase.deadlineAtMs),
      closed_at: phase.closedAtMs === null ? null : iso(phase.closedAtMs),
      distribution_revealed: phase.distributionRevealed,
      correctness_revealed: phase.correctnessRevealed,
    })),
  };
}

/** Returns the event that the server announces for an effect, if any. */
function toEvent(effect: SessionEffect): LessonEventBody | null {
  switch (effect.type) {
    case 'phase-opened':
      return { name: 'assessment.started', form: effect.phase.form, deadline_at: iso(effect.phase.deadlineAtMs) };
    case 'phase-closed':
      return effect.by === 'cancel' ? null : { name: 'assessment.phase.closed', form: effect.form };
    case 'deadline-moved':
      return { name: 'assessment.time.adjustment', form: effect.form, deadline_at: iso(effect.deadlineAtMs) };
    case 'commenting-changed':
      return { name: 'assessment.settings.changed', can_comment: effect.canComment };
    case 'plan-changed':
      return { name: 'assessment.settings.changed', can_comment: effect.canComment, shows_answers: effect.showsAnswers };
    case 'revealed':
      return { name: 'assessment.revealed', form: effect.form, what: effect.what };
    case 'session-finished':
      return { name: 'assessment.finished' };
    case 'session-canceled':
      return { name: 'assessment.canceled' };
    case 'session-started':
    case 'drafts-filed':
    case 'own-time-ended':
      return null;
  }
}

const anyItems = fc.record({
  name: fc.constantFrom(
    'assessment.post.added' as const,
    'assessment.post.changed' as const,
    'assessment.post.reaction.added' as const,
    'assessment.comment.added' as const,
    'assessment.reply.added' as const,
    'assessment.studentlogin' as const,
  ),
  items: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
});

/** One run starting with Activate, with actions and students' texts in between. */
export const anyScript: fc.Arbitrary<LessonScript> = fc
  .array(
    fc.oneof(
      anyAction.map((action) => ({ action, items: null })),
      anyItems.map((items) => ({ action: null, items })),
    ),
    { minLength: 1, maxLength: 50, size: 'max' },
  )
  .map((moves) => {
    let session: SessionState = NOT_STARTED;
    let nowMs = START_MS;
    const events: LessonEvent[] = [];
    const snapshots: SessionSnapshot[] = [];
    const announce = (bodies: readonly LessonEventBody[]): void => {
      for (const body of bodies) {
        // a joined event covers several numbers
        const from = (events.at(-1)?.sequence ?? 0) + 1;
        const sequence = from + ('items' in body ? body.items.length - 1 : 0);
        events.push({ ...body, epoch: EPOCH, from, sequence });
        snapshots.push(toSnapshot(session, sequence));
      }
    };
    const act = (action: Parameters<typeof decide>[1]): void => {
      const decision = decide(session, action, nowMs);
      if (!decision.ok) return;
      session = decision.next;
      announce(decision.effects.flatMap((effect) => toEvent(effect) ?? []));
    };
    act({ type: 'activate', minutes: 2, questionCount: 2, classIsBusy: false });
    for (const { action, items } of moves) {
      nowMs += 45_000;
      if (items) announce([items]);
      else if (action && !(action.type === 'activate')) act(action);
    }
    return { events, snapshots };
  });
