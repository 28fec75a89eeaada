// `npm run coverage` writes docs/coverage.md. It exits with 1 when a built item has no test, or when a test has an
// unknown id. `npm run check` checks the same with the rules of the house.
import { writeFileSync } from 'node:fs';
import { readSources } from '../house-rules/source.ts';
import { judgeCoverage } from './check.ts';
import { pageFile } from './items.ts';

const { page, problems, count } = judgeCoverage(readSources());
writeFileSync(pageFile, page);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log(`${count} items agree with the titles of tests.`);
