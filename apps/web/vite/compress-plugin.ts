import { readFile, readdir, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = new Set(['.js', '.mjs', '.css', '.html', '.svg', '.json']);
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Writes a .br and a .gz next to every text file of the build, as small as possible, so that the server only sends
 * them.
 */
export function compressPlugin(): Plugin {
  let folder = '';
  return {
    name: 'classwright-compress',
    apply: 'build',
    writeBundle(options) {
      folder = options.dir ?? '';
    },
    async closeBundle() {
      if (!folder) return;
      const files = await readdir(folder, { recursive: true, withFileTypes: true });
      await Promise.all(
        files
          .filter((file) => file.isFile() && compressible.has(extname(file.name)))
          .map(async ({ parentPath, name }) => {
            const path = join(parentPath, name);
            const text = await readFile(path);
            await Promise.all([
              brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }).then((small) =>
                writeFile(`${path}.br`, small),
              ),
              zip(text, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
            ]);
          }),
      );
    },
  };
}
