import type { Violation } from './import-rules.ts';
import { moduleOrder } from './module-order.ts';
import { hiddenTables, publicViews } from './public-views.ts';
import { nameOf, type Node, type Source, walk } from './source.ts';
import { listWriters } from './table-writers.ts';

const isTest = (path: string) => /\.test\.tsx?$|\/testing\//.test(path);
const roomOf = (path: string) => /^apps\/server\/src\/(modules|platform)\/([^/]+)/.exec(path);
const schema = 'apps/server/src/platform/database/schema.gen.ts';
/** Kysely's words that a table comes after. */
const namesTable = /^(selectFrom|from|using|(inner|left|right|full|cross)Join(Lateral)?|insertInto|updateTable|deleteFrom|mergeInto)$/;
/** A word of a statement; not one after a dot, a name that a column or a table is given, or within a text. */
const words = /'(?:[^']|'')*'|\bAS\s+[a-z_"]+|\.\s*[a-z_]+|\b[a-z_]+\b/gi;

/**
 * Reads have an order too: the SQL of a module names its own tables, those of modules above it in the order, and public
 * views of the others; that of the platform names its own. What is kept by lists alone stands under all of them.
 */
export function checkReads(sources: readonly Source[]): Violation[] {
  const relations = listRelations(sources.find(({ path }) => path === schema));
  const owners = listOwners(sources);
  return sources
    .filter(({ path }) => roomOf(path) !== null && !isTest(path))
    .flatMap((source) => {
      const [, side, room] = roomOf(source.path) as RegExpExecArray as unknown as [string, string, string];
      const reader = side === 'modules' ? room : null;
      const found = new Map<string, Violation>();
      for (const { name, start } of listNamed(source)) {
        const problem = relations.has(name) ? findProblem(name, reader, owners) : null;
        const where = `${source.path}:${source.lineOf(start)}`;
        if (problem) found.set(`${where} ${name}`, { where, problem });
      }
      return [...found.values()];
    });
}

function findProblem(name: string, reader: string | null, owners: ReadonlyMap<string, string>): string | null {
  const keeper = hiddenTables[name];
  if (keeper !== undefined && keeper !== reader) return `${name} is named by ${keeper} alone: read its views`;
  if (publicViews[name]) return reader === null ? `the platform reads no module's view: ${name}` : null;
  const owner = owners.get(name);
  if (owner === undefined || owner === reader) return null;
  if (reader === null) return `the platform reads no module's table: ${name} is ${owner}'s`;
  const order: readonly string[] = moduleOrder;
  return order.indexOf(owner) > order.indexOf(reader)
    ? `${reader} may not read ${name} of ${owner}, which stands below it: a public view (tools/house-rules/public-views.ts), or the query moves`
    : null;
}

/** The tables that a module writes, by its name. Those of lists are written by the platform, for whoever declares them. */
function listOwners(sources: readonly Source[]): Map<string, string> {
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
  const owners = new Map<string, string>();
  for (const [table, rooms] of listWriters(sources))
    for (const room of rooms.keys()) {
      const module = /\/modules\/([^/]+)$/.exec(room)?.[1];
      if (module && !ofLists.has(table)) owners.set(table, module);
    }
  return owners;
}

/** All tables and views, from the description of the schema. */
function listRelations(source: Source | undefined): Set<string> {
  const names = new Set<string>();
  walk(source?.program, (node) => {
    if (node.type !== 'TSInterfaceDeclaration' || nameOf(node.id) !== 'Database') return;
    for (const member of (node.body as { body: { key: unknown }[] }).body) names.add(nameOf(member.key) ?? '');
  });
  return names;
}

/** What may be a table's name: every word of SQL, and the first argument of Kysely's. */
function listNamed(source: Source): { name: string; start: number }[] {
  const named: { name: string; start: number }[] = [];
  walk(source.program, (node) => {
    if (node.type === 'TaggedTemplateExpression' && nameOf(node.tag) === 'sql')
      for (const { value, start } of (node.quasi as { quasis: (Node & { value: { raw: string } })[] }).quasis)
        for (const match of value.raw.replace(/--.*$/gm, '').matchAll(words)) named.push({ name: match[0], start: start + match.index });
    const callee = node.type === 'CallExpression' ? (node.callee as { type: string; property?: { name?: string }; name?: string }) : null;
    if (!namesTable.test(callee?.property?.name ?? callee?.name ?? '')) return;
    const [first] = (node.arguments as { type: string; value?: unknown; elements?: { value?: unknown }[] }[]) ?? [];
    for (const { value } of first?.elements ?? [first ?? {}])
      if (typeof value === 'string') named.push({ name: value.split(' ')[0] as string, start: node.start });
  });
  return named;
}
