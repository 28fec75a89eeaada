import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { flag, id, packMessage, pageQuery, Pagination } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';
import { cannotRun, courseParams, Id, inSchool, run, view } from './fields.ts';

export const SYNC_SCOPES = ['classes', 'class_work', 'invitations'] as const;
export const SYNC_MODES = ['preview', 'apply', 'scheduled', 'undo'] as const;

/** `waiting`: for its turn or for quota; `paused`: a person must answer a question; `partly`: some parts failed. */
export const SYNC_STATUSES = ['waiting', 'running', 'paused', 'finished', 'partly', 'failed', 'cancelled'] as const;

const Counts = z.object({
  /** Things created, changed and ended here. */
  made: Id,
  changed: Id,
  ended: Id,
  /** Things sent to Google. */
  sent: Id,
  /** Things that failed, each with its reason among the changes. */
  refused: Id,
  conflicts: Id,
});

export const SyncRunView = z.object({
  id: Id,
  scope: z.enum(SYNC_SCOPES),
  course_id: Id.nullable(),
  course_name: z.string().nullable(),
  /** The person whose classes it syncs. Null: those of the school, or the one class of the run. */
  account_id: Id.nullable(),
  account_name: z.string().nullable(),
  mode: z.enum(SYNC_MODES),
  status: z.enum(SYNC_STATUSES),
  counts: Counts,
  /** The time until which it waits for Google's quota, while it does. */
  waits_until: z.string().nullable(),
  /** The number of classes it syncs, and how many are done. */
  classes: Id,
  classes_done: Id,
  calls: Id,
  /** The result, in words; null while it runs. */
  message: z.string().nullable(),
  /** Classes that failed, each with its reason. */
  failures: z.array(z.object({ class_name: z.string(), message: z.string() })),
  /** The question of a paused run, in words. */
  question: z.string().nullable(),
  /** The person who started it, or null when it started automatically. */
  begun_by: Id.nullable(),
  by: z.string().nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  can_apply: z.boolean(),
  can_cancel: z.boolean(),
  can_undo: z.boolean(),
});

export type SyncRunView = z.infer<typeof SyncRunView>;
const begun = z.object({ run: SyncRunView, message: z.string() });
const mode = z.enum(['preview', 'apply'], { error: packMessage('sync.mode.wrong') }).default('apply');

/**
 * The handling of undecided classes. `make`: create them here; `leave`: only list them; omitted: use the school's
 * setting.
 */
const newClasses = z.enum(['make', 'leave'], { error: packMessage('sync.newClasses.wrong') }).optional();

export const syncCourses = endpoint({
  name: 'sync.courses',
  cost: 5,
  method: 'POST',
  path: '/sync-courses',
  access: 'signed-in',
  summary: 'Sync classes and their people with Google Classroom; a student’s press asks for the student’s own classes to be read. One live run per scope',
  body: z.object({ mode, new_classes: newClasses, ...inSchool }).prefault({}),
  response: begun,
  errors: [...cannotRun, 'NOT_ALLOWED', 'SYNC_TOO_SOON', 'CONSENT_NEEDED'],
});

export const syncCoursesByGet = endpoint({
  name: 'sync.courses.get',
  cost: 5,
  method: 'GET',
  path: '/sync-courses',
  access: 'signed-in',
  summary: 'Begins to sync classes, for clients that can only GET',
  query: z.object({ mode, new_classes: newClasses, ...inSchool }),
  response: begun,
  errors: [...cannotRun, 'NOT_ALLOWED', 'SYNC_TOO_SOON', 'CONSENT_NEEDED'],
});

export const syncCourseWorks = endpoint({
  name: 'sync.courseWorks',
  cost: 5,
  method: 'POST',
  path: '/courses/:id/sync-course-works',
  access: run,
  summary: 'Sync topics, work, announcements, submissions and grades of a linked class with Google Classroom',
  params: courseParams,
  body: z.object({ mode }).prefault({}),
  response: begun,
  errors: [...cannotRun, 'SYNC_NOT_LINKED', 'NOT_ALLOWED', 'CLASS_ARCHIVED'],
});

export const syncCourseWorksByGet = endpoint({
  name: 'sync.courseWorks.get',
  cost: 5,
  method: 'GET',
  path: '/courses/:id/sync-course-works',
  access: run,
  summary: 'Begins to sync class work, for clients that can only GET',
  params: courseParams,
  query: z.object({ mode }),
  response: begun,
  errors: [...cannotRun, 'SYNC_NOT_LINKED', 'NOT_ALLOWED', 'CLASS_ARCHIVED'],
});

export const syncInvitations = endpoint({
  name: 'sync.invitations',
  cost: 5,
  method: 'POST',
  path: '/sync/course/invitations',
  access: run,
  summary: 'Sync invitations, and who has joined, of a linked class with Google Classroom',
  body: z.object({ course_id: id(asMessage('sync.class')), mode }),
  response: begun,
  errors: [...cannotRun, 'SYNC_NOT_LINKED', 'NOT_ALLOWED', 'CLASS_ARCHIVED'],
});

const runParams = z.object({ id: id(asMessage('sync.run')) });

export const syncRunList = endpoint({
  name: 'sync.run.list',
  method: 'GET',
  path: '/sync/runs',
  access: view,
  summary: 'Runs, newest first: of one’s own classes, and of the school for who administers the sync',
  query: pageQuery.extend({
    course_id: id(asMessage('sync.class')).optional(),
    /** Only runs that have not ended. */
    alive: flag(asMessage('sync.run.alive')).optional(),
    ...inSchool,
  }),
  response: z.object({ data: z.array(SyncRunView), pagination: Pagination }),
  errors: [],
  readOnly: true,
});

export const syncRunRead = endpoint({
  name: 'sync.run.read',
  method: 'GET',
  path: '/sync/runs/:id',
  access: 'signed-in',
  summary: 'The state of a run',
  params: runParams,
  response: z.object({ run: SyncRunView }),
  errors: [],
  readOnly: true,
});

export const SYNC_KINDS = ['class', 'person', 'member', 'invitation', 'topic', 'work', 'material', 'announcement', 'submission'] as const;

/**
 * The outcomes of a change. `planned`: shown in a preview; `applied` here; `sent` there; `receipt`: Google confirmed a
 * grade; `undone`; `kept`: an undo found it changed since.
 */
export const SYNC_OUTCOMES = ['planned', 'applied', 'sent', 'receipt', 'refused', 'conflict', 'undone', 'kept'] as const;

const SyncChangeView = z.object({
  id: Id,
  kind: z.enum(SYNC_KINDS),
  /** The subject, in words: a title, a name. */
  subject: z.string(),
  course_name: z.string().nullable(),
  /** The field, in words; empty for the whole subject. */
  field: z.string(),
  action: z.enum(['made', 'changed', 'ended']),
  direction: z.enum(['here', 'there']),
  before: z.string().nullable(),
  after: z.string().nullable(),
  outcome: z.enum(SYNC_OUTCOMES),
  /** The reason it was refused or kept, in words. */
  reason: z.string().nullable(),
  at: z.string(),
});

export type SyncChangeView = z.infer<typeof SyncChangeView>;

export const syncRunChanges = endpoint({
  name: 'sync.run.changes',
  method: 'GET',
  path: '/sync/runs/:id/changes',
  access: view,
  summary: 'The changes of a run, planned or done, on either side, and those that could not be done and why',
  params: runParams,
  query: pageQuery.extend({ outcome: z.enum(SYNC_OUTCOMES).optional(), kind: z.enum(SYNC_KINDS).optional() }),
  response: z.object({ data: z.array(SyncChangeView), pagination: Pagination }),
  errors: [],
  readOnly: true,
});

const MAX_CLASS_CHOICES = 1000;

/** A class of Google's that a preview found, and the choice for it. */
const ClassChoice = z.object({
  external_id: z.string().regex(/^\d{1,30}$/, { error: packMessage('sync.class.wrong') }),
  /**
   * `make`: a new class here; `link`: link it to the class `course_id`; `ignore`: leave it in Google only; `later`: the
   * next preview asks again.
   */
  choice: z.enum(['make', 'link', 'ignore', 'later'], { error: packMessage('sync.class.choice') }),
  course_id: id(asMessage('sync.class')).optional(),
});

export const syncRunApply = endpoint({
  name: 'sync.run.apply',
  cost: 5,
  method: 'POST',
  path: '/sync/runs/:id/apply',
  access: run,
  summary: 'Applies what the preview of a sync showed, or continues a paused run',
  params: runParams,
  body: z
    .object({
      classes: z
        .array(ClassChoice, { error: packMessage('sync.class.choice') })
        .max(MAX_CLASS_CHOICES, { error: packMessage('list.many.limit', { most: MAX_CLASS_CHOICES }) })
        .default([]),
      /** For a paused run: end the memberships that it asks about. */
      confirm: flag(asMessage('sync.confirm')).default(false),
    })
    .prefault({}),
  response: begun,
  errors: [...cannotRun, 'SYNC_RUN_STATE', 'SYNC_BUSY', 'NOT_ALLOWED', 'CLASS_ARCHIVED'],
});

export const syncRunCancel = endpoint({
  name: 'sync.run.cancel',
  cost: 2,
  method: 'POST',
  path: '/sync/runs/:id/cancel',
  access: run,
  summary: 'End a run; what it has done stays and stands in its report',
  params: runParams,
  response: begun,
  errors: ['SYNC_RUN_STATE', 'NOT_ALLOWED'],
});

export const syncRunUndo = endpoint({
  name: 'sync.run.undo',
  cost: 5,
  method: 'POST',
  path: '/sync/runs/:id/undo',
  access: run,
  summary: 'Undo what a run has done and nobody has changed since; the rest is listed',
  params: runParams,
  response: begun,
  errors: [...cannotRun, 'SYNC_RUN_STATE', 'SYNC_BUSY', 'NOT_ALLOWED', 'CLASS_ARCHIVED'],
});
