// `npm run coverage` writes docs/coverage.md; with --check it writes nothing and ends with 1 where the page is not
// current, where an item that is built has no test, and where a test carries an id that there is not.
import { readFileSync, writeFileSync } from 'node:fs';
import { readSources } from '../house-rules/source.ts';
import { findProblems, itemsFile, pageFile, parseItems } from './items.ts';
import { writePage } from './page.ts';
import { readTitles } from './titles.ts';

const items = parseItems(readFileSync(itemsFile, 'utf8'));
const titles = readTitles(readSources());
const problems = findProblems(items, titles);
const page = writePage(items, titles);
if (!process.argv.includes('--check')) writeFileSync(pageFile, page);
else if (readFileSync(pageFile, 'utf8') !== page) problems.push('docs/coverage.md is not current. Run: npm run coverage');
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log(`${items.length} items agree with the titles of tests.`);
