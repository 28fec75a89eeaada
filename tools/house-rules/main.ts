// The rules of the house that a machine can check. Prints each violation and ends with 1 when there is one.
import { checkCode, checkWords } from './code-rules.ts';
import { checkExports } from './dead-rules.ts';
import { checkCircles, checkJoinEntry } from './graph-rules.ts';
import { checkImports } from './import-rules.ts';
import { checkReads } from './read-rules.ts';
import { readSheets, readSources } from './source.ts';
import { checkState } from './state-rules.ts';
import { checkStyles } from './style-rules.ts';
import { checkTableOwners } from './table-writers.ts';

const sources = readSources();
const sheets = readSheets();
const checks = [checkImports, checkCircles, checkJoinEntry, checkCode, checkWords, checkTableOwners, checkReads, checkState, checkExports];
const violations = [...checks.flatMap((check) => check(sources)), ...checkStyles(sheets)];
for (const { where, problem } of violations) console.error(`${where}  ${problem}`);
if (violations.length > 0) process.exitCode = 1;
else console.log(`${sources.length} files and ${sheets.length} style sheets keep the rules.`);
