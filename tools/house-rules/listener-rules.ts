import type { Violation } from './import-rules.ts';
import { nameOf, type Node, type Source, walk } from './source.ts';
import { findState } from './state-rules.ts';

const isServer = (path: string) => /^apps\/server\/src\/(modules|platform)\//.test(path) && !/\.test\.ts$|\/testing\/|\.gen\.ts$/.test(path);

/**
 * Checks that no file of the server collects functions of others where it loads. Two servers in one process would hear
 * each other, and no manifest would show who listens. A module lists what it listens to in its manifest.
 */
export function checkListeners(sources: readonly Source[]): Violation[] {
  return sources
    .filter(({ path }) => isServer(path))
    .flatMap((source) =>
      findState(source)
        .filter(({ name, start }) => holdsFunctions(source, name, start))
        .map(({ name, start }) => ({
          where: `${source.path}:${source.lineOf(start)}`,
          problem: `${name} collects functions where the module loads: define an event (platform/module-events.ts), and list who hears it in \`listens\` of a manifest`,
        })),
    );
}

/** Returns true for a collection whose type says that it holds functions, or whose items are called. */
function holdsFunctions({ text, program }: Source, name: string, start: number): boolean {
  const declaration = text.slice(start, text.indexOf(';', start));
  if (!/new (Set|Map)\b|= \[/.test(declaration)) return false;
  const isAlias = (type: string) => new RegExp(`\\btype ${type}\\b[^=;]*= \\([^=]*=>`).test(text);
  if (/=>/.test(declaration) || (declaration.match(/\w+/g) ?? []).some((type) => /(Listener|Handler|Hook|Callback)$/.test(type) || isAlias(type))) return true;
  let isCalled = false;
  walk(program, (node) => {
    if (node.type !== 'ForOfStatement' || nameOf(node.right) !== name) return;
    const [one] = ((node.left as Node).declarations as { id: Node }[] | undefined) ?? [];
    walk(node.body, (inner) => {
      if (one && inner.type === 'CallExpression' && nameOf(inner.callee) === nameOf(one.id)) isCalled = true;
    });
  });
  return isCalled;
}
