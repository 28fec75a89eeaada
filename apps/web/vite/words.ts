import { parseSync } from 'vite';

/** Texts by key. */
export type Texts = Readonly<Record<string, string>>;

/** A chunk as far as its texts depend on it. */
export interface Chunk {
  fileName: string;
  code: string;
  isEntry: boolean;
  /** The chunks that it imports statically, and those that it may load later. */
  imports: readonly string[];
  dynamicImports: readonly string[];
}

/** The form of a text with a count. It is requested by the key before it. */
const FORM = /\.(one|other)$/;
/** The highest number of texts for one template. One with more names a whole part of the catalogue. */
const MAX_PER_TEMPLATE = 60;

/** Returns a function that lists the keys of a catalogue that a piece of code names, as a text or by a template. */
export function keysNamedIn(catalogue: Texts): (code: string) => Set<string> {
  const keys = Object.keys(catalogue);
  const keysOf = new Map<string, string[]>();
  for (const key of keys) for (const asked of new Set([key, key.replace(FORM, '')])) keysOf.set(asked, [...(keysOf.get(asked) ?? []), key]);
  const ofTemplate = new Map<string, string[]>();
  const matching = (parts: readonly string[]): string[] => {
    const template = parts.join('${}');
    const pattern = new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('.+')}$`);
    const found = ofTemplate.get(template) ?? keys.filter((key) => pattern.test(key) || pattern.test(key.replace(FORM, '')));
    ofTemplate.set(template, found);
    if (found.length > MAX_PER_TEMPLATE) throw new Error(`\`${template}\` stands for ${found.length} texts: name their keys in a table`);
    return found;
  };
  return (code) => {
    const named = new Set<string>();
    const { program, errors } = parseSync('chunk.js', code);
    if (errors.length > 0) throw new Error(`The code of a chunk cannot be read: ${errors[0]?.message}`);
    walk(program, (node) => {
      if (node.type === 'Literal' && typeof node.value === 'string') for (const key of keysOf.get(node.value) ?? []) named.add(key);
      if (node.type !== 'TemplateLiteral') return;
      const parts = (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
      if (parts.length === 1) for (const key of keysOf.get(parts[0] as string) ?? []) named.add(key);
      else if (isTemplateOfKeys(parts)) for (const key of matching(parts)) named.add(key);
    });
    return named;
  };
}

/** Checks whether a template may make keys: it begins with the first word of one, and holds nothing that no key has. */
const isTemplateOfKeys = (parts: readonly string[]): boolean => /^[a-zA-Z]\w*\./.test(parts[0] as string) && parts.every((part) => /^[\w.]*$/.test(part));

/**
 * Returns the keys that each chunk brings: those that it names, without those that are loaded before it, because it
 * imports their chunk or because the page has loaded it already.
 */
export function cutTexts(chunks: readonly Chunk[], namedIn: (code: string) => Set<string>): Map<string, Set<string>> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const brought = new Map<string, Set<string>>();
  const before = loadedBefore(chunks);
  const visit = (chunk: Chunk): void => {
    if (brought.has(chunk.fileName)) return;
    brought.set(chunk.fileName, new Set());
    const earlier = [...(before.get(chunk.fileName) ?? [])].flatMap((name) => byName.get(name) ?? []);
    // In a circle of chunks the one that is visited last finds the other's texts.
    for (const other of earlier) visit(other);
    const own = namedIn(chunk.code);
    for (const other of earlier) for (const key of brought.get(other.fileName) ?? []) own.delete(key);
    brought.set(chunk.fileName, own);
  };
  for (const chunk of chunks) visit(chunk);
  return brought;
}

/**
 * Returns for each chunk those that are surely loaded when its code runs: all that it imports, and what had been loaded
 * on every way to it.
 */
function loadedBefore(chunks: readonly Chunk[]): Map<string, ReadonlySet<string>> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const withImports = (chunk: Chunk, all = new Set<string>()): Set<string> => {
    if (all.has(chunk.fileName)) return all;
    all.add(chunk.fileName);
    for (const name of chunk.imports) withImports(byName.get(name) as Chunk, all);
    return all;
  };
  const own = new Map(chunks.map((chunk) => [chunk.fileName, withImports(chunk)]));
  const imported = new Set(chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]));
  const isFirst = ({ isEntry, fileName }: Chunk): boolean => isEntry || !imported.has(fileName);
  /** The chunks that had been loaded when a chunk was asked for. It begins with everything, and shrinks with each way to the chunk. */
  const context = new Map<string, Set<string>>(chunks.map((chunk) => [chunk.fileName, new Set(isFirst(chunk) ? [] : byName.keys())]));
  for (let isShrinking = true; isShrinking; ) {
    isShrinking = false;
    const keepOnly = (name: string, loaded: ReadonlySet<string>): void => {
      const now = context.get(name) as Set<string>;
      for (const one of now) if (!loaded.has(one)) isShrinking = now.delete(one);
    };
    for (const { fileName, imports, dynamicImports } of chunks) {
      const earlier = context.get(fileName) as Set<string>;
      for (const name of imports) keepOnly(name, earlier);
      for (const name of dynamicImports) keepOnly(name, new Set([...earlier, ...(own.get(fileName) as Set<string>)]));
    }
  }
  return new Map(
    chunks.map(({ fileName }) => {
      const all = new Set([...(context.get(fileName) as Set<string>), ...(own.get(fileName) as Set<string>)]);
      all.delete(fileName);
      return [fileName, all];
    }),
  );
}

interface Node {
  type: string;
  value?: unknown;
  [field: string]: unknown;
}

function walk(node: unknown, visit: (node: Node) => void): void {
  if (node === null || typeof node !== 'object') return;
  if (Array.isArray(node)) {
    for (const one of node) walk(one, visit);
    return;
  }
  if (typeof (node as Node).type === 'string') visit(node as Node);
  for (const field in node) walk((node as Node)[field], visit);
}
