import type { Member } from './connection.ts';

/** That an account has a socket of this process in a channel. */
export interface Entry {
  channel: string;
  accountId: number;
  /** How the person appears, in a presence channel. */
  member: Member | null;
}

export interface PresentAccount {
  accountId: number;
  member: Member | null;
}

/** Who has a socket in a channel, each once. Of two with other moments that with the higher `asOf` is the newer. */
export interface PresentList {
  accounts: PresentAccount[];
  asOf: number;
  /** Whether somebody has one at another process than the one that asks. */
  isElsewhere: boolean;
}
