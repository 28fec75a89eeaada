import { posix } from 'node:path';
import type { Binding, Import, Source } from '../house-rules/source.ts';
import type { Difference } from './difference.ts';
import { cutPieces, type Piece, type Pieces } from './pieces.ts';

/** Rules about files that are not followed name by name. */
export interface Limits {
  /** A file that puts all modules or all pages together is not followed unless it changed itself. */
  isRoof: (path: string) => boolean;
  /** A list of everything: tests that go through it are reached, and nothing else that reads it. */
  isRegistry: (path: string) => boolean;
  /** A constant object that is asked for by key: the places of a changed key are reached. */
  isKeyed: (path: string, name: string) => boolean;
  isTest: (path: string) => boolean;
}

/** Returns what differs in a changed file, or null where every name of it counts as changed. */
export type DifferenceIn = (source: Source) => Difference | null;

interface User {
  source: Source;
  taken: Import;
}

const READS_FILES = /\b(readFile|readdir|glob|createReadStream|copyFile)|new URL\(|\?raw\b/;
const LISTS_FILES = /\b(readdir|glob)/;
/** The form of a count: a text is asked for by the key before it. */
const COUNT_FORM = /\.(zero|one|two|few|many|other)$/;

/**
 * Returns the files that a change can affect: the changed ones, and those that use a name whose declaration changed, by
 * any detour. Types are followed within the contract, and from there into the web app. A file whose names cannot be
 * followed counts as a whole, and so does every file that takes anything from it.
 */
export function findReached(changed: readonly string[], sources: readonly Source[], limits: Limits, differenceIn: DifferenceIn): ReadonlySet<string> {
  const walk = new Walk(changed, sources, limits);
  for (const path of changed) walk.begin(path, differenceIn);
  walk.finish();
  return walk.reached;
}

class Walk {
  readonly reached = new Set<string>();
  readonly #byPath: ReadonlyMap<string, Source>;
  readonly #users = new Map<string, User[]>();
  readonly #changed: ReadonlySet<string>;
  readonly #limits: Limits;
  readonly #pieces = new Map<string, Pieces>();
  /** Everything that was followed already; the value is true where it was followed by its type only. */
  readonly #followed = new Map<string, boolean>();
  readonly #tasks: (() => void)[] = [];
  readonly #sources: readonly Source[];

  constructor(changed: readonly string[], sources: readonly Source[], limits: Limits) {
    this.#sources = sources;
    this.#byPath = new Map(sources.map((source) => [source.path, source]));
    this.#changed = new Set(changed);
    this.#limits = limits;
    for (const source of sources)
      for (const taken of source.imports)
        if (taken.file !== null) {
          const users = this.#users.get(taken.file);
          if (users) users.push({ source, taken });
          else this.#users.set(taken.file, [{ source, taken }]);
        }
  }

  /** Follows one changed file. */
  begin(path: string, differenceIn: DifferenceIn): void {
    this.#reachNamed(path);
    const source = this.#byPath.get(path);
    const difference = source ? differenceIn(source) : null;
    if (!source || difference === null) return this.#followWhole(path, false);
    if (this.#limits.isTest(path)) this.reached.add(path);
    for (const name of difference.exports) this.#followExport(path, name, false);
    for (const request of difference.passedOn) {
      const target = source.imports.find((taken) => taken.passesOn && taken.request === request)?.file ?? null;
      if (target === null) return this.#followWhole(path, false);
      for (const name of this.#namesOf(target)) this.#followExport(path, name, false);
    }
    const { all, exported } = this.#piecesOf(source);
    const isDeclared = new Set(all.flatMap(({ names }) => names));
    for (const piece of all) if (piece.names.some((name) => difference.locals.has(name))) this.#followPiece(source, piece, false);
    for (const name of difference.locals) {
      if (!isDeclared.has(name)) this.#followLocal(source, name, false);
      // a name that is no longer declared was exported under itself
      if (!exported.has(name)) this.#followExport(path, name, false);
    }
    for (const [name, keys] of difference.keys) this.#followKeys(source, name, [...keys]);
  }

  finish(): void {
    for (let task = this.#tasks.pop(); task; task = this.#tasks.pop()) task();
  }

  /** Every name of a file, and the file as such. */
  #followWhole(path: string, isType: boolean): void {
    if (!this.#isNew(`whole ${path}`, isType)) return;
    this.reached.add(path);
    const source = this.#byPath.get(path);
    for (const piece of source ? this.#piecesOf(source).all : []) this.#followPiece(source as Source, piece, isType);
    for (const user of this.#usersOf(path)) {
      const { source: other, taken } = user;
      if (taken.passesOn) for (const name of this.#namesOf(path)) this.#followExport(other.path, name, isType);
      else if (taken.bindings.length === 0 && !taken.isDynamic) this.#followWhole(other.path, isType);
      for (const binding of taken.bindings) this.#followBinding(user, binding, isType);
      if (taken.isDynamic) this.#followLocal(other, `import:${taken.request}`, isType);
    }
  }

  #followExport(path: string, name: string, isType: boolean): void {
    if (!this.#isNew(`export ${path} ${name}`, isType)) return;
    if (this.#limits.isRegistry(path) && !this.#changed.has(path)) return this.#limits.isKeyed(path, '') ? undefined : this.#followRegistry(path, name);
    this.#tasks.push(() => {
      for (const user of this.#usersOf(path)) {
        const { source, taken } = user;
        if (taken.passesOn && name !== 'default') this.#followExport(source.path, name, isType);
        for (const binding of taken.bindings) if (isTaken(binding, name, source)) this.#followBinding(user, binding, isType);
        if (taken.isDynamic) this.#followLocal(source, `import:${taken.request}`, isType);
      }
    });
  }

  /** Reaches the tests that take a registry, and whose text matches: they go through all that is in it. */
  #followRegistry(path: string, name: string, matching = /^/): void {
    for (const { source, taken } of this.#users.get(path) ?? []) {
      const bindings = taken.bindings.filter((binding) => isTaken(binding, name, source));
      if (taken.passesOn) this.#followRegistry(source.path, name, matching);
      for (const { isExportedAgain, as } of bindings) {
        if (isExportedAgain) this.#followRegistry(source.path, as, matching);
        else if (this.#limits.isTest(source.path) && matching.test(source.text)) this.reached.add(source.path);
      }
    }
  }

  #followBinding({ source, taken }: User, binding: Binding, isType: boolean): void {
    const isIntoWeb = source.path.startsWith('apps/web/') && taken.file?.startsWith('packages/contract/') === true;
    const isTypeHere = !isIntoWeb && (isType || binding.isType);
    if (binding.isExportedAgain) this.#followExport(source.path, binding.as, isTypeHere);
    else this.#followLocal(source, binding.as, isTypeHere, isIntoWeb);
  }

  /** The pieces of a file that mention a local name. `countsTypes`: a mention as a type counts as one of the value. */
  #followLocal(source: Source, name: string, isType: boolean, countsTypes = false): void {
    if (isType && !source.path.startsWith('packages/')) return;
    if (this.#limits.isTest(source.path)) {
      this.reached.add(source.path);
      return;
    }
    for (const piece of this.#piecesOf(source).all) {
      const mention = piece.mentions.get(name);
      if (mention !== undefined) this.#followPiece(source, piece, isType || (mention && !countsTypes));
    }
  }

  #followPiece(source: Source, piece: Piece, isType: boolean): void {
    const { path } = source;
    if (isType && !path.startsWith('packages/')) return;
    if (!this.#isNew(`piece ${path} ${piece.start}`, isType)) return;
    if (!this.#limits.isRegistry(path) || this.#changed.has(path)) this.reached.add(path);
    this.#tasks.push(() => {
      if (piece.names.length === 0 && !isType) return this.#followWhole(path, false);
      const { all, exported } = this.#piecesOf(source);
      for (const name of piece.names) {
        for (const given of exported.get(name) ?? []) this.#followExport(path, given, isType);
        this.#followLocal(source, name, isType);
      }
      if (!isType) for (const state of all) if (state.isState && state.names.some((name) => piece.mentions.has(name))) this.#followPiece(source, state, false);
    });
  }

  /** The places that name a changed key; where nobody does, everyone who takes the object. */
  #followKeys(source: Source, name: string, keys: readonly string[]): void {
    this.reached.add(source.path);
    for (const key of keys) if (!this.#followKey(key)) this.#followNamedObject(source, name);
    for (const { path, exports } of this.#sources)
      if (this.#limits.isRegistry(path) && this.#limits.isKeyed(path, ''))
        for (const { name: registry } of exports) this.#followRegistry(path, registry, new RegExp(`\\bObject\\.(entries|keys|values)\\(${registry}\\b`));
  }

  #followNamedObject(source: Source, name: string): void {
    for (const piece of this.#piecesOf(source).all) if (piece.names.includes(name)) this.#followPiece(source, piece, false);
  }

  #followKey(fullKey: string): boolean {
    const key = /^error\.[A-Z_\d]+/.exec(fullKey)?.[0].slice('error.'.length) ?? fullKey.replace(COUNT_FORM, '');
    const mentions = mentionsOf(key);
    const firstWord = /^[^.]*\.?/.exec(key)?.[0] as string;
    let isFound = false;
    for (const source of this.#sources) {
      if (!source.text.includes(firstWord)) continue;
      if (this.#limits.isKeyed(source.path, '') || this.#isRoof(source.path)) continue;
      const places = [...source.text.matchAll(mentions)].map(({ index }) => index);
      if (places.length === 0) continue;
      if (this.#limits.isTest(source.path)) {
        this.reached.add(source.path);
        continue;
      }
      for (const piece of this.#piecesOf(source).all)
        if (places.some((place) => place >= piece.start && place < piece.end)) {
          isFound = true;
          this.#followPiece(source, piece, false);
        }
    }
    return isFound;
  }

  /** Files that name a changed file in a text, or its folder where a test lists folders: they read it, or start it as a worker. */
  #reachNamed(path: string): void {
    const name = posix.basename(path);
    for (const source of this.#sources) {
      if (source.path === path || !READS_FILES.test(source.text)) continue;
      const isTest = this.#limits.isTest(source.path);
      const listsFolders = isTest && !/\.(pg|proof)\.test\.ts$|\.journey\.ts$/.test(source.path) && listsFilesLike(path, source.text);
      if (!listsFolders && !source.text.includes(name)) continue;
      for (const { 0: match, 1: text = '', index } of source.text.matchAll(/['"`]([\w@./-]+)['"`]/g)) {
        const named = text.startsWith('.') ? posix.join(posix.dirname(source.path), text) : text.includes('/') || text.includes('.') ? text : '';
        const beside = posix.join(posix.dirname(source.path), text);
        const folder = named.replace(/\/$/, '');
        const isListed = listsFolders && /^(apps|packages|e2e|tools)\/./.test(folder) && path.startsWith(`${folder}/`);
        if (named !== path && !(text === name && beside === path) && !isListed) continue;
        if (isTest) this.reached.add(source.path);
        else if (!this.#isRoof(source.path))
          for (const piece of this.#piecesOf(source).all)
            if (index >= piece.start && index + match.length <= piece.end) this.#followPiece(source, piece, false);
      }
    }
  }

  /** The names that a file gives, its own and those that it passes on. */
  #namesOf(path: string, seen = new Set<string>()): Set<string> {
    const source = this.#byPath.get(path);
    const names = new Set<string>();
    if (!source || seen.has(path)) return names;
    seen.add(path);
    for (const { name } of source.exports) names.add(name);
    for (const { passesOn, file } of source.imports) if (passesOn && file !== null) for (const name of this.#namesOf(file, seen)) names.add(name);
    return names;
  }

  #usersOf = (path: string): readonly User[] => (this.#users.get(path) ?? []).filter(({ source }) => !this.#isRoof(source.path));
  #isRoof = (path: string): boolean => this.#limits.isRoof(path) && !this.#changed.has(path);

  #piecesOf(source: Source): Pieces {
    const pieces = this.#pieces.get(source.path) ?? cutPieces(source.program);
    this.#pieces.set(source.path, pieces);
    return pieces;
  }

  /** Returns false where this was followed before at least as far. */
  #isNew(what: string, isType: boolean): boolean {
    const before = this.#followed.get(what);
    if (before === false || before === isType) return false;
    this.#followed.set(what, isType);
    return true;
  }
}

/** Returns whether a text lists the files of folders, and files of this kind among them. */
function listsFilesLike(path: string, text: string): boolean {
  if (!LISTS_FILES.test(text)) return false;
  const kinds = [...text.matchAll(/\*\.([\w{},.]+)/g)].flatMap(([, kind = '']) => kind.match(/\w+/g) ?? []);
  return kinds.length === 0 || kinds.includes(posix.extname(path).slice(1));
}

/** Returns whether a binding takes a name. A whole module as one object takes what stands after its dot, if it is never passed on as a whole. */
function isTaken({ name, as, isExportedAgain }: Binding, wanted: string, { text }: Source): boolean {
  if (name !== '*' || isExportedAgain) return name === wanted || name === '*';
  const isWhole = [...text.matchAll(new RegExp(`(?<![\\w$.'"])${as}\\b(?!\\.\\w)`, 'g'))].length > 1;
  return isWhole || new RegExp(`\\b${as}\\.${wanted}\\b`).test(text);
}

/**
 * Matches the places that ask for a key: the key itself, and a template or a text that begins like it and leaves the rest
 * open. A key's first word alone is too little to go by.
 */
function mentionsOf(key: string): RegExp {
  const escaped = (text: string): string => text.replaceAll('.', '\\.');
  const words = key.split('.');
  const starts = words.slice(1).map((_, index) => words.slice(0, index + 1).join('.'));
  // also within a word: `calendar.feed${kind}`
  const open = new Set<string>();
  for (const start of starts) for (let end = start.length + 1; end <= key.length; end += 1) open.add(key.slice(0, end));
  const texts = starts.flatMap((start, index) => [`(?<=['"\`])${escaped(start)}${index > 0 ? '\\.?' : '\\.'}['"\`]`]);
  const templates = [...open].map((start) => `${escaped(start)}\\$\\{`);
  return new RegExp(`(?<![\\w.-])(?:${[`${escaped(key)}(?![\\w-]|\\.\\w)`, ...texts, ...templates].join('|')})`, 'g');
}
