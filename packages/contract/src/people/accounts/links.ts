import { PICTURES, SEQUENCE_LENGTH } from '@classwright/rules/password/pictures';
import { z } from 'zod';
import { authLogin } from '../sign-in/calls.ts';
import { endpoint } from '../../core/endpoint.ts';
import { id, optionalText, packMessage, text } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';

const label = (key: string) => asMessage(`account.field.${key}`);
const accountParams = z.object({ id: id(label('account')) });

/** The code in a link or on a card. Spaces and dashes are only for readability. */
const code = z
  .string({ error: packMessage('validation.required', { label: label('code') }) })
  .trim()
  .min(1, { error: packMessage('validation.required', { label: label('code') }) })
  .max(200, { error: packMessage('link.refused') });
const newPassword = z
  .string({ error: packMessage('validation.required', { label: label('password') }) })
  .min(1, { error: packMessage('validation.required', { label: label('password') }) })
  .max(1000, { error: packMessage('validation.tooLong', { label: label('password'), max: 1000 }) });
const device = optionalText({ label: 'Device', max: 200 });

/**
 * The state of a picture card. `new`: its student has to choose pictures. `chosen`: it signs in with them. `asks_teacher`: there
 * were too many wrong tries.
 */
export const PictureCardState = z.enum(['new', 'chosen', 'asks_teacher']);
export type PictureCardState = z.infer<typeof PictureCardState>;

/** The person a link is for, as far as its holder may know. */
export const LinkView = z.object({
  purpose: z.enum(['password', 'card', 'pictures']),
  /** The state of a picture card, null for anything else. */
  pictures: PictureCardState.nullable(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** The minimum length of the password to be chosen. */
  min_characters: z.number().int(),
});
export type LinkView = z.infer<typeof LinkView>;

export const linkCheck = endpoint({
  name: 'link.check',
  method: 'POST',
  path: '/auth/link/check',
  access: 'link',
  summary: 'The person for whom a one-time link or a sign-in card is; does not use it up',
  body: z.object({ code }),
  response: z.object({ link: LinkView }),
  errors: ['LINK_REFUSED'],
  ownTransaction: true,
});

export const linkUse = endpoint({
  name: 'link.use',
  cost: 4,
  refusedCost: 6,
  method: 'POST',
  path: '/auth/link',
  access: 'link',
  summary: 'Choose a password with a one-time link or a sign-in card and be signed in; other devices are signed out',
  body: z.object({ code, password: newPassword, device }),
  response: authLogin.response,
  errors: ['LINK_REFUSED', 'ACCOUNT_DEACTIVATED', 'FACTOR_NEEDED'],
  ownTransaction: true,
});

const sequence = z.array(z.enum(PICTURES)).length(SEQUENCE_LENGTH, { error: packMessage('pictures.count', { count: SEQUENCE_LENGTH }) });

export const picturesChoose = endpoint({
  name: 'pictures.choose',
  cost: 4,
  refusedCost: 6,
  method: 'POST',
  path: '/auth/pictures/choose',
  access: 'link',
  summary: 'Choose the pictures of a picture card at its first use and be signed in',
  body: z.object({ code, pictures: sequence, device }),
  response: authLogin.response,
  errors: ['LINK_REFUSED', 'PICTURES_CHANGED', 'ACCOUNT_DEACTIVATED', 'FACTOR_NEEDED'],
  ownTransaction: true,
});

export const picturesUse = endpoint({
  name: 'pictures.use',
  cost: 4,
  refusedCost: 6,
  method: 'POST',
  path: '/auth/pictures',
  access: 'link',
  summary: 'Sign in with a picture card and the pictures that its student chose',
  body: z.object({ code, pictures: sequence, device }),
  response: authLogin.response,
  errors: ['LINK_REFUSED', 'PICTURES_REFUSED', 'PICTURES_ASK_TEACHER', 'PICTURES_CHANGED', 'ACCOUNT_DEACTIVATED', 'FACTOR_NEEDED'],
  ownTransaction: true,
});

export const setUpCheck = endpoint({
  name: 'setUp.check',
  method: 'POST',
  path: '/set-up/check',
  access: 'link',
  summary: 'Checks if a set-up link can still be used',
  body: z.object({ code }),
  response: z.object({ min_characters: z.number().int(), asks_school: z.boolean() }),
  errors: ['LINK_REFUSED'],
  ownTransaction: true,
});

export const setUp = endpoint({
  name: 'setUp',
  method: 'POST',
  path: '/set-up',
  access: 'link',
  summary: 'Make the first administrator, and the first school where there is none, with the link that the first start printed',
  body: z.object({
    code,
    school_name: optionalText({ label: label('school'), max: 200 }),
    time_zone: z.string().trim().max(100).default('UTC'),
    first_name: text({ label: label('firstName'), max: 100 }),
    last_name: text({ label: label('lastName'), max: 100 }),
    email: text({ label: label('email'), max: 320 }),
    password: newPassword,
    device,
  }),
  response: authLogin.response,
  errors: ['LINK_REFUSED'],
  ownTransaction: true,
});

export const passwordChange = endpoint({
  name: 'auth.password',
  cost: 10,
  method: 'POST',
  path: '/auth/password',
  access: { resource: 'own-account', action: 'edit' },
  summary: 'Change one’s own password; other devices are signed out',
  body: z.object({ current_password: z.string().max(1000).default(''), password: newPassword }),
  response: z.object({ message: z.string() }),
  errors: [],
  ownTransaction: true,
});

export const passwordForgot = endpoint({
  name: 'auth.forgot',
  cost: 10,
  method: 'POST',
  path: '/auth/forgot',
  access: 'public',
  summary: 'Have a one-time link mailed; the answer is the same whether anybody has that address',
  body: z.object({ email: text({ label: label('email'), max: 320 }) }),
  response: z.object({ message: z.string() }),
  errors: ['MAIL_NOT_SET_UP'],
  ownTransaction: true,
});

export const accountLinkCreate = endpoint({
  name: 'account.link.create',
  method: 'POST',
  path: '/accounts/:id/sign-in-link',
  access: { resource: 'accounts', action: 'edit' },
  confirmed: true,
  summary: 'A new one-time link for an account, with which its owner chooses a password; older ones end',
  params: accountParams,
  body: z.object({ mail: z.boolean().default(false) }),
  /** The link is only returned here; the server keeps its hash. Null when it was mailed. */
  response: z.object({ url: z.string().nullable(), expires_at: z.string(), message: z.string() }),
  errors: ['MAIL_NOT_SET_UP', 'RIGHT_NOT_HELD', 'PERSON_MAY_MORE'],
  answersSecret: true,
});

export const accountLinkRevoke = endpoint({
  name: 'account.link.revoke',
  method: 'DELETE',
  path: '/accounts/:id/sign-in-link',
  access: { resource: 'accounts', action: 'edit' },
  summary: 'End every one-time link and sign-in card of an account that was not used',
  params: accountParams,
  response: z.object({ message: z.string() }),
  errors: ['RIGHT_NOT_HELD', 'PERSON_MAY_MORE'],
});
