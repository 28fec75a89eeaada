import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Violation } from './import-rules.ts';
import { type Node, nameOf, repository, type Source, walk } from './source.ts';

const ignored = new Set(['node_modules', 'dist', '.builds', 'artifacts', '.git']);
/** The folder at the top that `npm run release` writes. */
const releases = 'release';

/** Database objects that are never read, with the reason why they stay. */
const unread: Readonly<Record<string, string>> = {
  'courses.description_heading': 'classes to come show it',
  'courses.google_meet_link': 'classes to come show it',
  'question_approvals.approved_at': 'the record of an approval',
  grant_default: 'migrations call it',
};

/** Files that are not code: styles, pages, packages, the schema; path → text. */
export type Papers = ReadonlyMap<string, string>;

/** Reads every such file of the repository. */
export function readPapers(): Papers {
  const list = (folder: string): string[] =>
    readdirSync(join(repository, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory()) return ignored.has(entry.name) || path === releases ? [] : list(path);
      return /\.(md|css|mjs|mts|html)$|\.d\.ts$|(^|\/)(package|biome|tsconfig|\.oxlintrc)\.json$|migrations\/schema\.txt$/.test(path) ? [path] : [];
    });
  return new Map(list('').map((path) => [path, readFileSync(join(repository, path), 'utf8')]));
}

/** Checks that every declared package is imported or named somewhere. */
export function checkPackages(sources: readonly Source[], papers: Papers): Violation[] {
  const texts = [...papers].filter(([path]) => !path.endsWith('package.json') && !path.endsWith('.md'));
  return [...papers]
    .filter(([path]) => path.endsWith('package.json') && !path.includes('/@types/'))
    .flatMap(([path, text]) => {
      const folder = posix.dirname(path) === '.' ? '' : `${posix.dirname(path)}/`;
      const own = [...sources.map((source) => [source.path, source.text] as const), ...texts].filter(([file]) => file.startsWith(folder));
      const declared = JSON.parse(text) as Partial<Record<'dependencies' | 'devDependencies', Record<string, string>>>;
      return Object.keys({ ...declared.dependencies, ...declared.devDependencies })
        .filter((name) => {
          const called = name.replace('@types/', '');
          const pattern = called === 'node' ? /['"]node[:'"]/ : new RegExp(`['"/(]${called}['"/]`);
          // Test environments are named in the tests' setup.
          return (
            !own.some(([, words]) => pattern.test(words)) && !(called === 'jsdom' && sources.some(({ text: words }) => words.includes("environment: 'jsdom'")))
          );
        })
        .map((name) => ({ where: path, problem: `nobody imports the package ${name}` }));
    });
}

/** Checks that every class of a CSS module is named by a file that imports it, and that every name has a class. */
export function checkClasses(sources: readonly Source[], papers: Papers): Violation[] {
  return [...papers]
    .filter(([path]) => path.endsWith('.module.css'))
    .flatMap(([path, text]) => {
      const rules = text.replace(/\/\*[^]*?\*\/|:global\([^)]*\)|url\([^)]*\)/g, '');
      const classes = new Set([...rules.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name]) => name as string));
      const users = sources.filter(({ imports }) => imports.some(({ file }) => file === path));
      if (users.length === 0) return [{ where: path, problem: 'nobody imports these styles' }];
      const named = new Map<string, string>();
      let isHandedOn = false;
      for (const user of users) {
        const { names, all } = listClasses(user, path);
        isHandedOn ||= all;
        for (const { name, start } of names) named.set(name, `${user.path}:${user.lineOf(start)}`);
      }
      return [
        ...(isHandedOn ? [] : [...classes].filter((name) => !named.has(name)).map((name) => ({ where: path, problem: `no code names the class ${name}` }))),
        ...[...named].filter(([name]) => !classes.has(name)).map(([name, where]) => ({ where, problem: `${posix.basename(path)} has no class ${name}` })),
      ];
    });
}

/** Lists the classes that a file names. `all`: names are composed, or the styles are passed on as a whole. */
function listClasses({ path, program }: Source, styles: string): { names: { name: string; start: number }[]; all: boolean } {
  let local = '';
  for (const statement of (program as { body: Node[] }).body) {
    const request = (statement.source as { value?: string } | null)?.value;
    if (statement.type !== 'ImportDeclaration' || !request?.startsWith('.') || posix.join(posix.dirname(path), request) !== styles) continue;
    local = nameOf((statement.specifiers as { local: Node }[])[0]?.local) ?? '';
  }
  const names: { name: string; start: number }[] = [];
  let members = 0;
  let mentions = -1; // the import itself
  let all = false;
  walk(program, (node) => {
    if (node.type === 'Identifier' && node.name === local) mentions += 1;
    if (node.type !== 'MemberExpression' || (node.object as Node).type !== 'Identifier' || (node.object as Node).name !== local) return;
    members += 1;
    const property = node.property as { name?: string; value?: unknown };
    if (!node.computed) names.push({ name: property.name as string, start: node.start });
    else if (typeof property.value === 'string') names.push({ name: property.value, start: node.start });
    else all = true;
  });
  return { names, all: all || mentions > members };
}

/**
 * Checks that every page is reachable by links from the README (a folder's link covers everything in it), and that no
 * link is broken.
 */
export function checkPages(papers: Papers, exists: (path: string) => boolean): Violation[] {
  const pages = [...papers.keys()].filter((path) => path.endsWith('.md'));
  const reached = new Set(['README.md']);
  const violations: Violation[] = [];
  for (const path of reached)
    for (const [, link] of (papers.get(path) ?? '').replace(/```[^]*?```/g, '').matchAll(/\]\(([^)#\s]+)[^)]*\)/g)) {
      if (/^[a-z]+:/.test(link as string)) continue;
      const target = posix.join(posix.dirname(path), link as string);
      if (!exists(target)) violations.push({ where: path, problem: `the link to ${link} leads nowhere` });
      for (const page of pages) if (page === target || (target.endsWith('/') && page.startsWith(target))) reached.add(page);
    }
  return [...violations, ...pages.filter((path) => !reached.has(path)).map((path) => ({ where: path, problem: 'no page links here' }))];
}

/** Checks that every column and every function of ours is named by the server, a view, or another function. */
export function checkDatabase(sources: readonly Source[], papers: Papers): Violation[] {
  const where = 'apps/server/migrations/schema.txt';
  const schema = papers.get(where) ?? '';
  const words = new Set<string>();
  const note = (text: string) => {
    for (const word of text.match(/[a-z_][a-z0-9_]*/gi) ?? []) words.add(word);
  };
  for (const { path, text } of sources)
    if (/^(apps\/server|packages\/contract)\/src\//.test(path) && !/\.test\.ts$|\/testing\/|\.gen\.ts$/.test(path)) note(text);
  const blocks = schema.split('\n\n').map((block) => block.split('\n'));
  const columns: { name: string; table: string }[] = [];
  const functions: { name: string; body: string }[] = [];
  let used = '';
  for (const [head = '', ...lines] of blocks) {
    const [kind, name = ''] = head.split(/[ (]/);
    const body = lines.join('\n');
    if (kind === 'table') {
      for (const line of lines) if (!/^ {2}(constraint|index|trigger) /.test(line)) columns.push({ name: line.trim().split(' ')[0] as string, table: name });
      used += lines.map((line) => line.replace(/^ {2}\S+/, '')).join('\n');
    } else if (kind === 'function') {
      if (!/^\s*\w+\s*$/.test(body)) functions.push({ name, body }); // an extension's body is the name of a symbol
      note(body.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), ''));
    } else note(body);
  }
  const ofSchema = new Set(used.match(/[a-z_][a-z0-9_]*/gi));
  return [
    ...columns
      .filter(({ name, table }) => !words.has(name) && !Object.hasOwn(unread, `${table}.${name}`))
      .map(({ name, table }) => ({ where, problem: `nobody reads or writes ${table}.${name}` })),
    ...functions
      .filter(({ name }) => !words.has(name) && !ofSchema.has(name) && !Object.hasOwn(unread, name))
      .map(({ name }) => ({ where, problem: `nobody calls the function ${name}` })),
  ];
}
