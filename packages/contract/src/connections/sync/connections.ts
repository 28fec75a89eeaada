import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { flag, id, packMessage } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';
import { administer, Id, inSchool, run } from './fields.ts';

/**
 * The states of a connection. `ok`; `withdrawn`: the consent was revoked; `scope_missing`: granted in part; `blocked`:
 * by the school's administrator at Google.
 */
export const CONNECTION_STATES = ['ok', 'withdrawn', 'scope_missing', 'blocked'] as const;

const ConnectionView = z.object({
  id: Id,
  account_id: Id,
  account_name: z.string(),
  /** The person's address at Google. */
  email: z.string(),
  state: z.enum(CONNECTION_STATES),
  /** The next step for the person, in words; null when it works. */
  problem: z.string().nullable(),
  is_own: z.boolean(),
  last_ok_at: z.string().nullable(),
  created_at: z.string(),
});

export type ConnectionView = z.infer<typeof ConnectionView>;

/** The schedules on which runs start automatically. */
export const SYNC_SCHEDULES = ['off', 'hourly', 'nightly'] as const;

/**
 * A person's state in the sync. `not_set_up`: this server has no Google Classroom; `not_connected`: nobody whose
 * connection counts for this person has connected; the others are the states of the connection.
 */
export const SYNC_STANDINGS = ['not_set_up', 'not_connected', ...CONNECTION_STATES] as const;

export const syncStatus = endpoint({
  name: 'sync.status',
  method: 'GET',
  path: '/sync',
  access: 'signed-in',
  summary: 'Checks if Google Classroom is set up and connected for this person, and what to do if not',
  query: z.object(inSchool),
  response: z.object({
    standing: z.enum(SYNC_STANDINGS),
    /** The next step for the person, in words; null when it works. */
    explanation: z.string().nullable(),
    /** The school that this is about. Null: one has to be chosen. */
    school_id: Id.nullable(),
    /** The schools from which an administrator without a school chooses. */
    schools: z.array(z.object({ id: Id, name: z.string() })),
    can_connect: z.boolean(),
    /** The person's own connections; all of the school for its administrators. */
    connections: z.array(ConnectionView),
    schedule: z.enum(SYNC_SCHEDULES).nullable(),
    can_schedule: z.boolean(),
    /** The way changes made in Google arrive here, in words; null when nothing is connected. */
    arrival: z.string().nullable(),
    /** True when one's own connection must be renewed before Google can report changes. */
    can_hear_more: z.boolean(),
    open_conflicts: Id,
    unmatched_people: Id,
    /** The number of active Google Classroom classes that nobody has decided about. */
    undecided_classes: Id,
    /** True when scheduled runs create them here. */
    makes_classes: z.boolean(),
    has_drive_picker: z.boolean(),
  }),
  errors: [],
  readOnly: true,
});

export const syncConnect = endpoint({
  name: 'sync.connect',
  cost: 2,
  method: 'POST',
  path: '/sync/connect',
  access: run,
  confirmed: true,
  summary: 'Begin to connect Google Classroom: where to send the browser, and a secret that it keeps to itself until it comes back',
  body: z.object(inSchool).prefault({}),
  response: z.object({ url: z.string(), secret: z.string() }),
  errors: ['SYNC_NOT_SET_UP', 'SYNC_NOT_CONNECTED', 'SYNC_GOOGLE_UNREACHABLE'],
  ownTransaction: true,
  answersSecret: true,
});

export const syncConnectFinish = endpoint({
  name: 'sync.connect.finish',
  cost: 2,
  refusedCost: 8,
  method: 'POST',
  path: '/sync/connect/finish',
  access: run,
  summary: 'Finish connecting, once, from the browser and by the person who began it',
  body: z.object({
    /** The part after "?" in the address that Google sent the browser back to. */
    answer: z
      .string({ error: packMessage('validation.required', { label: 'Answer' }) })
      .max(8000, { error: packMessage('validation.tooLong', { label: 'Answer', max: 8000 }) }),
    secret: z
      .string({ error: packMessage('validation.required', { label: 'Secret' }) })
      .max(200, { error: packMessage('validation.tooLong', { label: 'Secret', max: 200 }) }),
    ...inSchool,
  }),
  response: z.object({ connection: ConnectionView, message: z.string() }),
  errors: ['SYNC_NOT_SET_UP', 'SYNC_NOT_CONNECTED', 'SYNC_GOOGLE_UNREACHABLE', 'GOOGLE_REFUSED', 'GOOGLE_CANCELLED', 'SYNC_OTHER_PERSON'],
  ownTransaction: true,
});

export const syncDisconnect = endpoint({
  name: 'sync.disconnect',
  cost: 2,
  method: 'DELETE',
  path: '/sync/connections/:id',
  access: run,
  summary: 'Take a connection back, one’s own or as who administers the sync; links and everything that was synced stay',
  params: z.object({ id: id(asMessage('sync.connection')) }),
  response: z.object({ id: Id, message: z.string() }),
  errors: [],
  ownTransaction: true,
});

export const syncSettings = endpoint({
  name: 'sync.settings',
  method: 'PUT',
  path: '/sync/settings',
  access: administer,
  summary: 'The schedule of the school’s runs, and the setting to create new classes here',
  body: z.object({
    schedule: z.enum(SYNC_SCHEDULES, { error: packMessage('sync.schedule.wrong') }),
    /** Unchanged when omitted. */
    makes_classes: flag(asMessage('sync.makesClasses')).optional(),
    ...inSchool,
  }),
  response: z.object({ schedule: z.enum(SYNC_SCHEDULES), makes_classes: z.boolean(), message: z.string() }),
  errors: ['SYNC_NOT_SET_UP', 'SYNC_NOT_CONNECTED'],
});
