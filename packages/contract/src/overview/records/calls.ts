import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { id } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';

const Id = z.number().int();

/** The days for which a copy is kept, and can be downloaded by the person who asked for it. */
export const COPY_KEPT_DAYS = 7;

/** A copy of what the school keeps about a person. */
export const RecordCopyView = z.object({
  id: Id,
  account_id: Id,
  person: z.string(),
  /** `waiting`: it is being made. `ended`: it is no longer kept. */
  state: z.enum(['waiting', 'ready', 'failed', 'ended']),
  asked_at: z.string(),
  /** The moment until which it is kept; null until it is ready. */
  ends_at: z.string().nullable(),
  bytes: z.number().nullable(),
  /** The number of rows and of files in it; null until it is ready. */
  rows: Id.nullable(),
  files: Id.nullable(),
  /** True when the reader asked for it, and may download it. */
  is_own_request: z.boolean(),
});
export type RecordCopyView = z.infer<typeof RecordCopyView>;

const accountId = id(asMessage('records.field.account')).optional();

export const recordCopyList = endpoint({
  name: 'recordCopy.list',
  method: 'GET',
  path: '/record-copies',
  access: { resource: 'own-account', action: 'view' },
  summary: 'The copies of one’s own data; with account_id those of one’s child, or of a person whose data one may export',
  query: z.object({ account_id: accountId }),
  response: z.object({ copies: z.array(RecordCopyView) }),
  errors: [],
  readOnly: true,
});

export const recordCopyCreate = endpoint({
  name: 'recordCopy.create',
  confirmed: true,
  cost: 20,
  method: 'POST',
  path: '/record-copies',
  access: { resource: 'own-account', action: 'view' },
  summary: 'Make a copy of everything that the school keeps about oneself; with account_id about one’s child, or a person whose data one may export',
  body: z.object({ account_id: accountId }),
  response: z.object({ copy: RecordCopyView, message: z.string() }),
  errors: ['COPY_BEING_MADE', 'COPY_ONCE_A_DAY'],
});

export const recordCopyDownload = endpoint({
  name: 'recordCopy.download',
  confirmed: true,
  cost: 5,
  method: 'GET',
  path: '/record-copies/:id/download',
  access: { resource: 'own-account', action: 'view' },
  summary: 'A copy that one asked for, while it is kept',
  params: z.object({ id: id(asMessage('records.field.copy')) }),
  response: z.object({}),
  download: 'application/zip',
  acceptsHandOff: true,
  errors: ['COPY_NOT_KEPT'],
});

/** The days in which an erasure can be canceled. */
export const ERASURE_DAYS = 14;

/** The classes of data, as the preview and the receipt of an erasure list them. */
const DataClasses = z.enum(['identity', 'contact', 'schoolwork', 'communication', 'grade', 'conduct', 'log', 'secret']);

/** An erasure: asked for, canceled, being made, or done. */
export const ErasureView = z.object({
  id: Id,
  /** The number that the person has afterwards. */
  number: z.string(),
  /** Null once it is done, and `person` with it. */
  account_id: Id.nullable(),
  person: z.string().nullable(),
  asked_by: z.string().nullable(),
  asked_at: z.string(),
  /** The moment from which it is final. */
  due_at: z.string(),
  state: z.enum(['waiting', 'canceled', 'erasing', 'done']),
  done_at: z.string().nullable(),
  /** The receipt: how many rows of each table were deleted, emptied, numbered or scrubbed. */
  counts: z.record(z.string(), z.record(z.string(), Id)),
  /** The receipt by class of data. Null: rows about nobody in which the name stood. */
  classes: z.array(z.object({ class: DataClasses.nullable(), counts: z.record(z.string(), Id) })),
  /** The rows of others in whose free text the name stands. They stay, since nobody can tell for sure whom they mean. */
  named_in: z.array(z.object({ table: z.string(), id: Id })),
  /** A hash over what was erased. */
  receipt: z.string().nullable(),
});
export type ErasureView = z.infer<typeof ErasureView>;

/** The outcome of an erasure for a class of data. */
export const ErasedClass = z.object({
  class: DataClasses,
  /** Rows that are deleted. */
  deleted: Id,
  /** Rows that stay with a number in place of the name, and without free text. */
  unnamed: Id,
});
export type ErasedClass = z.infer<typeof ErasedClass>;

export const erasurePreview = endpoint({
  name: 'erasure.preview',
  cost: 10,
  method: 'GET',
  path: '/erasures/preview',
  access: { resource: 'privacy', action: 'view' },
  summary: 'The counts of rows that an erasure of a person deletes and unnames, and the erasure that waits, if there is one',
  query: z.object({ account_id: id(asMessage('records.field.account')) }),
  response: z.object({
    classes: z.array(ErasedClass),
    erasure: ErasureView.nullable(),
    /** The hold that keeps the person, or a class of theirs. Nothing is erased until it ends. */
    hold: z.object({ reason: z.string(), until: z.string(), held_class: z.string().nullable() }).nullable(),
  }),
  errors: [],
  readOnly: true,
});

export const erasureCreate = endpoint({
  name: 'erasure.create',
  confirmed: true,
  cost: 10,
  method: 'POST',
  path: '/erasures',
  access: { resource: 'privacy', action: 'delete' },
  summary: `Erase a person in ${ERASURE_DAYS} days; until then it can be canceled, and the account is inactive`,
  body: z.object({ account_id: id(asMessage('records.field.account')) }),
  response: z.object({ erasure: ErasureView, message: z.string() }),
  errors: ['ERASURE_OPEN', 'HOLD', 'ERASURE_OWNS_CLASSES', 'ERASURE_IN_LESSON', 'LAST_ADMIN', 'PERSON_MAY_MORE'],
});

export const erasureCancel = endpoint({
  name: 'erasure.cancel',
  confirmed: true,
  cost: 5,
  method: 'POST',
  path: '/erasures/:id/cancel',
  access: { resource: 'privacy', action: 'delete' },
  summary: 'Cancel an erasure, as long as it has not begun; the account is active again if it was',
  params: z.object({ id: id(asMessage('records.field.erasure')) }),
  response: z.object({ erasure: ErasureView, message: z.string() }),
  errors: ['ERASURE_BEGUN'],
});

export const erasureList = endpoint({
  name: 'erasure.list',
  cost: 5,
  method: 'GET',
  path: '/erasures',
  access: { resource: 'privacy', action: 'view' },
  summary: 'The latest erasures of the school, with their receipts',
  response: z.object({ erasures: z.array(ErasureView) }),
  errors: [],
  readOnly: true,
});
