// Prints as JSON the tests that the current changes need, compared with a revision, or with the point where the branch
// left main.
import { execFileSync } from 'node:child_process';
import { repository, readSources } from '../house-rules/source.ts';
import { chooseTests } from './choose-tests.ts';

const git = (...args: string[]): string => execFileSync('git', args, { cwd: repository, encoding: 'utf8' });
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

const base = process.argv[2] ?? findBase();
const changed = new Set([...lines(git('diff', '--name-only', base)), ...lines(git('ls-files', '--others', '--exclude-standard'))]);
console.log(JSON.stringify({ base, changed: [...changed], choice: chooseTests([...changed], readSources()) }));
