// Checks the rules of the house that a machine can check, and whether the page of coverage is current. Both read every
// source, which is done once. Prints each violation and exits with 1 when there is one.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { judgeCoverage, judgePage } from '../coverage/check.ts';
import { checkCode, checkWords } from './code-rules.ts';
import { checkExports } from './dead-exports.ts';
import { checkClasses, checkDatabase, checkPackages, checkPages, readPapers } from './dead-files.ts';
import { checkMessages } from './dead-messages.ts';
import { checkFolds } from './fold-rules.ts';
import { checkCircles, checkJoinEntry, checkModuleCircles } from './graph-rules.ts';
import { checkImports } from './import-rules.ts';
import { checkMoments } from './moment-rules.ts';
import { checkPagePaths } from './page-paths.ts';
import { checkReach } from './reach-rules.ts';
import { checkReads } from './read-rules.ts';
import { checkKeptCollections } from './kept-collections.ts';
import { readSheets, readSources, repository } from './source.ts';
import { checkState, keepsState } from './state-rules.ts';
import { checkStyles } from './style-rules.ts';
import { checkTableOwners } from './table-writers.ts';
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
  checkWords,
  checkTableOwners,
  checkReads,
  checkReach,
  checkState,
  checkExports,
  checkMessages,
  checkMoments,
  checkFolds,
  listRefused,
];
const ofPapers = [checkPackages, checkClasses, checkDatabase];
const violations = [
  ...ofSources.flatMap((check) => check(sources)),
  ...checkStyles(sheets),
  ...ofPapers.flatMap((check) => check(sources, papers)),
  ...checkKeptCollections(sources, papers, Object.keys(keepsState)),
  ...checkPages(papers, (path) => existsSync(join(repository, path))),
  ...checkPagePaths(papers, (path) => existsSync(join(repository, path))),
];
const coverage = judgeCoverage(sources);
const unproven = [...coverage.problems, ...judgePage(coverage.page)];
for (const { where, problem } of violations) console.error(`${where}  ${problem}`);
for (const problem of unproven) console.error(problem);
if (violations.length + unproven.length > 0) process.exitCode = 1;
else console.log(`${sources.length} files and ${sheets.length} style sheets keep the rules, ${coverage.count} items agree with the titles of tests.`);
