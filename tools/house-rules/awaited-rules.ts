import type { Violation } from './import-rules.ts';
import { nameOf, type Node, type Source, walk } from './source.ts';

const isServer = (path: string) => path.startsWith('apps/server/src/') && !/\.test\.ts$|\/testing\//.test(path);
const QUERIES = /(?:^|[/-])queries\.ts$/;

/**
 * Checks that nobody goes on while a statement of a queries file is still under way. Within the caller's transaction it could fail
 * after the commit was asked for; on a connection of its own its failure would end the process. `void save(tx, …)` and a bare call
 * are refused, and so with `db`, where `void save(db, …).catch(…)` is right for a statement that nobody waits for. `void` with a
 * transaction is refused for every function, also for those of the same file.
 */
export function checkAwaited(sources: readonly Source[]): Violation[] {
  return sources
    .filter(({ path }) => isServer(path))
    .flatMap((source) => {
      const ofQueries = new Set(
        source.imports.filter(({ request }) => QUERIES.test(request)).flatMap(({ bindings }) => bindings.filter(({ isType }) => !isType).map(({ as }) => as)),
      );
      const found: Violation[] = [];
      walk(source.program, (node) => {
        if (node.type !== 'ExpressionStatement') return;
        const expression = node.expression as Node;
        const isVoid = expression.type === 'UnaryExpression' && expression.operator === 'void';
        const call = isVoid ? (expression.argument as Node) : expression;
        const by = call.type === 'CallExpression' ? lastNameOf((call.arguments as Node[])[0]) : null;
        if (by !== 'tx' && by !== 'db') return;
        const name = nameOf(call.callee);
        if (name !== null && (ofQueries.has(name) || (isVoid && by === 'tx')))
          found.push({ where: `${source.path}:${source.lineOf(node.start)}`, problem: `${name}(${by}, …) is not awaited` });
      });
      return found;
    });
}

const lastNameOf = (node: Node | undefined): string | null => nameOf(node?.type === 'MemberExpression' ? (node.property as Node) : node);
