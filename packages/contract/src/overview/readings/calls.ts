import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { id, packMessage, pageQuery, Pagination } from '../../core/fields.ts';
import { dateSchema } from '../../core/list-schemas.ts';
import { asMessage } from '../../messages/translate.ts';

const Id = z.number().int();

/** The reader from the person's side: a teacher of theirs, another teacher, a connected program, a student, a guardian of theirs, or the office. */
export const ReaderKind = z.enum(['teacher', 'otherTeacher', 'program', 'student', 'guardian', 'office']);
export type ReaderKind = z.infer<typeof ReaderKind>;
export const ReadClass = z.enum(['identity', 'contact', 'schoolwork', 'communication', 'grade', 'conduct', 'log']);
export type ReadClass = z.infer<typeof ReadClass>;

/** The days for which readings are kept. */
export const READINGS_KEPT_DAYS = 400;

/** A reader of one's own data over the shown time. */
export const OwnReader = z.object({
  kind: ReaderKind,
  name: z.string(),
  classes: z.array(ReadClass),
  /** The number of days on which they read. */
  days: Id,
  first_at: z.string(),
  last_at: z.string(),
});
export type OwnReader = z.infer<typeof OwnReader>;

/** The readings of one class of a person's data by one reader on one day of the person's school. */
const Reading = z.object({
  id: Id,
  kind: ReaderKind,
  reader: z.string(),
  data_class: ReadClass,
  day: z.string(),
  first_at: z.string(),
  last_at: z.string(),
  times: Id,
});

export const ReadingView = Reading.extend({
  account_id: Id,
  person: z.string(),
  /** The account that read, or null for a program, which has `client_id`. */
  reader_id: Id.nullable(),
  client_id: Id.nullable(),
  time_zone: z.string(),
});
export type ReadingView = z.infer<typeof ReadingView>;

export const recordReadingOwn = endpoint({
  name: 'recordReading.own',
  method: 'GET',
  path: '/record-readings',
  access: { resource: 'own-account', action: 'view' },
  summary: 'Looks of others at one’s own record: by reader since the term began, and each day that is kept',
  query: pageQuery,
  response: z.object({
    /** The first day of the readers: that of the marking period, or 90 days ago without one. */
    since: z.string(),
    is_term: z.boolean(),
    time_zone: z.string(),
    readers: z.array(OwnReader),
    data: z.array(Reading),
    pagination: Pagination,
  }),
  errors: [],
  readOnly: true,
});

const day = (label: string) => dateSchema({ label, isRequired: true }).optional();

export const recordReadingList = endpoint({
  name: 'recordReading.list',
  cost: 2,
  method: 'GET',
  path: '/record-readings/search',
  access: { resource: 'privacy', action: 'view' },
  summary: 'Looks of people and programs at others’ records, by person, reader and day, the newest first; looking at it is a reading itself',
  query: pageQuery
    .extend({
      /** The person whose data was read. */
      account_id: id(asMessage('readings.person')).optional(),
      /** The account that read, or the program. */
      reader_id: id(asMessage('readings.reader')).optional(),
      client_id: id(asMessage('readings.program')).optional(),
      from: day('readings.from'),
      to: day('readings.to'),
    })
    .refine(({ from, to }) => !from || !to || from <= to, { error: packMessage('list.endBeforeStart'), path: ['to'] }),
  response: z.object({ data: z.array(ReadingView), pagination: Pagination }),
  errors: [],
  readOnly: true,
});

/** A person who read of many more people than usual, or of students of no class of theirs. */
export const UnusualReader = z.object({
  reader_id: Id,
  name: z.string(),
  day: z.string(),
  /** The number of people of whom they read that day, and on a usual day of theirs; null when too few days are known. */
  people: Id,
  median: z.number().nullable(),
  /** The number of students of no class of theirs. */
  outside: Id,
});
export type UnusualReader = z.infer<typeof UnusualReader>;

export const recordReadingUnusual = endpoint({
  name: 'recordReading.unusual',
  cost: 5,
  method: 'GET',
  path: '/record-readings/unusual',
  access: { resource: 'privacy', action: 'view' },
  summary: 'People of the last 30 days who read of ten times as many people as usual, or of students of no class of theirs',
  query: z.object({}),
  response: z.object({ readers: z.array(UnusualReader) }),
  errors: [],
  readOnly: true,
});
