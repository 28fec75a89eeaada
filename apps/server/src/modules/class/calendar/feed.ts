import { createHash, randomBytes } from 'node:crypto';
import { calendarFeed, calendarFeedCreate, calendarFeedGet, calendarFeedRevoke, type MessageKey, type Translate, withoutMarks } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import { appNow } from '../../../platform/clock.ts';
import { appError } from '../../../platform/errors.ts';
import { suspendedError } from '../../../platform/suspensions-queries.ts';
import { can, FileAnswer, implement, type Implementation } from '../../../platform/http/index.ts';
import type { AccessEngine } from '../../people/access/index.ts';
import { eventId, toEventView } from './events.ts';
import { type CalendarEntry, writeCalendar } from './icalendar.ts';
import { type EventRow, findFeed, findFeedOwner, findToday, listChildren, listEvents, lockPerson, replaceFeed, revokeFeed } from './queries.ts';

const DAY_MS = 86_400_000;
/** The range that a feed shows: a quarter back and a year ahead. */
const DAYS_BACK = 92;
const DAYS_AHEAD = 366;
const MOST_EVENTS = 3000;

export interface FeedDependencies {
  t: Translate<MessageKey>;
  access: AccessEngine;
  /**
   * The id of this installation, so that its entries never collide with those of another one in the same calendar app.
   */
  installationId: string;
}

/** A child of a guardian. */
type Child = Awaited<ReturnType<typeof listChildren>>[number];

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Creates the private address of a calendar. It is shown once; only its hash is stored. */
export function implementFeed({ t, access, installationId }: FeedDependencies): Implementation[] {
  const inFile = withoutMarks(t);
  /** `child`: whose entry it is, in the calendar of a guardian. */
  const toEntry = (row: EventRow, origin: string, child: Child | null): CalendarEntry => {
    const path = child === null ? toEventView(row).path : `/my-children?child=${child.id}`;
    return {
      uid: `${eventId(row)}${child === null ? '' : `-${child.id}`}@${installationId}.classwright`,
      summary: inFile(row.kind === 'work' ? 'calendar.feedDue' : 'calendar.feedLesson', { title: row.title }),
      description: child === null ? row.course_name : inFile('calendar.feedChild', { child: child.first_name, class: row.course_name }),
      url: path === null ? null : `${origin}${path}`,
      at: row.starts_at ? { start: row.starts_at, end: row.ends_at } : { day: row.day },
      sequence: Math.max(0, Math.floor((row.updated_at.getTime() - row.created_at.getTime()) / 1000)),
      changedAt: row.updated_at,
    };
  };
  const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

  return [
    implement(calendarFeedGet, async ({ tx, actor }) => ({ created_at: (await findFeed(tx, actor.accountId))?.toISOString() ?? null })),
    implement(calendarFeedCreate, async ({ tx, actor, site, requestId }) => {
      if (!can(actor, 'calendar', 'view') && !can(actor, 'my-children', 'view')) throw appError('NOT_FOUND');
      const secret = randomBytes(32).toString('base64url');
      await lockPerson(tx, actor.accountId);
      const createdAt = await replaceFeed(tx, actor.accountId, hashOf(secret));
      await audit(tx, actor, { action: calendarFeedCreate.name, subjectType: 'account', subjectId: actor.accountId, requestId });
      const path = `/api${calendarFeed.path.replace(':secret', secret)}`;
      return { url: `${site.origin}${path}`, created_at: createdAt.toISOString() };
    }),
    implement(calendarFeedRevoke, async ({ tx, actor, requestId }) => {
      await lockPerson(tx, actor.accountId);
      await revokeFeed(tx, actor.accountId);
      await audit(tx, actor, { action: calendarFeedRevoke.name, subjectType: 'account', subjectId: actor.accountId, requestId });
      return { message: t('calendar.feedRevoked') };
    }),
    implement(calendarFeed, async ({ tx, input, site }) => {
      const owner = /^[\w-]{43}$/.test(input.secret) ? await findFeedOwner(tx, hashOf(input.secret)) : null;
      const person = owner && (await access.personOf(tx, owner));
      if (person?.suspension) throw suspendedError(person.suspension);
      const rights = person?.rights;
      if (!owner || !rights?.has('calendar:subscribe') || !(rights.has('calendar:view') || rights.has('my-children:view'))) throw appError('NOT_FOUND');
      const now = (await appNow(tx)).getTime();
      const days = { from: dayOf(now - DAYS_BACK * DAY_MS), to: dayOf(now + DAYS_AHEAD * DAY_MS) };
      const { time_zone } = await findToday(tx, owner.schoolId);
      const children = rights.has('my-children:view') ? await listChildren(tx, owner.accountId) : [];
      const calendars: (Child | null)[] = rights.has('calendar:view') ? [null, ...children] : children;
      const entries: CalendarEntry[] = [];
      const origin = site.origin;
      for (const child of calendars) {
        const rows = await listEvents(tx, child?.id ?? owner.accountId, days, MOST_EVENTS - entries.length);
        entries.push(...rows.map((row) => toEntry(row, origin, child)));
      }
      const calendar = writeCalendar({ name: t('calendar.feedName'), timeZone: time_zone, entries });
      return new FileAnswer({ name: 'calendar.ics', type: calendarFeed.download, content: Buffer.from(calendar) });
    }),
  ];
}
