import { isWebAddress, LAUNCHER_MODULES, type LauncherModule } from '@classwright/contract';

/** What a school has set up. What was stored otherwise, or not at all, reads as what holds then. */
export interface SchoolSettings {
  time_zone: string;
  several_devices_for_staff: boolean;
  commenting_in_streams: boolean;
  /** Null: every active level. */
  censorship_levels: number[] | null;
  launcher: Partial<Record<LauncherModule, string>>;
}

export function toSchoolSettings({ time_zone, settings }: { time_zone: string; settings: unknown }): SchoolSettings {
  const stored = (typeof settings === 'object' && settings !== null ? settings : {}) as Record<string, unknown>;
  const levels = stored.censorship_levels;
  return {
    time_zone,
    several_devices_for_staff: stored.several_devices_for_staff === true,
    commenting_in_streams: stored.commenting_in_streams !== false,
    censorship_levels: Array.isArray(levels) ? levels.filter((level) => typeof level === 'number') : null,
    launcher: toLauncher(stored.launcher),
  };
}

/** Web addresses by module, and nothing else that was stored. */
export function toLauncher(stored: unknown): Partial<Record<LauncherModule, string>> {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(
    LAUNCHER_MODULES.flatMap((module) => {
      const address = (stored as Record<string, unknown>)[module];
      return typeof address === 'string' && isWebAddress(address) ? [[module, address]] : [];
    }),
  );
}
