// `npm test` runs everything, with its own database server and browser. `npm test -- pg` runs one part: check, unit
// (with dom), pg or e2e. `npm test -- --changed` runs the tests that the current changes can affect, since the branch
// left main or, with `--changed=REVISION`, since then. With four processors journeys run at the same time as the tests
// with a database. It ends with the sum of all.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { buildWeb } from './lib/build-web.mjs';
import { runChecks } from './lib/checks.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { inRoot, node, root } from './lib/paths.mjs';
import { environment } from './lib/run.mjs';
import { runVitest } from './lib/vitest.mjs';

let chosen = [];
const parts = {
  check: runChecks,
  unit: () => runVitest(['unit', 'dom'], chosen),
  pg: (label) => runVitest(['pg'], chosen, label),
  e2e: (label) => runVitest(['e2e'], chosen, label),
};
/**
 * Parts in one step run at the same time, the steps one after the other. Journeys and the tests with a database wait
 * half of their time, and need four processors together: on two, side by side, a journey took four times as long.
 */
const STEPS = availableParallelism() < 4 ? [['check'], ['unit'], ['pg'], ['e2e']] : [['check'], ['unit'], ['pg', 'e2e']];

const flag = process.argv.slice(2).find((argument) => /^--changed(=|$)/.test(argument));
const wanted = process.argv.slice(2).filter((argument) => argument !== flag);
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`There is no part named ${unknown.join(', ')}. The parts are: ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}

await ensureInstalled();
if (flag) chosen = chooseTests(flag.slice('--changed='.length));
buildWeb();
const sum = { passed: 0, failed: 0, skipped: 0 };
const lines = [];
const failed = [];
const unsteady = [];
for (const step of STEPS) {
  const names = step.filter((name) => wanted.length === 0 || wanted.includes(name));
  if (names.length === 0) continue;
  console.log(`\n${names.join(' and ')}\n`);
  const all = await Promise.all(names.map((name) => parts[name](names.length > 1 ? name : '')));
  for (const [index, { counts, failures, unsteady: again = [] }] of all.entries()) {
    for (const key of Object.keys(sum)) sum[key] += counts[key];
    lines.push(`${names[index]}: ${inWords(counts)}`);
    failed.push(...failures);
    unsteady.push(...again);
  }
}
tell('Failed at first and passed alone, so something about them depends on the moment:', unsteady);
tell('Failed:', failed);
console.log(`\n${lines.join('\n')}\n${inWords(sum)}`);
mkdirSync(inRoot('node_modules', '.cache'), { recursive: true });
writeFileSync(inRoot('node_modules', '.cache', 'test-sum.txt'), `${inWords(sum)}\n`);
process.exitCode = sum.failed > 0 ? 1 : 0;

/** Returns the files to run; none for all. */
function chooseTests(revision) {
  const output = execFileSync(node, ['tools/changed/main.ts', ...(revision ? [revision] : [])], { cwd: root, env: environment(), encoding: 'utf8' });
  const { base, changed, choice } = JSON.parse(output);
  const since = `${changed.length} files are changed since ${base.slice(0, 12)}`;
  console.log(choice.all ? `${since}, ${choice.because} among them: all tests run.` : `${since}: ${choice.files.length} files of tests run.`);
  return choice.all ? [] : choice.files;
}

function tell(title, names) {
  if (names.length > 0) console.log(`\n${title}\n${names.map((name) => `  ${name}`).join('\n')}`);
}

function inWords({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
