import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { id, packMessage, pageQuery, Pagination } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';
import { CONSENT_ASKS, MAX_CONSENTS_AT_ONCE, OPTIONAL_USES } from '../../core/optional-uses.ts';

const Id = z.number().int();
const label = (key: string) => asMessage(`consents.field.${key}`);
const Use = z.enum(OPTIONAL_USES, { error: packMessage('consents.invalidUse') });
const Asks = z.enum(CONSENT_ASKS, { error: packMessage('consents.invalidAsks') });
const schoolId = id(label('school')).optional();

/** An optional use of a student's data that the student or a guardian is asked about. */
export const ConsentView = z.object({
  use: z.enum(OPTIONAL_USES),
  /** The one who is asked. */
  asks: z.enum(['guardian', 'student']),
  /** True when the use is allowed now. */
  is_allowed: z.boolean(),
  /** True when the reader may agree and withdraw. */
  is_yours: z.boolean(),
  /** The consent that lasts, also one that does not suffice now; null without one. `by`: null for an account that is gone. */
  given: z.object({ way: z.enum(['guardian', 'student', 'paper']), by: z.string().nullable(), at: z.string(), notice_number: Id }).nullable(),
});
export type ConsentView = z.infer<typeof ConsentView>;

export const consentList = endpoint({
  name: 'consent.list',
  method: 'GET',
  path: '/consents',
  access: { resource: 'own-account', action: 'view' },
  summary: 'The optional uses of one’s own data that somebody must agree to; with account_id those of one’s child, for a guardian',
  query: z.object({ account_id: id(label('child')).optional() }),
  response: z.object({
    /** Empty for people who are no students, and where the school agrees for everyone. */
    uses: z.array(ConsentView),
    /** The number of uses that the reader is asked about and has not agreed to. */
    open: Id,
    time_zone: z.string(),
  }),
  errors: [],
  readOnly: true,
});

const decision = z.object({ account_id: id(label('child')).optional(), use: Use });

export const consentGive = endpoint({
  name: 'consent.give',
  method: 'POST',
  path: '/consents',
  access: { resource: 'own-account', action: 'edit' },
  summary: 'Agree to an optional use: for oneself, or with account_id for one’s child as a guardian, where one is asked',
  body: decision,
  response: z.object({ message: z.string() }),
  errors: ['CONSENT_OF_OTHERS'],
});

export const consentWithdraw = endpoint({
  name: 'consent.withdraw',
  method: 'POST',
  path: '/consents/withdraw',
  access: { resource: 'own-account', action: 'edit' },
  summary: 'Withdraw a consent to an optional use; it counts at once',
  body: decision,
  response: z.object({ message: z.string() }),
  errors: ['CONSENT_OF_OTHERS'],
});

/** A student in the list of the office. */
export const ConsentPerson = z.object({
  account_id: Id,
  name: z.string(),
  /** The names of the guardians. Empty: only paper can bring the consent of a guardian. */
  guardians: z.array(z.string()),
  /** The way of the consent that counts; null: nobody has agreed. */
  way: z.enum(['guardian', 'student', 'paper']).nullable(),
});
export type ConsentPerson = z.infer<typeof ConsentPerson>;

export const consentSchool = endpoint({
  name: 'consent.school',
  cost: 3,
  method: 'GET',
  path: '/consents/school',
  access: { resource: 'guardians', action: 'view' },
  summary: 'The optional uses of a school: who is asked, how many agreed, and by use the students for whom nobody did',
  query: z.object({
    ...pageQuery.shape,
    school_id: schoolId,
    /** The use whose students are listed; left out: none are. */
    use: Use.optional(),
    /** True: those for whom somebody agreed. */
    given: z.stringbool({ error: packMessage('validation.choice', { label: label('given'), choices: 'true, false' }) }).default(false),
    search: z
      .string()
      .max(100, { error: packMessage('validation.tooLong', { label: label('search'), max: 100 }) })
      .default(''),
  }),
  response: z.object({
    school_id: Id,
    uses: z.array(z.object({ use: z.enum(OPTIONAL_USES), asks: z.enum(CONSENT_ASKS), given: Id, lacking: Id })),
    people: z.array(ConsentPerson),
    pagination: Pagination,
  }),
  errors: [],
  readOnly: true,
});

const many = z.object({
  use: Use,
  account_ids: z
    .array(id(label('child')), { error: packMessage('consents.chooseOne') })
    .min(1, { error: packMessage('consents.chooseOne') })
    .max(MAX_CONSENTS_AT_ONCE, { error: packMessage('consents.tooMany', { most: MAX_CONSENTS_AT_ONCE }) }),
});

export const consentRecord = endpoint({
  name: 'consent.record',
  cost: 3,
  method: 'POST',
  path: '/consents/record',
  access: { resource: 'guardians', action: 'create' },
  summary: 'Record consents that were given on paper, for up to 300 students',
  body: many,
  /** The students for whom a consent was recorded, without those who had one on paper. */
  response: z.object({ account_ids: z.array(Id), message: z.string() }),
  errors: [],
});

export const consentEnd = endpoint({
  name: 'consent.end',
  cost: 3,
  method: 'POST',
  path: '/consents/end',
  access: { resource: 'guardians', action: 'delete' },
  summary: 'End the consents of up to 300 students, for somebody who withdrew on paper, or to undo a recording',
  body: many,
  /** The students whose consent ended. */
  response: z.object({ account_ids: z.array(Id), message: z.string() }),
  errors: [],
});

export const consentDemand = endpoint({
  name: 'consent.demand',
  cost: 3,
  method: 'PUT',
  path: '/consents/demands',
  access: { resource: 'school-settings', action: 'edit' },
  summary: 'Choose who must agree to the optional uses of students’ data at a school; a use that is left out stays',
  body: z.object({ school_id: schoolId, asks: z.partialRecord(z.enum(OPTIONAL_USES), Asks) }),
  response: z.object({ message: z.string() }),
  errors: [],
});
