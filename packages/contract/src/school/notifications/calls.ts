import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { id, instant, packMessage } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';
import { MAIL_WAYS, NOTIFICATION_KINDS } from './kinds.ts';

/** The maximum number that one call changes by their ids. */
const MOST_IDS = 300;
/** The maximum count of unread ones: badges show 99+. */
export const MAX_UNREAD_COUNTED = 100;

const Id = z.number().int();
const label = asMessage('notification.one');

/** A notification. The text is made where it is shown: `notification.<kind>`, filled with `params`. */
export const NotificationView = z.object({
  id: Id,
  kind: z.enum(NOTIFICATION_KINDS),
  /** The parameters of the kind, and the current names of `class` and `actor`. Empty when there is none. */
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The address within the app. */
  path: z.string(),
  created_at: z.string(),
  read_at: z.string().nullable(),
});
export type NotificationView = z.infer<typeof NotificationView>;

const limit = { error: packMessage('validation.block', { min: 1, max: 100 }) };

export const notificationList = endpoint({
  name: 'notification.list',
  method: 'GET',
  path: '/notifications',
  access: { resource: 'own-account', action: 'view' },
  summary: 'One’s notifications, newest first, without those of classes that one has left',
  query: z.object({
    /** Only those before the one with this id. */
    before: id(label).optional(),
    limit: z.coerce.number(limit).int(limit).min(1, limit).max(100, limit).default(20),
    unread: z
      .enum(['true', 'false', '1', '0'], { error: packMessage('validation.flag', { label: asMessage('notification.unread') }) })
      .transform((value) => value === 'true' || value === '1')
      .default(false),
  }),
  response: z.object({
    data: z.array(NotificationView),
    /** The value of `before` for the next ones. Null: there are none. */
    next: Id.nullable(),
    /** The number of unread ones, up to 100. */
    unread: Id,
  }),
  errors: [],
  readOnly: true,
});

export const notificationCount = endpoint({
  name: 'notification.count',
  method: 'GET',
  path: '/notifications/count',
  access: { resource: 'own-account', action: 'view' },
  summary: `The number of one’s unread notifications, up to ${MAX_UNREAD_COUNTED}, and the target of the newest`,
  response: z.object({
    unread: Id,
    /** The addresses within the app, each once: opening a page marks its notifications as read. */
    paths: z.array(z.string()),
  }),
  errors: [],
  readOnly: true,
});

const ids = z
  .array(id(label), { error: packMessage('validation.required', { label }) })
  .min(1, { error: packMessage('validation.required', { label }) })
  .max(MOST_IDS, { error: packMessage('notification.tooMany', { max: MOST_IDS }) });

const paths = z
  .array(z.string({ error: packMessage('notification.paths') }).max(2000, { error: packMessage('notification.paths') }), {
    error: packMessage('notification.paths'),
  })
  .min(1, { error: packMessage('notification.paths') })
  .max(MAX_UNREAD_COUNTED, { error: packMessage('notification.tooMany', { max: MAX_UNREAD_COUNTED }) });

const done = z.object({
  message: z.string(),
  /** The number that changed. Those that were already so, or are not this person's, do not count. */
  count: Id,
  unread: Id,
});

export const notificationRead = endpoint({
  name: 'notification.read',
  method: 'POST',
  path: '/notifications/read',
  access: { resource: 'own-account', action: 'edit' },
  summary: 'Marks notifications as read: some, all up to one, or those that lead to an opened page',
  body: z
    .object({ ids: ids.optional(), up_to: id(label).optional(), paths: paths.optional() })
    .refine((body) => Object.values(body).filter((given) => given !== undefined).length === 1, { error: packMessage('notification.idsOrUpTo'), path: ['ids'] }),
  response: done.extend({
    /** The time of this act, which is sent for an undo. Null: nothing changed. */
    read_at: z.string().nullable(),
  }),
  errors: [],
});

export const notificationUnread = endpoint({
  name: 'notification.unread',
  method: 'POST',
  path: '/notifications/unread',
  access: { resource: 'own-account', action: 'edit' },
  summary: 'Marks as unread again: some, or all that one act marked as read',
  body: z
    .object({ ids: ids.optional(), read_at: instant(packMessage('list.version')).optional() })
    .refine((body) => (body.ids === undefined) !== (body.read_at === undefined), { error: packMessage('notification.idsOrAct'), path: ['ids'] }),
  response: done,
  errors: [],
});

const kind = z.enum(NOTIFICATION_KINDS, { error: packMessage('settings.notAChoice') });
const mail = z.enum(MAIL_WAYS, { error: packMessage('settings.notAChoice') });
const preferences = z.object({
  /** True when mail is sent here at all. */
  sends_mail: z.boolean(),
  /** The kinds that this person may be notified of, in order. */
  preferences: z.array(z.object({ kind, mail, is_usual: z.boolean() })),
});
export type NotificationPreferences = z.infer<typeof preferences>;

export const notificationPreferences = endpoint({
  name: 'notification.preferences',
  method: 'GET',
  path: '/notifications/preferences',
  access: { resource: 'own-account', action: 'view' },
  summary: 'One’s choices of notifications by email, and their times',
  response: preferences,
  errors: [],
  readOnly: true,
});

export const notificationPreferencesUpdate = endpoint({
  name: 'notification.preferences.update',
  method: 'PUT',
  path: '/notifications/preferences',
  access: { resource: 'own-account', action: 'edit' },
  summary: 'Choose notifications by email, and their times; choices that are left out are kept, null restores the default',
  body: z.object({
    preferences: z
      .array(z.object({ kind, mail: mail.nullable() }), { error: packMessage('settings.notAChoice') })
      .min(1, { error: packMessage('settings.notAChoice') })
      .max(NOTIFICATION_KINDS.length, { error: packMessage('settings.notAChoice') }),
  }),
  response: preferences.extend({ message: z.string() }),
  errors: [],
  bodyLimitBytes: 4096,
});

/** The page that an email's own link opens. A POST to it ends such emails (RFC 8058). */
export const MAIL_CHOICE_PAGE = '/end-mails';

/** The code in an email. */
const code = z.string({ error: packMessage('error.MAIL_LINK_REFUSED') }).max(2000, { error: packMessage('error.MAIL_LINK_REFUSED') });

/** The person's choice of emails, as far as the holder of one of them may know. */
export const MailChoiceView = z.object({
  first_name: z.string(),
  school_name: z.string().nullable(),
  /** True when mail is sent here at all. */
  sends_mail: z.boolean(),
  mails: z.array(z.object({ kind: z.enum(NOTIFICATION_KINDS), mail: z.enum(MAIL_WAYS) })),
});
export type MailChoiceView = z.infer<typeof MailChoiceView>;

export const mailChoiceCheck = endpoint({
  name: 'mailChoice.check',
  method: 'POST',
  path: '/notifications/mails/check',
  access: 'link',
  summary: 'Checks if mails like the one with this link are sent; changes nothing',
  body: z.object({ code }),
  response: MailChoiceView,
  errors: ['MAIL_LINK_REFUSED', 'MAIL_LINK_OVER', 'MAIL_LINK_INACTIVE'],
  readOnly: true,
  bodyLimitBytes: 4096,
});

export const mailChoiceUpdate = endpoint({
  name: 'mailChoice.update',
  method: 'POST',
  path: '/notifications/mails',
  access: 'link',
  summary: 'Ends mails like the one with this link, or has them sent again as they were',
  body: z.object({ code, sends: z.boolean({ error: packMessage('settings.notAChoice') }) }),
  response: MailChoiceView.extend({ message: z.string() }),
  errors: ['MAIL_LINK_REFUSED', 'MAIL_LINK_OVER', 'MAIL_LINK_INACTIVE'],
  bodyLimitBytes: 4096,
});
