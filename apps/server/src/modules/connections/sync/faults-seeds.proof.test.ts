import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../../testing/build-app.ts';
import { runSyncStorm } from './testing/sync-storm.ts';
import { startSyncedSchool, type SyncedSchool } from './testing/synced-school.ts';

/** The seeds: two, over fewer days, in every test run; any number with `npm run faults -- --classroom 1000`. */
const wanted = process.env['SYNC_SEEDS']?.split(',').map(Number);
const seeds = wanted ? Array.from({ length: wanted[1] ?? 1 }, (_, at) => (wanted[0] ?? 1) + at) : [1, 10];
const options = wanted ? {} : { rounds: 3 };

let school: SyncedSchool;
let second: TestApp;
beforeAll(async () => {
  school = await startSyncedSchool({}, {}, { timeoutMs: 1500 });
  second = await school.app.another({ sharesFolder: true });
});
afterAll(async () => {
  await second.close();
  await school.close();
});

test.each(seeds)(
  '[B1230] seed %i: what was typed on either side stands on both, waits in a conflict or was refused in words, and nothing is twice',
  { timeout: 240_000 },
  async (seed) => {
    expect(await runSyncStorm(school, second, seed, options)).toEqual([]);
  },
);
