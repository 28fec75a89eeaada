import type { Readable } from 'node:stream';

/** Where bytes are. Nothing outside this folder knows more of it. */
export interface FileStorage {
  /** How many bytes one person's files may take up. */
  readonly spaceBytes: number;
  /** All machines read and write the same, whatever their folders. */
  readonly isBucket: boolean;
  /** Stores bytes under a new key that cannot be guessed. */
  put(bytes: Uint8Array): Promise<string>;
  /** The same for a file of this machine, which stays where it is. */
  putFile(path: string): Promise<string>;
  /** The same under a key that it had before, in a place that is being restored. */
  putBack(key: string, path: string): Promise<void>;
  /** The bytes from `start` to `end`, both included; null when nothing is stored under the key. */
  read(key: string, range: { start: number; end: number }): Promise<Readable | null>;
  /** Nothing happens when nothing is stored under the key. */
  remove(key: string): Promise<void>;
}

/** The bytes alone. */
export type ByteStorage = Omit<FileStorage, 'spaceBytes' | 'isBucket'>;
