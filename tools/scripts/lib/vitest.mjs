// Runs vitest once and collects its results.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { inRoot, node, root } from './paths.mjs';
import { environment, follow } from './run.mjs';
import { MAX_MINUTES } from './share.mjs';
import { toLines } from './sum.mjs';

/**
 * Runs some projects of vitest.config.ts, at most `MAX_MINUTES`. Returns how many tests passed, failed and were skipped,
 * `files` with the milliseconds of each, and `failures`: a line for each file, test and reason. With a `label`, which is put
 * before each line, several can run side by side. If only a few files fail, they are tried once more, alone. What then passes is
 * counted as passed and listed as `unsteady`: a machine that stood still is no fault of a change, but a race must still be found.
 */
export async function runVitest(projects, more = [], label = '') {
  const say = (line) => console.log(label === '' ? line : `${label.padEnd(4)}| ${line}`);
  const startedMs = Date.now();
  const run = (minutes, args) => runOnce(projects, minutes, args, label, say);
  const first = await run(MAX_MINUTES, more);
  const { files, errors, unsteady } = await tryAgain(first, run, say);
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const file of files) for (const key of Object.keys(counts)) counts[key] += file.counts[key];
  const failures = [...files.flatMap(toLines), ...errors];
  if (first.isLate) failures.push(`${projects.join(' and ')}: ended after ${MAX_MINUTES} minutes`);
  else if (first.code !== 0 && failures.length === 0 && unsteady.length === 0) failures.push(`${projects.join(' and ')}: ended with code ${first.code}`);
  // An error outside any test fails the run too, and must show in the sum.
  if (failures.length > 0 && counts.failed === 0) counts.failed = 1;
  const minutes = (Date.now() - startedMs) / 60_000;
  say(`${projects.join(' and ')}: ${minutes.toFixed(1)} of ${MAX_MINUTES} minutes`);
  if (minutes > MAX_MINUTES * NEAR) say('These tests are near their limit: make them faster, or the next ones are ended by it.');
  return { counts, failures, unsteady, files: files.map(({ file, ms }) => ({ file, ms })) };
}

/** More failed files than this have a cause that a retry would only hide. */
const TRIED_AGAIN = 4;
const AGAIN_MINUTES = 6;

/** Returns the results of a run after the retry of its few failed files. */
async function tryAgain(first, run, say) {
  const failed = first.files.filter(({ counts }) => counts.failed > 0);
  if (first.isLate || failed.length === 0 || failed.length > TRIED_AGAIN) return { ...first, unsteady: [] };
  const names = failed.map(({ file }) => file);
  say(`\nTried once more, alone: ${names.join(', ')}`);
  const second = await run(AGAIN_MINUTES, ['--no-file-parallelism', ...names]);
  const againOf = new Map(second.files.map((after) => [after.file, after]));
  return {
    // Files without a new result keep the old one.
    files: first.files.map((before) => (names.includes(before.file) && againOf.get(before.file)) || before),
    errors: [...first.errors, ...second.errors],
    unsteady: failed.filter(({ file }) => againOf.get(file)?.counts.failed === 0),
  };
}

async function runOnce(projects, limitMinutes, more, label, say) {
  const folder = mkdtempSync(join(tmpdir(), 'classwright-results-'));
  const file = join(folder, 'results.json');
  const args = [
    inRoot('node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--passWithNoTests',
    '--reporter=default',
    `--reporter=${inRoot('tools', 'scripts', 'lib', 'counting-reporter.mjs')}`,
  ];
  const child = spawn(node, [...args, ...projects.flatMap((project) => ['--project', project]), ...more], {
    cwd: root,
    env: environment({ TEST_COUNTS_FILE: file }),
    stdio: label === '' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  const printed = [child.stdout, child.stderr].flatMap((stream) => (stream ? [print(stream, say)] : []));
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    say(`The tests (${projects.join(', ')}) were ended after ${limitMinutes} minutes.`);
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), 10_000).unref();
  }, limitMinutes * 60_000);
  const code = await follow(child);
  clearTimeout(timer);
  // Processes started by the tests may outlive them with our pipe open. Their output does not matter.
  await Promise.race([Promise.all(printed), sleep(LAST_WORDS_MS)]);
  for (const stream of [child.stdout, child.stderr]) stream?.destroy();
  const results = read(file);
  rmSync(folder, { recursive: true, force: true });
  return { ...results, code, isLate };
}

/** A limit that is almost reached is reported but fails nothing: a busy machine is no fault of a change. */
const NEAR = 0.8;
const LAST_WORDS_MS = 2_000;

async function print(stream, say) {
  for await (const line of createInterface({ input: stream })) say(line);
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { files: [], errors: [] };
  }
}
