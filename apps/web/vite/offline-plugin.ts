import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { readChunkGraph } from './chunk-graph.ts';

interface Options {
  /** The worker's module. */
  entry: string;
  /** Modules whose files the page needs to start without a network: those that a budget watches. */
  parts: readonly string[];
  /** The page's file in the build. */
  page: string;
}

/** Writes `lesson-worker.js`, which keeps a page and its parts for moments without a network. Its version is that of their content. */
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
        // what the page asks for itself: colour mode, style, the Latin letters, icons
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
