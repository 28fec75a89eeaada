import {
  addressField,
  LAUNCHER_MODULES,
  type MessageKey,
  schoolSettingsGet,
  schoolSettingsUpdate,
  type SchoolSettingsView,
  thresholdField,
  THRESHOLDS,
  type Translate,
} from '@classwright/contract';
import type { AttentionThresholds } from '@classwright/rules/results/attention';
import { audit } from '../../../platform/audit/index.ts';
import type { Db } from '../../../platform/database/index.ts';
import { appError, fieldError } from '../../../platform/errors.ts';
import { type Actor, implement, type Implementation } from '../../../platform/http/index.ts';
import { isWithin } from '../../../platform/reach.ts';
import { isTimeZone } from '../../people/accounts/index.ts';
import { findSchool, listCensorshipLevels, saveSchool } from './queries.ts';
import { isOfDomain, type SchoolSettings } from './stored.ts';
import { toView } from './views.ts';

/** Implements a school's settings. People who do not span the installation see only their own school. */
export function implementSchoolSettings({ t, hasClassroom }: { t: Translate<MessageKey>; hasClassroom: boolean }): Implementation[] {
  /** Returns the settings. @throws NOT_FOUND for a school that does not exist, or is out of this person's reach */
  async function getSettings(db: Db, actor: Actor, id: number, options?: { hold: boolean }): Promise<SchoolSettingsView> {
    const school = isWithin(actor.reach, id) ? await findSchool(db, id, options) : null;
    if (!school) throw appError('NOT_FOUND');
    return toView(school);
  }

  return [
    implement(schoolSettingsGet, async ({ tx, actor, input }) => ({
      settings: await getSettings(tx, actor, input.id),
      levels: await listCensorshipLevels(tx, input.id),
      has_classroom: hasClassroom,
    })),
    implement(schoolSettingsUpdate, async ({ tx, actor, input: { id, updated_at, ...chosen }, requestId }) => {
      const before = await getSettings(tx, actor, id, { hold: true });
      if (updated_at !== undefined && Date.parse(updated_at) !== Date.parse(before.updated_at)) throw appError('EDIT_CONFLICT', { row: before });
      const after = { ...before, ...withoutUnsaid(chosen) };
      if (after.censorship_levels !== null) after.censorship_levels = [...new Set(after.censorship_levels)].sort((a, b) => a - b);
      if (after.time_zone !== before.time_zone && !(await isTimeZone(tx, after.time_zone))) throw fieldError('time_zone', 'schoolSettings.notAZone');
      await requireLevels(tx, id, after.censorship_levels, before.censorship_levels);
      requireSender(after, before);
      const message = t('schoolSettings.saved');
      if (after.attention_absent > after.attention_absent_of) throw fieldError('attention_absent', 'schoolSettings.attention.absentOfFewer');
      if (JSON.stringify(after) === JSON.stringify(before)) return { settings: before, message };
      await saveSchool(tx, id, toStored(after));
      const settings = await getSettings(tx, actor, id);
      await audit(tx, actor, {
        action: schoolSettingsUpdate.name,
        subjectType: 'school_settings',
        subjectId: id,
        before: toRecord(before),
        after: toRecord(settings),
        requestId,
      });
      return { settings, message };
    }),
  ];
}

/** Checks that newly named levels exist; levels named before may be kept. @throws VALIDATION_FAILED */
async function requireLevels(db: Db, schoolId: number, wanted: readonly number[] | null, before: readonly number[] | null): Promise<void> {
  const known = new Set([...(before ?? []), ...(await listCensorshipLevels(db, schoolId)).map(({ id }) => id)]);
  if (wanted?.some((id) => !known.has(id))) throw fieldError('censorship_levels', 'schoolSettings.notLevels');
}

/** Checks that a new sender's address is of the domain that is allowed. One from before may be kept; it is not used. @throws VALIDATION_FAILED */
function requireSender({ sender_address, sender_domain }: SchoolSettingsView, before: SchoolSettingsView): void {
  if (sender_address === '' || sender_address === before.sender_address || isOfDomain(sender_address, sender_domain)) return;
  if (sender_domain === null) throw fieldError('sender_address', 'schoolSettings.noDomain');
  throw fieldError('sender_address', 'schoolSettings.notItsDomain', { domain: sender_domain });
}

const withoutUnsaid = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as { [K in keyof T]-?: Exclude<T[K], undefined> };

function toStored(view: SchoolSettingsView): Omit<SchoolSettings, 'host' | 'logo'> {
  const { time_zone, several_devices_for_staff, commenting_in_streams, censorship_levels, subgroup_field } = view;
  const { simulated_classes, asks_sure, asks_again, seat_check } = view;
  const attention = Object.fromEntries(THRESHOLDS.map((threshold) => [threshold, view[thresholdField(threshold)]])) as unknown as AttentionThresholds;
  const launcher = Object.fromEntries(LAUNCHER_MODULES.map((module) => [module, view[addressField(module)]]).filter(([, url]) => url !== ''));
  const { sender_name, sender_address, sender_domain, color } = view;
  const lessons = { simulated_classes, asks_sure, asks_again, seat_check };
  return {
    time_zone,
    several_devices_for_staff,
    commenting_in_streams,
    ...lessons,
    censorship_levels,
    attention,
    subgroup_field,
    sender_name,
    sender_address,
    sender_domain,
    color,
    launcher,
  };
}

/** Converts settings for the audit trail, under the school's name. */
function toRecord({ school_id: _id, school_name: name, updated_at: _at, ...settings }: SchoolSettingsView) {
  return { name, ...settings };
}
