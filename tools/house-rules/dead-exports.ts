import type { Violation } from './import-rules.ts';
import type { Source } from './source.ts';

/** Files that third-party tools read by name. */
const READ_BY_OTHERS = /(^|\/)(vite|vitest)\.config\.ts$|\.bench\.ts$|\.gen\.ts$/;

/**
 * Checks that every export is imported somewhere, including tests, tools and journeys. Otherwise the `export` or the
 * declaration has to go. A type used in its own file may stay: callers of a function may name its inputs and outputs.
 */
export function checkExports(sources: readonly Source[]): Violation[] {
  const used = findUsed(sources);
  return sources
    .filter(({ path }) => !READ_BY_OTHERS.test(path))
    .flatMap(({ path, exports, lineOf, text }) =>
      exports
        .filter(({ name, isType }) => !used.get(path)?.has(name) && !(isType && text.split(new RegExp(`\\b${name}\\b`)).length > 2))
        .map(({ name, start }) => ({ where: `${path}:${lineOf(start)}`, problem: `${name} is exported and imported by nobody` })),
    );
}

/** Returns, by file, the names that others use from it. */
function findUsed(sources: readonly Source[]): ReadonlyMap<string, ReadonlySet<string>> {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const used = new Map<string, Set<string>>();
  const take = (path: string, names: Iterable<string>): void => {
    const taken = used.get(path) ?? new Set<string>();
    const before = taken.size;
    for (const name of names) taken.add(name);
    used.set(path, taken);
    if (taken.size === before) return;
    for (const { file, passesOn } of byPath.get(path)?.imports ?? []) if (passesOn && file !== null) take(file, taken);
  };
  for (const { text, imports } of sources)
    for (const { file, names } of imports) {
      const target = file === null ? undefined : byPath.get(file);
      if (target) take(target.path, names === 'all' ? listNamed(text, target, byPath) : names);
    }
  return used;
}

/** Lists the names that a file exports or re-exports and that occur in a text. */
function listNamed(text: string, target: Source, byPath: ReadonlyMap<string, Source>): string[] {
  const words = new Set(text.match(/[\p{L}\d_$]+/gu));
  const given = new Set([target]);
  for (const source of given)
    for (const { file, passesOn } of source.imports) {
      const next = passesOn && file !== null ? byPath.get(file) : undefined;
      if (next) given.add(next);
    }
  return [...given].flatMap(({ exports }) => exports.map(({ name }) => name)).filter((name) => words.has(name));
}
