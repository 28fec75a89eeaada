import { useKeptDraft } from '../../../../base/kept-draft.ts';
import { getSession } from '../../../../base/session.ts';
import { readKeptJson } from '../../../../base/storage.ts';
import type { WorkValues } from './values.ts';

/** Typed, unsaved work, as this device keeps it. */
export interface KeptWork {
  values: WorkValues;
  base: WorkValues | null;
  /** The version of the work on which the draft is based; null for new work. */
  base_updated_at: string | null;
  at: string;
}

const keyOf = (of: string): string => `cw.work-draft.${getSession()?.user.account_id ?? 0}.${of}`;

/** Returns a draft of this form from an earlier visit. An incomplete draft of an older program is ignored. */
export function readKeptWork(of: string): KeptWork | null {
  const kept = readKeptJson<Partial<KeptWork>>('device', keyOf(of));
  const { values } = kept ?? {};
  const isWhole = values && typeof values.title === 'string' && Array.isArray(values.students) && Array.isArray(values.files) && Array.isArray(values.links);
  return isWhole && kept?.at ? (kept as KeptWork) : null;
}

/** Keeps the typed work on the device. */
export const useKeptWork = (of: string) => useKeptDraft<KeptWork>(() => keyOf(of));
