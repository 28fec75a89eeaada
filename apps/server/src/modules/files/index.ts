/**
 * Files: what people uploaded, kept on disk (or in an object store) under keys that nobody can guess, with a row each.
 *
 * Invariants: a file's type is decided by its content, never by its name; whoever holds a short-lived signed address
 * may read the file, and nobody else can; a view makes such an address only for files that its reader may see; an
 * uploaded file never runs as a page of ours.
 */
export { requireUsableFiles } from './access.ts';
export { registerFileRoutes } from './file-get.ts';
export { createFileLinks, type FileLinks, type UrlOfFile } from './links.ts';
export { type FileRow, findFiles } from './queries.ts';
export { createFileStorage, type FileStorage } from './storage.ts';
export { type NewFile, storeFile } from './store-file.ts';
