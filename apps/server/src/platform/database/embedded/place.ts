import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { hasFiles } from '../../data-folder.ts';
import { StartRefusal } from '../../start-refusal.ts';
import { isReachableByOthers } from './run-as.ts';

const clusterFolder = 'postgres-18';
const markFile = 'embedded-database.json';

/** The location of a data folder's embedded database. */
export interface Place {
  /** The folder that holds the cluster: the data folder itself, or a folder next to root's. */
  folder: string;
  cluster: string;
  /** The id in the names of sockets and processes. */
  id: string;
}

const mark = z.object({ dataFolder: z.string(), place: z.string() });

/**
 * Finds the location of the database of a data folder (its real path), or chooses one for a new database. The marker of
 * an earlier start records the location, so that a copy of the folder without its database is never taken for a new,
 * empty school. @throws StartRefusal when files or a marker exist and their database does not
 */
export function findPlace(home: string): Place {
  const left = readMark(home);
  const place = (folder: string, id: string): Place => ({ folder, cluster: join(folder, clusterFolder), id });
  const own = place(home, idOf(home));
  if (existsSync(own.cluster)) return own;
  if (left && left.place !== left.dataFolder) {
    const elsewhere = place(left.place, idOf(left.dataFolder));
    if (!existsSync(elsewhere.cluster)) throw refuseWithout(home, elsewhere.cluster);
    if (left.dataFolder !== home && existsSync(join(left.dataFolder, markFile))) throw refuseCopy(home, left.dataFolder, elsewhere.cluster);
    return elsewhere;
  }
  if (left) throw refuseWithout(home, own.cluster);
  const hidden = place(`/var/lib/classwright-${own.id}`, own.id);
  if (isRoot() && existsSync(hidden.cluster)) return hidden; // made before there were marks
  if (hasFiles(home)) throw refuseWithout(home, own.cluster);
  return isRoot() && !isReachableByOthers(join(home, 'x')) ? hidden : own;
}

/** Creates the folder, and records which data folder and cluster belong together. */
export function recordPlace(home: string, { folder, cluster }: Place): void {
  if (!existsSync(cluster)) return;
  const text = `${JSON.stringify({ dataFolder: home, place: folder } satisfies z.infer<typeof mark>)}\n`;
  const path = join(home, markFile);
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text, { mode: 0o600 });
}

export function makePlace({ folder }: Place): void {
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  if (isRoot() && folder.startsWith('/var/lib/')) chmodSync(folder, 0o711); // regardless of the mask for new files
}

const isRoot = (): boolean => process.getuid?.() === 0;
const idOf = (home: string): string => createHash('sha256').update(home).digest('hex').slice(0, 12);

function readMark(home: string): z.infer<typeof mark> | null {
  try {
    return mark.parse(JSON.parse(readFileSync(join(home, markFile), 'utf8')));
  } catch {
    return null; // from before there were marks, or a start that was killed while it wrote
  }
}

const refuseWithout = (home: string, cluster: string): StartRefusal =>
  new StartRefusal(
    `The data folder ${home} is of an installation whose database is not there: it belongs in ${cluster}. Put it back, or restore a backup to an empty folder (npm run restore). To begin anew, name an empty folder in DATA_DIR.`,
  );

const refuseCopy = (home: string, original: string, cluster: string): StartRefusal =>
  new StartRefusal(
    `The data folder ${home} is a copy of ${original}, and the database of both is in ${cluster}. Start with ${original}, or make the copy with npm run backup and npm run restore.`,
  );
