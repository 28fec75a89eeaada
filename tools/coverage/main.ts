// `npm run coverage` writes docs/coverage.md, and ends with 1 where an item that is built has no test, and where a test
// carries an id that there is not. `npm run check` asks the same with the rules of the house.
import { writeFileSync } from 'node:fs';
import { readSources } from '../house-rules/source.ts';
import { judgeCoverage } from './check.ts';
import { pageFile } from './items.ts';

const { page, problems, count } = judgeCoverage(readSources());
writeFileSync(pageFile, page);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log(`${count} items agree with the titles of tests.`);
