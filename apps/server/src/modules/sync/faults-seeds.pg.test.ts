import { afterAll, beforeAll, expect, test } from 'vitest';
import { runSyncStorm } from './testing/sync-storm.ts';
import { startSyncedSchool, type SyncedSchool } from './testing/synced-school.ts';

/** Six with every run of the tests, two of which once found something; as many as are asked for with `npm run faults -- --classroom 1000`. */
const wanted = process.env['SYNC_SEEDS']?.split(',').map(Number);
const seeds = wanted ? Array.from({ length: wanted[1] ?? 1 }, (_, at) => (wanted[0] ?? 1) + at) : [1, 7, 9, 23, 264, 466];

let school: SyncedSchool;
beforeAll(async () => {
  // days go by in seconds of Google's own clock: its limits a minute are looked at elsewhere
  school = await startSyncedSchool({ quota: { project: 1_000_000, windowMs: 1_000_000 } });
});
afterAll(() => school.close());

test.each(seeds)(
  '[B1230] seed %i: what was typed on either side stands on both, waits in a conflict or was refused in words, and nothing is twice',
  { timeout: 240_000 },
  async (seed) => {
    expect(await runSyncStorm(school, seed)).toEqual([]);
  },
);
