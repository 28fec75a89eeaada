import type { courseRoom } from '@classwright/contract/class/classes/room';
import { type AccountEvent, channels, type ClassEvent, type ClassEventName } from '@classwright/contract/lesson/live/events';
import { judgeEvent, newerState, type Place } from '@classwright/rules/live/numbered';
import { api } from '../../../base/api.ts';
import { listen } from '../../../base/realtime.ts';
import { followRoom } from '../../../base/room-follower.ts';

/** Parts of a class that its pages show; the third part of their query keys: `['class', courseId, part, …]`. */
export type ClassPart = 'course' | 'people' | 'stream' | 'work' | 'submissions' | 'gradebook' | 'own-gradebook';

/** The list of work carries counts of what was handed in; a submission carries its work: points, due time, what it asks for. */
const WITH_WORK: readonly ClassPart[] = ['work', 'submissions', 'own-gradebook'];
const PARTS_OF: Record<ClassEventName, readonly ClassPart[]> = {
  'class.changed': ['course'],
  'class.people.changed': ['people', 'gradebook'],
  'class.stream.changed': ['stream'],
  // what becomes of its grades the gradebook hears in a room of its own
  'class.work.changed': [...WITH_WORK, 'gradebook'],
  'class.submissions.changed': WITH_WORK,
  'class.periods.changed': ['gradebook', 'own-gradebook'],
};

/** What of a class is not as it was shown: some parts of it (`isOfSchool`: of every class of the school at once), or whatever was asked for before an instant of this device. */
export type StaleParts = { parts: readonly ClassPart[]; isOfSchool?: boolean } | { askedBefore: number };

interface Known {
  /** Null: not asked yet. */
  readonly place: Place | null;
  /** Of the events that led here; nothing once it has been told. */
  readonly parts: readonly ClassPart[];
  readonly isOfSchool?: boolean;
}

interface ClassRoomOptions {
  channel: string;
  courseId: number;
  /** Which of the two rooms of the class the channel is. */
  room: 'room' | 'staff';
  onStale: (stale: StaleParts) => void;
}

/** Follows one room of a class and tells what of it has become stale. Returns the way to stop. */
export function followClassRoom({ channel, courseId, room, onStale }: ClassRoomOptions): () => void {
  let firstAskedAt = 0;
  const follower = followRoom<Known, ClassEvent>({
    channel,
    initial: { place: null, parts: [] },
    isKnown: ({ place }) => place !== null,
    read: (name, data) => ({ ...data, name }) as ClassEvent,
    fold: (known, event) => {
      if (!known.place) return 'reload';
      const follows = judgeEvent(known.place, event);
      if (follows !== 'next') return follows === 'known' ? known : 'reload';
      const parts = PARTS_OF[event.name] as readonly ClassPart[] | undefined; // a newer server may name more
      return { place: { epoch: event.epoch, sequence: event.sequence }, parts: parts ?? [], isOfSchool: event.name === 'class.periods.changed' };
    },
    ask: async ({ place }) => {
      if (!place) firstAskedAt = Date.now();
      const asked = (await api<typeof courseRoom>('GET', '/courses/:id/room', { params: { id: courseId } }))[room];
      if (!asked) return {};
      return { take: (known) => (newerState(known.place, asked) === known.place ? known : { place: asked, parts: [] }) };
    },
    settle: (known) => ({ ...known, parts: [] }),
    onChange: (before, after, by) => {
      if (by === 'event') onStale(after);
      // the number was asked for with what the page shows: only what it had kept from before may be older
      else onStale({ askedBefore: before.place ? Number.POSITIVE_INFINITY : firstAskedAt });
    },
    // out of the class, or no staff of it any more: the calls of the page say so
    onLost: () => onStale({ askedBefore: Number.POSITIVE_INFINITY }),
    onRefused: () => onStale({ askedBefore: Number.POSITIVE_INFINITY }),
    pace: { tryAgainMs: 5_000 },
  });
  follower.catchUp('now');
  return follower.stop;
}

interface OwnWorkOptions {
  accountId: number;
  courseId: number;
  onStale: (stale: StaleParts) => void;
}

/**
 * Hears what becomes of what a student handed in in a class: the rooms of the class are heard by others too, so it comes
 * to the student's own channel. Its events are not numbered: after a lost connection all of it may be another. Returns the
 * way to stop.
 */
export function followOwnWork({ accountId, courseId, onStale }: OwnWorkOptions): () => void {
  let wasReady = false;
  let isLate = false;
  const stop = listen(channels.account(accountId), {
    // the first time only an open work is so old that it may have missed something, and nothing where the channel stood already
    onReady: () => {
      if (wasReady) onStale({ parts: WITH_WORK });
      else if (isLate) onStale({ parts: ['submissions'] });
      wasReady = true;
    },
    onEvent: (name, data) => {
      if (name === ('own-work.changed' satisfies AccountEvent['name']) && (data as { course_id: number }).course_id === courseId) onStale({ parts: WITH_WORK });
    },
  });
  queueMicrotask(() => (isLate = true));
  return stop;
}
