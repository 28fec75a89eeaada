import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { syncFolder } from '../platform/sync-folder.ts';
import type { Archived, ArchiveTarget } from './target.ts';

const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

/** Creates a place in a folder. The folder itself must be there: one that is missing is a disk that is not mounted. */
export function createFolderTarget(folder: string): ArchiveTarget {
  const placeOf = (name: string): string => join(folder, name);
  const orNull = <T>(work: Promise<T>): Promise<T | null> =>
    work.catch((error: unknown) => {
      if (isMissing(error) && existsSync(folder)) return null;
      throw error;
    });
  const write = async (name: string, source: Uint8Array | Readable): Promise<void> => {
    if (!existsSync(folder)) throw Object.assign(new Error(`${folder} is not there`), { code: 'ENOENT' });
    const place = placeOf(name);
    const part = `${place}.${process.pid}.part`;
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    try {
      const file = await open(part, 'w', 0o600);
      try {
        await file.writeFile(source);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(part, place);
    } catch (error) {
      await rm(part, { force: true }).catch(() => undefined);
      throw error;
    }
    await syncFolder(dirname(place));
  };
  return {
    put: write,
    putFile: (name, path) => write(name, createReadStream(path)),
    get: (name) => orNull(readFile(placeOf(name))),
    async read(name) {
      const file = await orNull(open(placeOf(name), 'r'));
      return file && file.createReadStream();
    },
    async list(path) {
      const entries = (await orNull(readdir(placeOf(path), { recursive: true, withFileTypes: true }))) ?? [];
      const found: Archived[] = [];
      for (const entry of entries) {
        if (!entry.isFile() || entry.name.endsWith('.part')) continue;
        const place = join(entry.parentPath, entry.name);
        const info = await orNull(stat(place));
        if (info) found.push({ name: place.slice(folder.length).replace(/^\//, ''), bytes: info.size, changedAt: info.mtime });
      }
      return found.sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    async listFolders(path) {
      const entries = (await orNull(readdir(placeOf(path), { withFileTypes: true }))) ?? [];
      return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
    },
    remove: async (name) => rm(placeOf(name), { force: true }),
  };
}
