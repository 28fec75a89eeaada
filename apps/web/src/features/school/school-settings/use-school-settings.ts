import type { CallResult } from '@classwright/contract/core/endpoint';
import type { schoolSettingsGet, schoolSettingsUpdate, SchoolSettingsView, ThresholdField } from '@classwright/contract/school/school-settings/calls';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../base/api.ts';
import { refreshUser } from '../../../base/own-account.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { useVersionedForm } from '../../../base/versioned-form.ts';

/** Numbers are kept as typed. */
export type Values = Omit<SchoolSettingsView, 'school_id' | 'school_name' | 'host' | 'logo' | 'color' | 'updated_at' | ThresholdField> &
  Record<ThresholdField, number | string>;
export type Field = keyof Values;

/** Unsaved values of a school with the version that they are based on. They are kept while another school is shown. */
export interface Typed {
  values: Values;
  base: SchoolSettingsView;
}

/** Checks whether two values are equal. The order of levels does not matter, and a number equals its typed text. */
const isSame = (left: unknown, right: unknown): boolean => comparable(left) === comparable(right);
const comparable = (value: unknown): string =>
  JSON.stringify(Array.isArray(value) ? value.toSorted((a: number, b: number) => a - b) : typeof value === 'number' ? String(value) : value);

const toValues = (settings: SchoolSettingsView | null): Values => {
  const { school_id: _id, school_name: _name, host: _host, logo: _logo, color: _color, updated_at: _at, ...values } = settings as SchoolSettingsView;
  return values;
};

export const settingsKey = (schoolId: number) => ['school-settings', schoolId];

/** The form for the settings of one school. */
export function useSchoolSettings(settings: SchoolSettingsView, typed: Typed | null, onTyped: (typed: Typed | null) => void) {
  const queries = useQueryClient();
  const form = useVersionedForm({
    row: settings,
    toValues,
    isSame,
    begun: typed && { values: typed.values, on: toValues(typed.base), isOutdated: typed.base.updated_at !== settings.updated_at },
    fieldOf: (name) => name.split('.')[0] ?? name,
    onTyped: (values, start, base) => onTyped(base && !isSameValues(values, start) ? { values, base } : null),
    save: async (values, base) => {
      const start = toValues(base);
      const changed = Object.fromEntries(Object.entries(values).filter(([name, value]) => !isSame(value, start[name as Field])));
      const body = { ...changed, updated_at: base?.updated_at };
      const saved = await api<typeof schoolSettingsUpdate>('PUT', '/schools/:id/settings', { params: { id: settings.school_id }, body });
      await refreshUser(); // their school's time zone may have changed
      return saved;
    },
    onSaved: ({ settings: saved, message }) => {
      queries.setQueryData(
        settingsKey(settings.school_id),
        (before: CallResult<typeof schoolSettingsGet> | undefined) => before && { ...before, settings: saved },
      );
      form.restart(saved);
      onTyped(null);
      showSnack(message);
      void queries.invalidateQueries({ queryKey: ['settings', 'school'] }); // the launcher
      void queries.invalidateQueries({ queryKey: ['list', 'school'] }); // its rows have a newer version
    },
  });
  return {
    ...form,
    reset(): void {
      form.restart();
      onTyped(null);
    },
  };
}

const isSameValues = (left: Values, right: Values): boolean => Object.keys(left).every((name) => isSame(left[name as Field], right[name as Field]));
