import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { keepTemporaryFilesInMemory } from './tools/scripts/lib/memory-room.mjs';

keepTemporaryFilesInMemory();

const never = ['**/node_modules/**', '**/.builds/**'];
/** A busy machine is no fault: vitest's own choice is one second. */
const patient = { poll: { timeout: 30_000 } };

/** These take minutes each, and run in order within. The one that starts last would be waited for alone. */
const LONGEST = /scaffold\.proof|screens\.journey|every-page/;
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => Number(LONGEST.test(b.moduleId)) - Number(LONGEST.test(a.moduleId)));
  }
}

/** Tests that call the server. Each file has its own database and server. */
const withDatabase = {
  exclude: never,
  environment: 'node' as const,
  pool: 'forks' as const,
  execArgv: ['--max-semi-space-size=64'], // such a process keeps the server loaded: collecting what is new more seldom saves a tenth
  isolate: false, // loading the server takes longer than most files
  globalSetup: ['apps/server/src/testing/global-setup.ts', 'apps/server/src/testing/rows/global-setup.ts'],
  setupFiles: ['apps/server/src/testing/rows/check-rows.ts', 'apps/server/src/testing/rows/record-statements.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: patient,
  maxWorkers: 4, // a third of its time such a test waits, and those of the sync more than half
};

/** Journeys in a browser: those of every change, and in `*.proof.journey.ts` the long walks of `npm run proof`. */
const journeys = {
  environment: 'node',
  pool: 'forks' as const,
  isolate: false, // files of a worker share its browser, its processes of the product and what is loaded
  globalSetup: ['e2e/harness/global-setup.ts'],
  setupFiles: ['e2e/harness/each-file.ts'],
  testTimeout: 300_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } }, // as a person of a journey waits (e2e/harness/person.ts)
  maxWorkers: 3, // a third of a journey is waiting
};

/** Tests by kind. The kind is in a file's name. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/**/*.test.ts', 'apps/**/*.test.ts', 'tools/**/*.test.ts', 'e2e/harness/*.test.ts'],
          exclude: ['**/*.pg.test.ts', '**/*.proof.test.ts', '**/*.dom.test.ts', ...never],
          environment: 'node',
          testTimeout: 20_000,
          expect: patient,
          maxWorkers: 2, // vitest's own choice on two cores is one
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...withDatabase,
          name: 'pg',
          include: ['apps/server/**/*.pg.test.ts', 'tools/**/*.pg.test.ts'],
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
          setupFiles: ['apps/web/src/testing/patience.ts', 'apps/web/src/testing/no-empty-error.ts'],
          testTimeout: 60_000,
          expect: patient,
          maxWorkers: 5, // with three, less than one core was busy: such tests wait for moments
          sequence: { groupOrder: 2 },
        },
      },
      { test: { ...journeys, name: 'e2e', include: ['e2e/**/*.journey.ts'], exclude: ['e2e/**/*.proof.journey.ts', ...never], sequence: { groupOrder: 4 } } },
      {
        test: {
          ...withDatabase,
          name: 'proof', // `npm run proof`: tests that take minutes
          include: ['packages/**/*.proof.test.ts', 'apps/**/*.proof.test.ts', 'tools/**/*.proof.test.ts'],
          sequence: { groupOrder: 5 },
        },
      },
      { test: { ...journeys, name: 'proof-journeys', include: ['e2e/**/*.proof.journey.ts'], exclude: never, sequence: { groupOrder: 6 } } },
    ],
  },
});
