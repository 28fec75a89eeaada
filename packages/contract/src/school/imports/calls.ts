import { z } from 'zod';
import { AccountView } from '../../people/accounts/calls.ts';
import { endpoint } from '../../core/endpoint.ts';
import { flag, id, packMessage, pageQuery, Pagination } from '../../core/fields.ts';
import { IMPORT_LIMITS } from './limits.ts';
import { oneFile } from '../../core/taken-files.ts';
import { asMessage } from '../../messages/translate.ts';

export { IMPORT_LIMITS };
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The columns of the template, in order. */
export const ACCOUNT_COLUMNS = ['first_name', 'last_name', 'email', 'phone_number', 'school', 'account_type', 'role'] as const;
export type AccountColumn = (typeof ACCOUNT_COLUMNS)[number];

export const IMPORT_STATUSES = ['preview', 'waiting', 'running', 'finished', 'refused', 'failed'] as const;

/** The number of days, counted from its file, in which an import can be undone. After that its data is deleted. */
export const IMPORT_UNDO_DAYS = 30;

/** The progress of undoing an import. */
const TakeBackState = z.object({
  /** `waiting`, `running`: a job is doing it. `failed`: it stopped in the middle and can be requested again. */
  status: z.enum(['waiting', 'running', 'finished', 'failed']),
  /** The number of things that the import created and that existed at the start of the undo. */
  total: z.number().int(),
  done: z.number().int(),
  /** The number removed so far. The others are kept. */
  gone: z.number().int(),
  message: z.string(),
});

export const ImportView = z.object({
  id: z.number().int(),
  kind: z.enum(['account', 'question']),
  file_name: z.string(),
  /**
   * `preview`: nothing has happened yet. `waiting`, `running`: a job is doing it. `finished`: done. `refused`: some
   * rows have errors, so nothing was imported. `failed`: a server error.
   */
  status: z.enum(IMPORT_STATUSES),
  total_rows: z.number().int(),
  done_rows: z.number().int(),
  created_count: z.number().int(),
  existing_count: z.number().int(),
  error_count: z.number().int(),
  /** The number of imported rows with a note: something was left out, changed, or should be checked. */
  note_count: z.number().int(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  /** The result as a sentence. Null while it is running. */
  message: z.string().nullable(),
  /** The undo. Null: nobody requested it. */
  take_back: TakeBackState.nullable(),
  /** True when it created something, and can be undone now. */
  can_take_back: z.boolean(),
  take_back_until: z.string(),
});
export type ImportView = z.infer<typeof ImportView>;

/** A message about a cell. `code` is the same for all cells with the same kind of message and any content. */
export const ImportProblem = z.object({ column: z.string(), column_title: z.string(), code: z.string(), value: z.string(), message: z.string() });
export type ImportProblem = z.infer<typeof ImportProblem>;

export const ImportRowView = z.object({
  /** The row number of the spreadsheet. */
  row: z.number().int(),
  outcome: z.enum(['create', 'exists', 'error']),
  /**
   * The content by column. For a row that becomes or became an account: the name, and the names of its school ('' for
   * none), type and role, not as the file has them. For other rows the text of the file.
   */
  cells: z.record(z.string(), z.string()),
  account_id: z.number().int().nullable(),
  /** True when the row makes somebody an administrator. */
  makes_admin: z.boolean(),
  problems: z.array(ImportProblem),
  notes: z.array(ImportProblem),
  /**
   * The reason why it is kept although the import was undone. Null: it was not undone, or nothing of the row is left.
   */
  stays: z.string().nullable(),
});
export type ImportRowView = z.infer<typeof ImportRowView>;

/** Columns whose texts name a row of a list. */
const RESOLVABLE_COLUMNS = ['school', 'account_type', 'role'] as const;

const NamedChoice = z.object({ id: z.number().int(), name: z.string() });

/** Rows with the same message. */
export const ImportProblemGroup = z.object({
  /** `error`: the rows cannot be imported like this. `note`: they can. */
  kind: z.enum(['error', 'note']),
  column: z.string(),
  column_title: z.string(),
  code: z.string(),
  /** The content of the cells when all have the same, otherwise null. */
  value: z.string().nullable(),
  /** The message of the first of the rows. */
  message: z.string(),
  /** True when the message is exactly the same for all the rows. */
  is_same: z.boolean(),
  row_count: z.number().int(),
  first_row: z.number().int(),
  /** The first rows, with data by which a person finds them. */
  first_rows: z.array(z.object({ row: z.number().int(), name: z.string() })),
  /** True when a resolution for `column` and `value` fixes all of these rows. */
  is_resolvable: z.boolean(),
  /** True when its `to` may be `create`. */
  can_create: z.boolean(),
  /** Names from `choices` that the cells may have meant, the likeliest first. */
  suggestions: z.array(NamedChoice),
});
export type ImportProblemGroup = z.infer<typeof ImportProblemGroup>;

const MAX_RESOLUTIONS = 500;

/** The meaning of a text in the file. */
export const ImportResolution = z.object({
  column: z.enum(RESOLVABLE_COLUMNS),
  /** The text in the file; '' for empty cells. Case, spaces and hyphens make no difference. */
  value: z.string().max(300),
  /** A row of the list, or `create`: a school of this name, which the import creates. */
  to: z.union([id(asMessage('import.field.resolution')), z.literal('create')], { error: packMessage('import.resolution.invalid') }),
});
export type ImportResolution = z.output<typeof ImportResolution>;

const importParams = z.object({ id: id(asMessage('import.field.import')) });
const mayImport = { resource: 'accounts', action: 'create' } as const;
const outcome = z.object({ import: ImportView, accounts: z.array(AccountView), message: z.string() });
const options = {
  /** Import the rows without errors even when others have some. */
  partial: flag(asMessage('import.field.partial')).default(false),
  /** True to mail each new account its one-time link, if mail is set up. */
  send_links: flag(asMessage('import.field.sendLinks')).default(false),
};

export const importAccount = endpoint({
  name: 'import.account',
  cost: 20,
  method: 'POST',
  path: '/import/account',
  access: mayImport,
  summary:
    'Import accounts from an .xlsx or .csv file: a preview, or the thing itself. Replies with the created accounts, or a job to follow when there are many rows',
  files: oneFile({ bytes: IMPORT_LIMITS.maxFileBytes, required: 'import.file.required' }),
  body: z.object({ mode: z.enum(['preview', 'apply']).default('apply'), ...options }),
  response: outcome,
  errors: ['IMPORT_REFUSED', 'RIGHT_NOT_HELD'],
  successStatus: 201,
  ownTransaction: true,
});

export const importApply = endpoint({
  name: 'import.apply',
  cost: 20,
  method: 'POST',
  path: '/import/jobs/:id/apply',
  access: mayImport,
  confirmed: true,
  summary: 'Imports the accounts that a preview showed',
  params: importParams,
  body: z.object(options),
  response: outcome,
  errors: ['IMPORT_REFUSED', 'IMPORT_NOT_PREVIEW', 'RIGHT_NOT_HELD'],
  ownTransaction: true,
});

export const importGet = endpoint({
  name: 'import.get',
  method: 'GET',
  path: '/import/jobs/:id',
  access: mayImport,
  summary: 'The progress and the result of an import, with the first created accounts',
  params: importParams,
  response: z.object({ import: ImportView, accounts: z.array(AccountView) }),
  errors: [],
  readOnly: true,
});

export const importRows = endpoint({
  name: 'import.rows',
  method: 'GET',
  path: '/import/jobs/:id/rows',
  access: mayImport,
  summary: 'The effect of an import row by row, expected or done. `note`: rows with notes; `finding`: these and the errors',
  params: importParams,
  query: pageQuery.extend({
    outcome: z.enum(['create', 'exists', 'error', 'note', 'finding']).optional(),
    /** With `code`, and `value` if its group has one: finds the rows with this message. */
    column: z.enum(ACCOUNT_COLUMNS).optional(),
    code: z.string().max(40).optional(),
    value: z.string().max(300).optional(),
  }),
  response: z.object({ data: z.array(ImportRowView), pagination: Pagination }),
  errors: [],
  readOnly: true,
});

/** The maximum number of groups in a response, those with the most rows first. */
export const MAX_PROBLEM_GROUPS = 200;

export const importProblems = endpoint({
  name: 'import.problems',
  method: 'GET',
  path: '/import/jobs/:id/problems',
  access: mayImport,
  summary: 'The errors and notes of an import, grouped by their text: errors first, the most frequent first',
  params: importParams,
  response: z.object({
    data: z.array(ImportProblemGroup),
    /** The total number of groups. */
    total: z.number().int(),
    /** The choices for the texts of a column, by name; at most 500 for each. */
    choices: z.record(z.enum(RESOLVABLE_COLUMNS), z.array(NamedChoice)),
  }),
  errors: [],
  readOnly: true,
});

export const importResolve = endpoint({
  name: 'import.resolve',
  method: 'POST',
  path: '/import/jobs/:id/resolve',
  access: mayImport,
  summary: 'Define the meanings of texts in a previewed file, and preview it again. All are sent each time; the import uses the last ones',
  params: importParams,
  body: z.object({
    resolutions: z
      .array(ImportResolution, { error: packMessage('import.resolution.invalid') })
      .max(MAX_RESOLUTIONS, { error: packMessage('list.many.limit', { most: MAX_RESOLUTIONS }) }),
  }),
  response: outcome,
  errors: ['IMPORT_NOT_PREVIEW'],
  ownTransaction: true,
});

/** The effect of undoing an import now; for one that was undone, the result. */
export const ImportUndoPlan = z.object({
  /** The number of things that the import created and nobody has deleted since. */
  total: z.number().int(),
  goes: z.number().int(),
  stays: z.number().int(),
  /** The reasons why things are kept, the most frequent first. */
  reasons: z.array(z.object({ reason: z.string(), message: z.string(), count: z.number().int(), names: z.array(z.string()) })),
  /** Further notes to read before the undo. */
  remarks: z.array(z.string()),
});
export type ImportUndoPlan = z.infer<typeof ImportUndoPlan>;
/** The maximum number of names with a reason. */
export const MAX_KEPT_NAMES = 20;

export const importList = endpoint({
  name: 'import.list',
  method: 'GET',
  path: '/import/jobs',
  access: mayImport,
  summary: 'One’s own imports of accounts that were begun, the newest first, of the last 30 days',
  query: pageQuery,
  response: z.object({ data: z.array(ImportView), pagination: Pagination }),
  errors: [],
  readOnly: true,
});

export const importUndoPreview = endpoint({
  name: 'import.takeBack.look',
  cost: 5,
  method: 'GET',
  path: '/import/jobs/:id/take-back',
  access: mayImport,
  summary: 'The effect of undoing an import: how many accounts are removed, and which are kept and why',
  params: importParams,
  response: z.object({ import: ImportView, plan: ImportUndoPlan }),
  errors: [],
  readOnly: true,
});

export const importUndo = endpoint({
  name: 'import.takeBack',
  cost: 20,
  method: 'POST',
  path: '/import/jobs/:id/take-back',
  access: mayImport,
  summary: 'Take a whole import back, as a job: accounts that it made and nobody has used or changed since are removed, the others stay',
  params: importParams,
  response: z.object({ import: ImportView, message: z.string() }),
  errors: ['IMPORT_TAKEN_BACK', 'IMPORT_TOO_OLD', 'IMPORT_MADE_NOTHING'],
});

export const importErrors = endpoint({
  name: 'import.errors',
  cost: 10,
  method: 'GET',
  path: '/import/jobs/:id/errors',
  access: mayImport,
  summary: 'The errors of an import as a spreadsheet: row, column, value, remedy',
  params: importParams,
  response: z.object({}),
  download: XLSX,
  acceptsHandOff: true,
  readOnly: true,
  errors: ['HAND_OFF_REFUSED'],
});

export const importAccountTemplate = endpoint({
  name: 'import.account.template',
  method: 'GET',
  path: '/import/account/download',
  access: mayImport,
  summary: 'The template for importing accounts, with the names of the schools, types and roles that can stand in it',
  response: z.object({}),
  download: XLSX,
  acceptsHandOff: true,
  readOnly: true,
  errors: ['HAND_OFF_REFUSED'],
});
