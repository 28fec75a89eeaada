import { createHash } from 'node:crypto';
import { type AnyQuestion, askAll, type QuestionsFor, type Tx } from '../database/index.ts';
import { appError, fieldError } from '../errors.ts';
import { WrittenAnswer } from './prepared.ts';
import {
  askIdempotentResult,
  findIdempotentResult,
  type KeptResult,
  type KeyOfCall,
  lockIdempotencyKey,
  saveAnswers,
  saveIdempotentResult,
} from './queries.ts';

/**
 * A call that takes effect once, for handlers with transactions of their own: they save its response with the effect.
 */
export interface OnceCall extends KeyOfCall {
  bodyHash: Buffer;
}

/**
 * Returns the first response under a key, for a repeated call. @throws IDEMPOTENCY_KEY_REUSED for a call with other
 * content
 */
export function getKeptAnswer(call: OnceCall, kept: KeptResult): WrittenAnswer {
  if (!kept.bodyHash.equals(call.bodyHash)) throw appError('IDEMPOTENCY_KEY_REUSED');
  return new WrittenAnswer(kept.httpStatus, JSON.stringify(kept.response));
}

/**
 * Saves the response to a call that changes nothing. Returns the response of a repeated call if that was faster.
 * @throws IDEMPOTENCY_KEY_REUSED
 */
export async function keepAnswer(tx: Tx, call: OnceCall, answer: WrittenAnswer): Promise<WrittenAnswer> {
  await lockIdempotencyKey(tx, call);
  const first = await findIdempotentResult(tx, call);
  if (first) return getKeptAnswer(call, first);
  await saveAnswers(tx, [{ call, answer }]);
  return answer;
}

/** Hashes the body and the addressed record of a call. Two calls under one key must have the same hash. */
export function hashOfCall(parts: { params: unknown; query: unknown; body: unknown }): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([parts.params ?? null, parts.query ?? null, parts.body ?? null]))
    .digest();
}

/** Returns the key of a call, or null. @throws VALIDATION_FAILED when it is too long. */
export function idempotencyKeyOf(header: string | string[] | undefined): string | null {
  const key = Array.isArray(header) ? header[0] : header;
  if (!key) return null;
  if (key.length > 200 || !/^[\x21-\x7e]+$/.test(key)) throw fieldError('Idempotency-Key', 'validation.tooLong', { label: 'Idempotency-Key', max: 200 });
  return key;
}

/**
 * Runs `work` at most once per account, endpoint and key. A repeat returns the first 2xx result, a repeat while the
 * first still runs waits for it, and another body is IDEMPOTENCY_KEY_REUSED. The result is stored with the effect.
 * `opening`: questions asked in the round trip that looks for a first result. `work` gets their answers, which are read
 * only if there is none.
 */
export async function runOncePerKey<const Answers extends readonly unknown[]>(
  tx: Tx,
  call: OnceCall,
  opening: QuestionsFor<Answers>,
  work: (answers: Answers) => Promise<{ httpStatus: number; body: unknown }>,
): Promise<{ httpStatus: number; body: unknown }> {
  await lockIdempotencyKey(tx, call);
  const asked = (opening as readonly AnyQuestion<unknown>[]).map(({ statement, read }) => ({ statement, read: (rows: never[]) => () => read(rows) }));
  const [first, ...readings] = await askAll<[KeptResult | null, ...(() => unknown)[]]>(tx, [askIdempotentResult(call), ...asked]);
  if (first) {
    if (!first.bodyHash.equals(call.bodyHash)) throw appError('IDEMPOTENCY_KEY_REUSED');
    return { httpStatus: first.httpStatus, body: first.response };
  }
  const result = await work(readings.map((read) => read()) as unknown as Answers);
  if (result.httpStatus < 300) await saveIdempotentResult(tx, call, call.bodyHash, result.httpStatus, result.body);
  return result;
}
