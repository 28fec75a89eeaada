import { addressField, LAUNCHER_MODULES, type SchoolSettingsView, thresholdField, THRESHOLDS } from '@classwright/contract';
import { toLogoAddress } from '../../../platform/sites.ts';
import type { SchoolRow } from './queries.ts';
import { toSchoolSettings } from './stored.ts';

/** Returns the settings of a school as people see them. */
export function toView(school: SchoolRow): SchoolSettingsView {
  const { launcher, attention, logo, ...settings } = toSchoolSettings(school);
  const thresholds = Object.fromEntries(THRESHOLDS.map((threshold) => [thresholdField(threshold), attention[threshold]]));
  const addresses = Object.fromEntries(LAUNCHER_MODULES.map((module) => [addressField(module), launcher[module] ?? '']));
  const own = { school_id: school.id, school_name: school.school_name, logo: toLogoAddress(school.id, logo) };
  return { ...own, ...settings, ...thresholds, ...addresses, updated_at: school.updated_at.toISOString() } as SchoolSettingsView;
}
