import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

export const repository = fileURLToPath(new URL('../../', import.meta.url));

export interface Import {
  /** The import as written: `./a.ts`, `zod`, `node:fs`, `@classwright/rules/live`. */
  request: string;
  /** The imported file, from the repository's root; null for a package or for Node. */
  file: string | null;
  /** True when it does not exist at run time. */
  isType: boolean;
  isDynamic: boolean;
  line: number;
  /** The imported names, 'default' included; 'all' when they appear only in the text. */
  names: readonly string[] | 'all';
  /** True for `export * from`: everything that others import from this file may come from there. */
  passesOn: boolean;
  /** Each name that is taken, with the name that this file has for it. */
  bindings: readonly Binding[];
}

/** One name that a file takes from another. */
export interface Binding {
  /** The other file's name for it: 'default' included, and '*' for all of the other file as one object. */
  name: string;
  /** The name of this file for it: the local one, or the one under which it is exported again. */
  as: string;
  isType: boolean;
  /** True for `export { name } from`. */
  isExportedAgain: boolean;
}

/** An export of a file. */
export interface Export {
  name: string;
  /** True when it does not exist at run time. */
  isType: boolean;
  start: number;
}

/** One source file as the rules see it. */
export interface Source {
  /** The path from the repository's root, with forward slashes. */
  path: string;
  imports: Import[];
  exports: Export[];
  text: string;
  /** The comments, in their order. */
  comments: readonly { type: 'Line' | 'Block'; value: string; start: number; end: number }[];
  /** The syntax tree, for rules about what the code does. */
  program: unknown;
  lineOf: (offset: number) => number;
}

const folders = ['packages', 'apps', 'tools', 'e2e'];
const ignored = new Set(['node_modules', 'dist', '.builds', 'artifacts']);

/** Reads and parses every TypeScript file of the repository. */
export function readSources(): Source[] {
  const paths = new Set(folders.flatMap((folder) => listFiles(folder)));
  return [...paths].map((path) => parseSource(path, readFileSync(join(repository, path), 'utf8'), (file) => paths.has(file)));
}

/** Reads and parses the scripts of the tools, whose words are read too. */
export function readScripts(): Source[] {
  return listFiles('tools', /\.mjs$/).map((path) => parseSource(path, readFileSync(join(repository, path), 'utf8'), () => false));
}

/** A style sheet of the web app. */
export interface Sheet {
  path: string;
  text: string;
}

/** Reads every style sheet of the repository. */
export function readSheets(): Sheet[] {
  return listFiles('apps', /\.css$/).map((path) => ({ path, text: readFileSync(join(repository, path), 'utf8') }));
}

function listFiles(folder: string, names = /(?<!\.d)\.tsx?$/): string[] {
  return readdirSync(join(repository, folder), { withFileTypes: true }).flatMap((entry) => {
    if (ignored.has(entry.name)) return [];
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return listFiles(path, names);
    return names.test(entry.name) ? [path] : [];
  });
}

/** Parses a file. `exists` checks whether a path from the root is one of our files. */
export function parseSource(path: string, text: string, exists: (path: string) => boolean): Source {
  const parsed = parseSync(path, text);
  const { module, errors } = parsed;
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length;
  const make = (request: string, offset: number, rest: Omit<Import, 'request' | 'file' | 'line'>): Import => ({
    request,
    file: resolveImport(path, request, exists),
    line: lineOf(offset),
    ...rest,
  });
  const imports = module.staticImports.map(({ entries, moduleRequest, start }) => {
    const isType = entries.length > 0 && entries.every((name) => name.isType);
    const isWhole = entries.some(({ importName }) => importName.kind === 'NamespaceObject');
    const names = isWhole ? 'all' : entries.map(({ importName }) => importName.name ?? 'default');
    const bindings = entries.map(({ importName, localName, isType: isTypeOnly }) => ({
      name: importName.kind === 'NamespaceObject' ? '*' : (importName.name ?? 'default'),
      as: localName.value,
      isType: isTypeOnly,
      isExportedAgain: false,
    }));
    return make(moduleRequest.value, start, { isType, isDynamic: false, names, passesOn: false, bindings });
  });
  const exports: Export[] = [];
  for (const { entries, start } of module.staticExports) {
    for (const { exportName, isType } of entries) if (exportName.kind === 'Name') exports.push({ name: exportName.name as string, isType, start });
    const [first] = entries;
    if (!first?.moduleRequest) continue;
    const isType = entries.every((entry) => entry.isType);
    const passesOn = entries.some(({ importName }) => importName.kind === 'AllButDefault');
    const names = entries.flatMap(({ importName }) => (importName.kind === 'Name' ? [importName.name as string] : []));
    const bindings = entries
      .filter(({ importName }) => importName.kind !== 'AllButDefault')
      .map(({ importName, exportName, isType: isTypeOnly }) => ({
        name: importName.kind === 'All' ? '*' : (importName.name ?? 'default'),
        as: exportName.name ?? 'default',
        isType: isTypeOnly,
        isExportedAgain: true,
      }));
    imports.push(make(first.moduleRequest.value, start, { isType, isDynamic: false, names, passesOn, bindings }));
  }
  for (const { moduleRequest, start } of module.dynamicImports) {
    const literal = /^['"](.*)['"]$/s.exec(text.slice(moduleRequest.start, moduleRequest.end));
    if (literal) imports.push(make(literal[1] as string, start, { isType: false, isDynamic: true, names: 'all', passesOn: false, bindings: [] }));
  }
  return {
    path,
    imports,
    exports,
    text,
    comments: parsed.comments,
    lineOf,
    get program() {
      return parsed.program; // made when somebody asks, which costs twice as much as all the rest
    },
  };
}

/** Resolves an import. Our own packages are read from their sources, as their `exports` define. */
function resolveImport(from: string, request: string, exists: (path: string) => boolean): string | null {
  const base = request.replace(/\?.*$/, '');
  if (base.startsWith('.')) return posix.join(dirname(from), base);
  const own = /^@classwright\/(rules|contract|server)(?:\/(.+))?$/.exec(base);
  if (!own) return null;
  const folder = own[1] === 'server' ? 'apps/server/src' : `packages/${own[1]}/src`;
  const inside = `${folder}/${own[2] ?? 'index'}`;
  return [`${inside}.ts`, `${inside}/index.ts`].find(exists) ?? inside;
}

export interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Calls `visit` for every node of a tree. */
export function walk(node: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(node)) {
    for (const child of node) walk(child, visit);
  } else if (isNode(node)) {
    visit(node);
    for (const key in node) if (key !== 'type') walk(node[key], visit);
  }
}

/** Returns `a.b.c` for a chain of plain names, else null. */
export function nameOf(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === 'Identifier') return node.name as string;
  if (node.type === 'MetaProperty') return 'import.meta';
  if (node.type !== 'MemberExpression' || node.computed) return null;
  const object = nameOf(node.object);
  return object === null ? null : `${object}.${(node.property as Node).name}`;
}
