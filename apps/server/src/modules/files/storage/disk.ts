import { createReadStream } from 'node:fs';
import { link, mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { ByteStorage } from './storage.ts';
import { newKey } from './new-key.ts';

/** Files in a folder of this machine. */
export function createDiskStorage(folder: string): ByteStorage {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }));
  return {
    async put(bytes) {
      const key = newKey();
      await disk.put(key, bytes);
      return key;
    },
    async putFile(source) {
      const key = newKey();
      const place = path.join(folder, key);
      await mkdir(path.dirname(place), { recursive: true });
      // a second name costs nothing; between two file systems there is none
      await link(source, place).catch(() => disk.copyFromFs(source, key));
      return key;
    },
    putBack: (key, source) => disk.copyFromFs(source, key),
    async read(key, { start, end }) {
      // flydrive reads whole files only
      const file = await open(path.join(folder, key), 'r').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      return file && createReadStream('', { fd: file, start, end });
    },
    remove: (key) => disk.delete(key),
  };
}
