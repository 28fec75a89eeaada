import type { Violation } from './import-rules.ts';
import { type Node, type Source, walk } from './source.ts';

const isServer = (path: string) => path.startsWith('apps/server/src/') && !/\.test\.ts$|\/testing\/|\/migrations?\//.test(path);
const CONDITIONS = new Set(['where', 'whereRef', 'using', 'innerJoin']);
const CHANGES = /\b(?:DELETE\s+FROM|UPDATE(?!\s+(?:OF|SET|SKIP|NOWAIT)\b))\s+([a-z_]+)/gi;

/**
 * Checks that no statement of the server deletes or changes all rows of a table: one condition that is forgotten would be every school's
 * loss. A statement that means all says `WHERE true`.
 */
export function checkWholeTables(sources: readonly Source[]): Violation[] {
  return sources
    .filter(({ path }) => isServer(path))
    .flatMap((source) => {
      const found: Violation[] = [];
      const refuse = (node: Node, table: string) =>
        found.push({ where: `${source.path}:${source.lineOf(node.start)}`, problem: `all rows of ${table} are deleted or changed; say which, or WHERE true` });
      walk(source.program, (node) => {
        if (node.type === 'TaggedTemplateExpression') {
          const table = findWhole(((node.quasi as Node).quasis as { value: { raw: string } }[]).map(({ value }) => value.raw).join(' ? '));
          if (table !== null) refuse(node, table);
        }
        const chain = node.type === 'CallExpression' ? listChain(node) : [];
        if (!chain[0]?.name.startsWith('execute')) return;
        const change = chain.find(({ name }) => name === 'deleteFrom' || name === 'updateTable');
        if (change && !chain.some(({ name }) => CONDITIONS.has(name))) refuse(node, String((change.call.arguments as Node[])[0]?.value));
      });
      return found;
    });
}

/** Returns the table of which a statement deletes or changes all rows, or null. */
function findWhole(text: string): string | null {
  for (const match of text.matchAll(CHANGES)) {
    const statement = text.slice(match.index, match.index + lengthOf(text.slice(match.index)));
    if (!/\bWHERE\b/i.test(statement)) return match[1] as string;
  }
  return null;
}

/** Returns the length of the statement with which a text begins: up to a semicolon, or the end of the parentheses around it. */
function lengthOf(text: string): number {
  let depth = 0;
  for (const { 0: mark, index } of text.matchAll(/[();]/g)) {
    if (mark === '(') depth += 1;
    else if (mark === ')') depth -= 1;
    if (depth < 0 || mark === ';') return index;
  }
  return text.length;
}

/** Returns the calls of a chain, the last one first. */
function listChain(call: Node): { name: string; call: Node }[] {
  const chain: { name: string; call: Node }[] = [];
  for (let at: Node | null = call; at?.type === 'CallExpression'; ) {
    const callee = at.callee as Node;
    if (callee.type !== 'MemberExpression') break;
    chain.push({ name: String((callee.property as Node).name), call: at });
    at = callee.object as Node;
  }
  return chain;
}
