// Chooses how many of the long tests a run of `.ci/run` can do on a slow machine.

/** The parts in their order, with the minutes of each on two quiet processors (docs/decisions/tests-of-every-day-and-proof.md). */
const QUIET_MINUTES = { check: 1, unit: 5.5, pg: 18.5, e2e: 17, proof: 18, journeys: 11 };
/** The parts that a slow machine runs a share of: walks in the browser, and the proof. */
const SHARED = ['e2e', 'proof', 'journeys'];
/** The tests with a database run a share only where their own time limit would end them. */
const OWN_LIMIT = 'pg';
/** The time limit of a part, for one that hangs. A shared machine is at times half as fast, which is no fault of a change. */
export const MAX_MINUTES = 40;
const MOST_SHARES = 10;
/** Browsers and databases suffer more from a slow machine than the parts by which its slowness is measured; at most by so much. */
const RESERVE = 1.3;

/**
 * Returns the share of a part's files to run as `{ at, of }`, counted from 1: all of them (1 of 1) unless the machine is so
 * slow that the rest of `limitMinutes` would not do for this part and those after it; for the tests with a database, so slow that
 * they would not end within `MAX_MINUTES`. Its slowness is what the parts in `done` (`name`, `seconds` and `of`) took against a
 * quiet machine. Shares take turns by day.
 */
export function chooseShare(name, { limitMinutes, beganMs, nowMs, done }) {
  const at = SHARED.indexOf(name);
  if (at === -1 && name !== OWN_LIMIT) return { at: 1, of: 1 };
  const quiet = done.reduce((sum, part) => sum + (QUIET_MINUTES[part.name] ?? 0) / (part.of ?? 1), 0);
  const slowness = quiet === 0 ? 1 : Math.max(1, done.reduce((sum, { seconds }) => sum + seconds / 60, 0) / quiet);
  const parts = name === OWN_LIMIT ? [name] : SHARED.slice(at);
  const neededMinutes = parts.reduce((sum, part) => sum + QUIET_MINUTES[part], 0) * slowness * Math.min(RESERVE, slowness);
  const leftMinutes = name === OWN_LIMIT ? MAX_MINUTES : limitMinutes - (nowMs - beganMs) / 60_000;
  const of = leftMinutes <= 0 ? MOST_SHARES : Math.min(MOST_SHARES, Math.ceil(neededMinutes / leftMinutes));
  return { at: (Math.floor(nowMs / 86_400_000) % of) + 1, of };
}

/** Returns the result of a part with the files that its share left out, which count as skipped. */
export function withLeftOut(result, leftOut, { at, of }) {
  console.log(`\nThis machine is slow today: of ${result.name}, share ${at} of ${of} ran. Left out:`);
  for (const file of leftOut) console.log(`  ${file}`);
  return { ...result, of, counts: { ...result.counts, skipped: result.counts.skipped + leftOut.length } };
}
