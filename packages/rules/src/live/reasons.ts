import { LIVE_LIMITS } from '../limits.ts';
import { findOpenPhase, type SessionState } from './session.ts';
import { hasToAnswer, type Viewer } from './visibility.ts';

/** A justification that may be dealt: a post with words and a choice, as others read it. */
export interface Reason {
  /** The id of the post. */
  id: number;
  response_id: number;
  /** The words, without formatting. */
  words: string;
  likes: number;
}

/** The number of words of a justification that can be read to a class. */
const REASON_WORDS = { least: 8, most: 40 } as const;
/** The share of common words from which two justifications say the same. */
const ALIKE = 0.6;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Splits a text into its words, in any script: Chinese and Japanese, which have no spaces, by their dictionary. */
function listWords(text: string): string[] {
  const segments = [...segmenter.segment(text.normalize('NFKC').toLowerCase())];
  return segments.flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []));
}

/** Returns true when a justification is neither too short nor too long to be dealt (LIVE-103). */
export const isDealable = (words: string): boolean => isFitting(listWords(words));

const isFitting = ({ length }: readonly string[]): boolean => length >= REASON_WORDS.least && length <= REASON_WORDS.most;

/** Returns true when two justifications say nearly the same: most of their different words are common (LIVE-103). */
export const areAlike = (one: string, other: string): boolean => isAlike(new Set(listWords(one)), new Set(listWords(other)));

function isAlike(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  const common = [...left].filter((word) => right.has(word)).length;
  const all = left.size + right.size - common;
  return all > 0 && common / all >= ALIKE;
}

/**
 * Returns the justification of a choice to deal next, or null when there is no other (LIVE-103): of fitting length, not
 * dealt, unlike all that were dealt, those with most likes first. Of equals the seed decides, so that every process
 * deals the same one.
 */
export function dealReason(reasons: readonly Reason[], responseId: number, dealt: readonly Pick<Reason, 'id' | 'words'>[], seed: number): Reason | null {
  const said = dealt.map(({ words }) => new Set(listWords(words)));
  const used = new Set(dealt.map(({ id }) => id));
  return (
    reasons
      .filter(({ id, response_id }) => response_id === responseId && !used.has(id))
      .sort((left, right) => right.likes - left.likes || mix(seed, left.id) - mix(seed, right.id) || left.id - right.id)
      .find(({ words }) => {
        const own = listWords(words);
        return isFitting(own) && !said.some((other) => isAlike(other, new Set(own)));
      }) ?? null
  );
}

/** Mixes two numbers to one that looks like chance and is the same everywhere. */
function mix(seed: number, id: number): number {
  let value = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(id + 1, 0xc2b2ae35);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  value = Math.imul(value ^ (value >>> 13), 0x297a2d39);
  return (value ^ (value >>> 16)) >>> 0;
}

/** A vote of the class between two reasons. `closedAtMs`: it was taken away; null while it is shown. */
export interface VoteState {
  endsAtMs: number;
  closedAtMs: number | null;
}

/** Returns the end of a vote that begins now. */
export const computeVoteEnd = (nowMs: number): number => nowMs + LIVE_LIMITS.voteSeconds * 1000;

/** Returns true while ballots are accepted: as for answers, until the end and 3 seconds (LIVE-105). */
export function isVoteOpen({ endsAtMs, closedAtMs }: VoteState, nowMs: number): boolean {
  return closedAtMs === null && nowMs <= endsAtMs + LIVE_LIMITS.graceMs;
}

export type VoteRefusal = 'SESSION_NOT_RUNNING' | 'FORM_STILL_OPEN' | 'VOTE_RUNNING';

/**
 * Checks whether two reasons may be put to the class now (LIVE-104): while the session runs, no form is open for the
 * class, and no other vote takes ballots. `shown`: the vote that the class still sees.
 */
export function canOpenVote(session: SessionState, shown: VoteState | null, nowMs: number): { ok: true } | { ok: false; refused: VoteRefusal } {
  if (session.state !== 'running') return { ok: false, refused: 'SESSION_NOT_RUNNING' };
  if (session.phases.length === 0 || findOpenPhase(session)) return { ok: false, refused: 'FORM_STILL_OPEN' };
  return shown && isVoteOpen(shown, nowMs) ? { ok: false, refused: 'VOTE_RUNNING' } : { ok: true };
}

/** Returns true when the viewer sees a vote: staff; students who have not to answer an open form (LIVE-105). */
export function canSeeVote(session: SessionState, viewer: Viewer): boolean {
  return session.state !== 'canceled' && !hasToAnswer(session, viewer);
}

export type BallotRefusal = 'VOTE_OVER' | 'OWN_REASON';

/** Decides about a ballot (LIVE-105): while the vote is open, and not for one's own reason. A later ballot replaces it. */
export function decideBallot(
  vote: VoteState,
  reason: { account_id: number },
  accountId: number,
  nowMs: number,
): { ok: true } | { ok: false; refused: BallotRefusal } {
  if (!isVoteOpen(vote, nowMs)) return { ok: false, refused: 'VOTE_OVER' };
  return reason.account_id === accountId ? { ok: false, refused: 'OWN_REASON' } : { ok: true };
}

/** The counts of a vote, in the order of its two reasons. */
export type VoteCounts = readonly [first: number, second: number];

/** Returns the reason that convinced more, 0 or 1; null for as many (LIVE-106). */
export function winnerOf([first, second]: VoteCounts): 0 | 1 | null {
  if (first === second) return null;
  return first > second ? 0 : 1;
}
