import { posix } from 'node:path';
import type { Violation } from './import-rules.ts';
import type { Source } from './source.ts';

/** Lines up to which a file needs a reason to be one. */
const SMALL = 40;
/** Lines up to which a file may grow by what only it reads. */
const FULL = 250;

/**
 * Files that are found by their names: the parts of a module of the contract, messages, and what other programs and the
 * build read.
 */
const NAMED =
  /(^|\/)(icons|english-texts|personal-data)\.ts$|^packages\/contract\/src\/.+\/(calls|views|events|limits|messages)\.ts$|^packages\/contract\/src\/messages\/|\.(config|gen|bench)\.ts$|\.d\.ts$|^tools\/(templates|bench)\//;
/** Endings of tests that bear the name of what they test. */
const TESTS = ['.test.ts', '.test.tsx', '.pg.test.ts', '.dom.test.ts', '.dom.test.tsx', '.proof.test.ts'];
const isProduct = (path: string) => !/\.test\.tsx?$|\.journey\.ts$|\/testing\/|^e2e\//.test(path);
const holdsSql = (path: string) => /(^|\/|-)queries\.ts$/.test(path);
const lines = ({ text }: Source) => text.split('\n').length - 1;

/** A small file, and the only file that reads it. */
export interface Fold {
  file: string;
  reader: string;
}

/**
 * Lists the small files that belong in the file that reads them: up to 40 lines, read by one file of the same folder,
 * which has at most 250 lines with them. A second reader (a test counts), a bundle of its own, and a kind of its own (SQL,
 * JSX, the named parts of a module of the contract) are reasons to be a file.
 */
export function listFolds(sources: readonly Source[]): Fold[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const readers = new Map<string, Set<Source>>();
  const apart = new Set<string>(); // loaded later, or passed on to other readers
  for (const source of sources)
    for (const { file, isDynamic, passesOn, bindings } of source.imports) {
      if (file === null) continue;
      readers.set(file, (readers.get(file) ?? new Set()).add(source));
      if (isDynamic || passesOn || bindings.some(({ isExportedAgain }) => isExportedAgain)) apart.add(file);
    }
  const tested = (path: string) => TESTS.some((ending) => byPath.has(path.replace(/\.tsx?$/, ending)));
  return sources.flatMap((source) => {
    const { path } = source;
    const [reader, ...more] = readers.get(path) ?? [];
    if (!reader || more.length > 0 || apart.has(path) || tested(path) || NAMED.test(path) || !isProduct(path) || !isProduct(reader.path)) return [];
    if (lines(source) > SMALL || posix.dirname(reader.path) !== posix.dirname(path) || lines(source) + lines(reader) > FULL) return [];
    if (source.imports.some(({ file }) => file === path.replace(/\.tsx$/, '.module.css'))) return []; // a component with a sheet of its own
    if (holdsSql(path) !== holdsSql(reader.path) || (path.endsWith('x') && !reader.path.endsWith('x')) || NAMED.test(reader.path)) return [];
    return byPath.has(reader.path) ? [{ file: path, reader: reader.path }] : [];
  });
}

/** Checks that no small file stands alone without a reason. */
export function checkFolds(sources: readonly Source[]): Violation[] {
  return listFolds(sources).map(({ file, reader }) => ({
    where: file,
    problem: `is read by ${posix.basename(reader)} alone and is small: write it there (docs/style.md, A file holds a thought)`,
  }));
}
