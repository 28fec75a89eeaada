import type { Member } from './connection.ts';

/** An account with a socket of this process in a channel. */
export interface Entry {
  channel: string;
  accountId: number;
  /** The person's appearance, in a presence channel. */
  member: Member | null;
}

export interface PresentAccount {
  accountId: number;
  member: Member | null;
}

/**
 * The accounts with a socket in a channel, each once. Of two lists of different moments, the one with the higher `asOf`
 * is newer.
 */
export interface PresentList {
  accounts: PresentAccount[];
  asOf: number;
  /** True when an account has a socket at another process than the one that asks. */
  isElsewhere: boolean;
}
