import { z } from 'zod';
import { listBlocks } from '../../core/blocks.ts';
import { endpoint } from '../../core/endpoint.ts';
import { id, packMessage, pageQuery, Pagination } from '../../core/fields.ts';
import { dateSchema } from '../../core/list-schemas.ts';
import { asMessage } from '../../messages/translate.ts';

const Id = z.number().int();

/** A change of one field of a record. */
const AuditChange = z.object({ field: z.string(), from: z.unknown(), to: z.unknown() });

export const AuditEntryView = z.object({
  id: Id,
  at: z.string(),
  /** The person who did it. Null: the server itself. */
  account_id: Id.nullable(),
  account_name: z.string().nullable(),
  email: z.string().nullable(),
  school_id: Id.nullable(),
  school_name: z.string().nullable(),
  /** The call: `level.update`. */
  action: z.string(),
  /** A sentence about it: "Ada Okafor made a sign-in link for Lib Rarian". */
  sentence: z.string(),
  /** The number of records changed together. Null: only this one. */
  batch_size: Id.nullable(),
  subject_type: z.string(),
  /** The display name of that kind of record. */
  subject_label: z.string(),
  subject_id: Id.nullable(),
  /** The record's name at that time, or the current name of a person or lesson without one. Otherwise null. */
  subject_name: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  /** The first grades that the act changed. Empty when it is not an act on grades. */
  grades: z.array(z.object({ label: z.string(), from: z.string(), to: z.string() })),
  /** The number of grades it changed. */
  grade_count: Id,
  /** The changed fields; for a record that was created or deleted, all fields. */
  changes: z.array(AuditChange),
  request_id: z.string().nullable(),
});
export type AuditEntryView = z.infer<typeof AuditEntryView>;

const day = (label: string) => dateSchema({ label, isRequired: true }).optional();

const searched = {
  /** The person who did it. */
  account_id: id(asMessage('audit.who')).optional(),
  subject_type: z.string().max(100).optional(),
  subject_id: id(asMessage('audit.subject')).optional(),
  /** A call, or the part before the dot: `level` also finds `level.update`. */
  action: z.string().max(100).optional(),
  /** "1": an action on many records is one line. */
  folded: z.enum(['0', '1']).default('0'),
  /** Finds all entries of one call on many records, by its `request_id`. */
  batch: z.string().max(100).optional(),
  /** The first day. Both days are included, in the time zone of the caller's school, or of the only one there is. */
  from: day('audit.from'),
  to: day('audit.to'),
  /** Searches the person's name and email, the action, and the content of the record. */
  search_text: z.string().max(200).default(''),
};
type Days = { from?: string | null | undefined; to?: string | null | undefined };
const isForward = ({ from, to }: Days): boolean => !from || !to || from <= to;

export const auditList = endpoint({
  name: 'audit.list',
  method: 'GET',
  path: '/audit',
  access: { resource: 'audit', action: 'view' },
  summary: 'Changes and views, with the person and the time, newest first',
  query: pageQuery.extend(searched).refine(isForward, { error: packMessage('list.endBeforeStart'), path: ['to'] }),
  response: z.object({
    data: z.array(AuditEntryView),
    pagination: Pagination,
    /** The kinds of record and actions in the trail, for filters. */
    subject_types: z.array(z.object({ name: z.string(), label: z.string() })),
    actions: z.array(z.string()),
    /** The display names of actions. */
    action_labels: z.record(z.string(), z.string()),
    time_zone: z.string(),
  }),
  errors: [],
  readOnly: true,
});

const blocks = listBlocks({
  name: 'audit.blocks',
  path: '/audit/blocks',
  access: { resource: 'audit', action: 'view' },
  summary: 'The trail in blocks that follow each other, newest first',
  filters: searched,
  row: AuditEntryView,
});
export const auditBlocks = { ...blocks, query: blocks.query.refine(isForward, { error: packMessage('list.endBeforeStart'), path: ['to'] }) };

/** The maximum number of search results, newest first: a spreadsheet cannot handle more. */
export const MAX_AUDIT_ROWS = 50_000;

export const auditExport = endpoint({
  name: 'audit.export',
  cost: 20,
  method: 'GET',
  path: '/audit/export',
  access: { resource: 'audit', action: 'view' },
  confirmed: true,
  summary: `The results of a search of the trail, newest first and ${MAX_AUDIT_ROWS} entries at most, as a spreadsheet; kept in the trail itself`,
  query: z.object(searched).refine(isForward, { error: packMessage('list.endBeforeStart'), path: ['to'] }),
  response: z.object({}),
  download: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  acceptsHandOff: true,
  ownTransaction: true,
  errors: ['HAND_OFF_REFUSED'],
});
