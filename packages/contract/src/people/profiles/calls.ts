import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { id, instant, isPhone, longText, packMessage, text } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';

const label = (key: string) => asMessage(`profile.field.${key}`);

export const ProfileView = z.object({
  id: z.number().int(),
  account_id: z.number().int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  /** The account's telephone number. */
  phone: z.string(),
  picture: z.string().nullable(),
  /** The date of birth, YYYY-MM-DD. */
  dob: z.string().nullable(),
  updated_at: z.string().nullable(),
});
export type ProfileView = z.infer<typeof ProfileView>;

const accountId = id(label('account')).optional();

export const profileGet = endpoint({
  name: 'profile.get',
  method: 'GET',
  path: '/profile',
  access: { resource: 'own-account', action: 'view' },
  summary: 'One’s own profile; with account_id that of somebody whose account one may see, which the audit trail keeps',
  query: z.object({ account_id: accountId }),
  response: z.object({ profile: ProfileView }),
  errors: [],
});

/** Returns true for a calendar day not before 1900. The server checks that it is in the past. */
function isBirthday(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return /^(?:19|20)\d{2}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

export const profileUpdate = endpoint({
  name: 'profile.update',
  method: 'PUT',
  path: '/profile',
  access: { resource: 'own-account', action: 'edit' },
  summary: 'Save one’s own profile; with account_id that of an account one may edit',
  body: z.object({
    account_id: accountId,
    city: text({ label: label('city'), max: 100 }),
    state: text({ label: label('state'), max: 100 }),
    zip: text({ label: label('zip'), max: 20 }),
    phone: text({ label: label('phone'), max: 50 }).refine((phone) => phone === '' || isPhone(phone), { error: packMessage('profile.phone') }),
    dob: text({ label: label('dob'), max: 20 }).refine((dob) => dob === '' || isBirthday(dob), { error: packMessage('profile.dob') }),
    address: longText({ label: label('address'), max: 500 }),
    updated_at: instant(packMessage('list.version')).nullish(),
  }),
  response: z.object({ profile: ProfileView, message: z.string() }),
  errors: ['EDIT_CONFLICT', 'RIGHT_NOT_HELD', 'PERSON_MAY_MORE'],
});
