import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Db } from '../../../../platform/database/index.ts';
import type { FileStorage } from '../storage/index.ts';
import { eraseStrayPieces } from './shared-pieces.ts';
import { deleteOldUploads } from './queries.ts';

const KEEP_HOURS = 24;
const HOUR_MS = 3_600_000;

/**
 * Deletes uploads that nobody finished within a day, and files left on this machine by calls of a process that died:
 * bytes in one of the folders that nobody has touched for a day.
 */
export async function deleteAbandonedUploads(db: Db, storage: FileStorage, folders: readonly string[]): Promise<void> {
  await eraseStrayPieces(db, storage);
  const forgotten = await deleteOldUploads(db, KEEP_HOURS);
  for (const folder of folders) {
    for (const id of forgotten) await rm(path.join(folder, id), { force: true });
    for (const name of await readdir(folder).catch(() => [])) {
      const place = path.join(folder, name);
      const left = await stat(place).catch(() => null);
      // compared with the clock that stamps files, which is the machine's
      if (left?.isFile() && performance.timeOrigin + performance.now() - left.mtimeMs > KEEP_HOURS * HOUR_MS) await rm(place, { force: true });
    }
  }
}
