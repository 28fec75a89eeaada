/**
 * Files: people's uploads, stored on disk (or in an object store) under keys that nobody can guess, with a row each.
 *
 * Invariants: a file's type is decided by its content, never by its name; only people with a short-lived signed address
 * can read the file; such an address is made only for a reader who may see the file or a thing that uses it; an
 * uploaded file never runs as a page of ours; a file that something uses cannot be deleted.
 */
import type { Manifest } from '../../../manifest.ts';
import { scheduledJob } from '../../../platform/jobs/index.ts';
import type { FilesDependencies } from './dependencies.ts';
import { implementFileAdd } from './file-add.ts';
import { implementFileDelete } from './file-delete.ts';
import { implementFileRead } from './file-read.ts';
import { eraseDeletedFiles } from './erase-deleted.ts';
import { deleteAbandonedUploads, implementUploads } from './uploads/index.ts';

export { requireUsableFiles } from './access.ts';
export type { FilesDependencies } from './dependencies.ts';
export { registerFileRoutes } from './file-send.ts';
export { isPicture } from './is-picture.ts';
export { createFileLinks, type FileLinks, type UrlOfFile } from './links.ts';
export { loadFileViews } from './present.ts';
export { findFiles } from './queries.ts';
export { discardFiles } from './discard.ts';
export { getFileRoom } from './space.ts';
export { createFileStorage, type FileStorage } from './storage/index.ts';
export { storeFile, storeMadeFiles } from './store-file.ts';
export { MAX_NAMED } from './uses.ts';

/** Implements the module. `stagingFolder`: where this machine keeps the files of forms until their call ends. */
export function filesModule({ stagingFolder, ...dependencies }: FilesDependencies & { stagingFolder: string }): Manifest {
  const { db, log, storage, uploadFolder } = dependencies;
  return {
    implementations: [
      ...implementUploads(dependencies),
      ...implementFileRead(dependencies),
      implementFileAdd(dependencies),
      ...implementFileDelete(dependencies),
    ],
    jobs: [scheduledJob('files.erase', 60, () => eraseDeletedFiles(db, storage, log))],
    housekeeping: [{ name: 'abandoned uploads', everyMinutes: 60, run: () => deleteAbandonedUploads(db, storage, [uploadFolder, stagingFolder]) }],
  };
}
