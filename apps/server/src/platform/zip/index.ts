/**
 * Zip archives: parts in, parts out, both piece by piece.
 *
 * Invariants: what an archive says of its own size is never trusted, what comes out is counted; names are keys and never
 * become paths; the same parts make the same bytes.
 */
export { openZip, type ZipArchive, ZipError, type ZipLimits } from './open-zip.ts';
export { writeZip, type ZipPart } from './write-zip.ts';
