import { createHash, randomBytes } from 'node:crypto';
import { monotonicMs } from '../../../platform/clock.ts';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { Batcher } from '../../../platform/waiting/index.ts';
import type { Actor, TokenLimit } from '../../../platform/http/index.ts';
import { type AccessEngine, needsFactor } from '../access/index.ts';
import { findTokenById, insertToken, listTokens, type TokenRow, touchToken } from './queries.ts';

/** The time for which a token of a replaced device may still deliver what a student wrote. */
const DELIVERY_MS = 60_000;
const TOUCH_EVERY_MS = 5 * 60_000;
export const TOKEN_LIFETIME_DAYS = 30;
/** The number of days for which ended tokens are kept, the same time for which a device is known after its last sign-in. */
export const KEEP_TOKENS_DAYS = 90;

export function createToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: sha256(token) };
}

export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * Returns the person of a bearer token, with their current rights. @throws NOT_SIGNED_IN, SIGNED_IN_ELSEWHERE (a newer
 * device took over), ACCOUNT_DEACTIVATED
 */
type Authenticate = (token: string) => Promise<Actor>;

/**
 * Creates the authentication. It reads tokens at each call, after the call arrived: simultaneous calls of a class share
 * one statement. A single call does not wait.
 */
export function createAuthentication(db: Db, access: AccessEngine): Authenticate {
  const tokens = new Batcher<'all', Buffer, TokenRow | null>((_all, hashes) => listTokens(db, hashes), { atOnce: 4 });
  return async (token) => {
    const readAtMs = monotonicMs();
    return toActor(db, access, await tokens.ask('all', sha256(token)), readAtMs);
  };
}

function toLimit({ purpose, assessment_id }: TokenRow): TokenLimit | null {
  if (purpose === null) return null;
  if (purpose === 'wall') return { kind: 'wall' };
  if (assessment_id === null) throw new Error('a seat without a lesson');
  return { kind: 'seat', assessmentId: assessment_id };
}

/** Creates a token for an account without a sign-in, for a device of this name. Returns the token. */
export async function issueToken(tx: Tx, accountId: number, deviceLabel: string): Promise<string> {
  const { token, tokenHash } = createToken();
  await insertToken(tx, {
    accountId,
    tokenHash,
    deviceHash: randomBytes(32),
    deviceLabel,
    lifetimeDays: TOKEN_LIFETIME_DAYS,
    idleSeconds: TOKEN_LIFETIME_DAYS * 86_400,
  });
  return token;
}

/** Returns the person of a token that another credential refers to. @throws as `Authenticate` */
export async function actorOfToken(db: Db, access: AccessEngine, tokenId: number): Promise<Actor> {
  const readAtMs = monotonicMs();
  return toActor(db, access, await findTokenById(db, tokenId), readAtMs);
}

async function toActor(db: Db, access: AccessEngine, row: TokenRow | null, readAtMs: number): Promise<Actor> {
  if (!row || row.is_expired) throw appError('NOT_SIGNED_IN');
  if (!row.status || row.end_reason === 'deactivated') throw appError('ACCOUNT_DEACTIVATED');
  const isEnded = row.end_reason !== null;
  if (isEnded && row.end_reason !== 'new_device') throw appError('NOT_SIGNED_IN');
  if (isEnded && (row.ended_ms_ago ?? 0) > DELIVERY_MS) throw appError('SIGNED_IN_ELSEWHERE');
  if (!isEnded && row.used_ms_ago > TOUCH_EVERY_MS) await touchToken(db, row.token_id, row.school_id);
  const versions = { roles: row.role_version, account: row.account_version };
  const { factor, suspension, requestsPerMinute, ...grants } = await access.grantsOf(db, { accountId: row.account_id, schoolId: row.school_id }, versions);
  return {
    accountId: row.account_id,
    tokenId: row.token_id,
    schoolId: row.school_id,
    firstName: row.first_name,
    lastName: row.last_name,
    ...grants,
    isEnded,
    confirmedMsAgo: row.confirmed_ms_ago,
    needsFactor: row.factor !== 'google' && needsFactor(factor, row.now_ms),
    suspension,
    requestsPerMinute,
    limit: toLimit(row),
    readAtMs,
  };
}
