import { MENU_GROUPS, type MenuGroup } from '@classwright/rules/access/menus';
import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { id, optionalText, packMessage, socketId } from '../../core/fields.ts';

export const MenuEntry = z.object({ name: z.string(), res_url: z.string() });
export type MenuEntry = z.infer<typeof MenuEntry>;

export type { MenuGroup };
export const Menus = z.record(z.enum(MENU_GROUPS), z.array(MenuEntry));
export type Menus = z.infer<typeof Menus>;

/** The signed-in person, as shown on their own screens. `user_id`, `account_id` and `id` are the same number. */
export const UserView = z.object({
  id: z.number().int(),
  user_id: z.number().int(),
  account_id: z.number().int(),
  name: z.string(),
  user_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  mobile: z.string(),
  /** "Admin", "Teachers" or "Student". Compared without regard to case; grants nothing. */
  user_type: z.string(),
  picture: z.string().nullable(),
  photoUrl: z.string().nullable(),
  /** The same picture, with its name in a lesson. */
  profile_picture: z.string().nullable(),
  /** `logo` and `colors`, a style sheet: their addresses on this server. */
  school: z
    .object({
      id: z.number().int(),
      school_name: z.string(),
      time_zone: z.string(),
      logo: z.string().nullable().optional(),
      colors: z.string().nullable().optional(),
    })
    .nullable(),
  /**
   * The time zone for this person's days and times: that of the school, or of the only one there is. Null when there
   * are several.
   */
  time_zone: z.string().nullable().optional(),
  menus: Menus,
  /**
   * Rights as "resource:action", for deciding what screens show; the server decides again on every call. Rights that
   * only change data shared by all schools are left out for people who do not reach all of them.
   */
  rights: z.array(z.string()),
  has_active_assessment: z.boolean(),
  /** True while nothing else opens until this person has set up a second factor. */
  needs_factor: z.boolean().optional(),
  /** The number of the version of the school's notice about data that this person is asked to read. */
  unseen_notice: z.number().int().optional(),
  /** The pages of `menus` about things that this person's school has not set up, such as a reward store without items. */
  unused_pages: z.array(z.string()).optional(),
  /** True for people who reach every school. */
  reaches_all: z.boolean().optional(),
  /** True when the installation has several schools in use. */
  has_schools: z.boolean().optional(),
  api_token: z.string().optional(),
});
export type UserView = z.infer<typeof UserView>;

export const ActiveAssessment = z.object({ id: z.number().int(), title: z.string(), class_id: z.number().int(), class_name: z.string() });

export const authLogin = endpoint({
  name: 'auth.login',
  cost: 4, // a school of a thousand signs in at once, from one address
  refusedCost: 6,
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  summary: 'Sign in with email and password',
  body: z.object({
    email: z
      .string({ error: packMessage('validation.required', { label: 'Email' }) })
      .trim()
      .min(1, { error: packMessage('validation.required', { label: 'Email' }) })
      .max(320, { error: packMessage('validation.tooLong', { label: 'Email', max: 320 }) }),
    password: z
      .string({ error: packMessage('validation.required', { label: 'Password' }) })
      .min(1, { error: packMessage('validation.required', { label: 'Password' }) })
      .max(1000, { error: packMessage('validation.tooLong', { label: 'Password', max: 1000 }) }),
    /**
     * A random id that this browser keeps for this account. With an id of an earlier sign-in, more failures are
     * allowed.
     */
    device: optionalText({ label: 'Device', max: 200 }),
  }),
  response: z.object({
    user: UserView,
    api_token: z.string(),
    /** The next socket that offers it as a subprotocol belongs to the account and enters its channel at once. */
    socket_ticket: z.string(),
    new_account: z.boolean(),
    courses: z.array(z.object({ id: z.number().int(), name: z.string(), section: z.string() })),
    /** The running assessment, for staff who may run it. */
    assessment: ActiveAssessment.nullable(),
    message: z.string(),
  }),
  errors: ['SIGN_IN_REFUSED', 'FACTOR_NEEDED'],
  ownTransaction: true,
});

export const authGoogleBegin = endpoint({
  name: 'auth.google.begin',
  cost: 2,
  method: 'POST',
  path: '/auth/google',
  access: 'public',
  summary: 'Begin a sign-in with a Google account: where to send the browser, and a secret that it keeps to itself until it comes back',
  response: z.object({ url: z.string(), secret: z.string() }),
  errors: ['GOOGLE_NOT_SET_UP', 'GOOGLE_UNREACHABLE'],
  ownTransaction: true,
});

export const authGoogleFinish = endpoint({
  name: 'auth.google.finish',
  cost: 2,
  refusedCost: 8,
  method: 'POST',
  path: '/auth/google/finish',
  access: 'public',
  summary: 'Finish a sign-in with a Google account, once, from the browser that began it; nobody gets an account by it',
  body: z.object({
    /** The part after "?" in the address that Google sent the browser back to. */
    answer: z
      .string({ error: packMessage('validation.required', { label: 'Answer' }) })
      .max(8000, { error: packMessage('validation.tooLong', { label: 'Answer', max: 8000 }) }),
    secret: z
      .string({ error: packMessage('validation.required', { label: 'Secret' }) })
      .max(200, { error: packMessage('validation.tooLong', { label: 'Secret', max: 200 }) }),
    device: optionalText({ label: 'Device', max: 200 }),
  }),
  response: authLogin.response,
  errors: [
    'GOOGLE_NOT_SET_UP',
    'GOOGLE_UNREACHABLE',
    'GOOGLE_REFUSED',
    'GOOGLE_CANCELLED',
    'GOOGLE_EMAIL_UNVERIFIED',
    'GOOGLE_NO_ACCOUNT',
    'GOOGLE_OTHER_PERSON',
    'ACCOUNT_DEACTIVATED',
    'FACTOR_NEEDED',
  ],
  ownTransaction: true,
});

export const authLogout = endpoint({
  name: 'auth.logout',
  method: 'POST',
  path: '/auth/logout',
  access: 'signed-in',
  withoutFactor: true,
  summary: 'End this token',
  response: z.object({}),
  errors: [],
});

export const authMe = endpoint({
  name: 'auth.me',
  method: 'GET',
  path: '/auth/me',
  access: 'signed-in',
  withoutFactor: true,
  summary: 'The signed-in person with menus and rights as they are now',
  response: z.object({ user: UserView }),
  errors: [],
  readOnly: true,
});

/** One of a person's sign-ins, or a screen that this person has connected. */
export const OwnSessionView = z.object({
  id: z.number().int(),
  /** The browser, such as "Firefox". Null when unknown. */
  browser: z.string().nullable(),
  /** The system, such as "Windows". Null when unknown. */
  system: z.string().nullable(),
  signed_in_at: z.string(),
  /** The time of last use, within five minutes. */
  last_used_at: z.string(),
  /** True for the caller's own sign-in. */
  is_current: z.boolean(),
  /** True for a screen that shows lessons and does nothing else. It has no browser and no system. */
  is_wall: z.boolean(),
});
export type OwnSessionView = z.infer<typeof OwnSessionView>;

/** A change of the ways into an account. */
export const AccountChange = z.enum(['password', 'factor', 'factorEnd', 'email']);
export type AccountChange = z.infer<typeof AccountChange>;

export const AccountChangeView = z.object({ id: id('AccountChange'), what: AccountChange, made_at: z.iso.datetime() });
export type AccountChangeView = z.infer<typeof AccountChangeView>;

export const authSessionList = endpoint({
  name: 'auth.session.list',
  method: 'GET',
  path: '/auth/sessions',
  access: { resource: 'own-account', action: 'view' },
  summary: 'The devices on which one is signed in now, and the screens that one has connected, the latest first',
  response: z.object({
    sessions: z.array(OwnSessionView),
    /** Changes of the ways into the account within two weeks that were not made here and not dismissed, the newest first. */
    changes: z.array(AccountChangeView),
  }),
  errors: [],
  readOnly: true,
});

export const authSessionEnd = endpoint({
  name: 'auth.session.end',
  method: 'DELETE',
  path: '/auth/sessions/:id',
  access: { resource: 'own-account', action: 'edit' },
  summary: 'Sign out one of the places where one is signed in',
  confirmed: true,
  params: z.object({ id: id('Session') }),
  response: z.object({ message: z.string() }),
  errors: [],
});

export const authSessionEndOthers = endpoint({
  name: 'auth.session.endOthers',
  method: 'DELETE',
  path: '/auth/sessions',
  access: { resource: 'own-account', action: 'edit' },
  summary: 'Sign out everywhere but here',
  confirmed: true,
  response: z.object({ message: z.string() }),
  errors: [],
});

export const authChangeDismiss = endpoint({
  name: 'auth.change.dismiss',
  method: 'DELETE',
  path: '/auth/changes/:id',
  access: { resource: 'own-account', action: 'edit' },
  summary: 'Say that one made this change, and those before it, oneself',
  params: z.object({ id: id('AccountChange') }),
  response: z.object({ message: z.string() }),
  errors: [],
});

/** Ends all other sign-ins and links, and what was added for signing in since the two weeks began. */
export const authChangeRefuse = endpoint({
  name: 'auth.change.refuse',
  method: 'POST',
  path: '/auth/changes/refuse',
  access: { resource: 'own-account', action: 'edit' },
  summary: 'Say that one did not make a change: ends all other sign-ins and what was added for signing in',
  response: z.object({ message: z.string() }),
  errors: [],
});

/** Returns `auth` (and `channel_data` for presence) in the form of the Pusher protocol. */
export const broadcastingAuth = endpoint({
  name: 'broadcasting.auth',
  method: 'POST',
  path: '/broadcasting/auth',
  access: 'signed-in',
  summary: 'Authorise a channel subscription of a socket',
  body: z.object({
    socket_id: socketId,
    channel_name: z.string().min(1).max(200),
  }),
  response: z.object({ auth: z.string(), channel_data: z.string().optional() }),
  errors: ['CHANNEL_REFUSED'],
  ownTransaction: true,
  allows: ['seat', 'wall'],
});
