import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const home = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
/**
 * The directory of files that the PDF viewer needs only for some documents. It is named after the viewer's version,
 * since browsers cache it for good.
 */
const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string };
const PLACE = `assets/pdfjs-${version}`;
const PARTS: readonly { folder: string; wanted: RegExp }[] = [
  { folder: 'cmaps', wanted: /\.bcmap$/ }, // Chinese, Japanese and Korean without their fonts
  { folder: 'standard_fonts', wanted: /\.(pfb|ttf)$/ }, // the fonts that every reader has
  { folder: 'wasm', wanted: /_nowasm_fallback\.js$/ }, // scans; the content policy lets nothing be compiled
];

/** Adds those files to the app, in the build and in development, at addresses that the viewer composes. */
export function pdfPartsPlugin(): Plugin {
  const files = PARTS.flatMap(({ folder, wanted }) =>
    readdirSync(join(home, folder))
      .filter((name) => wanted.test(name))
      .map((name) => ({ path: join(home, folder, name), address: `${PLACE}/${folder}/${name}` })),
  );
  return {
    name: 'classwright-pdf-parts',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const file = files.find(({ address }) => request.url?.split('?', 1)[0] === `/${address}`);
        if (!file) return next();
        response.setHeader('content-type', file.path.endsWith('.js') ? 'text/javascript' : 'application/octet-stream');
        return response.end(readFileSync(file.path));
      });
    },
    generateBundle() {
      for (const { path, address } of files) this.emitFile({ type: 'asset', fileName: address, source: readFileSync(path) });
    },
  };
}
