import type { Readable } from 'node:stream';

/** The storage of bytes. Nothing outside this folder knows more about it. */
export interface FileStorage {
  /** The number of bytes that one person's files may use. */
  readonly spaceBytes: number;
  /** True when all machines share the same storage, regardless of their folders. */
  readonly isBucket: boolean;
  /** Stores bytes under a new key that cannot be guessed. */
  put(bytes: Uint8Array): Promise<string>;
  /** Stores a file of this machine in the same way. The original is unchanged. */
  putFile(path: string): Promise<string>;
  /** Stores a file under its previous key, when a backup is restored. */
  putBack(key: string, path: string): Promise<void>;
  /** Returns the bytes from `start` to `end`, both included, or null when nothing is stored under the key. */
  read(key: string, range: { start: number; end: number }): Promise<Readable | null>;
  /** Removes the bytes. Does nothing when nothing is stored under the key. */
  remove(key: string): Promise<void>;
}

/** The storage without the limits. */
export type ByteStorage = Omit<FileStorage, 'spaceBytes' | 'isBucket'>;
