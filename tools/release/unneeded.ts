// Decides which files a release leaves out.
import { basename } from 'node:path';

const license = /^(licen[cs]e|copying|copyright|notice|authors|patents|ofl)/i;
/** Source maps, sources and declarations of TypeScript (Node does not run it in packages), documentation, and files for compilers. */
const unread = /\.(map|[cm]?tsx?|flow|md|markdown|rst|a|o|h|hpp|cc|cpp|c|gyp|gypi|pc|tsbuildinfo)$/;
/** Folders at the top of a package. */
const unreadFolders = /^(test|tests|__tests__|doc|docs|example|examples|bench|benchmark|benchmarks|man|include|share\/(doc|man))\//;

/** Returns false for a file of a package that a running server never reads. Licenses always stay. */
export const isNeeded = (path: string): boolean => license.test(basename(path)) || !(unread.test(path) || unreadFolders.test(path) || /(^|\/)\./.test(path));

/** Returns true for a file of a package that holds a license, a notice or names of authors. */
export const isLicense = (path: string): boolean => license.test(basename(path));

/** Returns false for the tests among our own sources, and for what only they use. */
export const isDelivered = (path: string): boolean => !/\.test\.tsx?$|(^|\/)testing\//.test(path);
