import type { Violation } from './import-rules.ts';
import { hiddenTables, publicViews } from './public-views.ts';
import { nameOf, type Node, type Source, walk } from './source.ts';
import { listWriters } from './table-writers.ts';
import { placeOf, refuseWing } from './wings.ts';

const isTest = (path: string) => /\.test\.tsx?$|\/testing\//.test(path);
const isRead = (path: string) => /^apps\/server\/src\/(modules|platform)\//.test(path) && !isTest(path);
const schema = 'apps/server/src/platform/database/schema.gen.ts';
/** Kysely's methods that take a table. */
const namesTable = /^(selectFrom|from|using|(inner|left|right|full|cross)Join(Lateral)?|insertInto|updateTable|deleteFrom|mergeInto)$/;
/** A word of a statement, except after a dot, in an alias, or within a text. */
const words = /'(?:[^']|'')*'|\bAS\s+[a-z_"]+|\.\s*[a-z_]+|\b[a-z_]+\b/gi;

/** A module whose SQL names a table of another one. */
export interface Read {
  from: string;
  to: string;
  where: string;
}

interface Owner {
  wing: string;
  module: string;
}

/**
 * Reads have an order too: the SQL of a module names its own tables, those of modules that it may enter, and public views
 * of the others; that of the platform names its own. Tables that lists alone keep are open to all.
 */
export function checkReads(sources: readonly Source[]): Violation[] {
  return findReads(sources).flatMap(({ name, reader, owner, where }) => {
    const problem = findProblem(name, reader, owner);
    return problem ? [{ where, problem }] : [];
  });
}

/** Returns the reads of tables, and of views that stand for one, of other modules. */
export function listReads(sources: readonly Source[]): Read[] {
  return findReads(sources).flatMap(({ name, reader, owner, where }) =>
    reader && owner && reader.module !== owner.module && !isOpen(name, reader) ? [{ from: reader.module, to: owner.module, where }] : [],
  );
}

/** Returns true for a view that a module may read even if it may not enter the view's module. */
function isOpen(name: string, reader: Owner | null): boolean {
  const view = publicViews[name];
  return view !== undefined && (!view.isOrdered || (view.alsoFor !== undefined && view.alsoFor === reader?.module));
}

/** Returns every table and view that SQL of modules and of the platform names; `reader` is null for the platform. */
function findReads(sources: readonly Source[]): { name: string; reader: Owner | null; owner: Owner | undefined; where: string }[] {
  const relations = listRelations(sources.find(({ path }) => path === schema));
  const owners = listOwners(sources);
  return sources
    .filter(({ path }) => isRead(path))
    .flatMap((source) => {
      const reader = placeOf(source.path);
      const named = listNamed(source).filter(({ name }) => relations.has(name));
      const places = new Map(named.map(({ name, start }) => [`${source.lineOf(start)} ${name}`, { name, where: `${source.path}:${source.lineOf(start)}` }]));
      return [...places.values()].map(({ name, where }) => ({ name, reader, owner: owners.get(name), where }));
    });
}

function findProblem(name: string, reader: Owner | null, owner: Owner | undefined): string | null {
  const keeper = hiddenTables[name];
  if (keeper !== undefined && keeper !== reader?.module) return `${name} is named by ${keeper} alone: read its views`;
  if (publicViews[name] && reader === null) return `the platform reads no module's view: ${name}`;
  if (isOpen(name, reader)) return null;
  if (owner === undefined || owner.module === reader?.module) return null;
  if (reader === null) return `the platform reads no module's table: ${name} is ${owner.module}'s`;
  const problem = refuseWing(reader.wing, owner.wing);
  return (
    problem && `${reader.module} may not read ${name} of ${owner.module}: ${problem}. A public view (tools/house-rules/public-views.ts), or the query moves`
  );
}

/**
 * Lists the tables that a module writes, and its views that stand for one, with its name. The platform writes tables of
 * lists, for the modules that declare them.
 */
function listOwners(sources: readonly Source[]): Map<string, Owner> {
  const ofLists = new Set<string>();
  for (const { path, program } of sources)
    if (path.startsWith('packages/contract/src/'))
      walk(program, (node) => {
        if (node.type !== 'CallExpression' || nameOf(node.callee) !== 'defineReferenceList') return;
        const fields = new Map(
          (((node.arguments as Node[])[0]?.properties ?? []) as { key: unknown; value?: { value?: unknown } }[]).map(({ key, value }) => [
            nameOf(key),
            value?.value,
          ]),
        );
        if (fields.get('writable') !== false) ofLists.add(String(fields.get('table')));
      });
  const owners = new Map<string, Owner>();
  for (const [table, rooms] of listWriters(sources))
    for (const room of rooms.keys()) {
      const place = placeOf(`${room}/index.ts`);
      if (place && !ofLists.has(table)) owners.set(table, place);
    }
  const modules = new Map(sources.flatMap(({ path }) => placeOf(path) ?? []).flatMap((place) => (place.side === 'modules' ? [[place.module, place]] : [])));
  for (const [view, { of, isOrdered }] of Object.entries(publicViews)) {
    const place = isOrdered && modules.get(of);
    if (place) owners.set(view, place);
  }
  return owners;
}

/** Lists all tables and views, from the description of the schema. */
function listRelations(source: Source | undefined): Set<string> {
  const names = new Set<string>();
  walk(source?.program, (node) => {
    if (node.type !== 'TSInterfaceDeclaration' || nameOf(node.id) !== 'Database') return;
    for (const member of (node.body as { body: { key: unknown }[] }).body) names.add(nameOf(member.key) ?? '');
  });
  return names;
}

/** Lists possible table names: every word of SQL, raw SQL too, and the first argument of Kysely's methods. */
function listNamed(source: Source): { name: string; start: number }[] {
  const named: { name: string; start: number }[] = [];
  const read = (text: string, start: number) => {
    for (const match of text.replace(/--.*$/gm, '').matchAll(words)) named.push({ name: match[0], start: start + match.index });
  };
  walk(source.program, (node) => {
    if (node.type === 'TaggedTemplateExpression' && nameOf(node.tag) === 'sql')
      for (const { value, start } of (node.quasi as { quasis: (Node & { value: { raw: string } })[] }).quasis) read(value.raw, start);
    if (node.type === 'CallExpression' && nameOf(node.callee) === 'sql.raw')
      for (const { value, start } of node.arguments as (Node & { value?: unknown })[]) if (typeof value === 'string') read(value, start);
    const callee = node.type === 'CallExpression' ? (node.callee as { type: string; property?: { name?: string }; name?: string }) : null;
    if (!namesTable.test(callee?.property?.name ?? callee?.name ?? '')) return;
    const [first] = (node.arguments as { type: string; value?: unknown; elements?: { value?: unknown }[] }[]) ?? [];
    for (const { value } of first?.elements ?? [first ?? {}])
      if (typeof value === 'string') named.push({ name: value.split(' ')[0] as string, start: node.start });
  });
  return named;
}
