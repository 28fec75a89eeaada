import { type SharedClock, monotonicMs } from '../clock.ts';
import type { Member } from './connection.ts';
import type { LiveLimits } from './limits.ts';
import { isPresenceChannel } from './protocol.ts';
import type { RecentChanges } from './recent-changes.ts';
import type { Claim } from './signature.ts';

/**
 * The permission of an account to listen to a channel. A presence channel also needs the person's appearance in it.
 */
export interface Permission {
  presence?: Member;
}

/** The app's decision, made from its current data. Null: no. */
export type Authorise = (accountId: number, channel: string) => Promise<Permission | null>;

export interface JudgeOptions {
  authorise: Authorise;
  /** Returns true when a sign-in has not ended. */
  isSignedIn: (tokenId: number) => Promise<boolean>;
  clock: SharedClock;
  changes: RecentChanges;
  limits: LiveLimits;
}

/** The member to enter as; or that the signature is too old, the sign-in has ended, or the channel is not allowed. */
export type Verdict = { member: Member | null } | 'old' | 'signed-out' | 'no-access';

/** Decides whether a signature is still valid. */
export class ClaimJudge {
  readonly #options: JudgeOptions;
  /** The time of the first claim. This process has heard of all changes since then. */
  #startedAtMs: number | null = null;

  constructor(options: JudgeOptions) {
    this.#options = options;
  }

  /** Decides a claim. @param signed The member in the signature. @throws when the data cannot be asked */
  async decide(channel: string, { accountId, tokenId, givenAtMs }: Claim, signed: Member | null): Promise<Verdict> {
    const { authorise, isSignedIn, clock, changes, limits } = this.#options;
    this.#startedAtMs ??= monotonicMs();
    const ageMs = (await clock.read()).latestMs - givenAtMs;
    if (Math.abs(ageMs) > limits.signatureMs) return 'old'; // or the clock was set back since
    let member = signed;
    let knownAtMs = monotonicMs() - ageMs;
    let isBelieved = ageMs >= 0 && ageMs < limits.grantMs && knownAtMs > this.#startedAtMs + limits.settleMs;
    while (!isBelieved || changes.isHeardSince(knownAtMs, accountId, channel)) {
      isBelieved = true;
      knownAtMs = monotonicMs();
      const [permission, isLive] = await Promise.all([authorise(accountId, channel), isSignedIn(tokenId)]);
      if (!isLive) return 'signed-out';
      const asked = toMember(channel, permission);
      if (asked === undefined) return 'no-access';
      member = asked;
    }
    return { member };
  }
}

/** Returns the member that we signed. Null in a channel without any. */
export function readMember(channelData: string | undefined): Member | null {
  return channelData === undefined ? null : (JSON.parse(channelData) as Member);
}

/** Returns the member of a presence channel, null for another allowed channel, undefined when it is not allowed. */
export function toMember(channel: string, permission: Permission | null): Member | null | undefined {
  if (!permission) return undefined;
  if (!isPresenceChannel(channel)) return null;
  if (!permission.presence) throw new Error(`${channel} was allowed without saying who is present`);
  return { user_id: String(permission.presence.user_id), user_info: permission.presence.user_info };
}
