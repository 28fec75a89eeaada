import type { Violation } from './import-rules.ts';
import { listReads } from './read-rules.ts';
import type { Import, Source } from './source.ts';
import { placeOf } from './wings.ts';

const isTest = (path: string) => /\.test\.tsx?$|\/testing\//.test(path);

/** Returns the imports that a file needs before its first line runs: neither types nor dynamic imports. */
const neededAtOnce = (source: Source | undefined): Import[] => source?.imports.filter((entry) => !entry.isType && !entry.isDynamic) ?? [];

/** Returns the imports that a file cannot be understood without, including types but not dynamic imports. */
const known = (source: Source | undefined): Import[] => source?.imports.filter((entry) => !entry.isDynamic) ?? [];

/** A way from one file or module to another, with the place in the sources that makes it. */
interface Arrow {
  to: string;
  where: string;
}

/** Checks that no file depends on itself, directly or indirectly, including by types. Reports each cycle once. */
export function checkCircles(sources: readonly Source[]): Violation[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const arrowsOf = (path: string): Arrow[] => known(byPath.get(path)).flatMap(({ file }) => (file ? [{ to: file, where: file }] : []));
  return findCircles('files', byPath.keys(), arrowsOf);
}

/**
 * Checks that no module depends on itself, directly or indirectly. Imports of the server, of the web and of the contract,
 * and reads of tables, are one graph.
 */
export function checkModuleCircles(sources: readonly Source[]): Violation[] {
  const imports = sources.flatMap((source) => {
    const from = placeOf(source.path);
    if (!from || isTest(source.path)) return [];
    return source.imports.flatMap(({ file, line }) => {
      const to = placeOf(file);
      return to && to.side === from.side && to.module !== from.module ? [{ from: from.module, to: to.module, where: `${source.path}:${line}` }] : [];
    });
  });
  const arrows = Map.groupBy([...imports, ...listReads(sources)], ({ from }) => from);
  return findCircles('modules', arrows.keys(), (module) => arrows.get(module) ?? []);
}

/** Returns each circle of a graph once, at the arrow that closes it. */
function findCircles(what: string, nodes: Iterable<string>, arrowsOf: (node: string) => readonly Arrow[]): Violation[] {
  const done = new Set<string>();
  const circles = new Map<string, Violation>();
  const visit = (node: string, trail: readonly string[], where: string): void => {
    const start = trail.indexOf(node);
    if (start >= 0) {
      const circle = trail.slice(start);
      circles.set(circle.toSorted().join(), { where, problem: `${what} need each other in a circle: ${[...circle, node].join(' → ')}` });
      return;
    }
    if (done.has(node)) return;
    for (const arrow of arrowsOf(node)) visit(arrow.to, [...trail, node], arrow.where);
    done.add(node);
  };
  for (const node of nodes) visit(node, [], node);
  return [...circles.values()];
}

/** The entry whose first load for students must stay small. */
const joinEntry = 'apps/web/src/join/main.tsx';
const tooHeavyForJoin = /^(zod|@tanstack\/react-router|@tiptap\/)/;

/** Checks that neither the join entry nor its static imports load a router, validators or the staff's components. */
export function checkJoinEntry(sources: readonly Source[]): Violation[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const reached = new Map<string, string>([[joinEntry, joinEntry]]);
  const violations: Violation[] = [];
  for (const [path, trail] of reached) {
    for (const entry of neededAtOnce(byPath.get(path))) {
      if (entry.file && byPath.has(entry.file) && !reached.has(entry.file)) reached.set(entry.file, `${trail} → ${entry.file}`);
      if (!entry.file && tooHeavyForJoin.test(entry.request))
        violations.push({ where: `${path}:${entry.line}`, problem: `the student's lesson would load ${entry.request} at once: ${trail}` });
    }
  }
  return violations;
}
