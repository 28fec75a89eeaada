import { isWebAddress, LAUNCHER_MODULES, type LauncherModule, SEAT_CHECKS, type SeatCheck } from '@classwright/contract';
import { COLOR } from '@classwright/contract/school/school-settings/color';
import { type AttentionThresholds, toThresholds } from '@classwright/rules/results/attention';
import { SUBGROUP_FIELDS, type SubgroupField } from '@classwright/rules/results/subgroups';

/** The settings of a school. An invalid or missing stored value is read as its default. */
export interface SchoolSettings {
  time_zone: string;
  several_devices_for_staff: boolean;
  commenting_in_streams: boolean;
  /** True when staff may ask students in a lesson how sure they are. */
  asks_sure: boolean;
  /** True where the idea of a lesson is asked again after a week. */
  asks_again: boolean;
  /** On unless somebody switched it off: a rehearsal counts nowhere, and a new teacher needs it most. */
  simulated_classes: boolean;
  /** The levels in force; null means every active level. */
  censorship_levels: number[] | null;
  /** The thresholds from which a student needs attention. */
  attention: AttentionThresholds;
  /** The field that groups a class's results; null shows results only for the whole class. */
  subgroup_field: SubgroupField | null;
  /** The proof that is asked of students who join a lesson with its code. */
  seat_check: SeatCheck;
  /** The name and address from which emails to people of the school come; empty for those of the installation. */
  sender_name: string;
  sender_address: string;
  /** The domain that the address may have, or null for none. */
  sender_domain: string | null;
  /** The host name of the school's own, or null for none. */
  host: string | null;
  /** The digest of the logo, or null without one. */
  logo: string | null;
  /** The school's own color, `#rrggbb`, or null for that of the product. */
  color: string | null;
  launcher: Partial<Record<LauncherModule, string>>;
}

export function toSchoolSettings({ time_zone, settings }: { time_zone: string; settings: unknown }): SchoolSettings {
  const stored = (typeof settings === 'object' && settings !== null ? settings : {}) as Record<string, unknown>;
  const levels = stored.censorship_levels;
  return {
    time_zone,
    several_devices_for_staff: stored.several_devices_for_staff === true,
    asks_again: stored.asks_again !== false,
    commenting_in_streams: stored.commenting_in_streams !== false,
    asks_sure: stored.asks_sure === true,
    simulated_classes: stored.simulated_classes !== false,
    censorship_levels: Array.isArray(levels) ? levels.filter((level) => typeof level === 'number') : null,
    attention: toThresholds(stored.attention),
    subgroup_field: SUBGROUP_FIELDS.find((field) => field === stored.subgroup_field) ?? null,
    seat_check: SEAT_CHECKS.find((check) => check === stored.seat_check) ?? 'pin',
    sender_name: toText(stored.sender_name),
    sender_address: toText(stored.sender_address),
    sender_domain: toText(stored.sender_domain) || null,
    host: toText(stored.host) || null,
    logo: toText(stored.logo) || null,
    color: COLOR.test(toText(stored.color)) ? toText(stored.color) : null,
    launcher: toLauncher(stored.launcher, null),
  };
}

const toText = (stored: unknown): string => (typeof stored === 'string' ? stored : '');

/** Returns true for an address that is of the domain. */
export const isOfDomain = (address: string, domain: string | null): boolean => domain !== null && address.endsWith(`@${domain}`);

/**
 * Returns the stored web addresses by module, and nothing else. `bookStoreUrl`: the store's address if the school has
 * none.
 */
export function toLauncher(stored: unknown, bookStoreUrl: string | null): Partial<Record<LauncherModule, string>> {
  const usual = bookStoreUrl === null ? {} : { store: bookStoreUrl };
  if (typeof stored !== 'object' || stored === null) return usual;
  const own = Object.fromEntries(
    LAUNCHER_MODULES.flatMap((module) => {
      const address = (stored as Record<string, unknown>)[module];
      return typeof address === 'string' && isWebAddress(address) ? [[module, address]] : [];
    }),
  );
  return { ...usual, ...own };
}
