/**
 * The calendar: due work and lessons of the classes that somebody is in.
 *
 * Invariants: a day is a day of the class's school; students see what is posted and theirs; a private address opens its
 * owner's calendar with the rights of that moment, and nothing once it is ended or its owner is not active.
 */
import { calendarList } from '@classwright/contract';
import type { Manifest } from '../../../manifest.ts';
import { implement } from '../../../platform/http/index.ts';
import { toEventView } from './events.ts';
import { type FeedDependencies, implementFeed } from './feed.ts';
import { findToday, listEvents } from './queries.ts';

/** More than this in a month says so: a class has its own list. */
const MOST_EVENTS = 2000;

export function calendarModule(dependencies: FeedDependencies): Manifest {
  const implementations = [
    implement(calendarList, async ({ tx, actor, input }) => {
      const [school, rows] = await Promise.all([findToday(tx, actor.schoolId), listEvents(tx, actor.accountId, input, MOST_EVENTS + 1)]);
      return { data: rows.slice(0, MOST_EVENTS).map(toEventView), ...school, is_cut: rows.length > MOST_EVENTS };
    }),
    ...implementFeed(dependencies),
  ];
  return { implementations };
}
