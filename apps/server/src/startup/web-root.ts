import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Returns the build that `npm run build` made. Null when there is none, and only the API is served. */
export function findWebRoot(): string | null {
  const link = fileURLToPath(new URL('../../../web/dist', import.meta.url));
  return existsSync(join(link, 'index.html')) ? realpathSync(link) : null; // not the link: the next build must not change under us
}
