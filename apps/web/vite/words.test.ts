import { fileURLToPath } from 'node:url';
import { en } from '@classwright/contract/messages/en';
import react from '@vitejs/plugin-react';
import { build, parseSync, type Rolldown } from 'vite';
import { beforeAll, describe, expect, test } from 'vitest';
import config from '../vite.config.ts';
import { groups } from './parts.ts';
import { type Chunk, cutTexts, keysNamedIn } from './words.ts';
import { wordsPlugin } from './words-plugin.ts';

const texts: Readonly<Record<string, string>> = en;

describe('keys that code names', () => {
  const namedIn = (code: string) => [...keysNamedIn({ 'a.one': '', 'a.other': '', 'a.b': '', 'kind.x': '', 'kind.y.z': '', 'kind.n.one': '' })(code)];

  test('a text names its key, and a count both of its forms', () => {
    expect(namedIn("t('a.b')")).toEqual(['a.b']);
    expect(namedIn("t('a', { count })")).toEqual(['a.one', 'a.other']);
    expect(namedIn("const labels = { 'a.b': `a.b` }; t('a.c')")).toEqual(['a.b']);
  });

  test('a template names every key of its form; one that begins with a variable names none', () => {
    expect(namedIn('t(`kind.${of}`)')).toEqual(['kind.x', 'kind.y.z', 'kind.n.one']);
    expect(namedIn('t(`kind.${of}.z`)')).toEqual(['kind.y.z']);
    expect(namedIn('t(`${of}.x`)')).toEqual([]);
  });

  test('a template that stands for a whole part of the catalogue is refused', () => {
    const many = Object.fromEntries(Array.from({ length: 61 }, (_, index) => [`many.n${index}`, '']));
    expect(() => keysNamedIn(many)('t(`many.${of}`)')).toThrow('61 texts');
  });
});

describe('texts of chunks', () => {
  const cut = (chunks: Record<string, Partial<Chunk>>) =>
    Object.fromEntries(
      [
        ...cutTexts(
          Object.entries(chunks).map(([fileName, chunk]) => ({ fileName, code: '', isEntry: false, imports: [], dynamicImports: [], ...chunk })),
          (code) => new Set(code.split(' ').filter(Boolean)),
        ),
      ].map(([name, keys]) => [name, [...keys].join(' ')]),
    );

  test('a chunk brings what it names, without what it imports and what every way to it has loaded', () => {
    expect(
      cut({
        page: { isEntry: true, code: 'a', imports: ['kit'], dynamicImports: ['home', 'list'] },
        kit: { code: 'b' },
        home: { code: 'a b c', dynamicImports: ['dialog'] },
        list: { code: 'b c d', dynamicImports: ['dialog'] },
        dialog: { code: 'a c d e', imports: ['kit'] },
      }),
    ).toEqual({ page: 'a', kit: 'b', home: 'c', list: 'c d', dialog: 'c d e' });
  });

  test('of two chunks that import each other one brings what both name', () => {
    const { left, right } = cut({ left: { isEntry: true, code: 'a', imports: ['right'] }, right: { code: 'a', imports: ['left'] } });
    expect([left, right].sort()).toEqual(['', 'a']);
  });
});

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** A chunk of the built app: the texts that it brings, and its code before it was made small. */
interface Built extends Pick<Chunk, 'fileName' | 'isEntry' | 'imports' | 'dynamicImports'> {
  brings: Readonly<Record<string, string>>;
  code: string;
}

async function buildProgram(page: string): Promise<Built[]> {
  const { output } = (await build({
    configFile: false,
    logLevel: 'silent',
    root: at('..'),
    plugins: [react(), wordsPlugin()],
    resolve: config.resolve as never,
    build: {
      write: false,
      target: config.build?.target as string[],
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: at(`../${page}`), output: { codeSplitting: { groups } } },
    },
  })) as Rolldown.RolldownOutput;
  return output
    .filter((file) => file.type === 'chunk')
    .map(({ fileName, isEntry, imports, dynamicImports, code, modules }) => ({
      fileName,
      isEntry,
      imports,
      dynamicImports,
      brings: readTable(code),
      code: Object.values(modules)
        .map((module) => module.code ?? '')
        .join('\n'),
    }));
}

/** Reads the texts that a chunk puts into the page's table, as the browser gets them. */
function readTable(code: string): Record<string, string> {
  const start = code.indexOf('Object.assign(globalThis.classwrightTexts');
  if (start < 0) return {};
  const { program } = parseSync('chunk.js', code);
  const table: Record<string, string> = {};
  const read = (node: any): void => {
    if (node?.type === 'CallExpression' && node.start === start) {
      for (const { key, value } of node.arguments[1].properties) table[key.value ?? key.name] = value.value ?? value.quasis[0].value.cooked;
    } else if (node && typeof node === 'object') for (const one of Object.values(node)) read(one);
  };
  read(program);
  return table;
}

describe.each(['index.html', 'join.html', 'wall.html', 'drive-picker.html'])('the built %s', (page) => {
  let chunks: Built[] = [];
  const byName = new Map<string, Built>();
  beforeAll(async () => {
    chunks = await buildProgram(page);
    for (const chunk of chunks) byName.set(chunk.fileName, chunk);
  }, 300_000);

  /** Adds a chunk and all that it imports. */
  const load = (name: string, loaded: Set<string>): Set<string> => {
    if (!loaded.has(name)) {
      loaded.add(name);
      for (const other of byName.get(name)?.imports ?? []) load(other, loaded);
    }
    return loaded;
  };
  /** Returns a shortest way from the page to each chunk that it loads later, as the files that are loaded then. */
  const waysToAll = (): Map<string, Set<string>> => {
    const ways = new Map(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => [fileName, load(fileName, new Set())]));
    for (const [, loaded] of ways)
      for (const name of loaded) for (const next of byName.get(name)?.dynamicImports ?? []) if (!ways.has(next)) ways.set(next, load(next, new Set(loaded)));
    return ways;
  };

  test('[B2085] no text is missing on the shortest way to any chunk, from whichever chunk it is loaded', () => {
    const ways = waysToAll();
    const missing = new Set<string>();
    const written = new Map(chunks.map(({ fileName, code }) => [fileName, keysWrittenIn(code)]));
    const bringsOf = (names: Iterable<string>) => [...names].flatMap((name) => Object.keys(byName.get(name)?.brings ?? {}));
    const check = (names: Iterable<string>, brought: ReadonlySet<string>): void => {
      for (const name of names) for (const key of written.get(name) ?? []) if (!brought.has(key)) missing.add(`${name}: ${key}`);
    };
    expect(ways.size).toBeGreaterThan(page === 'index.html' ? 50 : 0);
    for (const loaded of ways.values()) {
      const brought = new Set(bringsOf(loaded));
      check(loaded, brought);
      // Every later chunk from here, also where a shorter way leads to it.
      for (const next of new Set([...loaded].flatMap((name) => byName.get(name)?.dynamicImports ?? []))) {
        const more = [...load(next, new Set(loaded))].filter((name) => !loaded.has(name));
        if (more.length > 0) check(more, new Set([...brought, ...bringsOf(more)]));
      }
    }
    expect([...missing]).toEqual([]);
  }, 120_000);

  test('[B2085] no chunk brings a text that its code does not name, and every text is the catalogue’s', () => {
    const unread = chunks.flatMap(({ fileName, code, brings }) =>
      Object.entries(brings).flatMap(([key, text]) => (text === texts[key] && isNamedBy(code, key) ? [] : [`${fileName}: ${key}`])),
    );
    expect(chunks.some(({ brings }) => Object.keys(brings).length > 0)).toBe(true);
    expect(unread).toEqual([]);
  });

  test('the catalogue as a whole is in no chunk', () => {
    expect(chunks.some(({ code }) => code.includes('auditMessages'))).toBe(false);
  });
});

const FORM = /\.(one|other)$/;
const baseKeys = new Map(Object.keys(texts).map((key) => [key.replace(FORM, ''), key]));

/** Returns the keys between quotation marks. */
const keysWrittenIn = (code: string): string[] =>
  [...code.matchAll(/["'`]([a-zA-Z]\w*(?:\.[\w-]+)+)["'`]/g)].flatMap(([, text = '']) => (text in texts ? text : (baseKeys.get(text) ?? [])));

/** Checks whether code names a key, or has a template that begins like it. */
function isNamedBy(code: string, key: string): boolean {
  const asked = key.replace(FORM, '');
  if ([key, asked].some((text) => ['"', "'", '`'].some((mark) => code.includes(`${mark}${text}${mark}`)))) return true;
  return [...asked].some((_, end) => end > 1 && code.includes(`\`${asked.slice(0, end)}\${`));
}
