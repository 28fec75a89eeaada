import { z } from 'zod';
import { AccountView } from '../../people/accounts/calls.ts';
import { endpoint } from '../../core/endpoint.ts';
import { flag, id, packMessage, pageQuery, Pagination } from '../../core/fields.ts';
import { IMPORT_LIMITS } from './limits.ts';
import { oneFile } from '../../core/taken-files.ts';
import { asMessage } from '../../messages/translate.ts';

export { IMPORT_LIMITS };
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The columns of the template, in its order. */
export const ACCOUNT_COLUMNS = ['first_name', 'last_name', 'email', 'phone_number', 'school', 'account_type', 'role'] as const;
export type AccountColumn = (typeof ACCOUNT_COLUMNS)[number];

export const IMPORT_STATUSES = ['preview', 'waiting', 'running', 'finished', 'refused', 'failed'] as const;

/** So long an import can be taken back, counted from its file; then nothing is known of it any more. */
export const TAKE_BACK_DAYS = 30;

/** How far taking an import back is. */
const TakeBackState = z.object({
  /** `waiting`, `running`: a job has it. `failed`: it stopped in the middle and can be asked for again. */
  status: z.enum(['waiting', 'running', 'finished', 'failed']),
  /** Of what the import made, so much was there when it began. */
  total: z.number().int(),
  done: z.number().int(),
  /** Of what is done, taken back; the rest stays. */
  gone: z.number().int(),
  message: z.string(),
});

export const ImportView = z.object({
  id: z.number().int(),
  kind: z.enum(['account', 'question']),
  file_name: z.string(),
  /**
   * `preview`: nothing has happened yet. `waiting`, `running`: a job has it. `finished`: done. `refused`: some rows
   * have errors, so nothing was imported. `failed`: the server could not.
   */
  status: z.enum(IMPORT_STATUSES),
  total_rows: z.number().int(),
  done_rows: z.number().int(),
  created_count: z.number().int(),
  existing_count: z.number().int(),
  error_count: z.number().int(),
  /** Rows that come in, and something is to be said about: left out, changed, or worth a look. */
  note_count: z.number().int(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  /** What came of it, in words; null while it runs. */
  message: z.string().nullable(),
  /** Null: nobody asked for it. */
  take_back: TakeBackState.nullable(),
  /** It made something, and can be taken back now. */
  can_take_back: z.boolean(),
  take_back_until: z.string(),
});
export type ImportView = z.infer<typeof ImportView>;

/** Something to say about a cell. `code` is the same for all cells of which the same is said, whatever they hold. */
export const ImportProblem = z.object({ column: z.string(), column_title: z.string(), code: z.string(), value: z.string(), message: z.string() });
export type ImportProblem = z.infer<typeof ImportProblem>;

export const ImportRowView = z.object({
  /** As the spreadsheet counts it. */
  row: z.number().int(),
  outcome: z.enum(['create', 'exists', 'error']),
  /**
   * By column. Of a row that becomes an account, or became one: the name, and the names of the school ('' for nobody's in
   * particular), type and role that it gets, whatever the file called them. Of other rows what the file says.
   */
  cells: z.record(z.string(), z.string()),
  account_id: z.number().int().nullable(),
  /** The row makes somebody an administrator. */
  makes_admin: z.boolean(),
  problems: z.array(ImportProblem),
  notes: z.array(ImportProblem),
  /** Why it stays though the import was taken back; null: it was not, or nothing of the row is left. */
  stays: z.string().nullable(),
});
export type ImportRowView = z.infer<typeof ImportRowView>;

/** Columns whose texts name a row of a list. */
const RESOLVABLE_COLUMNS = ['school', 'account_type', 'role'] as const;

const NamedChoice = z.object({ id: z.number().int(), name: z.string() });

/** Rows of which the same is to be said. */
export const ImportProblemGroup = z.object({
  /** `error`: the rows cannot come in so. `note`: they do. */
  kind: z.enum(['error', 'note']),
  column: z.string(),
  column_title: z.string(),
  code: z.string(),
  /** What the cells hold, where all of them hold the same; else null. */
  value: z.string().nullable(),
  /** As the first of the rows has it. */
  message: z.string(),
  /** It is true of all the rows, word for word. */
  is_same: z.boolean(),
  row_count: z.number().int(),
  first_row: z.number().int(),
  /** The first of them, with what a person finds them by. */
  first_rows: z.array(z.object({ row: z.number().int(), name: z.string() })),
  /** A resolution for `column` and `value` mends all of these rows. */
  is_resolvable: z.boolean(),
  /** Its `to` may be `create`. */
  can_create: z.boolean(),
  /** Names of `choices` that the cells may have meant, the likeliest first. */
  suggestions: z.array(NamedChoice),
});
export type ImportProblemGroup = z.infer<typeof ImportProblemGroup>;

const MAX_RESOLUTIONS = 500;

/** What a text of the file stands for. */
export const ImportResolution = z.object({
  column: z.enum(RESOLVABLE_COLUMNS),
  /** As the file has it; '' for empty cells. Case, spaces and hyphens make no difference. */
  value: z.string().max(300),
  /** A row of the list; `create`: a school of this name, which the import makes. */
  to: z.union([id(asMessage('import.field.resolution')), z.literal('create')], { error: packMessage('import.resolution.invalid') }),
});
export type ImportResolution = z.output<typeof ImportResolution>;

const importParams = z.object({ id: id(asMessage('import.field.import')) });
const mayImport = { resource: 'accounts', action: 'create' } as const;
const outcome = z.object({ import: ImportView, accounts: z.array(AccountView), message: z.string() });
const options = {
  /** Import the rows without errors even when others have some. */
  partial: flag(asMessage('import.field.partial')).default(false),
  /** Mail each new account its one-time link, where mail is set up. */
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
  summary: 'How far an import is, and what came of it; the first created accounts with it',
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
  summary: 'Row by row what an import would do, or did. `note`: rows that something is said about; `finding`: these and the errors',
  params: importParams,
  query: pageQuery.extend({
    outcome: z.enum(['create', 'exists', 'error', 'note', 'finding']).optional(),
    /** With `code`, and `value` where its group has one: the rows of which this is said. */
    column: z.enum(ACCOUNT_COLUMNS).optional(),
    code: z.string().max(40).optional(),
    value: z.string().max(300).optional(),
  }),
  response: z.object({ data: z.array(ImportRowView), pagination: Pagination }),
  errors: [],
  readOnly: true,
});

/** As many groups as one answer carries, those of most rows first. */
export const MOST_PROBLEM_GROUPS = 200;

export const importProblems = endpoint({
  name: 'import.problems',
  method: 'GET',
  path: '/import/jobs/:id/problems',
  access: mayImport,
  summary: 'The errors and notes of an import, those of which the same is to be said together: errors first, those of most rows first',
  params: importParams,
  response: z.object({
    data: z.array(ImportProblemGroup),
    /** Groups there are, also those beyond the ones sent. */
    total: z.number().int(),
    /** What texts of a column can stand for, by name; at most 500 of each. */
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
  summary: 'Say what texts of a previewed file stand for, and preview it again. Sent whole each time; importing it uses what was said last',
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

/** What taking an import back would do now; of one that was taken back, what it did. */
export const TakeBackPlan = z.object({
  /** What the import made and somebody has not deleted since. */
  total: z.number().int(),
  goes: z.number().int(),
  stays: z.number().int(),
  /** Why things stay, those of most first. */
  reasons: z.array(z.object({ reason: z.string(), message: z.string(), count: z.number().int(), names: z.array(z.string()) })),
  /** What else is to be known before. */
  remarks: z.array(z.string()),
});
export type TakeBackPlan = z.infer<typeof TakeBackPlan>;
/** As many names as a reason carries. */
export const MOST_STAYING_NAMES = 20;

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

export const importTakeBackLook = endpoint({
  name: 'import.takeBack.look',
  cost: 5,
  method: 'GET',
  path: '/import/jobs/:id/take-back',
  access: mayImport,
  summary: 'What taking an import back would do: how many accounts go, and which stay and why',
  params: importParams,
  response: z.object({ import: ImportView, plan: TakeBackPlan }),
  errors: [],
  readOnly: true,
});

export const importTakeBack = endpoint({
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
