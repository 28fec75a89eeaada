import { MEETING_GROUNDS } from '@classwright/rules/sync/meet';
import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { flag, id, packMessage, pageQuery, Pagination } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';
import { ROSTER_CHOICES, ROSTER_DECISIONS, ROSTER_FILE_LIMITS, ROSTER_KINDS, ROSTER_TABLE_KINDS } from './limits.ts';

export * from './limits.ts';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * The outcomes of a row. `ends`: a membership of a class or a tie of a guardian ends, or an account is proposed for deactivation. `same`: no
 * change; it is counted, and listed for a class that was matched here alone. `not_taken`: rosters do not change that.
 * `waits`: a class without a teacher, and its people. `undecided`: a class that may be one of ours, and its people,
 * until someone decides.
 */
export const ROSTER_OUTCOMES = ['new', 'changed', 'ends', 'same', 'error', 'not_taken', 'waits', 'undecided'] as const;
export type RosterOutcome = (typeof ROSTER_OUTCOMES)[number];

const ROSTER_STATUSES = ['reading', 'columns', 'preview', 'waiting', 'running', 'finished', 'partly', 'failed', 'cancelled'] as const;

const count = z.number().int();
const counts = z.object({ new: count, changed: count, ends: count, same: count, error: count, not_taken: count, waits: count, undecided: count });

export const RosterImportView = z.object({
  id: z.number().int(),
  file_name: z.string(),
  /** `source`: it was read from another system, whose name is `file_name`, and rows name its collections. */
  from: z.enum(['file', 'source']),
  /** The system that the file comes from, in words; '' until it has been read. */
  format: z.string(),
  /** The schools with rows in it. */
  schools: z.array(z.object({ id: z.number().int(), name: z.string() })),
  /** The person who uploaded it, or null when the account no longer exists. */
  account_name: z.string().nullable(),
  /**
   * `reading`: a job reads and compares the files. `columns`: a person must first map the columns. `preview`: nothing
   * has changed yet. `waiting`, `running`: a job has it. `finished`: everything is done. `partly`: done except for rows
   * that failed. `failed`: the server could not continue. `cancelled`: someone stopped it; changes made before that
   * remain.
   */
  status: z.enum(ROSTER_STATUSES),
  /**
   * The progress of reading: first the rows read, then the rows compared, out of a total; 0: not known yet. Null:
   * reading has ended.
   */
  reading: z.object({ done: z.number().int(), total: z.number().int() }).nullable(),
  counts: z.record(z.enum(ROSTER_KINDS), counts),
  /** The number of rows that change something, and how many are done. */
  total_rows: z.number().int(),
  done_rows: z.number().int(),
  failed_rows: z.number().int(),
  /** The parts left out while reading, in words. */
  remarks: z.array(z.string()),
  /** Classes, and schools, in which so many memberships or ties of guardians would end that a person has to confirm. */
  many_ends: z.array(z.object({ name: z.string(), ending: z.number().int(), current: z.number().int() })),
  /** The number of rows of a preview that offer each choice, and for how many it was made. Null: not a preview. */
  offers: z.record(z.enum(ROSTER_CHOICES), z.object({ offered: z.number().int(), chosen: z.number().int() })).nullable(),
  /** The classes of a preview that are new to the source, by decision. Null: not a preview. */
  meetings: z
    .object({
      undecided: count,
      /** The undecided ones with an unambiguous proposal. */
      sure: count,
      new: count,
      ours: count,
      /** The ones that a person has decided, so that they can be decided again. */
      decided: count,
    })
    .nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  /** The result, in words. */
  message: z.string(),
  can_apply: z.boolean(),
  can_cancel: z.boolean(),
  can_undo: z.boolean(),
  /** The undo, or null when nobody asked for it. */
  undo: z
    .object({ status: z.enum(['waiting', 'running', 'finished', 'failed']), left: z.number().int(), stays: z.number().int(), message: z.string() })
    .nullable(),
});
export type RosterImportView = z.infer<typeof RosterImportView>;

export const RosterRowView = z.object({
  number: z.number().int(),
  kind: z.enum(ROSTER_KINDS),
  outcome: z.enum(ROSTER_OUTCOMES),
  /** The id in the source system. */
  external_id: z.string(),
  /** The place of the row: a file and its line; for a source, the collection. '' and 0: none, since it is missing. */
  file: z.string(),
  line: z.number().int(),
  name: z.string(),
  /** More detail to identify it: the class, the address, the term. */
  detail: z.string(),
  role: z.enum(['TEACHER', 'STUDENT']).nullable(),
  /** The changes, with values before and after. */
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  /** The remarks on the row, each with its column and its value. */
  said: z.array(z.object({ column: z.string(), value: z.string(), code: z.string(), message: z.string() })),
  /** The account or the class here, or null for none. */
  local_id: z.number().int().nullable(),
  /** The reason for a different result, or for not undoing it. Null: neither applies. */
  note: z.string().nullable(),
  /** The choices for the row in a preview, and whether each was made. */
  choices: z.array(z.object({ choice: z.enum(ROSTER_CHOICES), chosen: z.boolean() })),
});
export type RosterRowView = z.infer<typeof RosterRowView>;

/** A class of ours as named in a preview. */
export const RosterClassHere = z.object({
  id: z.number().int(),
  name: z.string(),
  section: z.string(),
  /** The owner. */
  teacher: z.string(),
  is_archived: z.boolean(),
  /** The source that maintains the list of its people. Null: it is maintained by hand. */
  people_from: z.string().nullable(),
  /** Another class of the roster, or of its source, that is already linked to this one. Null: it is free. */
  taken_by: z.string().nullable(),
});
export type RosterClassHere = z.infer<typeof RosterClassHere>;

/** A class that is new to the source of a roster: a class of its own here, or one of ours. */
export const RosterMeetingView = z.object({
  /** The number of its row. */
  number: z.number().int(),
  external_id: z.string(),
  name: z.string(),
  code: z.string(),
  /** The teachers in the roster. `terms` are the titles of its terms. */
  teachers: z.array(z.string()),
  terms: z.array(z.string()),
  decision: z.enum(ROSTER_DECISIONS),
  /** The class it is linked to, or the proposed one while undecided. Null: none. */
  course: RosterClassHere.nullable(),
  /**
   * The reason for that class: the common features, in words, and whether it is unambiguous. Null: a person chose it,
   * or there is none.
   */
  grounds: z.object({ code: z.enum(MEETING_GROUNDS), is_sure: z.boolean(), message: z.string() }).nullable(),
  /**
   * The number of people who would join that class, leave it and stay, with the first names of those who join and
   * leave. Null: there is no such class.
   */
  people: z.object({ come: count, go: count, stay: count, coming: z.array(z.string()), going: z.array(z.string()) }).nullable(),
});
export type RosterMeetingView = z.infer<typeof RosterMeetingView>;

/** The mapping of a table's columns: its titles by field. */
export const RosterMapping = z.object({
  kind: z.enum(ROSTER_TABLE_KINDS),
  /** The role of all its people, when no column gives it. */
  role: z.enum(['student', 'teacher']).optional(),
  columns: z.record(z.string().max(20), z.string().max(200)),
});
export type RosterMapping = z.infer<typeof RosterMapping>;

/** A table in no known format. */
export const RosterUnknownTable = z.object({
  file: z.string(),
  /** The signature by which it is recognized the next time. */
  signature: z.string(),
  columns: z.array(z.object({ title: z.string(), sample: z.string() })),
  /** The guessed mapping of its columns, or null when nothing can be guessed. */
  guess: RosterMapping.nullable(),
});
export type RosterUnknownTable = z.infer<typeof RosterUnknownTable>;

const mapping = z.record(z.string().regex(/^[0-9a-f]{32}$/), RosterMapping, { error: packMessage('rosters.mapping.invalid') });
const params = z.object({ id: id(asMessage('rosters.field.import')) });
const view = { resource: 'rosters', action: 'view' } as const;
const edit = { resource: 'rosters', action: 'edit' } as const;

export const rosterImport = endpoint({
  name: 'roster.import',
  cost: 60,
  method: 'POST',
  path: '/import/roster',
  access: edit,
  summary:
    'Read a roster: a zip or several CSV files of OneRoster, School Data Sync, Canvas, or any others once their columns are defined. A job reads them, and makes a preview, which changes nothing',
  files: {
    field: 'files',
    alias: 'file',
    max: { files: ROSTER_FILE_LIMITS.files, bytes: ROSTER_FILE_LIMITS.maxBytes, totalBytes: ROSTER_FILE_LIMITS.maxBytes },
    where: 'disk',
    required: 'rosters.file.required',
    json: ['mappings'],
  },
  body: z.object({
    /** The school for rows that name none; by default the uploader's, or the only one. */
    school_id: id(asMessage('rosters.field.school')).optional(),
    /**
     * The handling of memberships and people missing from the file: `end` them, `keep` them, or `file` as the file
     * itself specifies.
     */
    missing: z.enum(['file', 'end', 'keep'], { error: packMessage('rosters.missing.invalid') }).default('file'),
    /** Brings guardians and their ties to children, which requires the rights to add and end guardians. */
    bring_guardians: flag(asMessage('rosters.bringGuardians')).default(false),
    /** The mappings of columns, by the signature of their table. They are remembered. */
    mappings: mapping.default({}),
  }),
  response: z.object({ import: RosterImportView, message: z.string() }),
  errors: [],
  successStatus: 201,
  ownTransaction: true,
});

export const rosterList = endpoint({
  name: 'roster.list',
  method: 'GET',
  path: '/import/rosters',
  access: view,
  summary: 'Rosters that were uploaded in the last 90 days, the newest first',
  query: pageQuery,
  response: z.object({
    data: z.array(RosterImportView),
    pagination: Pagination,
    /** The schools that the caller administers, by name. */
    schools: z.array(z.object({ id: z.number().int(), name: z.string() })),
  }),
  errors: [],
  readOnly: true,
});

export const rosterGet = endpoint({
  name: 'roster.get',
  method: 'GET',
  path: '/import/rosters/:id',
  access: view,
  summary: 'One roster: its changes, its progress, or its result',
  params,
  response: z.object({
    import: RosterImportView,
    /** Tables whose columns a person has to map. */
    unknown: z.array(RosterUnknownTable),
  }),
  errors: [],
  readOnly: true,
});

export const rosterRows = endpoint({
  name: 'roster.rows',
  method: 'GET',
  path: '/import/rosters/:id/rows',
  access: view,
  summary: 'Row by row what a roster would do, or did',
  params,
  query: pageQuery.extend({
    kind: z.enum(ROSTER_KINDS).optional(),
    outcome: z.enum(ROSTER_OUTCOMES).optional(),
    /** The people in this class, by its id in the roster, including those who stay. */
    within_class: z.string().max(255).optional(),
    /** `failed`: rows with another result than intended. `stays`: changes that were not undone. */
    state: z.enum(['failed', 'stays']).optional(),
    /** Searches names, ids and identifying details. */
    search_text: z.string().trim().max(200).default(''),
  }),
  response: z.object({ data: z.array(RosterRowView), pagination: Pagination }),
  errors: [],
  readOnly: true,
});

export const rosterErrors = endpoint({
  name: 'roster.errors',
  cost: 10,
  method: 'GET',
  path: '/import/rosters/:id/errors',
  access: view,
  summary: 'The rejected rows of a roster as a spreadsheet: file, row, column, value, remedy',
  params,
  response: z.object({}),
  download: XLSX,
  acceptsHandOff: true,
  readOnly: true,
  errors: ['HAND_OFF_REFUSED'],
});

export const rosterColumns = endpoint({
  name: 'roster.columns',
  cost: 60,
  method: 'POST',
  path: '/import/rosters/:id/columns',
  access: edit,
  summary: 'Say what the columns of tables mean that no system is known by, which is remembered, and have them read',
  params,
  body: z.object({ mappings: mapping }),
  response: z.object({ import: RosterImportView, message: z.string() }),
  errors: ['ROSTER_OVER'],
});

export const rosterApply = endpoint({
  name: 'roster.apply',
  cost: 60,
  method: 'POST',
  path: '/import/rosters/:id/apply',
  access: edit,
  confirmed: true,
  summary: 'Applies what the preview of a roster showed, as a job',
  params,
  body: z.object({
    /** `whole`: only if no row has an error. `partial`: the rows without errors. */
    mode: z.enum(['whole', 'partial'], { error: packMessage('rosters.mode.invalid') }).default('whole'),
    /** Creates accounts for people who have none. Requires the right to create accounts. */
    create_accounts: flag(asMessage('rosters.field.createAccounts')).default(false),
    /** The teacher for classes without one. If omitted, such classes wait. */
    teacher_for_classes_without: id(asMessage('rosters.field.teacher')).nullish(),
    /** Confirms that a person has seen that many memberships end. */
    confirm_many_ends: flag(asMessage('rosters.field.confirmEnds')).default(false),
  }),
  response: z.object({ import: RosterImportView, message: z.string() }),
  errors: ['ROSTER_NOT_PREVIEW', 'ROSTER_HAS_ERRORS', 'ROSTER_ENDS_MANY', 'ROSTER_MEETING_CHANGED', 'ROSTER_BUSY', 'RIGHT_NOT_HELD'],
});

export const rosterChoose = endpoint({
  name: 'roster.choose',
  cost: 10,
  method: 'POST',
  path: '/import/rosters/:id/choices',
  access: edit,
  summary: 'Choose about rows of a preview: to use the names or addresses of the roster, or that people with new ids are the same people',
  params,
  body: z.object({
    choice: z.enum(ROSTER_CHOICES, { error: packMessage('rosters.choice.invalid') }),
    chosen: flag(asMessage('rosters.field.chosen')),
    /** Numbers of rows. If omitted, all rows that offer the choice. */
    rows: z.array(z.number().int()).max(1_000).optional(),
  }),
  response: z.object({ import: RosterImportView, message: z.string() }),
  errors: ['ROSTER_NOT_PREVIEW'],
});

export const rosterMeetings = endpoint({
  name: 'roster.meetings',
  method: 'GET',
  path: '/import/rosters/:id/meetings',
  access: view,
  summary: 'The classes of a preview that are new to its source: which of ours each may be, how sure that is, and who would come and go',
  params,
  query: pageQuery.extend({
    decision: z.enum(ROSTER_DECISIONS).optional(),
    /** Searches names, codes and ids. */
    search_text: z.string().trim().max(200).default(''),
  }),
  response: z.object({ data: z.array(RosterMeetingView), pagination: Pagination }),
  errors: [],
  readOnly: true,
});

export const rosterMeetingClasses = endpoint({
  name: 'roster.meetingClasses',
  method: 'GET',
  path: '/import/rosters/:id/meetings/classes',
  access: view,
  summary: 'Classes of ours that a class of a preview may be, found by name, section or teacher; the archived ones last',
  params,
  query: z.object({
    /** The row of the class, which gives the school. */
    row: z.coerce.number().int(),
    query: z.string().max(200).default(''),
    limit: z.coerce.number().int().min(1).max(50).default(20),
  }),
  response: z.object({ data: z.array(RosterClassHere) }),
  errors: [],
  readOnly: true,
});

export const rosterMeet = endpoint({
  name: 'roster.meet',
  cost: 10,
  method: 'POST',
  path: '/import/rosters/:id/meetings',
  access: edit,
  summary: 'Decide about classes of a preview: each is new, or one of ours. The decision is remembered for later rosters of the source',
  params,
  body: z.object({
    /**
     * `proposals`: all proposed ones; `sure`: only the unambiguous ones; `ours`: the class `course_id`; `undecided`:
     * ask again.
     */
    as: z.enum(['proposals', 'sure', 'new', 'ours', 'undecided'], { error: packMessage('rosters.meet.invalid') }),
    /** Numbers of rows. If omitted, all undecided ones, or with `undecided` all that a person has decided. */
    rows: z.array(z.number().int()).max(2_000).optional(),
    course_id: id(asMessage('rosters.field.class')).optional(),
  }),
  response: z.object({ import: RosterImportView, message: z.string() }),
  errors: ['ROSTER_NOT_PREVIEW', 'ROSTER_CLASS_TAKEN', 'CLASS_ARCHIVED'],
});

export const rosterCancel = endpoint({
  name: 'roster.cancel',
  method: 'POST',
  path: '/import/rosters/:id/cancel',
  access: edit,
  summary: 'Stop reading, drop a preview, or stop applying one: the changes made so far are kept, and can be undone',
  params,
  response: z.object({ import: RosterImportView, message: z.string() }),
  errors: ['ROSTER_OVER'],
});

export const rosterUndo = endpoint({
  name: 'roster.undo',
  cost: 60,
  method: 'POST',
  path: '/import/rosters/:id/undo',
  access: edit,
  summary: 'Undo, as a job, the changes of a roster that nobody has changed since',
  params,
  response: z.object({ import: RosterImportView, message: z.string() }),
  errors: ['ROSTER_NOTHING_TO_UNDO', 'ROSTER_BUSY', 'IMPORT_TOO_OLD'],
});
