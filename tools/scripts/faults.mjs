// `npm run faults` runs storms over a lesson, by seed; `npm run faults -- --classroom 1000` runs them over a class that
// is also in Google Classroom. See docs/reliability.md.
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runNode } from './lib/run.mjs';
import { inRoot } from './lib/paths.mjs';

await ensureInstalled();
const wanted = process.argv.slice(2);
if (wanted[0] === '--classroom') {
  const [count, first] = [wanted[1] ?? '1000', wanted[2] ?? '1'].map(Number);
  if (![count, first].every((number) => Number.isInteger(number) && number > 0)) {
    console.error('npm run faults -- --classroom COUNT FIRST: both whole numbers from 1 on, 1000 and 1 unless said.');
    process.exitCode = 1;
  } else {
    const vitest = [
      inRoot('node_modules', 'vitest', 'vitest.mjs'),
      'run',
      '--project',
      'proof',
      'apps/server/src/modules/connections/sync/faults-seeds.proof.test.ts',
    ];
    process.exitCode = await runNode(vitest, { env: { SYNC_SEEDS: `${first},${count}` } });
  }
} else process.exitCode = await runNode(['tools/faults/main.ts', ...wanted]);
