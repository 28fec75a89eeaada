// Chooses how much of `npm run proof` a run of `.ci/run` can do on a slow machine.

/** The minutes that `npm test` and `npm run proof` take on two quiet processors (docs/decisions/tests-of-every-day-and-proof.md). */
const QUIET_MINUTES = { test: 35, proof: 20 };
const MOST_SHARES = 10;

/**
 * Returns the share to run as `{ at, of }`, counted from 1: all of it (1 of 1) unless the machine is so slow that the rest
 * of `limitMinutes` would not do. Its slowness is what `npm test` took against a quiet machine. Shares take turns by day.
 */
export function chooseShare({ limitMinutes, beganMs, nowMs, testSeconds }) {
  const leftMinutes = limitMinutes - (nowMs - beganMs) / 60_000;
  const neededMinutes = QUIET_MINUTES.proof * Math.max(1, testSeconds / 60 / QUIET_MINUTES.test);
  const of = leftMinutes <= 0 ? MOST_SHARES : Math.min(MOST_SHARES, Math.ceil(neededMinutes / leftMinutes));
  return { at: (Math.floor(nowMs / 86_400_000) % of) + 1, of };
}

/** Returns the part of a run's results that stands for files that were left out. */
export function describeLeftOut(files, { at, of }) {
  console.log(`This machine is slow today: share ${at} of ${of} of the proof ran. npm run proof runs all of it. Left out:`);
  for (const file of files) console.log(`  ${file}`);
  return { name: 'left out', counts: { passed: 0, failed: 0, skipped: files.length }, failures: [], unsteady: [], files: [], seconds: 0 };
}
