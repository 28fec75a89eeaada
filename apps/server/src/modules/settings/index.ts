/**
 * Settings: what people choose for their own screens, and what a school sets up for everybody in it.
 *
 * Invariants: choices are one's own alone; whatever is stored, only values that are offered come back; the launcher
 * leads to http and https addresses and nowhere else.
 */
import {
  DEFAULT_PREFERENCES,
  LAUNCHER_MODULES,
  type LauncherEntryView,
  settingsPreferencesGet,
  settingsPreferencesUpdate,
  settingsSchoolGet,
  type ShellPreferences,
  ShellPreferencesView,
} from '@classwright/contract';
import { implement, type Implementation } from '../../platform/http/index.ts';
import { findLauncher, findPreferences, savePreferences } from './queries.ts';

export function implementSettings(): Implementation[] {
  return [
    implement(settingsPreferencesGet, async ({ tx, actor }) => ({ preferences: toPreferences(await findPreferences(tx, actor.accountId)) })),
    implement(settingsPreferencesUpdate, async ({ tx, actor, input }) => ({ preferences: toPreferences(await savePreferences(tx, actor.accountId, input)) })),
    implement(settingsSchoolGet, async ({ tx, actor }) => ({ launcher: toLauncher(await findLauncher(tx, actor.schoolId)) })),
  ];
}

/** What was stored when other values were offered falls back field by field. */
function toPreferences(stored: unknown): ShellPreferences {
  const fields = Object.entries(ShellPreferencesView.shape).map(([name, field]) => {
    const read = field.safeParse((stored as Record<string, unknown>)[name]);
    return [name, read.success ? read.data : DEFAULT_PREFERENCES[name as keyof ShellPreferences]];
  });
  return Object.fromEntries(fields) as ShellPreferences;
}

function toLauncher(stored: unknown): LauncherEntryView[] {
  if (typeof stored !== 'object' || stored === null) return [];
  return LAUNCHER_MODULES.flatMap((module) => {
    const address = (stored as Record<string, unknown>)[module];
    const url = typeof address === 'string' ? URL.parse(address) : null;
    return url && /^https?:$/.test(url.protocol) ? [{ module, url: url.href }] : [];
  });
}
