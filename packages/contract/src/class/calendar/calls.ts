import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { packMessage } from '../../core/fields.ts';

const Int = z.number().int();

/** The maximum number of days in a call: a month with its adjacent weeks, and some more. */
const MOST_CALENDAR_DAYS = 100;

/** The kinds of entries. `work`: classwork that is due. `lesson`: an assessment that is scheduled or has been run. */
const CALENDAR_KINDS = ['work', 'lesson'] as const;

export const CalendarEventView = z.object({
  /** A stable id: "work-12", "lesson-7". */
  id: z.string(),
  kind: z.enum(CALENDAR_KINDS),
  title: z.string(),
  course_id: Int,
  course_name: z.string(),
  /** The day in the school's zone. */
  day: z.string(),
  /** The school's local times, "HH:MM". Null: the whole day, or due by its end. */
  starts: z.string().nullable(),
  ends: z.string().nullable(),
  /**
   * `open`: to be done, or in the future. `running`: a lesson in progress. `done`: turned in, or finished. `missed`:
   * overdue.
   */
  state: z.enum(['open', 'running', 'done', 'missed']),
  /** The address within the app, or null when this person cannot open it yet. */
  path: z.string().nullable(),
});
export type CalendarEventView = z.infer<typeof CalendarEventView>;

const wrongDay = { error: packMessage('calendar.day') };
const day = z
  .string(wrongDay)
  .regex(/^\d{4}-\d{2}-\d{2}$/, { ...wrongDay, abort: true })
  .refine((value) => !Number.isNaN(Date.parse(value)) && new Date(value).toISOString().startsWith(value), { ...wrongDay, abort: true });
const DAY_MS = 86_400_000;

export const calendarList = endpoint({
  name: 'calendar.list',
  method: 'GET',
  path: '/calendar',
  access: { resource: 'calendar', action: 'view' },
  summary: `Due work and lessons of one’s classes, day by day in the school’s zone, for at most ${MOST_CALENDAR_DAYS} days`,
  query: z
    .object({ from: day, to: day })
    .refine(({ from, to }) => from <= to, { error: packMessage('calendar.order'), path: ['to'] })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < MOST_CALENDAR_DAYS * DAY_MS, {
      error: packMessage('calendar.tooLong', { days: MOST_CALENDAR_DAYS }),
      path: ['to'],
    }),
  response: z.object({
    data: z.array(CalendarEventView),
    time_zone: z.string(),
    /** The current day at the school. */
    today: z.string(),
    /** True when there are more: the remaining days are not in the response. */
    is_cut: z.boolean(),
  }),
  errors: [],
  readOnly: true,
});

export const calendarFeedGet = endpoint({
  name: 'calendarFeed.get',
  method: 'GET',
  path: '/calendar/feed',
  access: { resource: 'own-account', action: 'view' },
  summary: 'Checks if one’s calendar has a private address, and since when; the address itself is shown once, when it is made',
  response: z.object({ created_at: z.string().nullable() }),
  errors: [],
  readOnly: true,
});

export const calendarFeedCreate = endpoint({
  name: 'calendarFeed.create',
  method: 'POST',
  path: '/calendar/feed',
  access: { resource: 'calendar', action: 'subscribe' },
  summary:
    'Makes a private address of one’s calendar for calendar programs; an earlier one stops working. For people with a calendar, and for guardians, whose calendar is that of their children. Works while the person has the right to subscribe',
  response: z.object({ url: z.string(), created_at: z.string() }),
  errors: [],
  successStatus: 201,
  answersSecret: true,
});

export const calendarFeedRevoke = endpoint({
  name: 'calendarFeed.revoke',
  method: 'DELETE',
  path: '/calendar/feed',
  access: { resource: 'own-account', action: 'edit' },
  summary: 'Ends the private address of one’s calendar',
  response: z.object({ message: z.string() }),
  errors: [],
});

export const calendarFeed = endpoint({
  name: 'calendarFeed.read',
  cost: 5,
  refusedCost: 20,
  method: 'GET',
  path: '/calendar/feeds/:secret/calendar.ics',
  access: 'link',
  summary: 'The calendar of the person who made the address, as iCalendar (RFC 5545)',
  params: z.object({ secret: z.string().max(200) }),
  response: z.object({}),
  download: 'text/calendar; charset=utf-8',
  hasETag: true,
  errors: [],
  readOnly: true,
});
