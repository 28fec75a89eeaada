import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { flag, id, packMessage, pageQuery, Pagination } from '../../core/fields.ts';
import { ManyIds } from '../../core/list-endpoints.ts';
import { CALCULATION_TYPES } from '../../class/classwork/kinds.ts';
import { GradeSettingView } from '../../class/gradebook/settings.ts';
import { asMessage } from '../../messages/translate.ts';

const Id = z.number().int();
/** The school. It defaults to the caller's own; an administrator without a school must choose one. */
const inSchool = { school_id: id(asMessage('sync.school')).optional() };
const run = { resource: 'classroom-sync', action: 'run' } as const;
const view = { resource: 'classroom-sync', action: 'view' } as const;
const administer = { resource: 'classroom-sync', action: 'edit' } as const;

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
  summary: 'Whether Google Classroom is set up and connected for this person, and what to do where it is not',
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
  summary: 'When runs of the school begin on schedule, and whether they make new classes here',
  body: z.object({
    schedule: z.enum(SYNC_SCHEDULES, { error: packMessage('sync.schedule.wrong') }),
    /** Unchanged when omitted. */
    makes_classes: flag(asMessage('sync.makesClasses')).optional(),
    ...inSchool,
  }),
  response: z.object({ schedule: z.enum(SYNC_SCHEDULES), makes_classes: z.boolean(), message: z.string() }),
  errors: ['SYNC_NOT_SET_UP', 'SYNC_NOT_CONNECTED'],
});

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
const cannotRun = ['SYNC_NOT_SET_UP', 'SYNC_NOT_CONNECTED', 'SYNC_WITHDRAWN', 'SYNC_SCOPE_MISSING', 'SYNC_BLOCKED'] as const;
const mode = z.enum(['preview', 'apply'], { error: packMessage('sync.mode.wrong') }).default('apply');
/**
 * The handling of undecided classes. `make`: create them here; `leave`: only list them; omitted: use the school's
 * setting.
 */
const newClasses = z.enum(['make', 'leave'], { error: packMessage('sync.newClasses.wrong') }).optional();
const courseParams = z.object({ id: id(asMessage('sync.class')) });

export const syncCourses = endpoint({
  name: 'sync.courses',
  cost: 5,
  method: 'POST',
  path: '/sync-courses',
  access: 'signed-in',
  summary: 'Sync classes and their people with Google Classroom; a student’s press asks for the student’s own classes to be read. One live run per scope',
  body: z.object({ mode, new_classes: newClasses, ...inSchool }).prefault({}),
  response: begun,
  errors: [...cannotRun, 'SYNC_TOO_SOON'],
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
  errors: [...cannotRun, 'SYNC_TOO_SOON'],
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
  summary: 'How a run stands',
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
  summary: 'What a run would change, or has changed, on either side, and what could not be done and why',
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
  summary: 'Take back what a run has done and nobody has changed since; the rest is listed',
  params: runParams,
  response: begun,
  errors: [...cannotRun, 'SYNC_RUN_STATE', 'SYNC_BUSY', 'NOT_ALLOWED', 'CLASS_ARCHIVED'],
});

const SyncConflictView = z.object({
  id: Id,
  kind: z.enum(SYNC_KINDS),
  subject: z.string(),
  course_id: Id.nullable(),
  course_name: z.string().nullable(),
  field: z.string(),
  ours: z.string().nullable(),
  /** The person who changed it here last, or null when unknown. */
  ours_by: z.string().nullable(),
  ours_at: z.string().nullable(),
  theirs: z.string().nullable(),
  theirs_by: z.string().nullable(),
  theirs_at: z.string().nullable(),
  /** The cell, for a grade. */
  course_work_id: Id.nullable(),
  student_id: Id.nullable(),
  found_at: z.string(),
});
export type SyncConflictView = z.infer<typeof SyncConflictView>;

export const syncConflictList = endpoint({
  name: 'sync.conflict.list',
  method: 'GET',
  path: '/sync/conflicts',
  access: view,
  summary: 'What was changed on both sides to different values, and waits for somebody to choose',
  query: pageQuery.extend({ course_id: id(asMessage('sync.class')).optional(), ...inSchool }),
  response: z.object({ data: z.array(SyncConflictView), pagination: Pagination }),
  errors: [],
  readOnly: true,
});

const choice = z.enum(['ours', 'theirs'], { error: packMessage('sync.conflict.choice') });
const solved = z.object({ message: z.string(), ids: z.array(Id), refused: z.array(z.object({ id: Id, name: z.string(), message: z.string() })) });

export const syncConflictSolve = endpoint({
  name: 'sync.conflict.solve',
  cost: 2,
  method: 'POST',
  path: '/sync/conflicts/:id',
  access: run,
  summary: 'Choose which side’s value counts on both',
  params: z.object({ id: id(asMessage('sync.conflict')) }),
  body: z.object({ choice }),
  response: solved,
  errors: ['SYNC_CONFLICT_OVER', 'CLASS_ARCHIVED'],
});

export const syncConflictSolveMany = endpoint({
  name: 'sync.conflict.solveMany',
  cost: 5,
  method: 'POST',
  path: '/sync/conflicts',
  access: run,
  summary: 'Settles several conflicts of a sync at once',
  body: ManyIds.extend({ choice }),
  response: solved,
  errors: [],
});

/**
 * `matched`; `proposed`: probably someone here, for a person to confirm; `unknown`: nobody here; `only_here`: in a
 * linked class and not there; `ignored`.
 */
const SYNC_PERSON_STATES = ['matched', 'proposed', 'unknown', 'only_here', 'ignored'] as const;

const SyncPersonView = z.object({
  /** The account's id for people only here, otherwise the link's. */
  id: Id,
  state: z.enum(SYNC_PERSON_STATES),
  /** The name at Google, or null for people only here. */
  name: z.string().nullable(),
  email: z.string().nullable(),
  account_id: Id.nullable(),
  account_name: z.string().nullable(),
  account_email: z.string().nullable(),
  /** The person's classes there (or here, for people only here). */
  classes: z.array(z.string()),
  role: z.enum(['TEACHER', 'STUDENT']).nullable(),
  /** The reason for the proposal, in words. */
  note: z.string().nullable(),
});
export type SyncPersonView = z.infer<typeof SyncPersonView>;

export const syncPeople = endpoint({
  name: 'sync.people',
  method: 'GET',
  path: '/sync/people',
  access: view,
  summary: 'People of Google Classroom beside those here: of one’s own classes, and of the school for who administers the sync',
  query: pageQuery.extend({
    course_id: id(asMessage('sync.class')).optional(),
    state: z.enum(SYNC_PERSON_STATES).optional(),
    search: z.string().max(200).optional(),
    ...inSchool,
  }),
  response: z.object({
    data: z.array(SyncPersonView),
    pagination: Pagination,
    counts: z.object({ matched: Id, proposed: Id, unknown: Id, only_here: Id, ignored: Id }),
    /** True when the caller may create accounts for unknown people. */
    can_create: z.boolean(),
  }),
  errors: [],
  readOnly: true,
  cost: 2,
});

export const syncPersonMatch = endpoint({
  name: 'sync.person.match',
  cost: 2,
  method: 'POST',
  path: '/sync/people/:id',
  access: run,
  summary: 'Say who somebody of Google Classroom is here: an account, a new account, or nobody',
  params: z.object({ id: id(asMessage('sync.person')) }),
  body: z
    .object({
      account_id: id(asMessage('sync.account')).optional(),
      create: flag(asMessage('sync.person.create')).optional(),
      ignore: flag(asMessage('sync.person.ignore')).optional(),
    })
    .refine((given) => [given.account_id !== undefined, given.create === true, given.ignore === true].filter(Boolean).length === 1, {
      error: packMessage('sync.person.choose'),
    }),
  response: z.object({ person: SyncPersonView, message: z.string() }),
  errors: ['NOT_ALLOWED', 'SYNC_PERSON_TAKEN', 'SYNC_PERSON_MATCHED', 'SYNC_ADDRESS_TAKEN', 'SYNC_PERSON_WITHOUT_ADDRESS'],
});

/** `accept`: the proposed account; `create`: a new account; `ignore`: nobody here; `forget`: undoes the choice. */
const SYNC_PEOPLE_CHOICES = ['accept', 'create', 'ignore', 'forget'] as const;
export type SyncPeopleChoice = (typeof SYNC_PEOPLE_CHOICES)[number];

export const syncPeopleMatch = endpoint({
  name: 'sync.people.match',
  cost: 5,
  method: 'POST',
  path: '/sync/people',
  access: run,
  summary: 'Links several people with their accounts at Google at once, or undoes that',
  body: ManyIds.extend({ choice: z.enum(SYNC_PEOPLE_CHOICES, { error: packMessage('sync.people.choice') }), ...inSchool }),
  response: solved,
  errors: ['NOT_ALLOWED', 'SYNC_PERSON_TAKEN'],
});

const ClassroomClassView = z.object({
  external_id: z.string(),
  name: z.string(),
  section: z.string(),
  state: z.string(),
  owner_name: z.string().nullable(),
  /** The linked class here. */
  course_id: Id.nullable(),
  course_name: z.string().nullable(),
  alternate_link: z.string(),
  is_ignored: z.boolean(),
});
export type ClassroomClassView = z.infer<typeof ClassroomClassView>;

/**
 * A class of Google's, by `external_id`, with the class here that it may be, whether the match is unambiguous, and the
 * reason in words.
 */
const ClassProposal = z.object({
  ...{ external_id: z.string(), course_id: Id, name: z.string(), section: z.string(), teacher: z.string(), is_sure: z.boolean(), message: z.string() },
});
export type ClassProposal = z.infer<typeof ClassProposal>;

export const syncClasses = endpoint({
  name: 'sync.classes',
  method: 'GET',
  path: '/sync/classes',
  access: view,
  summary: 'Classes of Google Classroom as the last run found them, for one to be linked with a class here',
  query: pageQuery.extend({
    search: z.string().max(200).optional(),
    free: flag(asMessage('sync.class.free')).optional(),
    proposals: flag(asMessage('sync.class.proposals')).optional(),
    ...inSchool,
  }),
  response: z.object({
    data: z.array(ClassroomClassView),
    /** On request: the proposals for all undecided classes, regardless of the page they are on. */
    proposals: z.array(ClassProposal),
    pagination: Pagination,
    as_of: z.string().nullable(),
  }),
  errors: [],
  readOnly: true,
});

const ClassLinkView = z.object({
  course_id: Id,
  external_id: z.string().nullable(),
  /** `making`: it is being created in Google Classroom. */
  state: z.enum(['linked', 'making', 'lost', 'gone']),
  name: z.string(),
  alternate_link: z.string(),
  enrollment_code: z.string(),
  /** The reason it is lost, in words. */
  problem: z.string().nullable(),
  synced_at: z.string().nullable(),
});
export type ClassLinkView = z.infer<typeof ClassLinkView>;

export const syncLinkRead = endpoint({
  name: 'sync.link.read',
  method: 'GET',
  path: '/courses/:id/link',
  access: 'signed-in',
  summary: 'The class of Google Classroom that a class is linked with, for whoever is in it',
  params: courseParams,
  response: z.object({ link: ClassLinkView.nullable() }),
  errors: [],
  readOnly: true,
});

export const syncLink = endpoint({
  name: 'sync.link',
  cost: 2,
  method: 'POST',
  path: '/courses/:id/link',
  access: run,
  summary: 'Link a class with one of Google Classroom, or have it made there, once',
  params: courseParams,
  body: z
    .object({
      external_id: z
        .string()
        .regex(/^\d{1,30}$/, { error: packMessage('sync.class.wrong') })
        .optional(),
      create: flag(asMessage('sync.link.create')).optional(),
    })
    .refine((given) => (given.external_id !== undefined) !== (given.create === true), { error: packMessage('sync.link.choose') }),
  response: z.object({ link: ClassLinkView, message: z.string() }),
  errors: [...cannotRun, 'NOT_ALLOWED', 'SYNC_LINKED_ALREADY', 'SYNC_CLASS_UNKNOWN', 'CLASS_ARCHIVED'],
});

export const syncUnlink = endpoint({
  name: 'sync.unlink',
  cost: 2,
  method: 'DELETE',
  path: '/courses/:id/link',
  access: run,
  summary: 'Part a class from its class in Google Classroom; nothing is deleted on either side',
  params: courseParams,
  response: z.object({ course_id: Id, message: z.string() }),
  errors: ['NOT_ALLOWED', 'SYNC_NOT_LINKED'],
});

export const syncGradeHere = endpoint({
  name: 'sync.gradeHere',
  cost: 2,
  method: 'POST',
  path: '/courses/:id/course-works/:workId/grade-here',
  access: run,
  summary: 'Grade work made in Google Classroom here from now on: its grades follow Google no more',
  params: z.object({ id: id(asMessage('sync.class')), workId: id(asMessage('sync.work')) }),
  response: z.object({ message: z.string() }),
  errors: ['NOT_ALLOWED', 'SYNC_NOT_LINKED', 'CLASS_ARCHIVED'],
});

/** The way Google Classroom computes the grades of a class. */
const GradeOffer = z.object({
  calculation_type: z.enum(CALCULATION_TYPES),
  show_grade: z.boolean(),
  categories: z.array(z.object({ category_name: z.string(), category_point: z.number() })),
  /** The number of works that have one of these categories there, and none here. */
  works: Id,
});
export type GradeOffer = z.infer<typeof GradeOffer>;

export const syncGradeOffer = endpoint({
  name: 'sync.gradeOffer',
  method: 'GET',
  path: '/courses/:id/grade-offer',
  access: { resource: 'grade-settings', action: 'view' },
  summary: 'Categories and weights that Google Classroom has of a class, offered to one without settings of its own',
  params: courseParams,
  response: z.object({ offer: GradeOffer.nullable() }),
  errors: ['NOT_ALLOWED'],
  readOnly: true,
});

export const syncGradeOfferTake = endpoint({
  name: 'sync.gradeOffer.take',
  cost: 2,
  method: 'POST',
  path: '/courses/:id/grade-offer',
  access: { resource: 'grade-settings', action: 'create' },
  summary: 'Takes categories and weights over from Google: the first settings of the gradebook, and the categories of works that have none',
  params: courseParams,
  response: z.object({ setting: GradeSettingView, message: z.string() }),
  errors: ['NOT_ALLOWED', 'SYNC_NOT_LINKED', 'SYNC_NOTHING_OFFERED', 'SETTING_EXISTS', 'CLASS_ARCHIVED'],
});

/** The relation of a class's work, its submissions and grades to Google Classroom. */
const SyncedWorkView = z.object({
  course_work_id: Id,
  /** True when it was made in Google Classroom and is read-only here. */
  is_foreign: z.boolean(),
  /** True when it was made there too, but its link has ended, so it belongs to the class here. */
  was_foreign: z.boolean(),
  graded_here: z.boolean(),
  alternate_link: z.string(),
  /** True when students hand in something for it, which Google allows only themselves to do there. */
  has_hand_in: z.boolean(),
  /** The number of submissions handed in here and not in Google Classroom. */
  handed_in_here_only: Id,
});
export type SyncedWorkView = z.infer<typeof SyncedWorkView>;

export const syncWorks = endpoint({
  name: 'sync.works',
  method: 'GET',
  path: '/courses/:id/synced-works',
  access: 'signed-in',
  summary: 'Which works of a class are known in Google Classroom, conflicts of grades and receipts; students see where work was made, and no more',
  params: courseParams,
  response: z.object({
    works: z.array(SyncedWorkView),
    /** For staff: the cells whose grade differs between both sides. */
    conflicts: z.array(
      z.object({
        ...{ id: Id, course_work_id: Id, account_id: Id },
        ...{ ours: z.string().nullable(), ours_by: z.string().nullable(), ours_at: z.string().nullable() },
        ...{ theirs: z.string().nullable(), theirs_at: z.string().nullable() },
      }),
    ),
    /** For staff: the newest grade of each cell that Google has confirmed. */
    receipts: z.array(z.object({ course_work_id: Id, account_id: Id, grade: z.string().nullable(), at: z.string() })),
    as_of: z.string().nullable(),
  }),
  errors: [],
  readOnly: true,
  cost: 2,
});
