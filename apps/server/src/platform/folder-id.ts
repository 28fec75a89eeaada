import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NAME = 'folder-id';

/**
 * Returns the data folder's id, the same for every reader. Processes compare it to find out that they share a folder.
 * It is created once.
 */
export function readFolderId(folder: string): string {
  const place = join(folder, NAME);
  try {
    return readFileSync(place, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  // The file is complete from the start, and of two created at the same time the first one is used.
  const own = join(folder, `${NAME}-${randomUUID()}`);
  writeFileSync(own, `${randomUUID()}\n`);
  try {
    linkSync(own, place);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(own, { force: true });
  }
  return readFileSync(place, 'utf8').trim();
}
