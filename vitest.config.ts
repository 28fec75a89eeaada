import { defineConfig } from 'vitest/config';

const never = ['**/node_modules/**', '**/.builds/**'];
/** A busy machine is no fault: vitest's own choice is one second. */
const patient = { poll: { timeout: 15_000 } };

/** Tests by kind; the kind stands in a file's name. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/**/*.test.ts', 'apps/**/*.test.ts', 'tools/**/*.test.ts', 'e2e/harness/*.test.ts'],
          exclude: ['**/*.pg.test.ts', '**/*.sim.test.ts', '**/*.dom.test.ts', ...never],
          environment: 'node',
          testTimeout: 20_000,
          expect: patient,
          maxWorkers: 2, // vitest's own choice on two cores is one
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'pg',
          include: ['apps/server/**/*.pg.test.ts', 'apps/server/**/*.sim.test.ts', 'tools/**/*.pg.test.ts'],
          exclude: never,
          environment: 'node',
          pool: 'forks',
          globalSetup: ['apps/server/src/testing/global-setup.ts', 'apps/server/src/testing/rows/global-setup.ts'],
          setupFiles: ['apps/server/src/testing/rows/check-rows.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: patient,
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: 'dom',
          include: ['apps/web/**/*.dom.test.tsx', 'apps/web/**/*.dom.test.ts'],
          exclude: never,
          environment: 'jsdom',
          pool: 'threads',
          isolate: true, // a few seconds more, and no test inherits what another one left
          setupFiles: ['apps/web/src/testing/patience.ts'],
          testTimeout: 60_000,
          expect: patient,
          maxWorkers: 3, // two cores are not full with two: each file begins by waiting for its modules
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.journey.ts'],
          exclude: never,
          environment: 'node',
          pool: 'forks',
          globalSetup: ['e2e/harness/global-setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 120_000,
          expect: patient,
          maxWorkers: 3, // half of a journey is waiting
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
