import { StartRefusal } from '@classwright/server/platform/start-refusal';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Installation } from './installation.ts';
import { describePlan, makePlan } from './plan.ts';
import { buildProgram, type Program } from './program.ts';
import { runStorm } from './storm.ts';

/**
 * Seeds that together include lines that are cut, swallow, delay, repeat, reorder and lose responses, a killed process,
 * a database that stops immediately and one that freezes, a move to another phone and a removal.
 */
const SEEDS = [10, 12, 41, 50, 54];
/** A busy machine is no fault. `npm run faults` measures how soon clients are repaired. */
const PATIENCE_MS = 15_000;

let installation: Installation | null = null;
let program: Program;
beforeAll(async () => {
  program = await buildProgram();
  installation = await Installation.start('database').catch((error: unknown) => {
    if (!(error instanceof StartRefusal)) throw error;
    console.log(`No storms, since they need a PostgreSQL of their own: ${error.message}`);
    return null;
  });
}, 120_000);
afterAll(() => installation?.stop());

test.for(SEEDS.map((seed) => [seed, describePlan(makePlan(seed))] as const))(
  '[B007] [B008] [B009] [B010] seed %i (%s): nothing acknowledged is lost, nobody sees too much, and every client is repaired',
  { timeout: 90_000 },
  async ([seed], { skip }) => {
    if (!installation) return skip();
    const { failures } = await runStorm(installation, program, makePlan(seed), PATIENCE_MS);
    expect(failures).toEqual([]);
  },
);
