import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { readChunkGraph } from './chunk-graph.ts';

interface Options {
  /** The worker's module. */
  entry: string;
  /** The modules whose files the page needs to start without a network, as a budget watches them. */
  parts: readonly string[];
  /** The page's file in the build. */
  page: string;
}

/**
 * Writes `lesson-worker.js`, which caches a page and its files for use without a network. Its version is that of their
 * content.
 */
export function offlinePlugin({ entry, parts, page }: Options): Plugin {
  return {
    name: 'classwright-offline',
    apply: 'build',
    writeBundle: {
      order: 'post',
      async handler(options, bundle) {
        const folder = options.dir ?? '';
        const graph = readChunkGraph(folder, bundle);
        const html = readFileSync(join(folder, page), 'utf8');
        // The files that the page itself loads: color mode, style, the Latin font, icons.
        const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"#]+)[^"]*"/g)].map(([, address]) => address as string);
        const files = [...new Set([...named, ...parts.flatMap((part) => [...graph.filesOf(part)].map((file) => `/${file}`))])].sort();
        const version = createHash('sha256').update(html).update(files.join()).digest('hex').slice(0, 12);
        await build({
          configFile: false,
          logLevel: 'warn',
          define: { LESSON_VERSION: JSON.stringify(version), LESSON_FILES: JSON.stringify(files) },
          build: {
            outDir: folder,
            emptyOutDir: false,
            copyPublicDir: false,
            target: 'es2022',
            rolldownOptions: { input: entry, output: { format: 'iife', entryFileNames: 'lesson-worker.js' } },
          },
        });
      },
    },
  };
}
