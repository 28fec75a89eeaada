import { channels } from '@classwright/contract';
import type { Db } from '../../../platform/database/index.ts';
import { Gathering } from '../../../platform/gathering.ts';
import { listEvents, type RoomEvent } from '../../../platform/live/index.ts';
import { type LessonRow, listLessonFor } from './queries.ts';
import { type LoadedSession, loadSession } from './session-view.ts';

/** Somebody who asks what has happened in a lesson since a number of an epoch. */
export interface Asking {
  accountId: number;
  epoch: number;
  since: number;
}

/** A lesson as somebody who asks finds it. */
export interface Missed {
  /** With the person's place in the class. Null: there is no such assessment. */
  lesson: LessonRow | null;
  /** The last run, whatever became of it. */
  loaded: LoadedSession | null;
  /** After `since`, the oldest first; null where they are not of the run's epoch or more than may be told. */
  events: readonly RoomEvent[] | null;
}

/** More than this is fetched faster as the whole state. */
const MOST_EVENTS = 200;

/** Reads for all who ask about a lesson at the same moment at once: a class that comes in or comes back does. */
export function gatherMissed(db: Db): Gathering<number, Asking, Missed> {
  return new Gathering<number, Asking, Missed>(async (assessmentId, asking) => {
    const lessons = await listLessonFor(
      db,
      assessmentId,
      asking.map(({ accountId }) => accountId),
    );
    const loaded = lessons[0] ? await loadSession(db, { newestOf: assessmentId }) : null;
    const follows = ({ epoch, since }: Asking): boolean => loaded !== null && epoch === loaded.session.id && since < loaded.sequence;
    const firstSince = Math.min(...asking.filter(follows).map(({ since }) => since));
    const room = channels.assessment(assessmentId);
    const events = loaded && firstSince !== Number.POSITIVE_INFINITY ? await listEvents(db, room, loaded.session.id, firstSince, MOST_EVENTS + 1) : [];
    return asking.map((one, index) => ({
      lesson: lessons[index] ?? null,
      loaded,
      events: follows(one) && events.length <= MOST_EVENTS ? events.filter(({ sequence }) => sequence > one.since) : null,
    }));
  });
}
