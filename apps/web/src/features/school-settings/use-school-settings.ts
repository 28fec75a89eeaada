import type { CallResult } from '@classwright/contract/core/endpoint';
import type { schoolSettingsGet, schoolSettingsUpdate, SchoolSettingsView } from '@classwright/contract/school-settings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, isApiError } from '../../base/api.ts';
import { refreshUser } from '../../base/own-account.ts';
import { showSnack } from '../../base/snackbar.ts';

export type Values = Omit<SchoolSettingsView, 'school_id' | 'school_name' | 'updated_at'>;
export type Field = keyof Values;

/** Whether two values say the same; of levels the order does not count. */
export const isSame = (left: unknown, right: unknown): boolean => comparable(left) === comparable(right);
const comparable = (value: unknown): string => JSON.stringify(Array.isArray(value) ? value.toSorted((a: number, b: number) => a - b) : value);

/**
 * The settings of one school with what was typed over them. `typed` is kept by the caller, so that it outlives a look at
 * another school. Somebody else's newer version comes below what was typed; where both changed something, `meanwhile` has theirs.
 */
export function useSchoolSettings(schoolId: number, typed: Partial<Values>, onTyped: (typed: Partial<Values>) => void) {
  const queries = useQueryClient();
  const key = ['school-settings', schoolId];
  const loaded = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api<typeof schoolSettingsGet>('GET', '/schools/:id/settings', { params: { id: schoolId }, signal }),
  });
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [error, setError] = useState<unknown>(null);
  const [meanwhile, setMeanwhile] = useState<Partial<Values> | null>(null);
  const [pending, setPending] = useState(false);
  const base = loaded.data?.settings;

  const keep = (settings: SchoolSettingsView) =>
    queries.setQueryData(key, (before: CallResult<typeof schoolSettingsGet> | undefined) => before && { ...before, settings });

  function refuse(failure: unknown): void {
    if (isApiError(failure, 'EDIT_CONFLICT') && failure.params['row']) {
      const newer = failure.params['row'] as SchoolSettingsView;
      const both = Object.keys(typed).filter((name) => !isSame(newer[name as Field], base?.[name as Field])) as Field[];
      keep(newer);
      setMeanwhile(Object.fromEntries(both.map((name) => [name, newer[name]])));
      return;
    }
    const byField = isApiError(failure, 'VALIDATION_FAILED') ? Object.entries(failure.errors) : [];
    setFaults(Object.fromEntries(byField.map(([name, texts]) => [name.split('.')[0], texts.join(' ')])));
    if (byField.length === 0) setError(failure);
  }

  const tidy = (next: Partial<Values>): Partial<Values> =>
    Object.fromEntries(Object.entries(next).filter(([name, value]) => !isSame(value, base?.[name as Field])));
  const clear = () => {
    setFaults({});
    setError(null);
    setMeanwhile(null);
  };

  return {
    loaded,
    values: base && ({ ...base, ...typed } as Values),
    faults,
    error,
    meanwhile,
    pending,
    isDirty: Object.keys(typed).length > 0,
    change<F extends Field>(name: F, value: Values[F]): void {
      onTyped(tidy({ ...typed, [name]: value }));
      setFaults(({ [name]: _fixed, ...others }) => others);
    },
    reset(): void {
      clear();
      onTyped({});
    },
    /** True when it is saved. */
    async save(): Promise<boolean> {
      setPending(true);
      clear();
      try {
        const body = { ...typed, updated_at: base?.updated_at };
        const { settings, message } = await api<typeof schoolSettingsUpdate>('PUT', '/schools/:id/settings', { params: { id: schoolId }, body });
        keep(settings);
        onTyped({});
        showSnack(message);
        void queries.invalidateQueries({ queryKey: ['settings', 'school'] }); // the launcher
        void queries.invalidateQueries({ queryKey: ['list', 'school'] }); // its rows have a newer version
        await refreshUser(); // whose school's time zone may be another one now
        return true;
      } catch (failure) {
        refuse(failure);
        return false;
      } finally {
        setPending(false);
      }
    },
  };
}
