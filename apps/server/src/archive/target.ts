import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ArchiveSettings } from '../platform/config.ts';
import { createBucketTarget } from './bucket.ts';

/** One thing in an archive. */
export interface Archived {
  name: string;
  bytes: number;
  changedAt: Date;
}

/** The place of an archive. Names are paths with slashes. */
export interface ArchiveTarget {
  /** Stores it whole or not at all, and returns when it is on the disk. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Stores a file of this machine in the same way. */
  putFile(name: string, path: string): Promise<void>;
  /** Returns null when there is no such thing. */
  get(name: string): Promise<Buffer | null>;
  /** Returns null when there is no such thing. */
  read(name: string): Promise<Readable | null>;
  /** Returns everything under a path, with the whole names, in their order. */
  list(path: string): Promise<Archived[]>;
  /** Returns the folders right under a path, without it. */
  listFolders(path: string): Promise<string[]>;
  /** Removes it. Does nothing when there is no such thing. */
  remove(name: string): Promise<void>;
}

export const createTarget = (settings: ArchiveSettings): ArchiveTarget =>
  settings.bucket === null ? createFolderTarget(settings.folder) : createBucketTarget(settings.bucket, settings.folder);

/** Returns the part of a place under a path, with names that begin after it. */
export const within = (target: ArchiveTarget, path: string): ArchiveTarget => ({
  put: (name, bytes) => target.put(`${path}/${name}`, bytes),
  putFile: (name, source) => target.putFile(`${path}/${name}`, source),
  get: (name) => target.get(`${path}/${name}`),
  read: (name) => target.read(`${path}/${name}`),
  list: async (under) => (await target.list(`${path}/${under}`)).map((thing) => ({ ...thing, name: thing.name.slice(path.length + 1) })),
  listFolders: (under) => target.listFolders(under === '' ? path : `${path}/${under}`),
  remove: (name) => target.remove(`${path}/${name}`),
});

const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

/** The folder itself must be there: one that is missing is a disk that is not mounted. */
function createFolderTarget(folder: string): ArchiveTarget {
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
    const above = await open(dirname(place), 'r');
    await above.sync().catch(() => undefined); // not every file system knows how
    await above.close();
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
