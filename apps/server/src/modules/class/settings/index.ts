/**
 * Settings: what people choose for their own screens, and what a school sets up for everybody in it.
 *
 * Invariants: choices are one's own alone; whatever is stored, only values that are offered come back; the launcher
 * leads to http and https addresses, to pages of ours and to the mail program, and nowhere else; nobody overwrites a school's settings unseen.
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
} from '@classwright/contract';
import type { Db } from '../../../platform/database/index.ts';
import type { Manifest } from '../../../manifest.ts';
import { type Actor, implement } from '../../../platform/http/index.ts';
import { implementBookStore } from './book-store.ts';
import { implementFirstSteps } from './first-steps.ts';
import { findLauncher, findPreferences, getSchoolOfClass, savePreferences } from './queries.ts';
import { implementSchoolSettings } from './school-settings.ts';
import { type SchoolSettings, toLauncher, toSchoolSettings } from './stored.ts';

/** What the school of a class has set up. */
export const getSettingsOfClass = async (db: Db, courseId: number): Promise<SchoolSettings> => toSchoolSettings(await getSchoolOfClass(db, courseId));

/** `bookStoreUrl`: of the installation, for schools that set up none. */
export interface SettingsOptions {
  t: Translate<MessageKey>;
  bookStoreUrl: string | null;
  /** Whether this server has Google Classroom set up. */
  hasClassroom: boolean;
}

export function settingsModule({ t, bookStoreUrl, hasClassroom }: SettingsOptions): Manifest {
  const implementations = [
    ...implementSchoolSettings({ t, hasClassroom }),
    implementFirstSteps(),
    implement(settingsPreferencesGet, async ({ tx, actor }) => ({ preferences: toPreferences(await findPreferences(tx, actor.accountId)) })),
    implement(settingsPreferencesUpdate, async ({ tx, actor, input }) => ({ preferences: toPreferences(await savePreferences(tx, actor.accountId, input)) })),
    implement(settingsSchoolGet, async ({ tx, actor }) => ({ launcher: toEntries(toLauncher(await findLauncher(tx, actor.schoolId), bookStoreUrl), actor) })),
    implementBookStore(bookStoreUrl),
  ];
  return { implementations };
}

/** What was stored when other values were offered falls back field by field. */
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

/** What stands in for a site that the school has not set up: the first that somebody may open. A snapshot is of a lesson, so it has no page by itself. */
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
