import { channels } from '@classwright/contract/lesson/live/events';
import { type QueryClient, type QueryState, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { createRefetcher } from '../../../base/refetcher.ts';
import { getSession } from '../../../base/session.ts';
import { followClassRoom, followOwnWork, type StaleParts } from './class-room.ts';

/**
 * Keeps the pages of a class as the server has it, while they are shown. What they ask for is kept under
 * `['class', courseId, part, …]`; an event of the class makes its part stale, and whatever may have been missed (a gap, a
 * lost connection, a page looked at again) makes all of it stale. Asked for anew within a second, at a moment of each
 * page's own, so that a class of thirty does not ask in one breath. `isStaff`: also hears what is for staff alone; others
 * hear what becomes of their own work.
 */
export function useClassRoom(courseId: number, isStaff: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    const stale = collectStale(client, courseId);
    const follow = (room: 'room' | 'staff') =>
      followClassRoom({
        channel: room === 'room' ? channels.classroom(courseId) : channels.classStaff(courseId),
        courseId,
        room,
        onStale: stale.add,
      });
    const accountId = getSession()?.user.account_id;
    const own = isStaff || accountId === undefined ? [] : [followOwnWork({ accountId, courseId, onStale: stale.add })];
    const stops = [follow('room'), ...(isStaff ? [follow('staff')] : own), stale.stop];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, courseId, isStaff]);
}

/** Within which pages ask anew, each at a moment of its own: of one class, and of all classes of a school. */
const SPREAD_MS = { class: 1_000, school: 10_000 } as const;

/** Gathers what has become stale and has it asked for anew, all of it at once. */
function collectStale(client: QueryClient, courseId: number) {
  let parts = new Set<string>();
  let askedBefore = 0;
  let spreadMs: number = SPREAD_MS.class;
  const askAnew = async () => {
    const [named, before] = [parts, askedBefore];
    parts = new Set();
    askedBefore = 0;
    await client.invalidateQueries({
      queryKey: ['class', courseId],
      predicate: ({ queryKey, state }) => named.has(String(queryKey[2])) || isOlder(state, before),
    });
  };
  const refetcher = createRefetcher(askAnew, { spreadMs: () => spreadMs });
  return {
    add: (stale: StaleParts) => {
      spreadMs = SPREAD_MS['parts' in stale && stale.isOfSchool ? 'school' : 'class'];
      if ('parts' in stale) for (const part of stale.parts) parts.add(part);
      else askedBefore = Math.max(askedBefore, stale.askedBefore);
      if (parts.size > 0 || askedBefore > 0) refetcher.request();
    },
    stop: refetcher.stop,
  };
}

/** What is under way when a page is opened is as new as the page. */
const isOlder = ({ dataUpdatedAt, fetchStatus }: QueryState, before: number): boolean =>
  before === Number.POSITIVE_INFINITY || (dataUpdatedAt > 0 && dataUpdatedAt < before && fetchStatus === 'idle');
