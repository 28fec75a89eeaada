import { useKeptDraft } from '../../../base/kept-draft.ts';
import { getSession } from '../../../base/session.ts';
import { readKeptJson } from '../../../base/storage.ts';

/** An unsent reply, as this device keeps it. */
export interface KeptReply {
  text: string;
  /** The idempotency key: the same for the same words, so that they appear once even if the response was lost. */
  key: string;
  at: string;
}

const keyOf = (announcementId: number): string => `cw.announcement-draft.${getSession()?.user.account_id ?? 0}.reply-${announcementId}`;

/** Returns a reply from an earlier visit. Null: none. */
export function readKeptReply(announcementId: number): KeptReply | null {
  const kept = readKeptJson<Partial<KeptReply>>('device', keyOf(announcementId));
  return typeof kept?.text === 'string' && typeof kept.key === 'string' ? (kept as KeptReply) : null;
}

export const useKeptReply = (announcementId: number) => useKeptDraft<KeptReply>(() => keyOf(announcementId));
