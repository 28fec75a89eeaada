import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';

export interface FileStorage {
  /** Stores bytes under a new key that cannot be guessed. */
  put(bytes: Uint8Array): Promise<string>;
  /** The bytes from `start` to `end`, both included; null when nothing is stored under the key. */
  read(key: string, range: { start: number; end: number }): Promise<Readable | null>;
  remove(key: string): Promise<void>;
}

/** Files under `<data folder>/files`. Nothing outside this file knows where bytes are. */
export function createFileStorage(dataDir: string): FileStorage {
  const disk = new Disk(new FSDriver({ location: path.join(dataDir, 'files'), visibility: 'private' }));
  return {
    async put(bytes) {
      const name = randomBytes(16).toString('hex');
      const key = `${name.slice(0, 2)}/${name}`;
      await disk.put(key, bytes);
      return key;
    },
    async read(key, { start, end }) {
      if (!(await disk.exists(key))) return null;
      return (await disk.getStream(key)).compose(cut(start, end)) as unknown as Readable;
    },
    remove: (key) => disk.delete(key),
  };
}

/** Lets bytes `start` to `end` of a stream through and stops reading after them. */
function cut(start: number, end: number) {
  return async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let position = 0;
    for await (const chunk of source) {
      const from = Math.max(0, start - position);
      const until = Math.min(chunk.length, end + 1 - position);
      if (until > from) yield chunk.subarray(from, until);
      position += chunk.length;
      if (position > end) return;
    }
  };
}
