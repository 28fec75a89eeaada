import { useKeptDraft } from '../../../base/kept-draft.ts';
import { getSession } from '../../../base/session.ts';
import { readKeptJson } from '../../../base/storage.ts';
import type { AnnouncementValues } from './values.ts';

/** A typed, unsaved announcement, as this device keeps it. */
export interface KeptAnnouncement {
  values: AnnouncementValues;
  base: AnnouncementValues | null;
  /** The version it was started on; null for a new one. */
  base_updated_at: string | null;
  at: string;
}

const keyOf = (of: string): string => `cw.announcement-draft.${getSession()?.user.account_id ?? 0}.${of}`;

/** Returns a draft from an earlier visit. An incomplete draft of an older program is ignored. */
export function readKeptAnnouncement(of: string): KeptAnnouncement | null {
  const kept = readKeptJson<Partial<KeptAnnouncement>>('device', keyOf(of));
  const { values } = kept ?? {};
  const isWhole = values?.text?.type === 'doc' && Array.isArray(values.courses) && Array.isArray(values.students) && Array.isArray(values.files);
  return isWhole && kept?.at ? (kept as KeptAnnouncement) : null;
}

/** Keeps the typed announcement on the device. */
export const useKeptAnnouncement = (of: string) => useKeptDraft<KeptAnnouncement>(() => keyOf(of));
