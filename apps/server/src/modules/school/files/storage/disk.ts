import { createReadStream } from 'node:fs';
import { copyFile, link, mkdir, open, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ByteStorage } from './storage.ts';
import { newKey, requireKey } from './storage-key.ts';

/** Stores files in a folder of this machine. */
export function createDiskStorage(folder: string): ByteStorage {
  const placeOf = (key: string): string => path.join(folder, requireKey(key));
  const make = async (key: string, write: (place: string) => Promise<void>): Promise<void> => {
    const place = placeOf(key);
    await mkdir(path.dirname(place), { recursive: true });
    await write(place);
  };
  return {
    async put(bytes) {
      const key = newKey();
      await make(key, (place) => writeFile(place, bytes));
      return key;
    },
    async putFile(source) {
      const key = newKey();
      // a hard link costs nothing; between two file systems there is none
      await make(key, (place) => link(source, place).catch(() => copyFile(source, place)));
      return key;
    },
    putBack: (key, source) => make(key, (place) => copyFile(source, place)),
    async read(key, { start, end }) {
      const file = await open(placeOf(key), 'r').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      return file && createReadStream('', { fd: file, start, end });
    },
    remove: async (key) => rm(placeOf(key), { force: true }),
  };
}
