import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Returns the built name of a style sheet's class: its own name and a short hash of the sheet's path. The usual name also
 * has the line, which compresses badly.
 */
export function nameClass(name: string, file: string): string {
  const path = relative(root, file.replace(/\?.*$/, '')).replaceAll('\\', '/');
  const hash = createHash('sha256').update(path).digest('hex').slice(0, 8);
  return `_${name}_${Number.parseInt(hash, 16).toString(36).slice(-3)}`;
}
