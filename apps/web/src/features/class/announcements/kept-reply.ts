import { useKeptDraft } from '../../../base/kept-draft.ts';
import { getSession } from '../../../base/session.ts';
import { readKeptJson } from '../../../base/storage.ts';

/** A reply that is not sent yet, as this device keeps it. */
export interface KeptReply {
  text: string;
  /** Under which it is sent: the same for the same words, so that they stand once also when the answer was lost. */
  key: string;
  at: string;
}

const keyOf = (announcementId: number): string => `cw.announcement-draft.${getSession()?.user.account_id ?? 0}.reply-${announcementId}`;

/** What an earlier visit left of a reply; null: nothing. */
export function readKeptReply(announcementId: number): KeptReply | null {
  const kept = readKeptJson<Partial<KeptReply>>('device', keyOf(announcementId));
  return typeof kept?.text === 'string' && typeof kept.key === 'string' ? (kept as KeptReply) : null;
}

export const useKeptReply = (announcementId: number) => useKeptDraft<KeptReply>(() => keyOf(announcementId));
