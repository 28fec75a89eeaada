import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

/** What a browser fetches for a part of the program: the part itself and everything it imports at once. */
export interface ChunkGraph {
  /** Files (scripts and style sheets) of the chunk that holds a module, and of all its static imports. */
  filesOf: (module: string) => Set<string>;
  /** Whether any chunk holds a module. */
  has: (module: string) => boolean;
  /** Modules inside these files. */
  modulesIn: (files: ReadonlySet<string>) => string[];
  /** Sum of the gzip sizes in bytes. */
  gzipBytes: (files: ReadonlySet<string>) => number;
  /** Gzip size of what the modules of a folder have become, and of its style sheets as they are written. */
  gzipBytesOfFolder: (folder: string) => number;
}

/** @throws when no chunk holds a module that is asked for: it was renamed, and a budget would silently watch nothing. */
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
