// Bundles the server into one file if its sources changed: a process that reads one file of its own instead of some thousands starts
// in half the time and needs a hundred megabytes less (docs/decisions/the-server-is-one-file.md). Packages stay where they are, and so
// do the sources: workers and the commands run from them, and what a module reads next to itself is found there.
import { join, relative, sep } from 'node:path';
import { createBuilds } from './builds.mjs';
import { inRoot } from './paths.mjs';

const folder = inRoot('apps', 'server', '.builds');
const own = /^(\.|\/|@classwright\/)/;

const builds = createBuilds({
  name: 'server',
  folder,
  link: join(folder, 'current'),
  sources: ['apps/server/src', 'packages/contract', 'packages/rules', 'package-lock.json', 'tsconfig.base.json', 'tools/scripts/lib/build-server.mjs'],
  make: bundle,
});

/** Resolves to the file of the current build of the server; null, after a sentence, when it cannot be built: then the sources run. */
export async function buildServer() {
  try {
    return join(await builds.build(), 'program.mjs');
  } catch (error) {
    console.error(`${error.message} It runs from its sources, and needs more memory.`);
    return null;
  }
}

/** Writes the bundle into a folder next to others in `apps/server`. @throws the first error of the bundler */
async function bundle(target) {
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    input: { program: inRoot('apps', 'server', 'src', 'product.ts') },
    platform: 'node',
    external: (id) => !own.test(id),
    treeshake: false, // everything is used, and modules act when they are read
    plugins: [
      {
        name: 'places and letters',
        transform: { filter: { id: /^\//, code: 'import.meta.url' }, handler: (code, id) => keepPlace(code, relative(target, id)) },
        renderChunk: (code) => ({ code: narrow(code) }),
      },
    ],
    onLog: (level, log) => {
      if (level === 'warn' && log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
    },
  });
  await build.write({ dir: target, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs', minify: false });
  await build.close();
}

/**
 * Writes other letters than those of ASCII as escapes: V8 keeps a source with one of them in two bytes for each letter.
 * @throws Error where an escape would be another text
 */
function narrow(code) {
  const raw = /String\.raw`[^`]*[^\0-\x7f][^`]*`/.exec(code);
  if (raw) throw new Error(`Write ${raw[0]} with escapes: the bundle of the server is ASCII.`);
  return code.replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Lets a module find what lies next to it, as it does without a bundle. `path`: of the module, from the bundle. */
const keepPlace = (code, path) => code.replaceAll('import.meta.url', `new URL(${JSON.stringify(path.split(sep).join('/'))}, import.meta.url).href`);
