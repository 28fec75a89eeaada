import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { type Import, repository, type Source } from './source.ts';
import { placeOf, refuseWing } from './wings.ts';

export interface Violation {
  /** The place as path:line. */
  where: string;
  problem: string;
}

type Rule = (source: Source, entry: Import) => string | false | null | undefined;

const isTest = (path: string) => /\.test\.tsx?$|\/testing\/|\.journey\.ts$/.test(path);
const packageOf = (request: string) =>
  request
    .split('/')
    .slice(0, request.startsWith('@') ? 2 : 1)
    .join('/');
const isPackage = (entry: Import) => entry.file === null && !isBuiltin(entry.request);

/**
 * The layers of the web app, lowest first. Each imports only earlier ones, including by `import()`. `join` and `picker`
 * are separate.
 */
const webFloors: readonly string[] = ['styles', 'theme', 'base', 'ui', 'lesson', 'features', 'app'];

/** Returns the layer of a file of the web app; null for its first file, which combines everything, and outside. */
const floorOf = (path: string | null): string | null => /^apps\/web\/src\/([^/]+)\//.exec(path ?? '')?.[1] ?? null;

const rules: Rule[] = [
  (source, entry) =>
    source.path.startsWith('packages/rules/') &&
    !isTest(source.path) &&
    !entry.file?.startsWith('packages/rules/') &&
    `rules are pure and import nothing but rules, not ${entry.request}`,
  (source, entry) =>
    source.path.startsWith('packages/contract/') &&
    !isTest(source.path) &&
    !/^packages\/(rules|contract)\//.test(entry.file ?? '') &&
    packageOf(entry.request) !== 'zod' &&
    `the contract imports rules and zod only, not ${entry.request}`,
  (source, entry) => source.path.startsWith('apps/server/') && entry.file?.startsWith('apps/web/') && 'the server never imports the web app',
  (source, entry) => source.path.startsWith('apps/web/') && entry.file?.startsWith('apps/server/') && 'the web app never imports the server',
  (source, entry) =>
    /^(apps|packages)\//.test(source.path) &&
    !isTest(source.path) &&
    /^(tools|e2e)\/|^apps\/server\/src\/testing\//.test(entry.file ?? '') &&
    `the product does not need what only tests and tools have: ${entry.request}`,
  (source, entry) =>
    source.path.startsWith('apps/server/src/platform/') &&
    !isTest(source.path) &&
    /^apps\/server\/src\/(?!platform\/)/.test(entry.file ?? '') &&
    `the platform knows no school word: it imports nothing above it, not ${entry.request}`,
  (source, entry) => {
    const [from, to] = [floorOf(source.path), floorOf(entry.file)];
    if (!from || !to || from === to || isTest(source.path)) return null;
    if (to === 'join') return `the student's lesson is an entry of its own and imported by nobody: ${entry.request}`;
    if (to === 'picker') return `the window of Google's picker is an entry of its own and imported by nobody: ${entry.request}`;
    const highest = from === 'join' || from === 'picker' ? 'lesson' : from;
    return webFloors.indexOf(to) > webFloors.indexOf(highest) && `${from} stands below ${to} and does not import it: ${entry.request}`;
  },
  (source, entry) => {
    const from = placeOf(source.path);
    const to = placeOf(entry.file);
    if (!to || to.side === 'contract' || isTest(source.path) || (from?.side === to.side && from.module === to.module)) return null;
    return !/^index\.tsx?$/.test(to.rest) && `${to.module} is entered only through its index.ts, not ${entry.request}`;
  },
  (source, entry) => {
    const from = placeOf(source.path);
    const to = placeOf(entry.file);
    if (!from || !to || from.side !== to.side || from.module === to.module || isTest(source.path)) return null;
    const problem = refuseWing(from.wing, to.wing);
    return problem && `${from.module} may not enter ${to.module}: ${problem}`;
  },
  (source, entry) => {
    const [, assembly] = /^apps\/server\/src\/(app|manifest|modules|parts|sockets)\.ts$/.exec(source.path) ?? [];
    if (!assembly || !placeOf(entry.file)) return null;
    if (assembly !== 'modules') return `${assembly}.ts knows no module: say it in the module's manifest (manifest.ts), not ${entry.request}`;
    return (
      !(entry.names !== 'all' && entry.names.every((name) => name.endsWith('Module'))) &&
      `modules.ts takes from a module only the function that returns its manifest: ${entry.request}`
    );
  },
  (source, entry) =>
    isPackage(entry) &&
    !declaredPackages(source.path).all.has(packageOf(entry.request)) &&
    !declaredPackages(source.path).all.has(typesOf(packageOf(entry.request))) &&
    `the package ${packageOf(entry.request)} is not in this workspace's package.json`,
  (source, entry) =>
    isPackage(entry) &&
    !entry.isType &&
    isBuiltOrRun(source.path) &&
    declaredPackages(source.path).forTools.has(packageOf(entry.request)) &&
    `\`npm start\` installs no devDependencies, and needs ${packageOf(entry.request)}: it belongs into dependencies`,
];

/** Returns whether `npm start` runs the file: it builds the web app with it, or the product needs it. */
const isBuiltOrRun = (path: string) =>
  /^(packages\/[^/]+\/src|apps\/server\/src|apps\/web\/(src|vite))\/|^apps\/web\/vite\.config\.ts$/.test(path) && !isTest(path);

const typesOf = (name: string) => `@types/${name.replace('@', '').replace('/', '__')}`;

interface Declared {
  all: ReadonlySet<string>;
  /** These are needed for checks and tests only, so that `npm start` does not install them. */
  forTools: ReadonlySet<string>;
}

const declared = new Map<string, Declared>();
function declaredPackages(path: string): Declared {
  const workspace = /^(packages|apps)\/[^/]+|^[^/]+/.exec(path)?.[0] as string;
  let names = declared.get(workspace);
  if (!names) {
    const read = (folder: string) =>
      JSON.parse(readFileSync(join(repository, folder, 'package.json'), 'utf8')) as Record<string, Record<string, string> | undefined>;
    const [own, root] = [read(workspace), read('.')];
    const forTools = [own.devDependencies, root.devDependencies].flatMap((list) => Object.keys(list ?? {}));
    names = { all: new Set([...forTools, ...Object.keys(own.dependencies ?? {})]), forTools: new Set(forTools) };
    declared.set(workspace, names);
  }
  return names;
}

/** Checks the rules about single imports. */
export function checkImports(sources: readonly Source[]): Violation[] {
  return sources.flatMap((source) =>
    source.imports.flatMap((entry) =>
      rules.flatMap((rule) => {
        const problem = rule(source, entry);
        return problem ? [{ where: `${source.path}:${entry.line}`, problem }] : [];
      }),
    ),
  );
}
