// One run of vitest, and what came of it.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot, node, root } from './paths.mjs';
import { environment, follow } from './run.mjs';

/** Runs some projects of vitest.config.ts, at most `limitMinutes`. Returns how many tests passed, failed and were skipped. */
export async function runVitest(projects, limitMinutes, more = []) {
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
    stdio: 'inherit',
  });
  const startedMs = Date.now();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    console.error(`The tests (${projects.join(', ')}) were ended after ${limitMinutes} minutes.`);
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), 10_000).unref();
  }, limitMinutes * 60_000);
  const code = await follow(child);
  clearTimeout(timer);
  const { counts, files } = read(file);
  rmSync(folder, { recursive: true, force: true });
  // An error outside any test fails the run too, and must show in the sum.
  if ((code !== 0 || isLate) && counts.failed === 0) counts.failed = 1;
  tellSlowest(files);
  const minutes = (Date.now() - startedMs) / 60_000;
  if (minutes > limitMinutes * 0.8) console.log(`These tests took ${minutes.toFixed(1)} of the ${limitMinutes} minutes that they may take.`);
  return counts;
}

function tellSlowest(files) {
  const slowest = [...files].sort((a, b) => b.ms - a.ms).slice(0, 10);
  console.log(`\nThe slowest files:\n${slowest.map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`).join('\n')}`);
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { counts: { passed: 0, failed: 0, skipped: 0 }, files: [] };
  }
}
