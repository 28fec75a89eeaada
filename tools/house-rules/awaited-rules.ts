import type { Violation } from './import-rules.ts';
import { nameOf, type Node, type Source, walk } from './source.ts';

const isServer = (path: string) => path.startsWith('apps/server/src/') && !/\.test\.ts$|\/testing\//.test(path);
const QUERIES = /(?:^|[/-])queries\.ts$/;

/**
 * Checks that nobody goes on while a statement of a queries file is still under way within the caller's transaction: it could fail
 * after the commit was asked for, outside of everything that handles failures. `void save(tx, …)` and a bare call are refused.
 */
export function checkAwaited(sources: readonly Source[]): Violation[] {
  return sources
    .filter(({ path }) => isServer(path))
    .flatMap((source) => {
      const ofQueries = new Set(
        source.imports.filter(({ request }) => QUERIES.test(request)).flatMap(({ bindings }) => bindings.filter(({ isType }) => !isType).map(({ as }) => as)),
      );
      if (ofQueries.size === 0) return [];
      const found: Violation[] = [];
      walk(source.program, (node) => {
        if (node.type !== 'ExpressionStatement') return;
        const expression = node.expression as Node;
        const call = expression.type === 'UnaryExpression' && expression.operator === 'void' ? (expression.argument as Node) : expression;
        if (call.type !== 'CallExpression' || nameOf((call.arguments as Node[])[0]) !== 'tx') return;
        const name = nameOf(call.callee);
        if (name !== null && ofQueries.has(name))
          found.push({ where: `${source.path}:${source.lineOf(node.start)}`, problem: `${name}(tx, …) is not awaited` });
      });
      return found;
    });
}
