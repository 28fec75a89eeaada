import { THRESHOLD_BOUNDS } from '@classwright/rules/results/attention';
import { SUBGROUP_FIELDS } from '@classwright/rules/results/subgroups';
import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { flag, id, instant, optionalText, packMessage } from '../../core/fields.ts';
import { LAUNCHER_MODULES, type LauncherModule } from '../../people/profiles/shell-preferences.ts';
import { COLOR } from './color.ts';
import { SEAT_CHECKS } from './seat-checks.ts';
import { asMessage } from '../../messages/translate.ts';

const MAX_ADDRESS = 500;
const MAX_SENDER_NAME = 80;
const MAX_SENDER_ADDRESS = 200;
/** An address of one line without quotes: the sender of emails, not any address that a person may have. */
const SENDER_ADDRESS = /^[a-z0-9._+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;

/** Returns true for a web address that a person can be sent to: http or https, without a password. */
export function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '' && url.username === '' && url.password === '';
}

const address = (module: LauncherModule) =>
  z
    .string({ error: packMessage('schoolSettings.notAnAddress', { label: asMessage(`launcher.${module}`) }) })
    .trim()
    .max(MAX_ADDRESS, { error: packMessage('validation.tooLong', { label: asMessage(`launcher.${module}`), max: MAX_ADDRESS }) })
    .refine((text) => text === '' || isWebAddress(text), { error: packMessage('schoolSettings.notAnAddress', { label: asMessage(`launcher.${module}`) }) });

/** The settings field with the address of a module: 'mail' ↔ 'mail_url'. */
export type AddressField = `${LauncherModule}_url`;
export const addressField = (module: LauncherModule): AddressField => `${module}_url`;

const addresses = <T extends z.ZodType>(of: (module: LauncherModule) => T) =>
  Object.fromEntries(LAUNCHER_MODULES.map((module) => [addressField(module), of(module)])) as Record<AddressField, T>;

export type Threshold = keyof typeof THRESHOLD_BOUNDS;
export const THRESHOLDS = Object.keys(THRESHOLD_BOUNDS) as Threshold[];

/** The settings field of a threshold: 'silent' ↔ 'attention_silent'. */
export type ThresholdField = `attention_${Threshold}`;
export const thresholdField = (threshold: Threshold): ThresholdField => `attention_${threshold}`;

const byThreshold = <T extends z.ZodType>(of: (threshold: Threshold) => T) =>
  Object.fromEntries(THRESHOLDS.map((threshold) => [thresholdField(threshold), of(threshold)])) as Record<ThresholdField, T>;

/** A whole number within the threshold's bounds. */
function bounded(threshold: Threshold) {
  const [least, most] = THRESHOLD_BOUNDS[threshold];
  const message = { error: packMessage('schoolSettings.attention.bounds', { label: asMessage(`schoolSettings.attention.${threshold}`), least, most }) };
  const typed = z
    .string()
    .trim()
    .regex(/^\d{1,3}$/, message)
    .transform(Number);
  return z.union([z.number(), typed], message).pipe(z.number(message).int(message).min(least, message).max(most, message));
}

/** A school's settings for all its people. */
export const SchoolSettingsView = z.object({
  school_id: z.number().int(),
  school_name: z.string(),
  /** The time zone, such as "Europe/Berlin". The school's days and times are local to it. */
  time_zone: z.string(),
  /** True when staff stay signed in on their other devices when they sign in on a new one. */
  several_devices_for_staff: z.boolean(),
  /** True when members of a class may comment in its stream, if the class itself allows it. */
  commenting_in_streams: z.boolean(),
  /** True when staff may ask students in a lesson how sure they are of an answer. */
  asks_sure: z.boolean(),
  /** True where the idea of a lesson is asked again after a week. */
  asks_again: z.boolean(),
  /** True when staff may try their lessons with simulated students. */
  simulated_classes: z.boolean(),
  /** The levels whose words are replaced. Null: every active level. */
  censorship_levels: z.array(z.number().int()).nullable(),
  /** The thresholds from which staff of a class see that a student needs attention. */
  ...byThreshold(() => z.number().int()),
  /** The field by which staff of a lesson see its students in groups. Null: no groups. */
  subgroup_field: z.enum(SUBGROUP_FIELDS).nullable(),
  /** The proof that is asked of students who join a lesson with its code. */
  seat_check: z.enum(SEAT_CHECKS),
  /** The name from which emails to people of the school come. Empty: that of the installation. */
  sender_name: z.string(),
  /** The address from which they come. Empty: that of the installation. */
  sender_address: z.string(),
  /** The domain that the people who run the installation allow for that address, or null. */
  sender_domain: z.string().nullable(),
  /** The host name of the school's own, which the people who run the installation give it, or null. */
  host: z.string().nullable(),
  /** The address of the logo on this server, or null without one. */
  logo: z.string().nullable(),
  /** The school's own color as `#rrggbb`, or null for that of the product. */
  color: z.string().nullable(),
  /** Addresses of the module launcher. Empty: the entry is not shown. */
  ...addresses(() => z.string()),
  updated_at: z.string(),
});
export type SchoolSettingsView = z.infer<typeof SchoolSettingsView>;

const params = z.object({ id: id(asMessage('schoolSettings.school')) });
const zoneMessage = { error: packMessage('schoolSettings.notAZone') };
const levelsMessage = { error: packMessage('schoolSettings.notLevels') };

export const schoolSettingsGet = endpoint({
  name: 'schoolSettings.get',
  method: 'GET',
  path: '/schools/:id/settings',
  access: { resource: 'school-settings', action: 'view' },
  summary: 'The settings of a school for everybody in it, and the available censorship levels',
  params,
  response: z.object({
    settings: SchoolSettingsView,
    levels: z.array(z.object({ id: z.number().int(), name: z.string(), is_active: z.boolean() })),
    /** True when this server has Google Classroom set up. */
    has_classroom: z.boolean(),
  }),
  errors: [],
  readOnly: true,
});

export const schoolSettingsUpdate = endpoint({
  name: 'schoolSettings.update',
  method: 'PUT',
  path: '/schools/:id/settings',
  access: { resource: 'school-settings', action: 'edit' },
  summary: 'Change what a school has set up; what is left out stays as it is',
  params,
  body: z
    .object({
      time_zone: z.string(zoneMessage).trim().min(1, zoneMessage).max(100, zoneMessage),
      several_devices_for_staff: flag(asMessage('schoolSettings.severalDevices')),
      commenting_in_streams: flag(asMessage('schoolSettings.commenting')),
      asks_sure: flag(asMessage('schoolSettings.asksSure')),
      asks_again: flag(asMessage('schoolSettings.asksAgain')),
      simulated_classes: flag(asMessage('schoolSettings.simulated')),
      censorship_levels: z.array(z.number(levelsMessage).int(levelsMessage).positive(levelsMessage), levelsMessage).max(500, levelsMessage).nullable(),
      ...byThreshold(bounded),
      subgroup_field: z.enum(SUBGROUP_FIELDS, { error: packMessage('schoolSettings.notAField') }).nullable(),
      seat_check: z.enum(SEAT_CHECKS, {
        error: packMessage('validation.choice', { label: asMessage('schoolSettings.seatCheck'), choices: SEAT_CHECKS.join(', ') }),
      }),
      sender_name: optionalText({ label: asMessage('schoolSettings.senderName'), max: MAX_SENDER_NAME }).removeDefault(),
      sender_address: z
        .string({ error: packMessage('validation.email') })
        .trim()
        .toLowerCase()
        .max(MAX_SENDER_ADDRESS, { error: packMessage('validation.tooLong', { label: asMessage('schoolSettings.senderAddress'), max: MAX_SENDER_ADDRESS }) })
        .refine((text) => text === '' || SENDER_ADDRESS.test(text), { error: packMessage('validation.email') }),
      color: z
        .string({ error: packMessage('schoolSettings.notAColor') })
        .trim()
        .toLowerCase()
        .regex(COLOR, { error: packMessage('schoolSettings.notAColor') })
        .nullable(),
      ...addresses(address),
      /** The version that the edit started from. It is refused when a newer one exists. */
      updated_at: instant(packMessage('list.version')),
    })
    .partial(),
  response: z.object({ settings: SchoolSettingsView, message: z.string() }),
  errors: ['EDIT_CONFLICT'],
  bodyLimitBytes: 16 * 1024,
});
