import { useKeptDraft } from '../../../../base/kept-draft.ts';
import { getSession } from '../../../../base/session.ts';
import { readKeptJson } from '../../../../base/storage.ts';
import type { Step } from './steps.ts';
import type { FormValues } from './values.ts';

/** A typed, unsaved form, as this device keeps it. */
export interface KeptForm {
  values: FormValues;
  /** The form's original values. Missing in a draft of an older program. */
  base?: FormValues;
  step: Step;
  /** The version of the assessment it was started on; null for a new one. */
  base_updated_at: string | null;
  at: string;
}

/** An assessment, or the one that a copy starts from; null: a new one. */
export type KeptOf = number | `copy-${number}` | null;
const keyOf = (id: KeptOf): string => `cw.assessment-draft.${getSession()?.user.account_id ?? 0}.${id ?? 'new'}`;

/** Returns a draft of this form from an earlier visit. An incomplete draft of an older program is ignored. */
export function readKeptForm(id: KeptOf): KeptForm | null {
  const kept = readKeptJson<Partial<KeptForm>>('device', keyOf(id));
  const isWhole = kept?.values && typeof kept.values.title === 'string' && Array.isArray(kept.values.questions) && Array.isArray(kept.values.google_drive_link);
  return isWhole && kept.step && kept.at ? (kept as KeptForm) : null;
}

/** Keeps the typed form on the device. */
export const useKeptForm = (id: KeptOf) => useKeptDraft<KeptForm>(() => keyOf(id));
