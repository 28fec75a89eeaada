// Describes the results of one or several runs of tests.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { inRoot } from './paths.mjs';

/** From this many of about a thousand files on, those that failed at first and passed alone fail `.ci/run`: a stall of a small machine meets all that run at the time. */
export const UNSTEADY_LIMIT = 5;
/** The same on a machine so slow that a share of the tests ran: there, waits of half a minute end early for no fault. */
export const SLOW_UNSTEADY_LIMIT = 9;
const SHOWN_FILES = 10;

const fileOf = (command) => inRoot('node_modules', '.cache', 'tests', `${command}.json`);

/** Returns the counts of several parts or runs added up. */
export function addCounts(all) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const counts of all) for (const key of Object.keys(sum)) sum[key] += counts[key];
  return sum;
}

/** Returns the line that ends a run: `N passed, N failed, N skipped`. */
export function inWords({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/**
 * Returns the lines that end a run: files that passed at the second try, what failed, the slowest files, and the counts
 * and minutes of each part.
 */
export function describeParts(parts) {
  const unsteady = parts.flatMap((part) => part.unsteady);
  const slowest = parts
    .flatMap((part) => part.files)
    .sort((a, b) => b.ms - a.ms)
    .slice(0, SHOWN_FILES);
  return [
    ...list('Failed at first and passed alone, so something about them depends on the moment:', unsteady.flatMap(toLines)),
    ...list(
      'Failed:',
      parts.flatMap((part) => part.failures),
    ),
    ...list(
      'The slowest files:',
      slowest.map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${file}`),
    ),
    '',
    ...parts.map(({ name, counts, seconds }) => `${name}: ${inWords(counts)} in ${(seconds / 60).toFixed(1)} minutes`),
  ];
}

/** Returns a line for each failure of a file: its name and the reason. */
export function toLines({ file, failures }) {
  return failures.map((failure) => `${file} > ${failure}`);
}

function list(title, lines) {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
}

/** Deletes what an earlier run of a command left. */
export function deleteResult(command) {
  rmSync(fileOf(command), { force: true });
}

/** Keeps the parts of a command's run for `.ci/run`. */
export function keepResult(command, parts) {
  mkdirSync(inRoot('node_modules', '.cache', 'tests'), { recursive: true });
  writeFileSync(fileOf(command), JSON.stringify(parts));
}

/** Returns the parts that the last run of a command kept; null when it ended before. */
export function readResult(command) {
  try {
    return JSON.parse(readFileSync(fileOf(command), 'utf8'));
  } catch {
    return null;
  }
}

/**
 * Adds up the results of several commands, by their names. A command without a result counts as one failure, and so do
 * `UNSTEADY_LIMIT` or more files that passed at the second try, `SLOW_UNSTEADY_LIMIT` on a slow machine.
 */
export function addUp(results) {
  const parts = [];
  for (const [command, found] of Object.entries(results)) {
    const ended = { name: command, counts: { passed: 0, failed: 1, skipped: 0 }, seconds: 0, files: [], failures: [`npm run ${command}: ended early`] };
    parts.push(...(found ?? [{ ...ended, unsteady: [] }]));
  }
  const counts = addCounts(parts.map((part) => part.counts));
  const unsteadyFiles = new Set(parts.flatMap((part) => part.unsteady.map(({ file }) => file))).size;
  const lines = describeParts(parts);
  const limit = parts.some(({ of = 1 }) => of > 1) ? SLOW_UNSTEADY_LIMIT : UNSTEADY_LIMIT;
  if (unsteadyFiles < limit) return { lines, counts };
  const reason = `${unsteadyFiles} files passed only at the second try, ${limit} or more fail a run: one failure.`;
  return { lines: [...lines, reason], counts: { ...counts, failed: counts.failed + 1 } };
}
