import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SPOOL } from '../platform/database/embedded/index.ts';
import { dropArchiveState } from './state.ts';

/**
 * Lets the next start begin a line of its own in the archive, since the database is not the one any more whose log the
 * archive has. Parts of that log that still wait for the archive are dropped.
 */
export function leaveLine(dataDir: string, cluster: string): void {
  dropArchiveState(dataDir);
  rmSync(join(dirname(cluster), SPOOL), { recursive: true, force: true });
}
