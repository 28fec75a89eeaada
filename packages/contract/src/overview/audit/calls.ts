import { z } from 'zod';
import { listBlocks } from '../../core/blocks.ts';
import { endpoint } from '../../core/endpoint.ts';
import { id, packMessage, pageQuery, Pagination } from '../../core/fields.ts';
import { dateSchema } from '../../core/list-schemas.ts';
import { asMessage } from '../../messages/translate.ts';

const Id = z.number().int();

/** One field of a record, from what to what. */
const AuditChange = z.object({ field: z.string(), from: z.unknown(), to: z.unknown() });

export const AuditEntryView = z.object({
  id: Id,
  at: z.string(),
  /** Who; null: the server itself. */
  account_id: Id.nullable(),
  account_name: z.string().nullable(),
  email: z.string().nullable(),
  school_id: Id.nullable(),
  school_name: z.string().nullable(),
  /** The call: `level.update`. */
  action: z.string(),
  /** The same in words: "Ada Okafor made a sign-in link for Lib Rarian". */
  sentence: z.string(),
  /** How many records were changed in one go; null: this one alone. */
  batch_size: Id.nullable(),
  subject_type: z.string(),
  /** How people call that kind of record. */
  subject_label: z.string(),
  subject_id: Id.nullable(),
  /** What the record was called then, a person or lesson without a name there what it is called now; else null. */
  subject_name: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  /** Grades that the act changed, the first of them; empty where it is no act on grades. */
  grades: z.array(z.object({ label: z.string(), from: z.string(), to: z.string() })),
  /** How many grades it changed. */
  grade_count: Id,
  /** Only what differs; for a record that was made or deleted, all of it. */
  changes: z.array(AuditChange),
  request_id: z.string().nullable(),
});
export type AuditEntryView = z.infer<typeof AuditEntryView>;

const day = (label: string) => dateSchema({ label, isRequired: true }).optional();

const searched = {
  /** Who did it. */
  account_id: id(asMessage('audit.who')).optional(),
  subject_type: z.string().max(100).optional(),
  subject_id: id(asMessage('audit.subject')).optional(),
  /** A call, or the part before the dot: `level` finds `level.update` too. */
  action: z.string().max(100).optional(),
  /** "1": what was done to many at once stands as one line. */
  folded: z.enum(['0', '1']).default('0'),
  /** All of what one call did to many: its `request_id`. */
  batch: z.string().max(100).optional(),
  /** Both days count, in the time zone of the caller's school, or of the only one there is. */
  from: day('audit.from'),
  to: day('audit.to'),
  /** Looks into the person's name and e-mail, the action, and what the record says. */
  search_text: z.string().max(200).default(''),
};
type Days = { from?: string | null | undefined; to?: string | null | undefined };
const isForward = ({ from, to }: Days): boolean => !from || !to || from <= to;

export const auditList = endpoint({
  name: 'audit.list',
  method: 'GET',
  path: '/audit',
  access: { resource: 'audit', action: 'view' },
  summary: 'Who changed or looked at what, and when: newest first',
  query: pageQuery.extend(searched).refine(isForward, { error: packMessage('list.endBeforeStart'), path: ['to'] }),
  response: z.object({
    data: z.array(AuditEntryView),
    pagination: Pagination,
    /** Kinds of record and actions that the trail holds, to filter by. */
    subject_types: z.array(z.object({ name: z.string(), label: z.string() })),
    actions: z.array(z.string()),
    /** The actions in words. */
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

/** The newest of what a search finds; more would be more than a spreadsheet can be worked with. */
export const MOST_AUDIT_ROWS = 50_000;

export const auditExport = endpoint({
  name: 'audit.export',
  cost: 20,
  method: 'GET',
  path: '/audit/export',
  access: { resource: 'audit', action: 'view' },
  summary: `What a search of the trail finds, newest first and ${MOST_AUDIT_ROWS} entries at most, as a spreadsheet; kept in the trail itself`,
  query: z.object(searched).refine(isForward, { error: packMessage('list.endBeforeStart'), path: ['to'] }),
  response: z.object({}),
  download: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  acceptsHandOff: true,
  ownTransaction: true,
  errors: ['HAND_OFF_REFUSED'],
});
