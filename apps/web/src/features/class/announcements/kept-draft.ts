import { useKeptDraft } from '../../../base/kept-draft.ts';
import { getSession } from '../../../base/session.ts';
import { readKeptJson } from '../../../base/storage.ts';
import type { AnnouncementValues } from './values.ts';

/** What was typed and not saved, as this device keeps it. */
export interface KeptAnnouncement {
  values: AnnouncementValues;
  base: AnnouncementValues | null;
  /** The version that it was begun on; null for a new one. */
  base_updated_at: string | null;
  at: string;
}

const keyOf = (of: string): string => `cw.announcement-draft.${getSession()?.user.account_id ?? 0}.${of}`;

/** What an earlier visit left of a form; a draft of an older program that lacks something is none. */
export function readKeptAnnouncement(of: string): KeptAnnouncement | null {
  const kept = readKeptJson<Partial<KeptAnnouncement>>('device', keyOf(of));
  const { values } = kept ?? {};
  const isWhole = values?.text?.type === 'doc' && Array.isArray(values.courses) && Array.isArray(values.students) && Array.isArray(values.files);
  return isWhole && kept?.at ? (kept as KeptAnnouncement) : null;
}

/** Keeps what is typed on the device. */
export const useKeptAnnouncement = (of: string) => useKeptDraft<KeptAnnouncement>(() => keyOf(of));
