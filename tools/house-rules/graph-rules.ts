import type { Violation } from './import-rules.ts';
import { listReads } from './read-rules.ts';
import type { Import, Source } from './source.ts';
import { placeOf } from './wings.ts';

const isTest = (path: string) => /\.test\.tsx?$|\/testing\//.test(path);

/** Returns the imports that a file needs before its first line runs: neither types nor dynamic imports. */
const neededAtOnce = (source: Source | undefined): Import[] => source?.imports.filter((entry) => !entry.isType && !entry.isDynamic) ?? [];

/** Returns the imports that a file cannot be understood without, including types but not dynamic imports. */
const known = (source: Source | undefined): Import[] => source?.imports.filter((entry) => !entry.isDynamic) ?? [];

/** Checks that no file depends on itself, directly or indirectly, including by types. Reports each cycle once. */
export function checkCircles(sources: readonly Source[]): Violation[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const done = new Set<string>();
  const circles = new Map<string, Violation>();
  const visit = (path: string, trail: string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) {
      const circle = trail.slice(start);
      circles.set(circle.toSorted().join(), { where: path, problem: `files need each other in a circle: ${[...circle, path].join(' → ')}` });
      return;
    }
    if (done.has(path)) return;
    for (const entry of known(byPath.get(path))) if (entry.file) visit(entry.file, [...trail, path]);
    done.add(path);
  };
  for (const source of sources) visit(source.path, []);
  return [...circles.values()];
}

/** No module needs itself by a detour: imports of the server, of the web and of the contract, and reads of tables, are one graph. */
export function checkModuleCircles(sources: readonly Source[]): Violation[] {
  const arrows = new Map<string, Map<string, string>>();
  const add = (from: string, to: string, where: string) => {
    const of = arrows.get(from) ?? new Map<string, string>();
    if (!of.has(to)) of.set(to, where);
    arrows.set(from, of);
  };
  for (const source of sources) {
    const from = placeOf(source.path);
    if (!from || isTest(source.path)) continue;
    for (const entry of source.imports) {
      const to = placeOf(entry.file);
      if (to && to.side === from.side && to.module !== from.module) add(from.module, to.module, `${source.path}:${entry.line}`);
    }
  }
  for (const { from, to, where } of listReads(sources)) add(from, to, where);
  const done = new Set<string>();
  const circles = new Map<string, Violation>();
  const visit = (module: string, trail: readonly string[], where: string): void => {
    const start = trail.indexOf(module);
    if (start >= 0) {
      const circle = trail.slice(start);
      circles.set(circle.toSorted().join(), { where, problem: `modules need each other in a circle: ${[...circle, module].join(' → ')}` });
      return;
    }
    if (done.has(module)) return;
    for (const [to, at] of arrows.get(module) ?? []) visit(to, [...trail, module], at);
    done.add(module);
  };
  for (const module of arrows.keys()) visit(module, [], '');
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
