import type { Papers } from './dead-files.ts';
import type { Violation } from './import-rules.ts';
import { nameOf, type Node, type Source, walk } from './source.ts';

const SERVER = 'apps/server/src/';
export const PAGE_OF_STATES = 'docs/state-of-a-process.md';

/** Collections that outlive a call when they are kept by something that lives longer. */
const collections = /^(Map|Set|Gates?|LoopGate|FairLine|Bucket|Paces|RateLimiter|Remembered|FeedCache)$/;
/** Functions whose variables live on in their result. Those of an async function are gone when it is done. */
const makers = /^(create|implement|start|watch|make)[A-Z]|Module$/;

const isCollection = (value: unknown): boolean => {
  const made = value as { type?: string; callee?: unknown; arguments?: unknown[] } | null;
  if (made?.type !== 'NewExpression') return false;
  const name = nameOf(made.callee) ?? '';
  // A collection that is filled at creation is a constant, and rarely stores anything later.
  return collections.test(name) && (!/^(Map|Set)$/.test(name) || made.arguments?.length === 0);
};

/** Finds the first place in which a file keeps a collection in a class, or in a function that creates something. */
function findKept({ program }: Source): number | null {
  let found: number | null = null;
  walk(program, (node) => {
    if (found !== null) return;
    if (node.type === 'PropertyDefinition' && isCollection(node.value)) found = node.start;
    if (node.type !== 'FunctionDeclaration' || node.async || !makers.test(nameOf(node.id) ?? '')) return;
    for (const statement of (node.body as { body: Node[] }).body)
      for (const { init, start } of (statement.declarations as { init: unknown; start: number }[] | undefined) ?? []) if (isCollection(init)) found ??= start;
  });
  return found;
}

/**
 * Checks that all state of a process is listed in the page of states with the reason why several processes still agree:
 * files with such collections, those with state at load time, and no others.
 */
export function checkKeptCollections(sources: readonly Source[], papers: Papers, withState: readonly string[]): Violation[] {
  const page = papers.get(PAGE_OF_STATES) ?? '';
  const product = sources.filter(({ path }) => path.startsWith(SERVER) && !/\.test\.ts$|\/testing\/|\.gen\.ts$/.test(path));
  const exists = new Set(product.map(({ path }) => path));
  const listed = [...page.matchAll(/`([\w./-]+(?:\.ts|\/))`/g)]
    .map(([, path]) => `${SERVER}${path}`)
    .filter((path) => path.includes('/', SERVER.length) || exists.has(path));
  const isListed = (path: string) => listed.some((one) => (one.endsWith('/') ? path.startsWith(one) : path === one));
  const kept = new Map(product.flatMap((source) => [[source.path, findKept(source)] as const]).filter(([, start]) => start !== null));
  const named = new Set([...kept.keys(), ...withState]);
  return [
    ...product.flatMap(({ path, lineOf }) =>
      named.has(path) && !isListed(path)
        ? [
            {
              where: `${path}:${lineOf(kept.get(path) ?? 0)}`,
              problem: `keeps something in this process: say in ${PAGE_OF_STATES} why it is right with several`,
            },
          ]
        : [],
    ),
    ...listed
      .filter((path) => path.endsWith('.ts') && !exists.has(path))
      .map((path) => ({ where: PAGE_OF_STATES, problem: `names ${path}, which is not there` })),
  ];
}
