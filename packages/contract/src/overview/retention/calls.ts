import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { id, isYear, packMessage, text } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';
import { TERMS, type Term } from '../../school/retention/terms.ts';

const Id = z.number().int();

/** The time that a hold lasts at most; it can be renewed. */
export const HOLD_YEARS = 2;

const termNames = Object.keys(TERMS) as [Term, ...Term[]];
const DataClass = z.enum(['identity', 'contact', 'schoolwork', 'communication', 'grade', 'conduct', 'log', 'secret']);

/** The amount of a term, between its bounds. There is no "never". */
const amountOf = (term: Term) => {
  const { least, most } = TERMS[term];
  const error = packMessage('retention.invalidAmount', { least, most });
  return z.coerce.number({ error }).int(error).min(least, error).max(most, error);
};

/** A hold of a person or of a class: nothing of theirs is deleted or erased until it ends. */
export const HoldView = z.object({
  id: Id,
  account_id: Id.nullable(),
  course_id: Id.nullable(),
  /** The name of the person or class. */
  name: z.string(),
  reason: z.string(),
  /** The last day. */
  until: z.string(),
  made_by: z.string().nullable(),
  made_at: z.string(),
});
export type HoldView = z.infer<typeof HoldView>;

/** A night of the job that ends what is due. */
export const RetentionRun = z.object({
  id: Id,
  day: z.string(),
  /** False while it runs, or after it was interrupted: the next run goes on. */
  is_done: z.boolean(),
  /** True when it ended as much as is allowed in a night; the rest follows in the next. */
  is_full: z.boolean(),
  /** The number of rows deleted and emptied, by class of data. */
  counts: z.partialRecord(DataClass, z.object({ deleted: Id.optional(), emptied: Id.optional() })),
  /** The number of people whose erasure began. */
  people: Id,
});
export type RetentionRun = z.infer<typeof RetentionRun>;

const schoolId = id(asMessage('retention.field.school')).optional();

export const retentionView = endpoint({
  name: 'retention.view',
  method: 'GET',
  path: '/retention',
  access: { resource: 'retention', action: 'view' },
  summary: 'The terms for which a school keeps data about people, the holds, and what the latest nights ended',
  query: z.object({ school_id: schoolId }),
  response: z.object({
    school_id: Id,
    school: z.string(),
    terms: z.record(z.enum(termNames), Id),
    /** True where the school differs from the usual. */
    own: z.array(z.enum(termNames)),
    /** The last day of the school year that runs. */
    year_ends: z.string(),
    today: z.string(),
    /** The day of the first night that deletes, while it is still to come. */
    begins_on: z.string().nullable(),
    holds: z.array(HoldView),
    runs: z.array(RetentionRun),
  }),
  errors: [],
  readOnly: true,
});

const Due = z.object({ class: DataClass, term: z.enum(termNames), rows: Id, people: Id });

export const retentionDue = endpoint({
  name: 'retention.due',
  cost: 20,
  method: 'GET',
  path: '/retention/due',
  access: { resource: 'retention', action: 'view' },
  summary: 'The data that becomes due at a school in the next 30 days, by class of data, by class, and by person',
  query: z.object({ school_id: schoolId }),
  response: z.object({
    until: z.string(),
    due: z.array(Due),
    /** The classes with the most rows. Id null: rows of no class. */
    classes: z.array(z.object({ id: Id.nullable(), name: z.string().nullable(), rows: Id })),
    /** People who left and whose erasure begins. */
    people: z.array(z.object({ id: Id, name: z.string(), left_on: z.string() })),
    people_count: Id,
  }),
  errors: [],
  readOnly: true,
});

export const retentionPreview = endpoint({
  name: 'retention.preview',
  cost: 20,
  method: 'GET',
  path: '/retention/preview',
  access: { resource: 'retention', action: 'view' },
  summary: 'The number of rows and of people that would be due at once if a term had another amount',
  query: z
    .object({ school_id: schoolId, term: z.enum(termNames, { error: packMessage('retention.invalidTerm') }), amount: z.coerce.number() })
    .superRefine(({ term, amount }, context) => {
      const fault = amountOf(term).safeParse(amount).error?.issues[0];
      if (fault) context.addIssue({ code: 'custom', path: ['amount'], message: fault.message });
    }),
  response: z.object({ rows: Id, people: Id, now: Id }),
  errors: [],
  readOnly: true,
});

export const retentionChange = endpoint({
  name: 'retention.change',
  confirmed: true,
  cost: 5,
  method: 'PUT',
  path: '/retention/terms',
  access: { resource: 'retention', action: 'edit' },
  summary: 'Set how long a school keeps data; a term that is left out stays',
  body: z.object({
    school_id: schoolId,
    terms: z.object(Object.fromEntries(termNames.map((term) => [term, amountOf(term).optional()])) as Record<Term, z.ZodOptional<ReturnType<typeof amountOf>>>),
  }),
  response: z.object({ terms: z.record(z.enum(termNames), Id), message: z.string() }),
  errors: [],
});

/** The last day of a hold. */
const until = z.iso
  .date({ error: packMessage('retention.invalidUntil', { years: HOLD_YEARS }) })
  .refine((day) => isYear(Number(day.slice(0, 4))), packMessage('retention.invalidUntil', { years: HOLD_YEARS }));

export const holdCreate = endpoint({
  name: 'hold.create',
  confirmed: true,
  cost: 5,
  method: 'POST',
  path: '/retention/holds',
  access: { resource: 'retention', action: 'edit' },
  summary: `Keep the data of a person or a class from deletion and erasure, for ${HOLD_YEARS} years at most`,
  body: z
    .object({
      account_id: id(asMessage('retention.field.person')).nullish(),
      course_id: id(asMessage('retention.field.class')).nullish(),
      reason: text({ label: asMessage('retention.field.reason'), max: 500 }),
      until,
    })
    .refine(({ account_id, course_id }) => (account_id == null) !== (course_id == null), {
      path: ['account_id'],
      error: packMessage('retention.oneOfBoth'),
    }),
  response: z.object({ hold: HoldView, message: z.string() }),
  errors: ['HOLD_OPEN'],
});

export const holdRenew = endpoint({
  name: 'hold.renew',
  confirmed: true,
  cost: 5,
  method: 'POST',
  path: '/retention/holds/:id/renew',
  access: { resource: 'retention', action: 'edit' },
  summary: 'Give a hold another last day',
  params: z.object({ id: id(asMessage('retention.field.hold')) }),
  body: z.object({ until }),
  response: z.object({ hold: HoldView, message: z.string() }),
  errors: [],
});

export const holdEnd = endpoint({
  name: 'hold.end',
  confirmed: true,
  cost: 5,
  method: 'POST',
  path: '/retention/holds/:id/end',
  access: { resource: 'retention', action: 'edit' },
  summary: 'End a hold: what is due is deleted again from the next night on',
  params: z.object({ id: id(asMessage('retention.field.hold')) }),
  response: z.object({ message: z.string() }),
  errors: [],
});
