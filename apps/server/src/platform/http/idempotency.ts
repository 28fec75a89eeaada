import { createHash } from 'node:crypto';
import type { Tx } from '../database/index.ts';
import { appError, fieldError } from '../errors.ts';
import { WrittenAnswer } from './prepared.ts';
import { findIdempotentResult, type KeptResult, type KeyOfCall, lockIdempotencyKey, saveAnswers, saveIdempotentResult } from './queries.ts';

/** A call that has its effect once, for handlers with transactions of their own: they keep its answer with the effect. */
export interface OnceCall extends KeyOfCall {
  bodyHash: Buffer;
}

/** The first answer under a key, for its repeat. @throws IDEMPOTENCY_KEY_REUSED for a call that says something else */
export function repeatAnswer(call: OnceCall, kept: KeptResult): WrittenAnswer {
  if (!kept.bodyHash.equals(call.bodyHash)) throw appError('IDEMPOTENCY_KEY_REUSED');
  return new WrittenAnswer(kept.httpStatus, JSON.stringify(kept.response));
}

/** Keeps what a call that changes nothing is answered. Returns the answer of its repeat where that was faster. @throws IDEMPOTENCY_KEY_REUSED */
export async function keepAnswer(tx: Tx, call: OnceCall, answer: WrittenAnswer): Promise<WrittenAnswer> {
  await lockIdempotencyKey(tx, call);
  const first = await findIdempotentResult(tx, call);
  if (first) return repeatAnswer(call, first);
  await saveAnswers(tx, [{ call, answer }]);
  return answer;
}

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
  call: OnceCall,
  work: () => Promise<{ httpStatus: number; body: unknown }>,
): Promise<{ httpStatus: number; body: unknown }> {
  await lockIdempotencyKey(tx, call);
  const first = await findIdempotentResult(tx, call);
  if (first) {
    if (!first.bodyHash.equals(call.bodyHash)) throw appError('IDEMPOTENCY_KEY_REUSED');
    return { httpStatus: first.httpStatus, body: first.response };
  }
  const result = await work();
  if (result.httpStatus < 300) await saveIdempotentResult(tx, call, call.bodyHash, result.httpStatus, result.body);
  return result;
}
