// `npm run asvs` writes docs/asvs.md. With --check it writes nothing and exits with 1 when the table is wrong or the page not current.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../house-rules/source.ts';
import { findProblems, readTable, writePage } from './table.ts';

const pageFile = join(repository, 'docs/asvs.md');
const rows = readTable(readFileSync(join(repository, 'tools/asvs/requirements.tsv'), 'utf8'));
const problems = findProblems(rows, repository);
for (const problem of problems) console.error(problem);
if (!process.argv.includes('--check')) writeFileSync(pageFile, writePage(rows));
else if (readFileSync(pageFile, 'utf8') !== writePage(rows)) {
  console.error('docs/asvs.md is not current. Run: npm run asvs');
  process.exitCode = 1;
}
if (problems.length > 0) process.exitCode = 1;
