import { createHash } from 'node:crypto';
import type { Endpoint } from '@classwright/contract';
import type { Tx } from '../database/index.ts';
import { appError, fieldError } from '../errors.ts';
import { findIdempotentResult, lockIdempotencyKey, saveIdempotentResult } from './queries.ts';

/** Body and addressed record of a call, hashed: two calls under one key must agree in it. */
export function hashOfCall(parts: { params: unknown; query: unknown; body: unknown }): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([parts.params ?? null, parts.query ?? null, parts.body ?? null]))
    .digest();
}

/** The key a call carries, or null. @throws VALIDATION_FAILED when it is too long. */
export function idempotencyKeyOf(header: string | string[] | undefined): string | null {
  const key = Array.isArray(header) ? header[0] : header;
  if (!key) return null;
  if (key.length > 200 || !/^[\x21-\x7e]+$/.test(key)) throw fieldError('Idempotency-Key', 'validation.tooLong', { label: 'Idempotency-Key', max: 200 });
  return key;
}

/**
 * Runs `work` at most once per account, endpoint and key: a repeat returns the first 2xx result, one that comes while
 * the first still runs waits for it, another body is IDEMPOTENCY_KEY_REUSED. The result is stored with the effect.
 */
export async function runOncePerKey(
  tx: Tx,
  call: { accountId: number; endpoint: Endpoint; key: string; bodyHash: Buffer },
  work: () => Promise<{ httpStatus: number; body: unknown }>,
): Promise<{ httpStatus: number; body: unknown }> {
  const key = { accountId: call.accountId, endpoint: call.endpoint.name, key: call.key };
  await lockIdempotencyKey(tx, key);
  const first = await findIdempotentResult(tx, key);
  if (first) {
    if (!first.bodyHash.equals(call.bodyHash)) throw appError('IDEMPOTENCY_KEY_REUSED');
    return { httpStatus: first.httpStatus, body: first.response };
  }
  const result = await work();
  if (result.httpStatus < 300) await saveIdempotentResult(tx, key, call.bodyHash, result.httpStatus, result.body);
  return result;
}
