import type { ReferenceList } from '@classwright/contract/core/reference-list';
import { useVersionedForm } from '../../../base/versioned-form.ts';
import { type Row } from './list-calls.ts';
import { saveRow } from './row-calls.ts';
import { findFaults, isSameValue, toBody, toFormValues, toNextValues, type FieldValue, type FormValues } from './values.ts';

export interface Saved {
  row: Row;
  message: string;
  warnings: string[];
  /** True when the row was created, not changed. */
  isNew: boolean;
}

/**
 * A form for a row of a list, or for a new one. Errors are found here first by the server's own rules, then on the
 * server.
 */
export function useRowForm(list: ReferenceList, row: Row | null, onSaved: (saved: Saved) => void) {
  const form = useVersionedForm<Row, FormValues, Omit<Saved, 'isNew'>>({
    row,
    toValues: (from) => toFormValues(list, from),
    isSame: (left, right) => isSameValue(left as FieldValue, right as FieldValue),
    findFaults: (values, base) => findFaults(list, toBody(list, values), base),
    save: (values, base) => saveRow(list, toBody(list, values), base),
    onSaved: (saved) => onSaved({ ...saved, isNew: row === null }),
  });
  return {
    ...form,
    /**
     * Saves, then starts a new row with the selected values but without the typed ones. Returns true when it was saved.
     */
    async saveAndNext(): Promise<boolean> {
      const isSaved = await form.save();
      if (isSaved) form.restart(null, toNextValues(list, form.values));
      return isSaved;
    },
  };
}
