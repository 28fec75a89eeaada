import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { DUTIES, DUTY_STATES, type DutyId, REMEDIES } from './duties.ts';
import { BACKUP_KINDS, BACKUP_PROBLEMS, LIGHT_STATES, LIGHTS, MAIL_REFUSALS, SAYINGS, TABLE_GROUPS } from './lights.ts';

const Count = z.number().int();

const DutyView = z.object({
  id: z.enum(Object.keys(DUTIES) as [DutyId, ...DutyId[]]),
  state: z.enum(DUTY_STATES),
  /** The sentences that say how to get from `todo` to `done`; empty in the other states. */
  remedies: z.array(z.enum(REMEDIES)),
});
export type DutyView = z.infer<typeof DutyView>;

/** One thing that the installation needs, as the server last saw it. */
export const LightView = z.object({
  id: z.enum(LIGHTS),
  state: z.enum(LIGHT_STATES),
  /** The sentence that says what the server saw; the screen has a remedy for each that is not good. */
  saying: z.enum(SAYINGS),
});
export type LightView = z.infer<typeof LightView>;

const ProcessView = z.object({
  id: Count,
  role: z.enum(['web', 'jobs', 'all']),
  version: z.string(),
  age_seconds: Count,
  /** Null until the process has said it, some seconds after its start. */
  memory_bytes: Count.nullable(),
  /** The longest wait of its event loop in the last seconds, in milliseconds. */
  loop_delay_ms: Count.nullable(),
});

const LaneView = z.object({
  lane: z.string(),
  /** The number of jobs that are due and not begun, and for how many seconds the oldest of them has been due. */
  due: Count,
  oldest_seconds: Count,
  running: Count,
  /** The number of jobs that failed for good. */
  failed: Count,
});

const BackupRunView = z.object({
  kind: z.enum(BACKUP_KINDS),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  begun_at: z.string(),
  ended_at: z.string().nullable(),
  /** The moment whose data the backup holds. Null when none was made or read. */
  taken_at: z.string().nullable(),
  /** The size of the backup. Null when it is unknown. */
  bytes: Count.nullable(),
  /** The progress from 0 to 100. */
  percent: Count,
  /** The reason of a failure. */
  problem: z.enum(BACKUP_PROBLEMS).nullable(),
});
export type BackupRunView = z.infer<typeof BackupRunView>;

const SystemView = z.object({
  /** False for a trial, a demo or a developer’s start, where the duties do not matter yet. */
  is_production: z.boolean(),
  version: z.string(),
  /** The notes of this version, in English as Markdown. Null: there are none. */
  change_notes: z.string().nullable(),
  lights: z.array(LightView),
  processes: z.array(ProcessView),
  database: z.object({
    version: z.string(),
    /** The sizes of the tables with their indexes, remembered for some minutes. */
    sizes: z.array(z.object({ group: z.enum(TABLE_GROUPS), bytes: Count })),
  }),
  lanes: z.array(LaneView),
  backups: z.object({
    /** True when a process of this installation can make one. */
    is_possible: z.boolean(),
    /** The one that waits or runs. */
    running: BackupRunView.nullable(),
    /** The newest that succeeded, of each kind. */
    last: z.array(BackupRunView),
    /** The newest that failed, if none of its kind has succeeded since. */
    failed: BackupRunView.nullable(),
    /** The continuous archive of the embedded database. Null: none is kept. */
    archive: z
      .object({
        /** The moments at which the archive got the newest part of the database's log, and at which the newest whole copy of the database was made. */
        stored_at: z.string().nullable(),
        copied_at: z.string().nullable(),
      })
      .nullable(),
  }),
  lessons: z.object({ running: Count, joined_last_hour: Count }),
  /** Until when every process logs more. Null: as set. */
  logs_more_until: z.string().nullable(),
  /** Every duty, in the order of its declaration. */
  duties: z.array(DutyView),
});
export type SystemView = z.infer<typeof SystemView>;

export const systemGet = endpoint({
  name: 'system.get',
  method: 'GET',
  path: '/system',
  access: { resource: 'system', action: 'view' },
  reach: 'all',
  summary: 'The state of the running system, and the duties of those who run it',
  response: SystemView,
  errors: ['SHARED_BY_SCHOOLS'],
  readOnly: true,
});

export const systemTestMail = endpoint({
  name: 'system.testMail',
  cost: 10,
  method: 'POST',
  path: '/system/test-mail',
  access: { resource: 'system', action: 'edit' },
  reach: 'all',
  summary: 'Send a test email to oneself',
  response: z.object({
    /** The reason why the mail server did not take the email. Null: it took it. */
    refusal: z.enum(MAIL_REFUSALS).nullable(),
  }),
  errors: ['SHARED_BY_SCHOOLS', 'MAIL_NOT_SET_UP', 'MAIL_NO_ADDRESS', 'TOO_MANY_REQUESTS'],
  ownTransaction: true,
});

export const systemBackUp = endpoint({
  name: 'system.backUp',
  cost: 10,
  method: 'POST',
  path: '/system/back-up',
  access: { resource: 'system', action: 'edit' },
  reach: 'all',
  summary: 'Have a backup made now',
  response: z.object({ message: z.string() }),
  errors: ['SHARED_BY_SCHOOLS', 'BACKUP_RUNS', 'BACKUP_NOBODY'],
});

/** For how long the processes log more. */
export const LOG_MORE_MINUTES = 60;

export const systemLogMore = endpoint({
  name: 'system.logMore',
  method: 'POST',
  path: '/system/log-more',
  access: { resource: 'system', action: 'edit' },
  reach: 'all',
  summary: 'Let every process log more for an hour, or as set again',
  body: z.object({ on: z.boolean() }),
  response: z.object({ logs_more_until: z.string().nullable() }),
  errors: ['SHARED_BY_SCHOOLS'],
});
