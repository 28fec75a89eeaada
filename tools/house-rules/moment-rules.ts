import type { Violation } from './import-rules.ts';
import { nameOf, type Node, type Source, walk } from './source.ts';

const isTest = (path: string) => /\.test\.tsx?$|^e2e\//.test(path);
const isFunction = (node: Node) => /Function/.test(node.type);
/** The calls with which a test of the server moves its database's clock ahead of the machine's. */
const MOVES_CLOCK = /\bclock\.(?:moveTo|advanceMs)\(|\bschool\.(?:advance|pass)\(/;

/** Checks that no test depends on the moment at which it runs, as far as a machine can detect it. */
export function checkMoments(sources: readonly Source[]): Violation[] {
  return sources
    .filter(({ path }) => isTest(path))
    .flatMap((source) => {
      const found = new Map<number, string>();
      const isMoved = /\.(pg|proof)\.test\.ts$/.test(source.path) && MOVES_CLOCK.test(source.text);
      walk(source.program, (node) => {
        if (node.type === 'CallExpression' && rootOf(node) === 'expect')
          for (const start of listReadings(node.arguments))
            found.set(start, 'a test expects nothing of the moment at which it runs: name an instant, or read the clock before');
        if (isImpatient(node))
          found.set(node.start, 'a busy machine is no fault: what is waited for has twenty seconds at least, or what all have without a timeout');
        if (isMoved && isReading(node))
          found.set(node.start, 'this test moves the database’s clock: now is what the database says (app.clock.now, school.now)');
        if (source.path.startsWith('e2e/') && node.type === 'CallExpression' && nameOf(node.callee)?.endsWith('.unroute'))
          found.set(node.start, "an answer on its way would meet a route that is gone: unrouteAll({ behavior: 'wait' })");
      });
      return [...found].map(([start, problem]) => ({ where: `${source.path}:${source.lineOf(start)}`, problem }));
    });
}

const isReading = (node: Node): boolean => node.type === 'CallExpression' && nameOf(node.callee) === 'Date.now';

const WAITS = /(?:^|\.)(?:poll|waitFor|find(?:All)?By\w+)$/;
const LEAST_PATIENCE_MS = 20_000;

/** Checks whether a test waits, or sets a time limit, for less time than a busy machine may take. */
function isImpatient(node: Node): boolean {
  const isWait = node.type === 'CallExpression' && WAITS.test(lastNameOf(node.callee as Node));
  const isPatience = node.type === 'VariableDeclarator' && nameOf(node.id) === 'patience';
  const options = isWait ? (node.arguments as Node[]) : isPatience ? [node.init as Node] : [];
  return options.some(
    (option) =>
      option?.type === 'ObjectExpression' &&
      (option.properties as { key?: Node; value?: { value?: unknown } }[]).some(
        ({ key, value }) => nameOf(key) === 'timeout' && typeof value?.value === 'number' && value.value < LEAST_PATIENCE_MS,
      ),
  );
}

/** Returns the last name of a call: `waitFor` for `page.getByText('x').waitFor()`. */
const lastNameOf = (callee: Node): string => nameOf(callee.type === 'MemberExpression' ? callee.property : callee) ?? '';

/** Returns the first name of a chain of calls: `expect` for `expect(a).not.toBe(b)`. */
function rootOf(node: Node): string | null {
  if (node.type === 'CallExpression') return rootOf(node.callee as Node);
  if (node.type === 'MemberExpression') return rootOf(node.object as Node);
  return nameOf(node);
}

/**
 * Returns the places among arguments where the machine's clock is read. Reads inside a function are left out, since
 * they happen later and repeatedly.
 */
function listReadings(node: unknown): number[] {
  if (Array.isArray(node)) return node.flatMap(listReadings);
  if (typeof node !== 'object' || node === null) return [];
  if (typeof (node as Node).type === 'string') {
    if (isFunction(node as Node)) return [];
    if (isReading(node as Node)) return [(node as Node).start];
  }
  return Object.values(node).flatMap(listReadings);
}
