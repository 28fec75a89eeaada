/**
 * Rich text: which documents exist, and how they are read. One allow-list for what the server stores and what
 * screens show. Invariant: a stored document came out of `checkDocument`.
 */
export * from './types.ts';
export { checkDocument } from './check-document.ts';
export { toDocument } from './to-document.ts';
export { toSafeHref } from './href.ts';
export { collectFileIds, documentsEqual, isEmptyDocument, toPlainText } from './read.ts';
