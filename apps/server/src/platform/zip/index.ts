/**
 * Zip archives: parts in, parts out, both piece by piece.
 *
 * Invariants: an archive's own sizes are never trusted, the output is counted. Names are keys and never become paths.
 * The same parts make the same bytes.
 */
export { openZip, type ZipArchive, ZipError, type ZipLimits } from './open-zip.ts';
export { writeZip, type ZipPart } from './write-zip.ts';
