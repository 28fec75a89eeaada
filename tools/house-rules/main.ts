// The rules of the house that a machine can check. Prints each violation and ends with 1 when there is one.
import { checkCode } from './code-rules.ts';
import { checkExports } from './dead-rules.ts';
import { checkCircles, checkJoinEntry } from './graph-rules.ts';
import { checkImports } from './import-rules.ts';
import { checkReads } from './read-rules.ts';
import { readSources } from './source.ts';
import { checkTableOwners } from './table-writers.ts';

const sources = readSources();
const violations = [checkImports, checkCircles, checkJoinEntry, checkCode, checkTableOwners, checkReads, checkExports].flatMap((check) => check(sources));
for (const { where, problem } of violations) console.error(`${where}  ${problem}`);
if (violations.length > 0) process.exitCode = 1;
else console.log(`${sources.length} files keep the rules.`);
