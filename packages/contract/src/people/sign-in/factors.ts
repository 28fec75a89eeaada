import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { id, optionalText, packMessage, text } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';
import { authLogin } from './calls.ts';

/** `none`: not offered; `offered`: people may set one up; `required`: from a day on, nothing else opens without one. */
export const FACTOR_LEVELS = ['none', 'offered', 'required'] as const;
export type FactorLevel = (typeof FACTOR_LEVELS)[number];

/** The ways in which somebody shows a second factor. */
const FACTOR_WAYS = ['passkey', 'code'] as const;
export type FactorWay = (typeof FACTOR_WAYS)[number];

const ticket = z.string({ error: packMessage('error.FACTOR_STEP_OVER') }).max(200, { error: packMessage('error.FACTOR_STEP_OVER') });
/** A code of an app, or a recovery code. Spaces and dashes are only for readability. */
const code = text({ label: asMessage('factors.code'), max: 40 });
/** The browser's answer to the options of a passkey, in the JSON form of WebAuthn. */
const passkey = z.looseObject({ id: z.string().max(2000) });
/** The options of a passkey for the browser, in the JSON form of WebAuthn. */
const options = z.looseObject({ challenge: z.string() });

/** The data of FACTOR_NEEDED: the ticket with which the sign-in goes on, and the ways that the person has. */
export interface FactorNeeded {
  ticket: string;
  ways: readonly FactorWay[];
  /** The options of a passkey, null for a person without one. */
  options: object | null;
}

export const authPasskeyBegin = endpoint({
  name: 'auth.passkey.begin',
  method: 'POST',
  path: '/auth/passkey',
  access: 'public',
  summary: 'Begin a sign-in with a passkey, without a password',
  response: z.object({ ticket: z.string(), options }),
  errors: ['PASSKEY_NOT_HERE'],
  ownTransaction: true,
});

export const authFactor = endpoint({
  name: 'auth.factor',
  cost: 4,
  refusedCost: 6,
  method: 'POST',
  path: '/auth/factor',
  access: 'public',
  summary: 'Finish a sign-in with a passkey, a code or a recovery code, once',
  body: z.object({ ticket, code: code.optional(), passkey: passkey.optional(), device: optionalText({ label: 'Device', max: 200 }) }),
  response: authLogin.response,
  errors: ['FACTOR_REFUSED', 'FACTOR_STEP_OVER', 'ACCOUNT_DEACTIVATED'],
  ownTransaction: true,
});

/** The ways in which a person can confirm who they are. An empty list: only by signing in again. */
export const authConfirmWays = endpoint({
  name: 'auth.confirm.ways',
  method: 'POST',
  path: '/auth/confirm/ways',
  access: 'signed-in',
  withoutFactor: true,
  summary: 'The ways in which the signed-in person can confirm who they are, with the options of a passkey',
  response: z.object({ ways: z.array(z.enum(['password', ...FACTOR_WAYS])), ticket: z.string().nullable(), options: options.nullable() }),
  errors: [],
  ownTransaction: true,
});

export const authConfirm = endpoint({
  name: 'auth.confirm',
  cost: 4,
  method: 'POST',
  path: '/auth/confirm',
  access: 'signed-in',
  withoutFactor: true,
  summary: 'Confirm who one is; for ten minutes, this sign-in may then make the calls that need it',
  body: z.object({
    password: z
      .string({ error: packMessage('validation.text', { label: asMessage('signIn.password') }) })
      .max(1000, { error: packMessage('validation.tooLong', { label: asMessage('signIn.password'), max: 1000 }) })
      .optional(),
    code: code.optional(),
    ticket: ticket.optional(),
    passkey: passkey.optional(),
  }),
  response: z.object({}),
  errors: ['FACTOR_REFUSED', 'FACTOR_STEP_OVER'],
  ownTransaction: true,
});

/** A person's own factors. */
export const OwnFactorsView = z.object({
  level: z.enum(FACTOR_LEVELS),
  /** The instant from which nothing else opens without a factor. Null: it is not required. */
  required_from: z.string().nullable(),
  /** False at addresses where browsers have no passkeys: those without a name. */
  can_passkey: z.boolean(),
  has_code: z.boolean(),
  passkeys: z.array(z.object({ id: z.number().int(), name: z.string(), created_at: z.string(), last_used_at: z.string().nullable() })),
  recovery_codes_left: z.number().int(),
});
export type OwnFactorsView = z.infer<typeof OwnFactorsView>;

const own = { access: 'signed-in', withoutFactor: true } as const;
/** Ten new recovery codes, with the first factor only. */
const made = z.object({ recovery_codes: z.array(z.string()).nullable(), message: z.string() });

export const factorList = endpoint({
  name: 'factor.list',
  method: 'GET',
  path: '/auth/factors',
  ...own,
  summary: 'One’s own second factors, and if one has to have one',
  response: z.object({ factors: OwnFactorsView }),
  errors: [],
  readOnly: true,
});

export const factorCodeBegin = endpoint({
  name: 'factor.code.begin',
  method: 'POST',
  path: '/auth/factors/code',
  ...own,
  confirmed: true,
  summary: 'Begin to set up codes of an app: the secret that the app needs',
  response: z.object({ ticket: z.string(), secret: z.string(), uri: z.string() }),
  errors: ['FACTOR_NOT_OFFERED'],
  answersSecret: true,
});

export const factorCodeFinish = endpoint({
  name: 'factor.code.finish',
  method: 'PUT',
  path: '/auth/factors/code',
  ...own,
  summary: 'Finish setting up codes of an app, with its first code',
  body: z.object({ ticket, code }),
  response: made,
  errors: ['FACTOR_STEP_OVER'],
  answersSecret: true,
});

export const factorCodeRemove = endpoint({
  name: 'factor.code.remove',
  method: 'DELETE',
  path: '/auth/factors/code',
  ...own,
  confirmed: true,
  summary: 'Remove one’s codes of an app',
  response: z.object({ message: z.string() }),
  errors: ['FACTOR_LAST'],
});

export const factorPasskeyBegin = endpoint({
  name: 'factor.passkey.begin',
  method: 'POST',
  path: '/auth/factors/passkeys',
  ...own,
  confirmed: true,
  summary: 'Begin to set up a passkey',
  response: z.object({ ticket: z.string(), options }),
  errors: ['FACTOR_NOT_OFFERED', 'PASSKEY_NOT_HERE'],
  answersSecret: true,
});

export const factorPasskeyFinish = endpoint({
  name: 'factor.passkey.finish',
  method: 'PUT',
  path: '/auth/factors/passkeys',
  ...own,
  summary: 'Finish setting up a passkey',
  body: z.object({ ticket, passkey, name: text({ label: asMessage('factors.passkeyName'), max: 100 }) }),
  response: made,
  errors: ['FACTOR_REFUSED', 'FACTOR_STEP_OVER'],
  answersSecret: true,
});

export const factorPasskeyRemove = endpoint({
  name: 'factor.passkey.remove',
  method: 'DELETE',
  path: '/auth/factors/passkeys/:id',
  ...own,
  confirmed: true,
  summary: 'Remove one of one’s passkeys',
  params: z.object({ id: id(asMessage('factors.passkey')) }),
  response: z.object({ message: z.string() }),
  errors: ['FACTOR_LAST'],
});

export const factorRecoveryRenew = endpoint({
  name: 'factor.recovery.renew',
  method: 'POST',
  path: '/auth/factors/recovery-codes',
  ...own,
  confirmed: true,
  summary: 'Ten new recovery codes; older ones end',
  response: z.object({ recovery_codes: z.array(z.string()) }),
  errors: ['FACTOR_STEP_OVER'],
  answersSecret: true,
});

const accountParams = z.object({ id: id(asMessage('account.field.account')) });

export const accountFactors = endpoint({
  name: 'account.factors',
  method: 'GET',
  path: '/accounts/:id/factors',
  access: { resource: 'accounts', action: 'edit' },
  summary: 'If an account has a second factor, and who wants to end it',
  params: accountParams,
  response: z.object({ has_factor: z.boolean(), asked_by: z.string().nullable(), asked_by_self: z.boolean() }),
  errors: [],
  readOnly: true,
});

export const accountFactorsEnd = endpoint({
  name: 'account.factors.end',
  method: 'POST',
  path: '/accounts/:id/factors/end',
  access: { resource: 'accounts', action: 'edit' },
  confirmed: true,
  summary: 'End the second factors of somebody who has lost them; where there are three administrators or more, a second one has to agree',
  params: accountParams,
  response: z.object({ is_ended: z.boolean(), message: z.string() }),
  errors: ['RIGHT_NOT_HELD', 'PERSON_MAY_MORE', 'OWN_ACCOUNT'],
});

/** The second factor for a role of a school. */
export const FactorRuleView = z.object({
  role_id: z.number().int(),
  role_name: z.string(),
  level: z.enum(FACTOR_LEVELS),
  /** The day from which it is required, YYYY-MM-DD. */
  required_from: z.string().nullable(),
  /** True for a role of which this server always requires it. */
  is_fixed: z.boolean(),
  /** The people with the role, and those of them who have a factor. */
  people: z.number().int(),
  with_factor: z.number().int(),
});
export type FactorRuleView = z.infer<typeof FactorRuleView>;

const schoolParams = z.object({ id: id(asMessage('schoolSettings.school')) });

export const factorRules = endpoint({
  name: 'factorRule.list',
  method: 'GET',
  path: '/schools/:id/factor-rules',
  access: { resource: 'school-settings', action: 'view' },
  summary: 'The second factor by role, as a school sets it',
  params: schoolParams,
  response: z.object({ rules: z.array(FactorRuleView) }),
  errors: [],
  readOnly: true,
});

const fromMessage = { error: packMessage('factorRules.from') };

export const factorRuleSave = endpoint({
  name: 'factorRule.save',
  method: 'PUT',
  path: '/schools/:id/factor-rules/:role_id',
  access: { resource: 'school-settings', action: 'edit' },
  confirmed: true,
  summary: 'Set the second factor for a role of a school, with the day from which it is required',
  params: schoolParams.extend({ role_id: id(asMessage('account.field.role')) }),
  body: z
    .object({
      level: z.enum(FACTOR_LEVELS, { error: packMessage('validation.choice', { label: asMessage('factorRules.level'), choices: FACTOR_LEVELS.join(', ') }) }),
      required_from: z
        .string(fromMessage)
        .regex(/^\d{4}-\d{2}-\d{2}$/, fromMessage)
        .refine((day) => !Number.isNaN(Date.parse(`${day}T00:00:00Z`)), fromMessage)
        .nullish(),
    })
    .refine(({ level, required_from }) => level !== 'required' || typeof required_from === 'string', { ...fromMessage, path: ['required_from'] }),
  response: z.object({ rules: z.array(FactorRuleView), message: z.string() }),
  errors: ['ROLE_MAY_MORE'],
});
