import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { monotonicMs } from '../platform/clock.ts';
import { toFolderName } from '../platform/folder-names.ts';
import { compress, sumOfBytes } from './compress.ts';
import { type Base, pathOfBase, pathOfPart } from './format.ts';
import { beginBase, endBase } from './queries.ts';
import type { ArchiveTarget } from './target.ts';

/** The length of a part before it is compressed, in bytes. */
export const PART_BYTES = 4 * 1024 * 1024;

/** Folders whose contents PostgreSQL makes automatically, and files of the running server. As pg_basebackup leaves them out. */
const EMPTY_FOLDERS = new Set(['pg_wal', 'pg_dynshmem', 'pg_notify', 'pg_replslot', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans']);
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|recovery\.signal|standby\.signal|pg_internal\.init|pgsql_tmp.*|.*\.new)$/;
/** The file that is copied last, as PostgreSQL asks. */
const CONTROL = 'global/pg_control';

interface BaseSource {
  /** A connection of the superuser that does nothing else. */
  client: pg.Client;
  cluster: string;
  version: string;
  now: () => Date;
}

/**
 * Copies the cluster of a running database into a line of the archive. Half of the time it pauses, so that a lesson does not
 * notice. The copy is usable when the archive has the log up to `lastSegment`.
 */
export async function makeBase({ client, cluster, version, now }: BaseSource, target: ArchiveTarget, line: string): Promise<{ name: string; base: Base }> {
  const began = now();
  const begunAt = began.toISOString();
  const name = toFolderName(began);
  const firstSegment = await beginBase(client);
  const { folders, files } = await listCluster(cluster);
  const parts = createParts(target, line, name);
  const written: Base['files'] = [];
  for (const path of files) {
    const bytes = await parts.add(join(cluster, path));
    if (bytes !== null) written.push({ path, bytes });
  }
  await parts.end();
  const { label, segment } = await endBase(client);
  const base: Base = {
    format: 1,
    version,
    begunAt,
    endedAt: now().toISOString(),
    firstSegment,
    lastSegment: segment,
    label,
    folders,
    files: written,
    parts: parts.list,
  };
  await target.put(pathOfBase(line, name), Buffer.from(JSON.stringify(base)));
  return { name, base };
}

async function listCluster(cluster: string): Promise<{ folders: string[]; files: string[] }> {
  const folders: string[] = ['pg_wal/archive_status'];
  const files: string[] = [];
  const walk = async (under: string): Promise<void> => {
    for (const entry of await readdir(join(cluster, under), { withFileTypes: true })) {
      const path = under === '' ? entry.name : `${under}/${entry.name}`;
      if (entry.isDirectory()) {
        if (LEFT_OUT.test(entry.name)) continue;
        folders.push(path);
        if (!EMPTY_FOLDERS.has(path)) await walk(path);
      } else if (entry.isFile() && !LEFT_OUT.test(entry.name) && path !== CONTROL) files.push(path);
    }
  };
  await walk('');
  return { folders, files: [...files.sort(), CONTROL] };
}

/** Cuts the bytes of files that follow each other into parts of one length and stores each. */
function createParts(target: ArchiveTarget, line: string, name: string) {
  const list: Base['parts'] = [];
  const part = Buffer.allocUnsafe(PART_BYTES);
  let filled = 0;
  const store = async (): Promise<void> => {
    if (filled === 0) return;
    const startedMs = monotonicMs();
    const packed = await compress(part.subarray(0, filled));
    const partName = `${String(list.length + 1).padStart(5, '0')}.zst`;
    await target.put(pathOfPart(line, name, partName), packed);
    list.push({ name: partName, sum: sumOfBytes(packed) });
    filled = 0;
    await sleep(monotonicMs() - startedMs);
  };
  return {
    list,
    /** Adds a file as long as it was when it was opened, or shorter where it was cut since. Null: it is gone, with its table. */
    async add(path: string): Promise<number | null> {
      const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      if (!file) return null;
      try {
        const { size } = await file.stat();
        let done = 0;
        while (done < size) {
          const { bytesRead } = await file.read(part, filled, Math.min(PART_BYTES - filled, size - done), done);
          if (bytesRead === 0) break;
          done += bytesRead;
          filled += bytesRead;
          if (filled === PART_BYTES) await store();
        }
        return done;
      } finally {
        await file.close();
      }
    },
    end: store,
  };
}
