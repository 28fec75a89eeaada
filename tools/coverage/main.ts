// `npm run coverage` writes dist/coverage.md, which is not committed. It exits with 1 when a built item has no test, or when
// a test has an unknown id. `npm run check` checks the same with the rules of the house.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { readSources } from '../house-rules/source.ts';
import { judgeCoverage } from './check.ts';
import { pageFile } from './items.ts';
import { writePage } from './page.ts';

const { items, titles, problems } = judgeCoverage(readSources());
mkdirSync(dirname(pageFile), { recursive: true });
writeFileSync(pageFile, writePage(items, titles));
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log(`${items.length} items agree with the titles of tests. dist/coverage.md lists them with the tests that prove them.`);
