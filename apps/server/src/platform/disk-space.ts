import { statfs } from 'node:fs/promises';

/** With less free space than this, a database may fail at any moment. */
export const MIN_FREE_BYTES = 20 * 1024 * 1024;

/** With less free space than this, a disk is nearly full. */
export const LITTLE_SPACE_BYTES = 1024 ** 3;

/** Returns how many bytes this process may still write to the disk of a folder. */
export async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
