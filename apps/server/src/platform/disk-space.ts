import { statfs } from 'node:fs/promises';

/** Below this a database begins to fail at any moment. */
export const TOO_LITTLE_BYTES = 20 * 1024 * 1024;

/** What this process may still write to the disk of a folder, in bytes. */
export async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
