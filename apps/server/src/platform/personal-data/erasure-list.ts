import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The file, next to backups and in the data folder, that says who was erased, by a digest of the id alone. */
const FILE = 'erasures.json';

const Erased = z.object({
  /** The number of the erased person. */
  number: z.string(),
  /** The moment at which the erasure was final. */
  at: z.string(),
  salt: z.string(),
  /** The SHA-256 of `salt:id`, in hex. */
  digest: z.string(),
});
export type Erased = z.infer<typeof Erased>;

/** Returns the digest by which an erased account is recognized in a backup from before the erasure. */
const digestOf = (salt: string, accountId: number): string => createHash('sha256').update(`${salt}:${accountId}`).digest('hex');

/** Reads the list of a folder; empty where there is none. @throws Error for a file that is damaged */
export function readErasureList(folder: string): Erased[] {
  const file = join(folder, FILE);
  return existsSync(file) ? z.array(Erased).parse(JSON.parse(readFileSync(file, 'utf8'))) : [];
}

/** Adds to the list of a folder what it does not have yet. Another process never sees half of it. */
export function addToErasureList(folder: string, erased: readonly Erased[]): void {
  const known = readErasureList(folder);
  const digests = new Set(known.map(({ digest }) => digest));
  const added = erased.filter(({ digest }) => !digests.has(digest));
  if (added.length === 0) return;
  const part = join(folder, `${FILE}.${process.pid}`);
  writeFileSync(part, `${JSON.stringify([...known, ...added], null, 2)}\n`, { mode: 0o600 });
  renameSync(part, join(folder, FILE));
}

/** Returns those of the accounts that are on the list, with their numbers. */
export function findErasedAgain(accountIds: readonly number[], erased: readonly Erased[]): { accountId: number; number: string }[] {
  const bySalt = Map.groupBy(erased, ({ salt }) => salt);
  return [...bySalt].flatMap(([salt, list]) => {
    const numbers = new Map(list.map(({ digest, number }) => [digest, number]));
    return accountIds.flatMap((accountId) => {
      const number = numbers.get(digestOf(salt, accountId));
      return number === undefined ? [] : [{ accountId, number }];
    });
  });
}
