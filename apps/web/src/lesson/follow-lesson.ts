import type { CallResult } from '@classwright/contract/core/endpoint';
import type { liveState } from '@classwright/contract/lesson/live/calls';
import { channels, type LessonEvent } from '@classwright/contract/lesson/live/events';
import type { SessionView } from '@classwright/contract/lesson/live/views';
import { takeDirty } from '@classwright/rules/live/lesson-dirty';
import type { LessonState } from '@classwright/rules/live/lesson-state';
import { followRoom, type RoomFollower, type RoomOptions } from '../base/room-follower.ts';
import type { api } from '../base/api.ts';
import type { ServerClock } from './clock.ts';

interface Model {
  /** The run, from its events; null if there is none or none is known. */
  readonly known: LessonState | null;
}

export interface LessonOptions<State extends Model>
  extends Pick<RoomOptions<State, LessonEvent>, 'initial' | 'isKnown' | 'fold' | 'onReady' | 'onRefused' | 'onDoubt' | 'pace'> {
  assessmentId: number;
  clock: ServerClock;
  /** The function that makes the calls. */
  call: typeof api;
  /** Pure. Applies a session. An older one changes nothing that events carry. */
  takeSession: (state: State, session: SessionView) => State;
  /** Called after a change. `jumped`: there are missed events between the two states. */
  onChange: (before: State, after: State, jumped: boolean) => void;
  /** Called with the server's report of what was missed, before it is applied. */
  onReport?: (report: CallResult<typeof liveState>) => void;
  /** Called when missed events cannot be loaded. `null`: no lesson has ever run. */
  onLost: (error: unknown) => void;
}

const hasJumped = ({ known: before }: Model, { known: after }: Model): boolean =>
  before !== null && after !== null && after.epoch === before.epoch && after.sequence > before.sequence;

/**
 * Follows the lesson of an assessment on its class's channel. `onChange` receives what is dirty; the state does not
 * keep it.
 */
export function followLesson<State extends Model>({
  assessmentId,
  clock,
  call,
  takeSession,
  onChange,
  onReport,
  onLost,
  ...room
}: LessonOptions<State>): RoomFollower<State> {
  return followRoom<State, LessonEvent>({
    ...room,
    channel: channels.assessment(assessmentId),
    read: (name, data) => {
      const event = { ...data, name } as LessonEvent;
      clock.observeEvent(event.server_time);
      return event;
    },
    ask: async ({ known }) => {
      const sentAt = performance.now();
      const query = { assessment_id: assessmentId, epoch: known?.epoch ?? 0, since: known?.sequence ?? 0 };
      const report = await call<typeof liveState>('GET', '/live/learning/state', { query });
      const { events, session } = report;
      if (session) clock.observe(session.server_time, sentAt, performance.now());
      else onLost(null);
      onReport?.(report);
      return { events: events as unknown as LessonEvent[] | null, take: session && ((state) => takeSession(state, session)) };
    },
    onLost,
    settle: (state) => (state.known ? { ...state, known: takeDirty(state.known).lesson } : state),
    onChange: (before, after, by) => onChange(before, after, by === 'answer' && hasJumped(before, after)),
  });
}
