import { MEETING_GROUNDS } from '@classwright/rules/sync/meet';
import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { flag, id, packMessage, pageQuery, Pagination } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';
import { ROSTER_CHOICES, ROSTER_DECISIONS, ROSTER_FILE_LIMITS, ROSTER_KINDS, ROSTER_TABLE_KINDS } from './limits.ts';

export * from './limits.ts';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * What becomes of a row. `ends`: a place in a class ends, or an account is proposed for deactivation. `same`: nothing; it
 * is counted, and listed for a class that was found here alone. `not_taken`: rosters do not change that. `waits`: a class that
 * nobody teaches, and who is in it. `undecided`: a class that may be one of ours, and who is in it, until somebody decides.
 */
export const ROSTER_OUTCOMES = ['new', 'changed', 'ends', 'same', 'error', 'not_taken', 'waits', 'undecided'] as const;
export type RosterOutcome = (typeof ROSTER_OUTCOMES)[number];

const ROSTER_STATUSES = ['reading', 'columns', 'preview', 'waiting', 'running', 'finished', 'partly', 'failed', 'cancelled'] as const;

const count = z.number().int();
const counts = z.object({ new: count, changed: count, ends: count, same: count, error: count, not_taken: count, waits: count, undecided: count });

export const RosterImportView = z.object({
  id: z.number().int(),
  file_name: z.string(),
  /** `source`: it was read of another system, of which `file_name` is the name, and rows name its collections. */
  from: z.enum(['file', 'source']),
  /** What system the file is of, in words; '' as long as it was not read. */
  format: z.string(),
  /** Whose rows it has. */
  schools: z.array(z.object({ id: z.number().int(), name: z.string() })),
  /** Who uploaded it; null: nobody who is here any more. */
  account_name: z.string().nullable(),
  /**
   * `reading`: a job reads the files and compares them. `columns`: first somebody has to say what columns mean. `preview`: nothing has
   * happened yet. `waiting`, `running`: a job has it. `finished`: all of it is done. `partly`: done but for rows
   * that failed. `failed`: the server could not go on. `cancelled`: somebody stopped it; what was done by then stands.
   */
  status: z.enum(ROSTER_STATUSES),
  /** How far reading is: rows that were read, then, of so many, rows that were compared; 0: nobody knows yet of how many. Null: it is over. */
  reading: z.object({ done: z.number().int(), total: z.number().int() }).nullable(),
  counts: z.record(z.enum(ROSTER_KINDS), counts),
  /** Rows that change something, and how many of them are done. */
  total_rows: z.number().int(),
  done_rows: z.number().int(),
  failed_rows: z.number().int(),
  /** What was left out while reading, in words. */
  remarks: z.array(z.string()),
  /** Classes, and schools, of which it would end so many places that somebody has to say so. */
  many_ends: z.array(z.object({ name: z.string(), ending: z.number().int(), current: z.number().int() })),
  /** How many rows of a preview offer each choice, and for how many it was made; null: it is no preview. */
  offers: z.record(z.enum(ROSTER_CHOICES), z.object({ offered: z.number().int(), chosen: z.number().int() })).nullable(),
  /** The classes of a preview that are new to the source, by what was decided about them; null: it is no preview. */
  meetings: z
    .object({
      undecided: count,
      /** Those of the undecided ones with a proposal that leaves no doubt. */
      sure: count,
      new: count,
      ours: count,
      /** Those that somebody has decided about, so that they can be decided again. */
      decided: count,
    })
    .nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  /** What came of it, in words. */
  message: z.string(),
  can_apply: z.boolean(),
  can_cancel: z.boolean(),
  can_undo: z.boolean(),
  /** Null: nobody asked for it. */
  undo: z
    .object({ status: z.enum(['waiting', 'running', 'finished', 'failed']), left: z.number().int(), stays: z.number().int(), message: z.string() })
    .nullable(),
});
export type RosterImportView = z.infer<typeof RosterImportView>;

export const RosterRowView = z.object({
  number: z.number().int(),
  kind: z.enum(ROSTER_KINDS),
  outcome: z.enum(ROSTER_OUTCOMES),
  /** As the system calls it. */
  external_id: z.string(),
  /** Where it stands: a file and its line, of a source the collection. '' and 0: nowhere, since it is missing. */
  file: z.string(),
  line: z.number().int(),
  name: z.string(),
  /** The class, the address, the term: what it is known by besides. */
  detail: z.string(),
  role: z.enum(['TEACHER', 'STUDENT']).nullable(),
  /** What changes, from what to what. */
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  /** What is to be said about it, each with its column and what stands there. */
  said: z.array(z.object({ column: z.string(), value: z.string(), code: z.string(), message: z.string() })),
  /** The account or the class here; null: none. */
  local_id: z.number().int().nullable(),
  /** Why something else became of it, or why it stays though it was taken back; null: nothing of the kind. */
  note: z.string().nullable(),
  /** What can be chosen about it in a preview, and whether it was. */
  choices: z.array(z.object({ choice: z.enum(ROSTER_CHOICES), chosen: z.boolean() })),
});
export type RosterRowView = z.infer<typeof RosterRowView>;

/** A class of ours as a preview names it. */
export const RosterClassHere = z.object({
  id: z.number().int(),
  name: z.string(),
  section: z.string(),
  /** Who owns it. */
  teacher: z.string(),
  is_archived: z.boolean(),
  /** Who keeps the list of its people: the name of a source; null: it is kept by hand. */
  people_from: z.string().nullable(),
  /** What another class of the roster, or of its source, is here already, so that this one cannot be it; null: it is free. */
  taken_by: z.string().nullable(),
});
export type RosterClassHere = z.infer<typeof RosterClassHere>;

/** A class that is new to the source of a roster: a class of its own here, or one of ours. */
export const RosterMeetingView = z.object({
  /** Of its row. */
  number: z.number().int(),
  external_id: z.string(),
  name: z.string(),
  code: z.string(),
  /** Who teaches it by the roster, and the titles of its terms. */
  teachers: z.array(z.string()),
  terms: z.array(z.string()),
  decision: z.enum(ROSTER_DECISIONS),
  /** The class that it is, or that is proposed as long as nobody has decided; null: none. */
  course: RosterClassHere.nullable(),
  /** Why that one: what both have in common, in words, and whether it leaves no doubt; null: somebody chose it, or there is none. */
  grounds: z.object({ code: z.enum(MEETING_GROUNDS), is_sure: z.boolean(), message: z.string() }).nullable(),
  /** How many would come into that class, go from it and stay, with the first names of those who come and go; null: there is no such class. */
  people: z.object({ come: count, go: count, stay: count, coming: z.array(z.string()), going: z.array(z.string()) }).nullable(),
});
export type RosterMeetingView = z.infer<typeof RosterMeetingView>;

/** What the columns of a table mean: its titles by field. */
export const RosterMapping = z.object({
  kind: z.enum(ROSTER_TABLE_KINDS),
  /** What all of its people are, where no column says it. */
  role: z.enum(['student', 'teacher']).optional(),
  columns: z.record(z.string().max(20), z.string().max(200)),
});
export type RosterMapping = z.infer<typeof RosterMapping>;

/** A table that no system is known by. */
export const RosterUnknownTable = z.object({
  file: z.string(),
  /** By what it is known when it comes again. */
  signature: z.string(),
  columns: z.array(z.object({ title: z.string(), sample: z.string() })),
  /** What its columns seem to mean; null: nothing can be told. */
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
    'Read a roster: a zip or several CSV files of OneRoster, School Data Sync, Canvas, or any others once their columns were said. A job reads them, and makes a preview, which changes nothing',
  files: {
    field: 'files',
    alias: 'file',
    max: { files: ROSTER_FILE_LIMITS.files, bytes: ROSTER_FILE_LIMITS.maxBytes, totalBytes: ROSTER_FILE_LIMITS.maxBytes },
    where: 'disk',
    required: 'rosters.file.required',
    json: ['mappings'],
  },
  body: z.object({
    /** The school of what names none; the one of whoever uploads, or the only one, unless said. */
    school_id: id(asMessage('rosters.field.school')).optional(),
    /** What becomes of places and people that the file does not have: `end` they end, `keep` they stay, `file` as the file says of itself. */
    missing: z.enum(['file', 'end', 'keep'], { error: packMessage('rosters.missing.invalid') }).default('file'),
    /** What columns mean, by the signature of their table; remembered. */
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
    /** The schools that the caller sees to, by name. */
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
  summary: 'One roster: what it would do, how far it is, or what came of it',
  params,
  response: z.object({
    import: RosterImportView,
    /** Tables of which somebody has to say what their columns mean. */
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
    /** Who is in this class, by its id in the roster; those who stay are listed too. */
    within_class: z.string().max(255).optional(),
    /** `failed`: rows of which something else became than was meant. `stays`: what was not taken back. */
    state: z.enum(['failed', 'stays']).optional(),
    /** In a name, an id or what it is known by. */
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
  summary: 'What is not taken of a roster as a spreadsheet: file, row, column, value, remedy',
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
  summary: 'Applies what the preview of a roster showed, as a job',
  params,
  body: z.object({
    /** `whole`: only where no row has an error. `partial`: the rows without errors. */
    mode: z.enum(['whole', 'partial'], { error: packMessage('rosters.mode.invalid') }).default('whole'),
    /** Make accounts for people who have none. Asks for the right to make accounts. */
    create_accounts: flag(asMessage('rosters.field.createAccounts')).default(false),
    /** Who is to teach the classes that nobody teaches; without it they wait. */
    teacher_for_classes_without: id(asMessage('rosters.field.teacher')).nullish(),
    /** Somebody has seen that many places end. */
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
    /** Numbers of rows; all rows that offer it where none are given. */
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
    /** In a name, a code or an id. */
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
    /** The row of the class, which says of which school. */
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
    /** `proposals`: those that are proposed; `sure`: those of them that leave no doubt; `ours`: the class `course_id`; `undecided`: ask again. */
    as: z.enum(['proposals', 'sure', 'new', 'ours', 'undecided'], { error: packMessage('rosters.meet.invalid') }),
    /** Numbers of rows; where none are given, all that are undecided, and with `undecided` all that somebody has decided about. */
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
  summary: 'Stop reading, drop a preview, or stop one that is being done: what is done by then stands, and can be taken back',
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
  summary: 'Take back, as a job, what a roster changed and nobody has changed since',
  params,
  response: z.object({ import: RosterImportView, message: z.string() }),
  errors: ['ROSTER_NOTHING_TO_UNDO', 'ROSTER_BUSY', 'IMPORT_TOO_OLD'],
});
