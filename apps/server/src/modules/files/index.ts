/**
 * Files: what people uploaded, kept on disk (or in an object store) under keys that nobody can guess, with a row each.
 *
 * Invariants: a file's type is decided by its content, never by its name; whoever holds a short-lived signed address
 * may read the file, and nobody else can; such an address is made only for a reader who may see the file or a thing it
 * is part of; an uploaded file never runs as a page of ours; a file that something uses is not deleted.
 */
import type { Implementation } from '../../platform/http/index.ts';
import type { FilesDependencies } from './dependencies.ts';
import { implementFileAdd } from './file-add.ts';
import { implementFileDelete } from './file-delete.ts';
import { implementFileRead } from './file-read.ts';
import { implementUploads } from './uploads/index.ts';

export { requireUsableFiles, type UsableFiles } from './access.ts';
export type { FilesDependencies } from './dependencies.ts';
export { registerFileRoutes } from './file-send.ts';
export { isPicture } from './is-picture.ts';
export { eraseDeletedFiles } from './erase-deleted.ts';
export { createFileLinks, type FileLinks, type UrlOfFile } from './links.ts';
export { type FileRow, findFiles } from './queries.ts';
export { getFileRoom } from './space.ts';
export { createFileStorage, type FileStorage } from './storage/index.ts';
export { type NewFile, storeFile } from './store-file.ts';
export { forgetAbandonedUploads } from './uploads/index.ts';
export { type FileUse, MOST_NAMED, type NamedUse } from './uses.ts';

export function implementFiles(dependencies: FilesDependencies): Implementation[] {
  return [...implementUploads(dependencies), ...implementFileRead(dependencies), implementFileAdd(dependencies), ...implementFileDelete(dependencies)];
}
