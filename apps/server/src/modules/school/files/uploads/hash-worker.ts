/** Hashes uploads outside the main thread, each piece while the next one arrives. */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { HashAnswer, HashQuestion } from './hash-pieces.ts';

const known = new Map<string, { hash: Hash; bytes: number }>();
/**
 * The maximum number of remembered uploads. The oldest are dropped, and hashed from the beginning if they continue
 * after all.
 */
const MOST_KNOWN = 500;
let last: Promise<unknown> = Promise.resolve();

async function answer({ number, id, path, until, isLast }: HashQuestion): Promise<void> {
  const begun = known.get(id);
  const entry = begun && begun.bytes <= until ? begun : { hash: createHash('sha256'), bytes: 0 };
  known.delete(id);
  try {
    for await (const piece of createReadStream(path, { start: entry.bytes, end: until - 1, highWaterMark: 1024 * 1024 })) {
      entry.hash.update(piece as Buffer);
      entry.bytes += (piece as Buffer).length;
    }
    if (!isLast) known.set(id, entry);
    if (known.size > MOST_KNOWN) known.delete(known.keys().next().value as string);
    parentPort?.postMessage({ number, digest: isLast && entry.bytes === until ? entry.hash.digest() : null } satisfies HashAnswer);
  } catch {
    parentPort?.postMessage({ number, digest: null } satisfies HashAnswer);
  }
}

parentPort?.on('message', (question: HashQuestion) => {
  last = last.then(() => answer(question));
});
