// Runs storms by seed: `npm run faults -- --seeds 100`. Reports failures with the command that repeats each, and exits
// with 1.
import type { FromLane, ToLane } from './lane.ts';
import { runLane } from './run-lane.ts';
import { type Options, readOptions, USAGE } from './options.ts';
import { type Bus, describePlan, type FaultKind, makePlan } from './plan.ts';

const PROGRESS = 25;
/** The problems of one check that are shown. */
const SHOWN = 6;

interface Sum {
  passed: number;
  failed: number[];
  acknowledged: number;
  longestRepairMs: number;
  longestControlMs: number;
  faults: Map<FaultKind, number>;
}

async function main({ seeds, lanes, minutes }: Options): Promise<number> {
  const sum: Sum = { passed: 0, failed: [], acknowledged: 0, longestRepairMs: 0, longestControlMs: 0, faults: new Map() };
  const beganMs = performance.now();
  // An installation is kept while the bus is the same.
  const waiting = [...seeds].sort((left, right) => busOf(left) - busOf(right));
  let isOver = false;
  const end = (): void => void (isOver = true);
  process.on('SIGINT', end).on('SIGTERM', end);
  const next = (): ToLane => {
    const seed = isOver || performance.now() - beganMs > minutes * 60_000 ? undefined : waiting.shift();
    return seed === undefined ? 'end' : { seed };
  };
  await Promise.all(Array.from({ length: Math.min(lanes, seeds.length) }, () => runLane({ next, take: (told) => take(sum, told) })));
  const total = sum.passed + sum.failed.length;
  const kinds = [...sum.faults].sort().map(([kind, count]) => `${kind} ${count}`);
  console.log(
    `${total} seeds: ${sum.passed} passed, ${sum.failed.length} failed${sum.failed.length > 0 ? ` (${sum.failed.join(', ')})` : ''}. ` +
      `${sum.acknowledged} acts acknowledged, longest repair ${Math.round(sum.longestRepairMs)} ms, longest control ${Math.round(sum.longestControlMs)} ms, ${((performance.now() - beganMs) / 60_000).toFixed(1)} minutes.\n` +
      `Faults: ${kinds.join(', ') || 'none'}.`,
  );
  return sum.failed.length > 0 || total < seeds.length ? 1 : 0;
}

const BUSES: readonly Bus[] = ['database', 'redis', 'nats'];
const busOf = (seed: number): number => BUSES.indexOf(makePlan(seed).bus);

function take(sum: Sum, { seed, result, broke }: FromLane & { seed: number }): void {
  const plan = makePlan(seed);
  for (const { kind } of plan.faults) sum.faults.set(kind, (sum.faults.get(kind) ?? 0) + 1);
  sum.acknowledged += result?.acknowledged ?? 0;
  if (result && result.failures.length === 0) {
    sum.passed += 1;
    sum.longestRepairMs = Math.max(sum.longestRepairMs, result.longestRepairMs);
    sum.longestControlMs = Math.max(sum.longestControlMs, result.longestControlMs);
  } else {
    sum.failed.push(seed);
    console.log(`seed ${seed} failed: ${describePlan(plan)}`);
    for (const { check, problems } of result?.failures ?? [])
      console.log(`  ${check}: ${problems.slice(0, SHOWN).join('; ')}${problems.length > SHOWN ? ` (and ${problems.length - SHOWN} more)` : ''}`);
    if (broke !== null) console.log(`  ${broke}`);
    console.log(`  again: npm run faults -- --seed ${seed}`);
  }
  const done = sum.passed + sum.failed.length;
  if (done % PROGRESS === 0) console.log(`${done} seeds, ${sum.failed.length} failed`);
}

if (process.argv.includes('--help')) console.log(USAGE);
else {
  try {
    process.exitCode = await main(readOptions(process.argv.slice(2)));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    process.exitCode = 1;
  }
}
