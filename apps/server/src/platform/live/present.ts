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
