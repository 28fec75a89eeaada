import type { Violation } from './import-rules.ts';
import { nameOf, type Node, type Source, walk } from './source.ts';

const isServer = (path: string) => path.startsWith('apps/server/src/') && !/\.test\.ts$|\/testing\//.test(path);
/** The one place where callers wait for their turn. */
const GATES = 'apps/server/src/platform/waiting/';

/**
 * Files outside of platform/waiting that keep the callbacks of promises in a collection, with the reason why a gate does
 * not serve them.
 */
const keepsCallers: Readonly<Record<string, string>> = {
  'apps/server/src/modules/lesson/live/herds/gatherer.ts': 'it joins the writes of a room in one transaction; its batches pass a gate',
  'apps/server/src/modules/people/accounts/guessing/lane.ts': 'the database says who comes next, over all processes',
  'apps/server/src/modules/school/files/uploads/hash-pieces.ts': 'the replies of a thread, by the number of the request',
  'apps/server/src/platform/live/rooms.ts': 'a start or a stop that waits until all rooms are idle',
  'apps/server/src/platform/workers/thread.ts': 'the replies of a thread, by the number of the request',
};

const keeps = /\.(push|unshift|set|add)$/;

/** Checks that nothing keeps a queue of waiting callers of its own: `platform/waiting` has gates for all of them. */
export function checkWaiting(sources: readonly Source[], allowed: Readonly<Record<string, string>> = keepsCallers): Violation[] {
  const server = sources.filter(({ path }) => isServer(path) && !path.startsWith(GATES));
  const found = new Map(server.map((source) => [source.path, findKeptCallers(source)]));
  return [
    ...server.flatMap(({ path, lineOf }) =>
      Object.hasOwn(allowed, path)
        ? []
        : found.get(path)!.map((start) => ({
            where: `${path}:${lineOf(start)}`,
            problem: 'keeps callers waiting in a queue of its own: take a gate of platform/waiting, or say why none serves (waiting-rules.ts)',
          })),
    ),
    ...Object.keys(allowed)
      .filter((path) => server.length > 0 && (found.get(path) ?? []).length === 0)
      .map((path) => ({ where: path, problem: 'is listed in waiting-rules.ts and keeps no callers' })),
  ];
}

/** Returns the places where the callbacks of a promise are kept in a collection, or made to be kept. */
function findKeptCallers({ text, program }: Source): number[] {
  if (!/new Promise|withResolvers/.test(text)) return [];
  const found = new Set<number>();
  walk(program, (node) => {
    if (node.type === 'CallExpression' && nameOf(node.callee) === 'Promise.withResolvers') found.add(node.start);
    if (node.type !== 'NewExpression' || nameOf(node.callee) !== 'Promise') return;
    const [executor] = node.arguments as Node[];
    const callbacks = new Set(((executor?.params as Node[] | undefined) ?? []).map(nameOf));
    walk(executor, (inner) => {
      if (inner.type === 'VariableDeclarator' && mentions(inner.init, callbacks)) callbacks.add(nameOf(inner.id));
      if (inner.type !== 'CallExpression') return;
      const { callee } = inner as unknown as { callee: Node };
      const name = callee.type === 'MemberExpression' ? `.${nameOf(callee.property)}` : '';
      if (keeps.test(name) && mentions(inner.arguments, callbacks)) found.add(inner.start);
    });
  });
  return [...found];
}

function mentions(node: unknown, names: ReadonlySet<string | null>): boolean {
  let isMentioned = false;
  walk(node, (inner) => {
    if (inner.type === 'Identifier' && names.has(inner.name as string)) isMentioned = true;
  });
  return isMentioned;
}
