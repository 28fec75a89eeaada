import { channels } from '@classwright/contract';
import type { Db } from '../../../platform/database/index.ts';
import { Batcher } from '../../../platform/waiting/index.ts';
import { listEvents, type RoomEvent } from '../../../platform/live/index.ts';
import { type LessonRow, listAnswerers, listLessonFor } from './queries.ts';
import { type LoadedSession, loadSession } from './session-view.ts';

/** A person who asks for the events of a lesson after a number of an epoch. */
export interface Asking {
  accountId: number;
  epoch: number;
  since: number;
}

/** A lesson as it is for a person who asks. */
export interface Missed {
  /** The lesson with the person's place in the class; null if there is no such assessment. */
  lesson: LessonRow | null;
  /** The last run, in any state. */
  loaded: LoadedSession | null;
  /** The events after `since`, oldest first; null if they are not of the run's epoch or exceed the limit. */
  events: readonly RoomEvent[] | null;
  /** True when the person has an answer in the form opened last. */
  hasAnswered: boolean;
}

/** The maximum number of events; beyond it, reading the whole state is faster. */
const MOST_EVENTS = 200;

/**
 * Creates the shared read for everybody who asks about a lesson at the same moment, as when a class connects or
 * reconnects.
 */
export function gatherMissed(db: Db): Batcher<number, Asking, Missed> {
  return new Batcher<number, Asking, Missed>(async (assessmentId, asking) => {
    const accountIds = asking.map(({ accountId }) => accountId);
    const lessons = await listLessonFor(db, assessmentId, accountIds);
    const loaded = lessons[0] ? await loadSession(db, { newestOf: assessmentId }) : null;
    const follows = ({ epoch, since }: Asking): boolean => loaded !== null && epoch === loaded.session.id && since < loaded.sequence;
    const firstSince = Math.min(...asking.filter(follows).map(({ since }) => since));
    const room = channels.assessment(assessmentId);
    const events = loaded && firstSince !== Number.POSITIVE_INFINITY ? await listEvents(db, room, loaded.session.id, firstSince, MOST_EVENTS + 1) : [];
    const phase = loaded?.phases.at(-1);
    const answered = phase ? await listAnswerers(db, phase.id, accountIds) : new Set<number>();
    return asking.map((one, index) => ({
      lesson: lessons[index] ?? null,
      loaded,
      events: follows(one) && events.length <= MOST_EVENTS ? events.filter(({ sequence }) => sequence > one.since) : null,
      hasAnswered: answered.has(one.accountId),
    }));
  });
}
