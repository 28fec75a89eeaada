import type { courseRoom } from '@classwright/contract/class/classes/room';
import { type AccountEvent, channels, type ClassEvent, type ClassEventName } from '@classwright/contract/lesson/live/events';
import { judgeEvent, newerState, type Place } from '@classwright/rules/live/numbered';
import { api } from '../../../base/api.ts';
import { listen } from '../../../base/realtime.ts';
import { followRoom } from '../../../base/room-follower.ts';

/**
 * The parts of a class that its pages show, which are the third part of their query keys: `['class', courseId, part,
 * …]`.
 */
export type ClassPart = 'course' | 'people' | 'stream' | 'work' | 'submissions' | 'gradebook' | 'own-gradebook';

/**
 * The parts that depend on work. The list of work has counts of submissions; a submission has its work: points, due
 * time, type of response.
 */
const WITH_WORK: readonly ClassPart[] = ['work', 'submissions', 'own-gradebook'];
const PARTS_OF: Record<ClassEventName, readonly ClassPart[]> = {
  'class.changed': ['course'],
  'class.people.changed': ['people', 'gradebook'],
  'class.stream.changed': ['stream'],
  // the gradebook gets changes of grades from its own room
  'class.work.changed': [...WITH_WORK, 'gradebook'],
  'class.submissions.changed': WITH_WORK,
  'class.periods.changed': ['gradebook', 'own-gradebook'],
};

/**
 * The stale data of a class: some parts of it (`isOfSchool`: of every class of the school), or everything requested
 * before an instant of this device.
 */
export type StaleParts = { parts: readonly ClassPart[]; isOfSchool?: boolean } | { askedBefore: number };

interface Known {
  /** The position, or null when not loaded yet. */
  readonly place: Place | null;
  /** The parts that events changed; empty once they have been reported. */
  readonly parts: readonly ClassPart[];
  readonly isOfSchool?: boolean;
}

interface ClassRoomOptions {
  channel: string;
  courseId: number;
  /** The room of the class that the channel belongs to. */
  room: 'room' | 'staff';
  onStale: (stale: StaleParts) => void;
}

/** Follows one room of a class and reports its stale parts. Returns a function that stops it. */
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
      // the number was requested together with the page's content: only earlier cached data may be older
      else onStale({ askedBefore: before.place ? Number.POSITIVE_INFINITY : firstAskedAt });
    },
    // no longer in the class, or no longer staff of it: the calls of the page will show it
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
 * Listens for changes of a student's submissions in a class. They come on the student's own channel, since others hear
 * the rooms of the class too. Its events are not numbered: after a lost connection everything may have changed. Returns
 * a function that stops it.
 */
export function followOwnWork({ accountId, courseId, onStale }: OwnWorkOptions): () => void {
  let wasReady = false;
  let isLate = false;
  const stop = listen(channels.account(accountId), {
    // on the first connection, only an open work is old enough to have missed something, and nothing if the channel
    // existed already
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
