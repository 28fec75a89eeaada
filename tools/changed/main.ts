// Prints the tests that what is changed here asks for, as JSON; against a revision, or where the branch left main. With
// `--table FILE…` it prints how many files of tests each of these files asks for.
import { execFileSync } from 'node:child_process';
import { repository, readSources } from '../house-rules/source.ts';
import { type Choice, chooseForEach, chooseTests } from './choose-tests.ts';

const git = (...args: string[]): string => execFileSync('git', args, { cwd: repository, encoding: 'utf8', maxBuffer: 1 << 30 });
const lines = (text: string): string[] => text.split('\n').filter(Boolean);

function findBase(): string {
  for (const name of ['origin/main', 'main']) {
    try {
      return git('merge-base', 'HEAD', name).trim();
    } catch {
      // There is no such branch here.
    }
  }
  return 'HEAD';
}

/** Reads the texts that files had at a revision, all by one call; a file that was not there is missing. */
function readTexts(revision: string, paths: readonly string[]): Map<string, string> {
  const texts = new Map<string, string>();
  if (paths.length === 0) return texts;
  const input = paths.map((path) => `${revision}:${path}\n`).join('');
  const output = execFileSync('git', ['cat-file', '--batch'], { cwd: repository, input, maxBuffer: 1 << 30 });
  let at = 0;
  for (const path of paths) {
    const end = output.indexOf('\n', at);
    const size = / blob (\d+)$/.exec(output.toString('utf8', at, end))?.[1];
    at = end + 1;
    if (size === undefined) continue;
    texts.set(path, output.toString('utf8', at, at + Number(size)));
    at += Number(size) + 1;
  }
  return texts;
}

function printTable(paths: readonly string[]): void {
  const sources = readSources();
  const count = (choice: Choice): number => (choice.all ? Number.POSITIVE_INFINITY : choice.files.length);
  const shown = (number: number | undefined): string => (number === undefined ? '–' : number === Number.POSITIVE_INFINITY ? 'all' : `${number}`);
  console.log('| file | all of it | one declaration or key, median | the most |\n|---|---:|---:|---:|');
  for (const path of paths) {
    const each = chooseForEach(path, sources)
      .map(count)
      .toSorted((a, b) => a - b);
    const [all, median, most] = [count(chooseTests([path], sources)), each[each.length >> 1], each.at(-1)].map(shown);
    console.log(`| ${path} | ${all} | ${median} | ${most} |`);
  }
}

const [first, ...rest] = process.argv.slice(2);
if (first === '--table') {
  printTable(rest);
} else {
  const base = first ?? findBase();
  const changed = [...new Set([...lines(git('diff', '--name-only', '--no-renames', base)), ...lines(git('ls-files', '--others', '--exclude-standard'))])];
  const before = readTexts(
    base,
    changed.filter((path) => /\.tsx?$/.test(path)),
  );
  console.log(JSON.stringify({ base, changed, choice: chooseTests(changed, readSources(), (path) => before.get(path) ?? null) }));
}
