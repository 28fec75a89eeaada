/**
 * Rich text: the allowed documents and how to read them. One allow-list for the server's storage and the screens.
 * Invariant: a stored document came out of `checkDocument`.
 */
export * from './types.ts';
export { checkDocument } from './check-document.ts';
export { toReadableMath } from './readable-math.ts';
export { toDocument } from './to-document.ts';
export { toSafeHref } from './href.ts';
export { collectFileIds, documentsEqual, isEmptyDocument, toPlainText, toReadableText, toSummary } from './read.ts';
