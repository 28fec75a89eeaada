// Reads the titles of all tests and journeys from their sources without running them.
import { type Source, walk } from '../house-rules/source.ts';

/** A test, or a group of tests, by its title. */
export interface Title {
  /** The path from the repository's root. */
  path: string;
  line: number;
  /** The title as written. Values filled in at run time are `%s` or `${}`. */
  title: string;
  /** The offset of the title's text in the file. */
  offset: number;
  /** The first values of the rows of `test.each`: `['Q244', 5, 'Legendary']`. */
  rows: string[];
  /** True for the title of a `describe`. */
  isGroup: boolean;
}

const testFile = /\.(?:test\.tsx?|journey\.ts)$/;
const starters = new Set(['test', 'it', 'journey', 'sharedJourney', 'property', 'describe']);

/** Returns every title in test files, in the order of the files. */
export function readTitles(sources: readonly Source[]): Title[] {
  return sources.filter(({ path }) => testFile.test(path)).flatMap(listTitles);
}

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

function listTitles({ path, program, lineOf }: Source): Title[] {
  const tables = new Map<string, Node>();
  const calls: Node[] = [];
  walk(program, (node) => {
    if (node.type === 'VariableDeclarator') tables.set((node.id as { name?: string }).name ?? '', node.init as Node);
    if (node.type === 'CallExpression' && starters.has(findStarter(node.callee as Node) ?? '')) calls.push(node);
  });
  return calls.flatMap((call) => {
    const title = readText((call.arguments as Node[])[0]);
    if (!title) return [];
    const callee = call.callee as Node;
    const isGroup = findStarter(callee) === 'describe';
    return [{ path, line: lineOf(call.start), title: title.text, offset: title.offset, isGroup, rows: listRows(callee, tables) }];
  });
}

/** Returns `test` for `test(…)`, `test.each([…])(…)` and `test.skipIf(…).each(…)(…)`; null for a computed callee. */
function findStarter(callee: Node): string | null {
  if (callee.type === 'Identifier') return callee.name as string;
  const inner = (callee.callee ?? callee.object) as Node | undefined;
  return inner ? findStarter(inner) : null;
}

/** Returns the first text of each row of a table written in this file. */
function listRows(callee: Node, tables: ReadonlyMap<string, Node>): string[] {
  if (callee.type !== 'CallExpression') return [];
  let table = (callee.arguments as Node[])[0];
  while (table && (table.type === 'TSAsExpression' || table.type === 'TSSatisfiesExpression' || table.type === 'Identifier'))
    table = table.type === 'Identifier' ? tables.get(table.name as string) : (table.expression as Node);
  if (table?.type !== 'ArrayExpression') return [];
  return (table.elements as (Node | null)[]).flatMap((row) => readText(row?.type === 'ArrayExpression' ? (row.elements as Node[])[0] : row)?.text ?? []);
}

function readText(node: Node | null | undefined): { text: string; offset: number } | null {
  if (node?.type === 'Literal' && typeof node.value === 'string') return { text: node.value, offset: node.start + 1 };
  if (node?.type !== 'TemplateLiteral') return null;
  return { text: (node.quasis as { value: { raw: string } }[]).map(({ value }) => value.raw).join('${}'), offset: node.start + 1 };
}
