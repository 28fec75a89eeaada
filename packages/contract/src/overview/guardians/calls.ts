import { z } from 'zod';
import { OwnGradeBook } from '../../class/gradebook/calls.ts';
import { endpoint } from '../../core/endpoint.ts';
import { flag, id, optionalText, packMessage, pageQuery, text } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';
import { DueWork } from '../home/calls.ts';
import { recordReadingOwn } from '../readings/calls.ts';
import { RichTextView } from '../../rich-text.ts';
import { RewardPointView } from '../../school/rewards/calls.ts';
import { authLogin } from '../../people/sign-in/calls.ts';

const Id = z.number().int();
const label = (key: string) => asMessage(`guardian.field.${key}`);
const child = id(label('child'));
const relation = text({ label: label('relation'), max: 60 });

/** The days in which a code on paper can be used. */
export const GUARDIAN_CODE_DAYS = 30;

const code = z
  .string({ error: packMessage('validation.required', { label: label('code') }) })
  .trim()
  .min(1, { error: packMessage('validation.required', { label: label('code') }) })
  .max(100, { error: packMessage('guardian.codeRefused') });

/** A guardian of a child. */
export const GuardianView = z.object({
  id: Id,
  /** The account of the guardian. */
  account_id: Id,
  name: z.string(),
  /** Null for the child, who sees the name alone. */
  email: z.string().nullable(),
  relation: z.string(),
  since: z.string(),
});
export type GuardianView = z.infer<typeof GuardianView>;

/** A code on paper that nobody has used yet. The code itself is only shown when it is made. */
const GuardianCodeView = z.object({ id: Id, relation: z.string(), expires_at: z.string() });

export const guardianList = endpoint({
  name: 'guardian.list',
  method: 'GET',
  path: '/guardians',
  access: { resource: 'own-account', action: 'view' },
  summary: 'One’s own guardians and open codes; with account_id those of a student whose guardians one may see',
  query: z.object({ account_id: child.optional() }),
  response: z.object({
    /** True for a student, who can have guardians. */
    is_student: z.boolean(),
    ties: z.array(GuardianView),
    codes: z.array(GuardianCodeView),
    time_zone: z.string(),
  }),
  errors: [],
  readOnly: true,
});

export const guardianAdd = endpoint({
  name: 'guardian.add',
  cost: 2,
  method: 'POST',
  path: '/guardians',
  access: { resource: 'guardians', action: 'create' },
  confirmed: true,
  summary: 'Tie a guardian to a student, by the email address of a guardian of the school; a new address makes an account with a link to sign in',
  body: z.object({
    account_id: child,
    relation,
    email: text({ label: label('email'), max: 320 }),
    /** For a new account. */
    first_name: optionalText({ label: asMessage('account.field.firstName'), max: 100 }),
    last_name: optionalText({ label: asMessage('account.field.lastName'), max: 100 }),
  }),
  /** The link is only returned here; null for somebody who has an account. */
  response: z.object({ url: z.string().nullable(), message: z.string() }),
  errors: [],
  answersSecret: true,
});

export const guardianEnd = endpoint({
  name: 'guardian.end',
  method: 'POST',
  path: '/guardians/:id/end',
  access: { resource: 'guardians', action: 'delete' },
  summary: 'End the tie of a guardian to a student at once',
  params: z.object({ id: id(label('guardian')) }),
  response: z.object({ message: z.string() }),
  errors: [],
});

export const guardianCodeCreate = endpoint({
  name: 'guardianCode.create',
  cost: 2,
  method: 'POST',
  path: '/guardian-codes',
  access: { resource: 'own-account', action: 'edit' },
  confirmed: true,
  summary: 'Make a code on paper for a guardian: of oneself, a student; with account_id of a student whose guardians one may add',
  body: z.object({ account_id: child.optional(), relation }),
  response: z.object({
    /** The code is only returned here; the server keeps its hash. */
    code: z.string(),
    /** The address of the school's server. */
    address: z.string(),
    child: z.string(),
    school: z.string(),
    relation: z.string(),
    expires_at: z.string(),
    time_zone: z.string(),
  }),
  errors: ['MANY_GUARDIAN_CODES'],
  answersSecret: true,
});

export const guardianCodeEnd = endpoint({
  name: 'guardianCode.end',
  method: 'POST',
  path: '/guardian-codes/:id/end',
  access: { resource: 'own-account', action: 'edit' },
  summary: 'End a code on paper that was not used',
  params: z.object({ id: id(label('code')) }),
  response: z.object({ message: z.string() }),
  errors: [],
});

export const guardianCodeCheck = endpoint({
  name: 'guardianCode.check',
  refusedCost: 6,
  method: 'POST',
  path: '/guardian-codes/check',
  access: 'link',
  summary: 'The child of a code on paper, by first name; does not use it up',
  body: z.object({ code }),
  response: z.object({ child: z.string(), school: z.string(), relation: z.string(), min_characters: Id }),
  errors: ['GUARDIAN_CODE_REFUSED'],
  ownTransaction: true,
});

export const guardianCodeUse = endpoint({
  name: 'guardianCode.use',
  cost: 4,
  refusedCost: 6,
  method: 'POST',
  path: '/guardian-codes/use',
  access: 'link',
  summary: 'Make the account of a guardian with a code on paper, and be signed in',
  body: z.object({
    code,
    first_name: text({ label: asMessage('account.field.firstName'), max: 100 }),
    last_name: text({ label: asMessage('account.field.lastName'), max: 100 }),
    email: text({ label: label('email'), max: 320 }),
    password: z
      .string({ error: packMessage('validation.required', { label: asMessage('account.field.password') }) })
      .min(1, { error: packMessage('validation.required', { label: asMessage('account.field.password') }) })
      .max(1000, { error: packMessage('validation.tooLong', { label: asMessage('account.field.password'), max: 1000 }) }),
    device: optionalText({ label: 'Device', max: 200 }),
  }),
  response: authLogin.response,
  errors: ['GUARDIAN_CODE_REFUSED'],
  ownTransaction: true,
});

const window = { resource: 'my-children', action: 'view' } as const;

export const guardianCodeRedeem = endpoint({
  name: 'guardianCode.redeem',
  refusedCost: 6,
  method: 'POST',
  path: '/guardian-codes/redeem',
  access: window,
  summary: 'Add a child with a code on paper to one’s own account',
  body: z.object({ code }),
  response: z.object({ child_id: Id, message: z.string() }),
  errors: ['GUARDIAN_CODE_REFUSED'],
});

/** A child of a guardian. */
export const ChildView = z.object({
  account_id: Id,
  name: z.string(),
  first_name: z.string(),
  /** The relation of the guardian to the child. */
  relation: z.string(),
  school: z.string(),
  time_zone: z.string(),
  classes: z.array(z.object({ id: Id, name: z.string() })),
});
export type ChildView = z.infer<typeof ChildView>;

/** The weekly report on one's children: whether the school offers it, and whether one chose it. */
const WeekChoice = z.object({ is_offered: z.boolean(), is_chosen: z.boolean() });

export const childList = endpoint({
  name: 'child.list',
  method: 'GET',
  path: '/children',
  access: window,
  summary: 'The children to whom one is tied as a guardian',
  response: z.object({ children: z.array(ChildView), week: WeekChoice }),
  errors: [],
  readOnly: true,
});

const params = z.object({ id: child });

/** The things that a child itself sees now, besides its grades. */
const ChildNow = z.object({
  account_id: Id,
  /** Work that is overdue or due within a week. */
  due: z.array(DueWork),
  due_total: Id,
  /** The newest announcements for the child, without replies. */
  announcements: z.array(z.object({ id: Id, class_name: z.string(), writer: z.string(), posted_at: z.string(), text: RichTextView })),
  /** The newest work products of finished lessons. */
  work_products: z.array(z.object({ id: Id, title: z.string(), made_at: z.string(), url: z.string() })),
  points: z.object({ total: Id, lines: z.array(RewardPointView) }),
});

export const childGet = endpoint({
  name: 'child.get',
  cost: 3,
  method: 'GET',
  path: '/children/:id',
  access: window,
  summary: 'Work that is due, announcements, work products and points of one’s child, as the child sees them',
  params,
  response: ChildNow,
  errors: [],
  readOnly: true,
});

export const childGradeBook = endpoint({
  name: 'child.gradeBook',
  cost: 2,
  method: 'GET',
  path: '/children/:id/grade-book',
  access: window,
  summary: 'The gradebook of one’s child in a class, as the child sees it',
  params,
  query: z.object({
    /** The class. The default is the first by name. */
    class: id(asMessage('topic.field.course')).optional(),
  }),
  response: z.object({ account_id: Id, gradebook: OwnGradeBook.nullable() }),
  errors: [],
  readOnly: true,
});

export const childReadings = endpoint({
  name: 'child.readings',
  method: 'GET',
  path: '/children/:id/readings',
  access: window,
  summary: 'Looks of others at the record of one’s child, as the child sees them',
  params,
  query: pageQuery,
  response: recordReadingOwn.response.extend({ account_id: Id }),
  errors: [],
  readOnly: true,
});

export const childWeekChoose = endpoint({
  name: 'child.week.choose',
  method: 'POST',
  path: '/children/week',
  access: window,
  summary: 'Choose the weekly report on one’s children, or end it',
  body: z.object({ is_chosen: flag(label('week')) }),
  response: WeekChoice.extend({ message: z.string() }),
  errors: [],
});

const school = z.object({ id: id(asMessage('notice.school')) });

export const guardianRulesGet = endpoint({
  name: 'guardianRules.get',
  method: 'GET',
  path: '/schools/:id/guardian-rules',
  access: { resource: 'school-settings', action: 'view' },
  summary: 'The weekly report to guardians of a school: offered or not',
  params: school,
  response: z.object({ is_weekly: z.boolean() }),
  errors: [],
  readOnly: true,
});

export const guardianRulesUpdate = endpoint({
  name: 'guardianRules.update',
  method: 'PUT',
  path: '/schools/:id/guardian-rules',
  access: { resource: 'school-settings', action: 'edit' },
  summary: 'Offer guardians of a school the weekly report, or no longer',
  params: school,
  body: z.object({ is_weekly: flag(label('weekly')) }),
  response: z.object({ is_weekly: z.boolean(), message: z.string() }),
  errors: [],
});
