import type { ReferenceList } from '@classwright/contract/core/reference-list';
import { useState } from 'react';
import { isApiError } from '../../base/api.ts';
import { saveRow, type Row } from './list-calls.ts';
import { findFaults, isSameForm, isSameValue, mergeNewer, toBody, toFormValues, toNextValues, type FieldValue, type FormValues } from './values.ts';

export interface Saved {
  row: Row;
  message: string;
  warnings: string[];
  /** It was made, not changed. */
  isNew: boolean;
}

/**
 * A form over a row, or over a new one. Faults are found here first, by the server's own rules, then there; both stand
 * by field. When somebody saved the row meanwhile, `newer` holds their version and the next save builds on it.
 */
export function useRowForm(list: ReferenceList, row: Row | null, onSaved: (saved: Saved) => void) {
  const [base, setBase] = useState(row);
  const [baseValues, setBaseValues] = useState<FormValues>(() => toFormValues(list, row));
  const [values, setValues] = useState<FormValues>(baseValues);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [error, setError] = useState<unknown>(null);
  const [newer, setNewer] = useState<{ row: Row; differing: readonly string[] } | null>(null);

  const refuse = (failure: unknown): void => {
    if (isApiError(failure, 'EDIT_CONFLICT') && failure.params['row']) {
      const newest = failure.params['row'] as Row;
      const newestValues = toFormValues(list, newest);
      const merged = mergeNewer(baseValues, values, newestValues);
      setBase(newest);
      setBaseValues(newestValues);
      setValues(merged.values);
      setNewer({ row: newest, differing: merged.differing });
      return;
    }
    const byField = isApiError(failure, 'VALIDATION_FAILED') ? Object.entries(failure.errors) : [];
    setFaults(Object.fromEntries(byField.map(([name, texts]) => [name, texts.join(' ')])));
    // what belongs to no field of the form stands above it
    if (byField.length === 0 || byField.some(([name]) => !(name in values))) setError(failure);
  };

  return {
    values,
    faults,
    error,
    newer,
    isDirty: !isSameForm(values, baseValues),
    /** A new row begins with this, as long as nobody said otherwise. */
    begin(name: string, value: FieldValue) {
      if (!isSameValue(values[name], baseValues[name])) return;
      setBaseValues((before) => ({ ...before, [name]: value }));
      setValues((before) => ({ ...before, [name]: value }));
    },
    change(name: string, value: FieldValue) {
      setValues((before) => ({ ...before, [name]: value }));
      setFaults(({ [name]: _fixed, ...others }) => others);
    },
    /** True when it is saved. `another`: the form then begins anew, with what was chosen and without what was typed. */
    async save(another = false): Promise<boolean> {
      const body = toBody(list, values);
      const found = findFaults(list, body, base);
      setFaults(found);
      setError(null);
      if (Object.keys(found).length > 0) return false;
      try {
        onSaved({ ...(await saveRow(list, body, base)), isNew: base === null });
        if (another) {
          const next = toNextValues(list, values);
          setBaseValues(next);
          setValues(next);
        }
        return true;
      } catch (failure) {
        refuse(failure);
        return false;
      }
    },
  };
}
