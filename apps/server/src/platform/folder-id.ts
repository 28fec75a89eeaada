import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NAME = 'folder-id';

/** What a data folder is called, whoever looks at it: by it processes find out that they share one. Made once. */
export function readFolderId(folder: string): string {
  const place = join(folder, NAME);
  try {
    return readFileSync(place, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  // whole from the first moment, and of two that come at once the first one's
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
