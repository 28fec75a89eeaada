import { channels, liveState } from '@classwright/contract';
import { implement, type Implementation } from '../../platform/http/index.ts';
import { listEvents } from '../../platform/live/index.ts';
import { getMemberLesson } from './access.ts';
import { loadSession, readerOf, viewOf } from './session-view.ts';

/** More than this is fetched faster as the whole state. */
const MOST_EVENTS = 200;

/**
 * What a client asks for after a gap or in a new epoch: the events after the last one it has folded, when they are all
 * there, and the session as it is. The session was read with its sequence, so it may hold later events already; folding
 * those again changes nothing. The last run is shown whatever became of it, so that a client learns that it was canceled.
 */
export function implementLiveState(): Implementation {
  return implement(liveState, async ({ tx, input, actor }) => {
    const lesson = await getMemberLesson(tx, actor, input.assessment_id);
    const loaded = await loadSession(tx, { newestOf: lesson.assessmentId });
    if (!loaded) return { epoch: 0, sequence: 0, events: null, session: null };
    const session = viewOf(loaded, readerOf(lesson));
    const { epoch, sequence } = session;
    const whole = { epoch, sequence, events: null, session };
    if (input.epoch !== epoch) return whole;
    if (input.since === sequence) return { ...whole, events: [] };
    const events = await listEvents(tx, channels.assessment(lesson.assessmentId), epoch, input.since, MOST_EVENTS + 1);
    const [first, last] = [events[0], events.at(-1)];
    const areBridging = first !== undefined && last !== undefined && first.from <= input.since + 1 && events.length <= MOST_EVENTS;
    return areBridging ? { ...whole, events, sequence: last.sequence } : whole;
  });
}
