import { z } from 'zod';
import { listBlocks } from '../../core/blocks.ts';
import { endpoint } from '../../core/endpoint.ts';
import { flag, id, instant, optionalText, packMessage, pageQuery, Pagination, text } from '../../core/fields.ts';
import { largeAnswer } from '../../core/large-answer.ts';
import { asMessage } from '../../messages/translate.ts';

/** An account as administrators see it. It is separate from the profile. */
export const AccountView = z.object({
  id: z.number().int(),
  first_name: z.string(),
  last_name: z.string(),
  full_name: z.string(),
  email: z.string(),
  phone_number: z.string(),
  /** The school. Null: spans the installation. */
  school_id: z.number().int().nullable(),
  school_name: z.string().nullable(),
  /** The account type. It describes and grants nothing. */
  account_type_id: z.number().int(),
  account_type_name: z.string(),
  /** The primary role. */
  role_id: z.number().int().nullable(),
  role_name: z.string().nullable(),
  /** False for a deactivated account. */
  status: z.boolean(),
  has_password: z.boolean(),
  last_sign_in_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type AccountView = z.infer<typeof AccountView>;

export const ACCOUNT_SORTS = ['full_name', 'school_name', 'email', 'account_type_name', 'role_name', 'status', 'last_sign_in_at', 'created_at'] as const;

/** The search text. An empty field has no effect. */
const searchText = z.string().trim().max(200).default('');
const optionalId = (label: string) => z.union([z.literal('').transform(() => undefined), id(label)]).optional();
const label = (key: string) => asMessage(`account.field.${key}`);

const searchFields = {
  /** Search words, each of which must be in a name or the email address. */
  search_text: searchText,
  first_name: searchText,
  last_name: searchText,
  email: searchText,
  school_id: optionalId(label('school')),
  account_type_id: optionalId(label('accountType')),
  role_id: optionalId(label('role')),
  status: z.union([z.literal('').transform(() => undefined), flag(label('status'))]).optional(),
  /** False finds accounts that have never chosen a password. */
  has_password: z.union([z.literal('').transform(() => undefined), flag(label('password'))]).optional(),
  sort: z.enum(ACCOUNT_SORTS).default('full_name'),
  direction: z.enum(['asc', 'desc']).default('asc'),
};

export const accountList = endpoint({
  name: 'account.list',
  method: 'GET',
  path: '/accounts',
  access: { resource: 'accounts', action: 'view' },
  summary: 'One page of accounts; names and email addresses are found by any part, ignoring case and accents',
  query: pageQuery.extend(searchFields),
  response: z.object({ data: z.array(AccountView), pagination: Pagination }),
  errors: [],
  readOnly: true,
});

export const accountBlocks = listBlocks({
  name: 'account.blocks',
  path: '/accounts/blocks',
  access: { resource: 'accounts', action: 'view' },
  summary: 'Accounts in consecutive blocks, for reading many of them',
  filters: searchFields,
  row: AccountView,
});

const accountParams = z.object({ id: id(label('account')) });

export const accountGet = endpoint({
  name: 'account.get',
  method: 'GET',
  path: '/accounts/:id',
  access: { resource: 'accounts', action: 'view' },
  summary: 'One account; the look at it is kept in the audit trail',
  params: accountParams,
  response: z.object({ account: AccountView }),
  errors: [],
});

/** The pattern of an address: one @ with valid text around it. Only a mail can show if it works. */
export const EMAIL = /^[^\s@<>"(),:;\\[\]]{1,64}@[^\s@<>"(),:;\\[\]]+\.[^\s@<>"(),:;\\[\]]+$/u;

const statusMessage = (issue: { input?: unknown }) =>
  issue.input === undefined || issue.input === '' || issue.input === null
    ? packMessage('validation.required', { label: label('status') })
    : packMessage('validation.flag', { label: label('status') });

const accountFields = {
  first_name: text({ label: label('firstName'), max: 100 }),
  last_name: text({ label: label('lastName'), max: 100 }),
  email: text({ label: label('email'), max: 320 }).refine((email) => email === '' || EMAIL.test(email), { error: packMessage('validation.email') }),
  phone_number: text({ label: label('phoneNumber'), max: 50 }),
  /** The school. Null only for people with the Admin role, who span the installation, and for operators, who see no school. */
  school_id: z.union([z.null(), id(label('school'))], {
    error: packMessage('validation.required', { label: label('school') }),
  }),
  account_type_id: id(label('accountType')),
  role_id: id(label('role')),
  status: z.union(
    [
      z.boolean(),
      z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1'),
      z.literal([0, 1]).transform((value) => value === 1),
    ],
    {
      error: statusMessage,
    },
  ),
};

/** Fields of an existing account, such as an imported one: an empty one may stay empty, others are required. */
const mayStayEmpty = {
  first_name: optionalText({ label: label('firstName'), max: 100 }),
  last_name: optionalText({ label: label('lastName'), max: 100 }),
  phone_number: optionalText({ label: label('phoneNumber'), max: 50 }),
};

const version = instant(packMessage('list.version')).optional();
const saved = z.object({ account: AccountView, message: z.string() });

export const accountCreate = endpoint({
  name: 'account.create',
  method: 'POST',
  path: '/accounts',
  access: { resource: 'accounts', action: 'create' },
  confirmed: true,
  summary: 'Make an account; it has no password and gets a link by mail, where mail is set up, or a sign-in card',
  body: z.object(accountFields),
  response: saved,
  errors: ['RIGHT_NOT_HELD', 'PERSON_MAY_MORE'],
  successStatus: 201,
});

export const accountUpdate = endpoint({
  name: 'account.update',
  method: 'PUT',
  path: '/accounts/:id',
  access: { resource: 'accounts', action: 'edit' },
  confirmed: true,
  summary: 'Edit an account; naming an older updated_at is refused, with the newer row',
  params: accountParams,
  body: z.object({ ...accountFields, ...mayStayEmpty, updated_at: version }),
  response: saved,
  errors: ['EDIT_CONFLICT', 'RIGHT_NOT_HELD', 'PERSON_MAY_MORE', 'LAST_ADMIN', 'OWN_ACCOUNT'],
});

export const accountStatus = endpoint({
  name: 'account.status',
  method: 'PUT',
  path: '/accounts/:id/status',
  access: { resource: 'accounts', action: 'edit' },
  summary: 'Activate an account, or deactivate it: then it is signed out everywhere at once',
  params: accountParams,
  body: z.object({ status: accountFields.status }),
  response: saved,
  errors: ['RIGHT_NOT_HELD', 'PERSON_MAY_MORE', 'LAST_ADMIN', 'OWN_ACCOUNT'],
});

export const accountDelete = endpoint({
  name: 'account.delete',
  method: 'DELETE',
  path: '/accounts/:id',
  access: { resource: 'accounts', action: 'delete' },
  confirmed: true,
  summary: 'Erase an account that nothing hangs on; any other is to be deactivated',
  params: accountParams,
  response: z.object({ message: z.string() }),
  errors: ['ACCOUNT_IN_USE', 'RIGHT_NOT_HELD', 'PERSON_MAY_MORE', 'LAST_ADMIN', 'OWN_ACCOUNT'],
});

export const accountSignOut = endpoint({
  name: 'account.signOut',
  method: 'POST',
  path: '/accounts/:id/sign-out',
  access: { resource: 'accounts', action: 'edit' },
  summary: 'Sign an account out everywhere',
  params: accountParams,
  response: z.object({ message: z.string() }),
  errors: ['RIGHT_NOT_HELD', 'PERSON_MAY_MORE'],
});

/** The maximum number of ids in a search result, for actions on all of it. */
const MOST_ACCOUNT_IDS = 200_000;

export const accountIds = largeAnswer({
  name: 'account.ids',
  path: '/accounts/ids',
  access: { resource: 'accounts', action: 'view' },
  summary: 'The ids of all accounts that a search finds, in the order of its list',
  query: z.object(searchFields),
  tables: { accounts: { mostRows: MOST_ACCOUNT_IDS, columns: { id: z.number().int() } } },
});

/** The maximum number in one call. More are sent in several calls, so that no call delays others. */
const MOST_ACCOUNTS_AT_ONCE = 100;
export const ACCOUNT_BULK_ACTS = ['activate', 'deactivate', 'sign_out', 'role', 'school', 'mail_link'] as const;

export const accountBulk = endpoint({
  name: 'account.bulk',
  method: 'POST',
  path: '/accounts/bulk',
  access: { resource: 'accounts', action: 'edit' },
  confirmed: true,
  summary: 'Do one thing to up to 100 accounts: each succeeds or fails alone, and the audit trail has one entry',
  body: z.object({
    account_ids: z
      .array(id(label('account')))
      .min(1)
      .max(MOST_ACCOUNTS_AT_ONCE),
    act: z.enum(ACCOUNT_BULK_ACTS),
    /** The role, for `role`. */
    role_id: optionalId(label('role')),
    /** The school, for `school`. */
    school_id: optionalId(label('school')),
  }),
  response: z.object({
    /** The previous values, for an undo. Accounts that did not change are left out. */
    changed: z.array(
      z.object({ account_id: z.number().int(), status: z.boolean(), role_id: z.number().int().nullable(), school_id: z.number().int().nullable() }),
    ),
    refused: z.array(z.object({ account_id: z.number().int(), name: z.string(), message: z.string() })),
  }),
  errors: ['RIGHT_NOT_HELD', 'PERSON_MAY_MORE', 'LAST_ADMIN', 'MAIL_NOT_SET_UP'],
});

export const accountExport = endpoint({
  name: 'account.export',
  cost: 20,
  method: 'GET',
  path: '/accounts/export',
  access: { resource: 'accounts', action: 'view' },
  confirmed: true,
  summary: 'The accounts that a search finds, as a spreadsheet; kept in the audit trail',
  query: z.object(searchFields),
  response: z.object({}),
  download: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  acceptsHandOff: true,
  ownTransaction: true,
  errors: ['HAND_OFF_REFUSED'],
});
