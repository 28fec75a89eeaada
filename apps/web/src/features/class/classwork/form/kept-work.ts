import { useKeptDraft } from '../../../../base/kept-draft.ts';
import { getSession } from '../../../../base/session.ts';
import { readKeptJson } from '../../../../base/storage.ts';
import type { WorkValues } from './values.ts';

/** What was typed and not saved, as this device keeps it. */
export interface KeptWork {
  values: WorkValues;
  base: WorkValues | null;
  /** The version of the work that it was begun on; null for new work. */
  base_updated_at: string | null;
  at: string;
}

const keyOf = (of: string): string => `cw.work-draft.${getSession()?.user.account_id ?? 0}.${of}`;

/** What an earlier visit left of this form; a draft of an older program that lacks something is none. */
export function readKeptWork(of: string): KeptWork | null {
  const kept = readKeptJson<Partial<KeptWork>>('device', keyOf(of));
  const { values } = kept ?? {};
  const isWhole = values && typeof values.title === 'string' && Array.isArray(values.students) && Array.isArray(values.files) && Array.isArray(values.links);
  return isWhole && kept?.at ? (kept as KeptWork) : null;
}

/** Keeps what is typed on the device. */
export const useKeptWork = (of: string) => useKeptDraft<KeptWork>(() => keyOf(of));
