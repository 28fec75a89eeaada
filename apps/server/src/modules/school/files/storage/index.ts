import path from 'node:path';
import type { S3Settings } from '../../../../platform/config.ts';
import { createReadStream } from 'node:fs';
import { access, constants, copyFile, link, mkdir, open, rm, writeFile } from 'node:fs/promises';
import { createS3Storage } from './s3.ts';
import { type FileStorage, type ByteStorage, newKey, requireKey } from './storage.ts';

export { openS3Client } from './s3.ts';
export type { FileStorage } from './storage.ts';

const MEGABYTE = 1_000_000;
const DEFAULT_SPACE_MEGABYTES = 2000;

/** Uses a bucket when one is set up, otherwise `<data folder>/files`. */
export function createFileStorage(dataDir: string, s3: S3Settings | null = null, spaceMegabytes = DEFAULT_SPACE_MEGABYTES): FileStorage {
  const bytes = s3 ? createS3Storage(s3) : createDiskStorage(path.join(dataDir, 'files'));
  return { ...bytes, spaceBytes: spaceMegabytes * MEGABYTE, isBucket: s3 !== null };
}

/** Stores files in a folder of this machine. */
function createDiskStorage(folder: string): ByteStorage {
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
    async check() {
      await mkdir(folder, { recursive: true });
      await access(folder, constants.W_OK);
    },
  };
}
