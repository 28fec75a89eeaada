import type { Readable } from 'node:stream';

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
