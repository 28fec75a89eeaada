import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/index.ts';
import type { AccessEngine } from '../access/index.ts';
import { findToken, findTokenById, type TokenRow, touchToken } from './queries.ts';

/** How long a token of a replaced device may still deliver what a student wrote. */
const DELIVERY_MS = 60_000;
const TOUCH_EVERY_MS = 5 * 60_000;
export const TOKEN_LIFETIME_DAYS = 30;

export function createToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: sha256(token) };
}

export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * Who a bearer token stands for, with the rights of this moment.
 * @throws NOT_SIGNED_IN, SIGNED_IN_ELSEWHERE (a newer device took over), ACCOUNT_DEACTIVATED.
 */
export async function authenticate(db: Db, access: AccessEngine, token: string): Promise<Actor> {
  return toActor(db, access, await findToken(db, sha256(token)));
}

/** Who a token stands for that something else stands for in turn. @throws as `authenticate` */
export async function actorOfToken(db: Db, access: AccessEngine, tokenId: number): Promise<Actor> {
  return toActor(db, access, await findTokenById(db, tokenId));
}

async function toActor(db: Db, access: AccessEngine, row: TokenRow | null): Promise<Actor> {
  if (!row || row.is_expired) throw appError('NOT_SIGNED_IN');
  if (!row.status || row.end_reason === 'deactivated') throw appError('ACCOUNT_DEACTIVATED');
  const isEnded = row.end_reason !== null;
  if (isEnded && row.end_reason !== 'new_device') throw appError('NOT_SIGNED_IN');
  if (isEnded && (row.ended_ms_ago ?? 0) > DELIVERY_MS) throw appError('SIGNED_IN_ELSEWHERE');
  if (!isEnded && row.used_ms_ago > TOUCH_EVERY_MS) await touchToken(db, row.token_id);
  return {
    accountId: row.account_id,
    tokenId: row.token_id,
    schoolId: row.school_id,
    firstName: row.first_name,
    lastName: row.last_name,
    ...(await access.grantsOf(db, { accountId: row.account_id, schoolId: row.school_id }, row.access_version)),
    isEnded,
  };
}
