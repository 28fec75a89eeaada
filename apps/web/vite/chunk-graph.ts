import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

/** The files that a browser loads for a part of the app: the part itself and everything that it imports statically. */
export interface ChunkGraph {
  /**
   * Returns the files (scripts and style sheets) of the chunk that contains a module, and of all its static imports.
   */
  filesOf: (module: string) => Set<string>;
  /** Checks whether any chunk contains a module. */
  has: (module: string) => boolean;
  /** Returns the modules in these files. */
  modulesIn: (files: ReadonlySet<string>) => string[];
  /** Returns the sum of the gzip sizes in bytes. */
  gzipBytes: (files: ReadonlySet<string>) => number;
  /** Returns the gzip size of the bundled modules of a folder, and of its style sheets as written. */
  gzipBytesOfFolder: (folder: string) => number;
}

/**
 * @throws when no chunk contains a requested module: it was renamed, and a budget would measure nothing without a
 * warning.
 */
export function readChunkGraph(folder: string, bundle: Bundle): ChunkGraph {
  const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk');
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const sizes = new Map<string, number>();
  const size = (file: string) => {
    const known = sizes.get(file) ?? gzipSync(readFileSync(join(folder, file)), { level: 9 }).length;
    sizes.set(file, known);
    return known;
  };
  const collect = (chunk: Chunk, files: Set<string>): Set<string> => {
    if (files.has(chunk.fileName)) return files;
    files.add(chunk.fileName);
    for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css);
    for (const name of chunk.imports) {
      const imported = byName.get(name);
      if (imported) collect(imported, files);
    }
    return files;
  };
  const chunkOf = (module: string) => chunks.find(({ moduleIds }) => moduleIds.some((id) => id.split('?', 1)[0]?.endsWith(module)));
  return {
    has: (module) => chunkOf(module) !== undefined,
    filesOf: (module) => {
      const chunk = chunkOf(module);
      if (!chunk) throw new Error(`No part of the program holds ${module}: correct the budgets in vite/budgets.ts`);
      return collect(chunk, new Set());
    },
    modulesIn: (files) => chunks.filter(({ fileName }) => files.has(fileName)).flatMap(({ moduleIds }) => moduleIds),
    gzipBytes: (files) => [...files].reduce((sum, file) => sum + size(file), 0),
    gzipBytesOfFolder: (folder) => {
      const modules = chunks.flatMap((chunk) => Object.entries(chunk.modules)).filter(([id]) => id.includes(folder));
      if (modules.length === 0) throw new Error(`No part of the program holds ${folder}: correct the budgets in vite/budgets.ts`);
      const texts = modules.map(([id, { code }]) => (id.endsWith('.css') ? readFileSync(id, 'utf8') : (code ?? '')));
      return gzipSync(texts.join('\n'), { level: 9 }).length;
    },
  };
}
