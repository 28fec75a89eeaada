/**
 * Measures dividing a class into groups, for 40 people (at most 50 ms) and 1,000 (at most 1 s), in several mixes of
 * choices, even and odd, in twos, threes and fours, with rows and with the company of the last lesson. The slowest of ten
 * seeds is printed, and whether the division is proven to be the best.
 */
import { pairUp } from '@classwright/rules/live/pairing/pair-up';
import type { PairPerson } from '@classwright/rules/live/pairing/score';

/** The shares of the choices: the first is right. */
const MIXES: Readonly<Record<string, readonly number[]>> = {
  'half right': [0.5, 0.3, 0.15, 0.05],
  'most wrong alike': [0.15, 0.75, 0.05, 0.05],
  'evenly spread': [0.25, 0.25, 0.25, 0.25],
  'nearly all right': [0.95, 0.05],
};
const BUDGET_MS: Readonly<Record<number, number>> = { 40: 50, 41: 50, 999: 1000, 1000: 1000 };
const SEEDS = 10;

/** Returns a class: choices by share, the company of the last lesson, and rows of six seats if wanted. */
function makeClass(count: number, shares: readonly number[], hasRows: boolean): PairPerson[] {
  return Array.from({ length: count }, (_, index) => {
    let rest = ((index * 7919) % count) / count;
    const choice = shares.findIndex((share) => (rest -= share) < 0);
    return {
      account_id: index + 1,
      response_id: choice,
      right: choice === 0,
      partners: [(index ^ 1) + 1],
      ...(hasRows && { row: Math.floor(index / 6) }),
    };
  });
}

let isSlow = false;
for (const count of [40, 41, 999, 1000]) {
  for (const [mix, shares] of Object.entries(MIXES)) {
    for (const size of [2, 3, 4] as const) {
      for (const hasRows of [false, true]) {
        const people = makeClass(count, shares, hasRows);
        let slowest = 0;
        let proven = 0;
        for (let seed = 1; seed <= SEEDS; seed += 1) {
          const began = performance.now();
          const { isBest } = pairUp({ people, size, seed, wishes: [], kept: [] });
          slowest = Math.max(slowest, performance.now() - began);
          proven += Number(isBest);
        }
        const budget = BUDGET_MS[count] as number;
        isSlow ||= slowest > budget;
        const words = `${count} people, ${mix}, groups of ${size}${hasRows ? ', rows' : ''}`;
        console.log(
          `${words.padEnd(60)} ${slowest.toFixed(1).padStart(8)} ms of ${budget}${slowest > budget ? '  TOO SLOW' : ''}  proven best ${proven} of ${SEEDS}`,
        );
      }
    }
  }
}
if (isSlow) process.exitCode = 1;
