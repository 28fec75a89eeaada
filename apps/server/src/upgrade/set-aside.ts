import { constants, existsSync, renameSync, rmSync } from 'node:fs';
import { copyFile, lchown, lstat, mkdir, open, readdir, readlink, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from './record.ts';

/**
 * The folders next to a cluster. The database of a data folder is one folder, which is set aside untouched while the new version works on a copy. As long as
 * `aside` exists, it is the data of before. Renames alone decide, so a kill at any moment leaves one of the two complete.
 */
const foldersOf = (cluster: string) => ({ aside: `${cluster}.before-upgrade`, copy: `${cluster}.copy`, failed: `${cluster}.failed-upgrade` });

/** Returns the size of the embedded database's files in bytes. */
export async function sizeOfCluster(cluster: string): Promise<number> {
  let bytes = 0;
  for (const { name, parentPath } of (await readdir(cluster, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()))
    bytes += await lstat(join(parentPath, name)).then(
      ({ size }) => size,
      () => 0, // removed in the meantime, since the database may run
    );
  return bytes;
}

/** Sets the stopped database aside and puts a copy in its place. `onProgress` is called with the share that is copied. */
export async function setAside(cluster: string, onProgress: (share: number) => void): Promise<void> {
  const { aside, copy } = foldersOf(cluster);
  rmSync(copy, { recursive: true, force: true });
  const total = await sizeOfCluster(cluster);
  let copied = 0;
  await copyFolder(cluster, copy, (bytes) => onProgress((copied += bytes) / Math.max(1, total)));
  renameSync(cluster, aside);
  renameSync(copy, cluster);
  syncFolder(dirname(cluster));
}

/** Removes the database of before once the new version serves. */
export function forgetAside(cluster: string): void {
  const { aside, failed, copy } = foldersOf(cluster);
  for (const path of [aside, failed, copy]) rmSync(path, { recursive: true, force: true });
}

/**
 * Puts the database of before in its place again. Until a migration has begun (`isUnchanged`), the one in its place is as
 * good, and newer when somebody started the old version in between. Does nothing when it is in its place already.
 */
export function putAsideBack(cluster: string, isUnchanged: boolean): void {
  const { aside, copy, failed } = foldersOf(cluster);
  if (existsSync(aside) && !(isUnchanged && existsSync(cluster))) {
    rmSync(failed, { recursive: true, force: true });
    if (existsSync(cluster)) renameSync(cluster, failed);
    renameSync(aside, cluster);
    syncFolder(dirname(cluster));
  }
  for (const path of [aside, copy, failed]) rmSync(path, { recursive: true, force: true });
}

/** Copies a folder with modes, owners and links, and syncs each file to the disk. A file system that shares blocks does. */
async function copyFolder(from: string, to: string, onBytes: (bytes: number) => void): Promise<void> {
  const { mode, uid, gid } = await lstat(from);
  await mkdir(to, { mode: mode & 0o7777 });
  await lchown(to, uid, gid);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyFolder(source, target, onBytes);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else if (entry.isFile()) {
      const stat = await lstat(source);
      await copyFile(source, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
      await lchown(target, stat.uid, stat.gid);
      const file = await open(target, 'r+');
      await file.sync().finally(() => file.close());
      onBytes(stat.size);
    }
  }
}
