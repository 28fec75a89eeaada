import type { Readable } from 'node:stream';
import { randomBytes } from 'node:crypto';

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
  /** Resolves when files can be stored. @throws when they cannot */
  check(): Promise<void>;
}

/** The storage without the limits. */
export type ByteStorage = Omit<FileStorage, 'spaceBytes' | 'isBucket'>;

/** Creates a key without anything of the file's name: 128 random bits, in one of 256 folders. */
export function newKey(): string {
  const name = randomBytes(16).toString('hex');
  return `${name.slice(0, 2)}/${name}`;
}

/** Returns the key itself. @throws for a key outside such a folder, which no row and no backup of ours has */
export function requireKey(key: string): string {
  if (!/^[0-9a-f]{2}\/\w{1,64}$/.test(key)) throw new Error(`no key of a file: ${key}`);
  return key;
}
