import { dirname } from 'node:path';
import { chooseTests } from '../changed/choose-tests.ts';
import { parseSource, type Source } from '../house-rules/source.ts';
import { roomOf } from './choose-faults.ts';
import { type Fault, placeFault } from './list-faults.ts';

/** The files of one list: few, so that a failure is known early. */
const FILES_AT_A_TIME = 10;
const RUNS = /\.test\.tsx?$/;
/** The wing and name of a module, which its words, its calls and its screens have too. */
const NAMESAKE = /^(?:apps\/server\/src\/modules|apps\/web\/src\/features|packages\/contract\/src)\/([^/]+\/[^/]+)\//;
/** Tests that take minutes, and tests that read the sources as text: they know nothing of what the code does. */
const LEFT_OUT = /\.proof\.test\.ts$|^tools\//;

/**
 * Returns the tests that can notice a fault, in lists that are run one after the other: those of its folder, those of its
 * module and of its namesakes on the other sides, and those that reach it, the nearest first. In each group tests without a
 * database come first.
 */
export function orderTests(fault: Fault, sources: readonly Source[]): string[][] {
  const { path } = fault;
  const { original, changed } = parseChanged(fault, sources);
  const choice = chooseTests(
    [path],
    sources.map((source) => (source === original ? changed : source)),
    () => original.text,
  );
  const all = choice.all ? sources.map((source) => source.path) : choice.files;
  const tests = all.filter((file) => RUNS.test(file) && !LEFT_OUT.test(file));
  const namesake = NAMESAKE.exec(path)?.[1] ?? null;
  const distances = findDistances(path, sources);
  const distanceOf = (file: string): number => distances.get(file) ?? Number.POSITIVE_INFINITY;
  const isNear = [
    (file: string) => dirname(file) === dirname(path),
    (file: string) => file.startsWith(`${roomOf(path)}/`) || (namesake !== null && file.includes(`/${namesake}/`)),
    () => true,
  ];
  const rings = Map.groupBy(tests, (file) => isNear.findIndex((check) => check(file)));
  return [0, 1, 2].flatMap((at) => {
    const ring = (rings.get(at) ?? []).toSorted((left, right) => compare(distanceOf(left), distanceOf(right)));
    const plain = cut(ring.filter((file) => !file.endsWith('.pg.test.ts')));
    const withDatabase = cut(ring.filter((file) => file.endsWith('.pg.test.ts')));
    // they take turns: among many that only reach it, those with a database are often the ones that know
    return Array.from({ length: Math.max(plain.length, withDatabase.length) }, (_, list) => [plain[list], withDatabase[list]])
      .flat()
      .filter((list) => list !== undefined);
  });
}

/** Parses the file with the fault in it. */
export function parseChanged(fault: Fault, sources: readonly Source[]): { original: Source; changed: Source } {
  const original = sources.find(({ path }) => path === fault.path) as Source;
  const paths = new Set(sources.map(({ path }) => path));
  return { original, changed: parseSource(fault.path, placeFault(original.text, fault), (file) => paths.has(file)) };
}

const cut = (files: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(files.length / FILES_AT_A_TIME) }, (_, at) => files.slice(at * FILES_AT_A_TIME, (at + 1) * FILES_AT_A_TIME));
const compare = (left: number, right: number): number => (left === right ? 0 : left < right ? -1 : 1);

/** Returns for each file that reaches this one by its imports over how many files it does. */
function findDistances(path: string, sources: readonly Source[]): Map<string, number> {
  const users = new Map<string, string[]>();
  for (const source of sources)
    for (const { file, isType } of source.imports) {
      if (file === null || isType) continue;
      const known = users.get(file);
      if (known) known.push(source.path);
      else users.set(file, [source.path]);
    }
  const distances = new Map([[path, 0]]);
  for (const [file, distance] of distances) for (const user of users.get(file) ?? []) if (!distances.has(user)) distances.set(user, distance + 1);
  return distances;
}
