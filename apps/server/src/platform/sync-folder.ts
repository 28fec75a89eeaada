import { open } from 'node:fs/promises';

/** Writes a folder's list of names through to the disk, where the file system knows how. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().catch(() => undefined);
  await folder.close();
}
