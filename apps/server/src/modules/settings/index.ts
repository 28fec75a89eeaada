/**
 * Settings: what people choose for their own screens, and what a school sets up for everybody in it.
 *
 * Invariants: choices are one's own alone; whatever is stored, only values that are offered come back; the launcher
 * leads to http and https addresses and nowhere else; nobody overwrites a school's settings unseen.
 */
import {
  DEFAULT_PREFERENCES,
  HAND_OFF_TARGETS,
  LAUNCHER_MODULES,
  type LauncherEntryView,
  type MessageKey,
  settingsPreferencesGet,
  settingsPreferencesUpdate,
  settingsSchoolGet,
  type ShellPreferences,
  ShellPreferencesView,
  type Translate,
} from '@classwright/contract';
import type { Manifest } from '../../manifest.ts';
import { implement } from '../../platform/http/index.ts';
import { implementFirstSteps } from './first-steps.ts';
import { findLauncher, findPreferences, savePreferences } from './queries.ts';
import { implementSchoolSettings } from './school-settings.ts';
import { toLauncher } from './stored.ts';

export function settingsModule({ t }: { t: Translate<MessageKey> }): Manifest {
  const implementations = [
    ...implementSchoolSettings({ t }),
    implementFirstSteps(),
    implement(settingsPreferencesGet, async ({ tx, actor }) => ({ preferences: toPreferences(await findPreferences(tx, actor.accountId)) })),
    implement(settingsPreferencesUpdate, async ({ tx, actor, input }) => ({ preferences: toPreferences(await savePreferences(tx, actor.accountId, input)) })),
    implement(settingsSchoolGet, async ({ tx, actor }) => ({ launcher: toEntries(await findLauncher(tx, actor.schoolId)) })),
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

function toEntries(stored: unknown): LauncherEntryView[] {
  const launcher = toLauncher(stored);
  return LAUNCHER_MODULES.flatMap((module) => {
    const url = launcher[module];
    return url === undefined ? [] : [{ module, url, target: HAND_OFF_TARGETS[module] ?? null }];
  });
}
