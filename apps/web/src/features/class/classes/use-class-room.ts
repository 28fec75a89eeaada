import { channels } from '@classwright/contract/lesson/live/events';
import { type QueryClient, type QueryState, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { createRefetcher } from '../../../base/refetcher.ts';
import { getSession } from '../../../base/session.ts';
import { followClassRoom, followOwnWork, type StaleParts } from './class-room.ts';

/**
 * Keeps the pages of a class current with the server while they are shown. Their queries are stored under `['class',
 * courseId, part, …]`; an event of the class makes its part stale, and anything that may have been missed (a gap, a
 * lost connection, a page looked at again) makes all of it stale. They reload within a second, at a different moment on
 * each page, so that a class of thirty does not ask simultaneously. `isStaff`: also listens to staff events; students
 * listen to changes of their own work.
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

/** The time within which pages reload, each at its own moment: for one class, and for all classes of a school. */
const SPREAD_MS = { class: 1_000, school: 10_000 } as const;

/** Collects stale parts and reloads them together. */
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

/** Returns true for data older than the page. A request under way when a page is opened is as new as the page. */
const isOlder = ({ dataUpdatedAt, fetchStatus }: QueryState, before: number): boolean =>
  before === Number.POSITIVE_INFINITY || (dataUpdatedAt > 0 && dataUpdatedAt < before && fetchStatus === 'idle');
