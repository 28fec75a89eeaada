/**
 * Settings: people's choices for their own screens, and a school's setup for everybody in it.
 *
 * Invariants: personal choices are private; a stored value is returned only if it is still offered; the launcher links
 * only to http and https addresses, to our own pages and to the mail program; nobody overwrites a school's settings
 * without having seen them.
 */
import {
  DEFAULT_PREFERENCES,
  HAND_OFF_TARGETS,
  LAUNCHER_MODULES,
  type LauncherEntryView,
  type LauncherModule,
  type MessageKey,
  settingsPreferencesGet,
  settingsPreferencesUpdate,
  settingsSchoolGet,
  type ShellPreferences,
  ShellPreferencesView,
  type Translate,
  bookStore,
} from '@classwright/contract';
import type { Db } from '../../../platform/database/index.ts';
import type { Manifest } from '../../../manifest.ts';
import { type Actor, implement, type Implementation, RedirectAnswer } from '../../../platform/http/index.ts';
import { issueCode } from '../../people/hand-off/index.ts';
import { implementFirstSteps } from './first-steps.ts';
import { findLauncher, findPreferences, getSchoolOfClass, listSchoolsOfClasses, savePreferences } from './queries.ts';
import { implementLogo } from './logo.ts';
import { implementSchoolSettings } from './school-settings.ts';
import { findSender } from './sender.ts';
import { type SchoolSettings, toLauncher, toSchoolSettings } from './stored.ts';

export { giveHost, HostTaken } from './host.ts';
export { allowSenderDomain } from './sender.ts';
import { personalData } from './personal-data.ts';

/** Returns the settings of a class's school. */
export const getSettingsOfClass = async (db: Db, courseId: number): Promise<SchoolSettings> => toSchoolSettings(await getSchoolOfClass(db, courseId));

/** Returns the settings of the schools of classes, by class. */
export const listSettingsOfClasses = async (db: Db, courseIds: readonly number[]): Promise<Map<number, SchoolSettings>> =>
  new Map((await listSchoolsOfClasses(db, courseIds)).map(({ course_id, ...school }) => [course_id, toSchoolSettings(school)]));

/** The options. `bookStoreUrl`: the installation's store, for schools that have not set one. */
export interface SettingsOptions {
  t: Translate<MessageKey>;
  bookStoreUrl: string | null;
  /** True when this server has Google Classroom set up. */
  hasClassroom: boolean;
}

export function settingsModule({ t, bookStoreUrl, hasClassroom }: SettingsOptions): Manifest {
  const implementations = [
    ...implementSchoolSettings({ t, hasClassroom }),
    ...implementLogo({ t }),
    implementFirstSteps(),
    implement(settingsPreferencesGet, async ({ tx, actor }) => ({ preferences: toPreferences(await findPreferences(tx, actor.accountId)) })),
    implement(settingsPreferencesUpdate, async ({ tx, actor, input }) => ({ preferences: toPreferences(await savePreferences(tx, actor.accountId, input)) })),
    implement(settingsSchoolGet, async ({ tx, actor }) => ({ launcher: toEntries(toLauncher(await findLauncher(tx, actor.schoolId), bookStoreUrl), actor) })),
    implementBookStore(bookStoreUrl),
  ];
  return { personalData, implementations, services: { findSender } };
}

/** Reads preferences; an outdated stored value falls back to the default, field by field. */
function toPreferences(stored: unknown): ShellPreferences {
  const fields = Object.entries(ShellPreferencesView.shape).map(([name, field]) => {
    const read = field.safeParse((stored as Record<string, unknown>)[name]);
    return [name, read.success ? read.data : DEFAULT_PREFERENCES[name as keyof ShellPreferences]];
  });
  return Object.fromEntries(fields) as ShellPreferences;
}

function toEntries(launcher: ReturnType<typeof toLauncher>, actor: Pick<Actor, 'rights'>): LauncherEntryView[] {
  return LAUNCHER_MODULES.flatMap((module) => {
    const url = launcher[module];
    if (url !== undefined) return [{ module, url, target: HAND_OFF_TARGETS[module] ?? null }];
    const own = OWN_PAGES[module]?.find(({ right }) => right === null || actor.rights.has(right));
    return own ? [{ module, url: own.url, target: null }] : [];
  });
}

/**
 * The pages that replace a site that the school has not set up: the first that somebody may open. A snapshot belongs to
 * a lesson, so it has no page of its own.
 */
const OWN_PAGES: Readonly<Partial<Record<LauncherModule, readonly { url: string; right: string | null }[]>>> = {
  mail: [{ url: 'mailto:', right: null }],
  store: [{ url: '/store', right: 'store:view' }],
  academy: [{ url: '/std-classwork', right: 'std-classwork:view' }],
  calendar: [{ url: '/calendar', right: 'calendar:view' }],
  drive: [{ url: '/files', right: 'files:view' }],
  live_learning: [
    { url: '/teacher-live-learning', right: 'live-lessons:view' },
    { url: '/student-live-learning', right: 'live-participation:view' },
  ],
};

/**
 * Returns the address of the book store. The school's own book store identifies the visitor by a code; without one it
 * is the product's store.
 */
function implementBookStore(bookStoreUrl: string | null): Implementation {
  return implement(bookStore, async ({ tx, actor }) => {
    const { store } = toLauncher(await findLauncher(tx, actor.schoolId), bookStoreUrl);
    if (store === undefined) return new RedirectAnswer('/store');
    const address = new URL(store);
    address.searchParams.set('code', await issueCode(tx, actor.tokenId, HAND_OFF_TARGETS.store ?? 'store'));
    return new RedirectAnswer(address.href);
  });
}
