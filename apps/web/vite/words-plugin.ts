import { en } from '@classwright/contract/messages/en';
import type { Plugin, Rolldown } from 'vite';
import { type Chunk, cutTexts, keysNamedIn } from './words.ts';

/** The table of loaded texts: one for a page, since its chunks share nothing else before their code runs. */
const TABLE = 'globalThis.classwrightTexts';
const texts: Readonly<Record<string, string>> = en;

/**
 * Cuts the English texts of a build: each chunk begins by putting those that it names into the page's table, unless they
 * have been loaded before it. `base/english-texts.ts` becomes that table.
 */
export function wordsPlugin(): Plugin {
  let namedIn = keysNamedIn(texts);
  let brought: Map<string, Set<string>> | null = null;
  return {
    name: 'classwright-words',
    apply: 'build',
    buildStart() {
      namedIn = keysNamedIn(texts);
      brought = null;
    },
    load: {
      filter: { id: /\/src\/base\/english-texts\.ts$/ },
      handler: () => `export const englishTexts = ${TABLE} ??= {};`,
    },
    renderChunk(code, { fileName }, _options, meta) {
      brought ??= cutTexts(Object.values(meta.chunks).map(toChunk), namedIn); // `chunks` is made again each time that it is read
      const own = [...(brought.get(fileName) ?? [])].map((key) => [key, texts[key]]);
      if (own.length === 0) return null;
      return { code: `Object.assign(${TABLE} ??= {}, ${JSON.stringify(Object.fromEntries(own))});\n${code}`, map: null };
    },
  };
}

const toChunk = ({ fileName, isEntry, imports, dynamicImports, modules }: Rolldown.RenderedChunk): Chunk => ({
  fileName,
  isEntry,
  imports,
  dynamicImports,
  code: Object.entries(modules)
    .filter(([id]) => !id.includes('/node_modules/')) // libraries name none of our texts, and are most of the code
    .map(([, module]) => module.code ?? '')
    .join('\n'),
});
