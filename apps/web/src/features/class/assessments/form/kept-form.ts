import { useKeptDraft } from '../../../../base/kept-draft.ts';
import { getSession } from '../../../../base/session.ts';
import { readKeptJson } from '../../../../base/storage.ts';
import type { Step } from './steps.ts';
import type { FormValues } from './values.ts';

/** What was typed and not saved, as this device keeps it. */
export interface KeptForm {
  values: FormValues;
  /** What the form said when it was begun; a draft of an older program does not know. */
  base?: FormValues;
  step: Step;
  /** The version of the assessment that it was begun on; null for a new one. */
  base_updated_at: string | null;
  at: string;
}

/** An assessment, or the one that a copy is begun on; null: a new one. */
export type KeptOf = number | `copy-${number}` | null;
const keyOf = (id: KeptOf): string => `cw.assessment-draft.${getSession()?.user.account_id ?? 0}.${id ?? 'new'}`;

/** What an earlier visit left of this form; a draft of an older program that lacks something is none. */
export function readKeptForm(id: KeptOf): KeptForm | null {
  const kept = readKeptJson<Partial<KeptForm>>('device', keyOf(id));
  const isWhole = kept?.values && typeof kept.values.title === 'string' && Array.isArray(kept.values.questions) && Array.isArray(kept.values.google_drive_link);
  return isWhole && kept.step && kept.at ? (kept as KeptForm) : null;
}

/** Keeps what is typed on the device. */
export const useKeptForm = (id: KeptOf) => useKeptDraft<KeptForm>(() => keyOf(id));
