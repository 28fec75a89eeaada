/**
 * The calendar: due work and lessons of a person's classes.
 *
 * Invariants: a day is a day of the class's school; students see work that is posted and theirs; a private address
 * opens its owner's calendar with their current rights, and nothing once it was revoked, its owner is not active, or has
 * lost the right to subscribe.
 */
import { calendarList } from '@classwright/contract';
import type { Manifest } from '../../../manifest.ts';
import { implement } from '../../../platform/http/index.ts';
import { toEventView } from './events.ts';
import { type FeedDependencies, implementFeed } from './feed.ts';
import { findToday, listEvents } from './queries.ts';
import { personalData } from './personal-data.ts';

/** The maximum number of events in a month. When there are more, the answer notes it; each class has its own list. */
const MOST_EVENTS = 2000;

export function calendarModule(dependencies: FeedDependencies): Manifest {
  const implementations = [
    implement(calendarList, async ({ tx, actor, input }) => {
      const [school, rows] = await Promise.all([findToday(tx, actor.schoolId), listEvents(tx, actor.accountId, input, MOST_EVENTS + 1)]);
      return { data: rows.slice(0, MOST_EVENTS).map(toEventView), ...school, is_cut: rows.length > MOST_EVENTS };
    }),
    ...implementFeed(dependencies),
  ];
  return { personalData, implementations };
}
