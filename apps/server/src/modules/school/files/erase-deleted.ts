import type { Db } from '../../../platform/database/index.ts';
import type { Log } from '../../../platform/log.ts';
import { eraseDeleted } from './queries.ts';
import type { FileStorage } from './storage/index.ts';

/** The time in which a deletion can be undone. */
const KEEP_MINUTES = 60;
const AT_ONCE = 500;

/**
 * Erases files that were deleted an hour ago: their rows, then their bytes. Bytes that remain are of no use to anyone.
 */
export async function eraseDeletedFiles(db: Db, storage: Pick<FileStorage, 'remove'>, log?: Pick<Log, 'warn'>): Promise<void> {
  for (;;) {
    const keys = await eraseDeleted(db, KEEP_MINUTES, AT_ONCE);
    for (const key of keys)
      await storage.remove(key).catch((error: unknown) => log?.warn({ err: error, key }, 'the bytes of a deleted file could not be removed'));
    if (keys.length < AT_ONCE) return;
  }
}
