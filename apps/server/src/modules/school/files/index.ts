/**
 * Files: people's uploads, stored on disk (or in an object store) under keys that nobody can guess, with a row each.
 *
 * Invariants: a file's type is decided by its content, never by its name; only people with a short-lived signed address
 * can read the file; such an address is made only for a reader who may see the file or a thing that uses it; an
 * uploaded file never runs as a page of ours; a file that something uses cannot be deleted.
 */
import type { Folded, ManifestWith } from '../../../manifest.ts';
import { appNow } from '../../../platform/clock.ts';
import type { S3Settings } from '../../../platform/config.ts';
import type { Db } from '../../../platform/database/index.ts';
import { scheduledJob } from '../../../platform/jobs/index.ts';
import type { FilesDependencies } from './dependencies.ts';
import { implementFileAdd } from './file-add.ts';
import { implementFileDelete } from './file-delete.ts';
import { implementFileRead } from './file-read.ts';
import { registerFileRoutes } from './file-send.ts';
import { createFileLinks, type FileLinks, type UrlOfFile } from './links.ts';
import { getFileRoom } from './space.ts';
import { createFileStorage, type FileStorage, openS3Client } from './storage/index.ts';
import { eraseDeletedFiles } from './erase-deleted.ts';
import { deleteAbandonedUploads, implementUploads } from './uploads/index.ts';
import { personalData } from './personal-data.ts';

export { requireUsableFiles } from './access.ts';
export type { FilesDependencies } from './dependencies.ts';
export { isPicture, judgePicture } from './is-picture.ts';
export { createFileLinks, type FileLinks, type UrlOfFile };
export { loadFileViews } from './present.ts';
export { findFiles } from './queries.ts';
export { discardFiles } from './discard.ts';
export { listFileOwners } from './queries.ts';
export { deleteUnusedFiles, eraseFilesOf } from './erase-person.ts';
export { createFileStorage, type FileStorage, getFileRoom, openS3Client };
export { storeFile, storeMadeFiles } from './store-file.ts';
export { MAX_NAMED } from './uses.ts';
export { ASKED_FILE } from './use-queries.ts';

interface FilesOptions extends Omit<FilesDependencies, 'links' | 'storage' | 'uses'> {
  /** The folder where this machine keeps the files of forms until their call ends. */
  stagingFolder: string;
  dataDir: string;
  /** A bucket for the files, or null for the data folder. */
  s3: S3Settings | null;
  /** The maximum total size of one person's files. The default is 2000. */
  fileSpaceMegabytes: number | undefined;
  installation: { linkSecret: string };
  /** Returns what all modules provide, once they are created. */
  folded: () => Pick<Folded, 'fileUses'>;
}

/** The parts that other modules use. */
type FilesParts = {
  fileLinks: FileLinks;
  storage: FileStorage;
  /** Returns the current addresses of pictures. */
  pictures: (db: Db) => Promise<UrlOfFile>;
};

export function filesModule(options: FilesOptions): ManifestWith<FilesParts> {
  const { db, log, t, dataDir, s3, fileSpaceMegabytes, uploadFolder, stagingFolder, installation, folded } = options;
  const links = createFileLinks(installation.linkSecret);
  const storage = createFileStorage(dataDir, s3, fileSpaceMegabytes);
  const pictures = async (on: Db): Promise<UrlOfFile> => links.at(await appNow(on));
  const dependencies: FilesDependencies = { db, log, t, links, storage, uploadFolder, uses: () => folded().fileUses };
  return {
    parts: { fileLinks: links, storage, pictures },
    services: { fileRoomOf: (accountId) => getFileRoom(db, accountId, storage) },
    routes: [(app, { countAddress }) => registerFileRoutes(app, { db, storage, links, countAddress })],
    personContext: async (on, { pictureFileId }) => ({ pictureUrl: pictureFileId === null ? null : (await pictures(on))(pictureFileId) }),
    personalData,
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
