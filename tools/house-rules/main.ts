// Checks the rules of the house that a machine can check, and whether docs/coverage.tsv agrees with the titles of tests.
// Both read every source, which is done once. Prints each violation and exits with 1 when there is one.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeCoverage } from '../coverage/check.ts';
import { itemsFile } from '../coverage/items.ts';
import { checkAwaited } from './awaited-rules.ts';
import { checkBenches } from './cited-benches.ts';
import { checkCode } from './code-rules.ts';
import { checkExports } from './dead-exports.ts';
import { checkClasses, checkDatabase, checkPackages, checkPages, readPapers } from './dead-files.ts';
import { checkMessages } from './dead-messages.ts';
import { checkFolds } from './fold-rules.ts';
import { checkCircles, checkJoinEntry, checkModuleCircles } from './graph-rules.ts';
import { checkImports } from './import-rules.ts';
import { checkListeners } from './listener-rules.ts';
import { checkLayout } from './layout-rules.ts';
import { checkMoments } from './moment-rules.ts';
import { checkPagePaths } from './page-paths.ts';
import { checkReach } from './reach-rules.ts';
import { checkReads } from './read-rules.ts';
import { checkLengths } from './long-files.ts';
import { checkKeptCollections } from './kept-collections.ts';
import { readScripts, readSheets, readSources, repository } from './source.ts';
import { checkState, keepsState } from './state-rules.ts';
import { checkStyles } from './style-rules.ts';
import { checkTableOwners } from './table-writers.ts';
import { checkAskedTexts } from './text-rules.ts';
import { checkWaiting } from './waiting-rules.ts';
import { checkWholeTables } from './whole-table-rules.ts';
import { listRefused } from './words.ts';

const sources = readSources();
const sheets = readSheets();
const papers = readPapers();
const ofSources = [
  checkImports,
  checkCircles,
  checkModuleCircles,
  checkJoinEntry,
  checkCode,
  checkTableOwners,
  checkReads,
  checkReach,
  checkState,
  checkWaiting,
  checkAwaited,
  checkWholeTables,
  checkListeners,
  checkExports,
  checkMessages,
  checkAskedTexts,
  checkMoments,
  checkFolds,
];
const ofPapers = [checkPackages, checkClasses, checkLayout, checkDatabase];
const violations = [
  ...ofSources.flatMap((check) => check(sources)),
  ...listRefused([...sources, ...readScripts()]),
  ...checkStyles(sheets),
  ...ofPapers.flatMap((check) => check(sources, papers)),
  ...checkKeptCollections(sources, papers, Object.keys(keepsState)),
  ...checkLengths(sources),
  ...checkBenches(
    sources.map(({ path }) => path),
    new Map([...papers].filter(([path]) => path.endsWith('.md')).concat([['docs/coverage.tsv', readFileSync(itemsFile, 'utf8')]])),
  ),
  ...checkPages(papers, (path) => existsSync(join(repository, path))),
  ...checkPagePaths(papers, (path) => existsSync(join(repository, path))),
];
const coverage = judgeCoverage(sources);
for (const { where, problem } of violations) console.error(`${where} ${problem}`);
for (const problem of coverage.problems) console.error(problem);
if (violations.length + coverage.problems.length > 0) process.exitCode = 1;
else console.log(`${sources.length} files and ${sheets.length} style sheets keep the rules, ${coverage.items.length} items agree with the titles of tests.`);
