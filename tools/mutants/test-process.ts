// The process in which the tests of faults run. It loads vitest once, makes its database once, and runs the files that it
// is sent, one list after the other. Its argument is the folder of the sources.
import { createVitest, type Reporter, type TestCase, type TestModule, type Vitest } from 'vitest/node';
import { join } from 'node:path';

/** One list of test files to run. `changed` is the file that has another text than in the list before. */
export interface Order {
  files: readonly string[];
  changed: string;
}

/** The first test that failed, or null when all passed. */
export interface Outcome {
  failed: { file: string; test: string; reason: string } | null;
  /** The number of tests that ran. */
  ran: number;
}

const MAX_WORKERS = 2;
const root = process.argv[2] as string;
let outcome: Outcome = { failed: null, ran: 0 };
let vitest: Vitest | null = null;

const firstLine = (errors: readonly { message?: string }[] | undefined): string => (errors?.[0]?.message ?? 'no reason was given').split('\n')[0] as string;

function fail(file: string, test: string, reason: string): void {
  outcome.failed ??= { file, test, reason };
  void vitest?.cancelCurrentRun('test-failure');
}

const reporter: Reporter = {
  onTestCaseResult(test: TestCase) {
    const { state, errors } = test.result();
    if (state !== 'skipped') outcome.ran += 1;
    if (state === 'failed') fail(test.module.relativeModuleId, test.fullName, firstLine(errors));
  },
  onTestModuleEnd(module: TestModule) {
    if (module.state() !== 'failed' || outcome.failed !== null) return;
    const errors = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())];
    fail(module.relativeModuleId, 'the file as a whole', firstLine(errors));
  },
  onTestRunEnd(modules, unhandled) {
    if (unhandled.length > 0) fail(modules[0]?.relativeModuleId ?? '', 'outside any test', firstLine(unhandled));
  },
};

async function run({ files, changed }: Order): Promise<Outcome> {
  vitest ??= await createVitest('test', {
    root,
    config: join(root, 'vitest.config.ts'),
    watch: false,
    reporters: [reporter],
    project: ['unit', 'dom', 'pg'],
  });
  // a list is short, and what a worker loads first takes longer than most files
  for (const { config } of vitest.projects) config.maxWorkers = Math.min(config.maxWorkers, MAX_WORKERS);
  outcome = { failed: null, ran: 0 };
  vitest.invalidateFile(join(root, changed));
  vitest.state.filesMap.clear(); // a failure of the run before is none of this one
  const wanted = new Set(files.map((file) => join(root, file)));
  const specifications = (await vitest.globTestSpecifications([...wanted])).filter(({ moduleId }) => wanted.has(moduleId));
  if (specifications.length > 0) await vitest.runTestSpecifications(specifications);
  return outcome;
}

async function end(): Promise<never> {
  await vitest?.close();
  process.exit(0);
}

process.on('SIGTERM', () => void end());
process.on('disconnect', () => void end());
process.on('message', (order: Order) => {
  run(order).then(
    (done) => process.send?.(done),
    (error: unknown) => process.send?.({ failed: { file: '', test: 'the run', reason: String(error) }, ran: 0 } satisfies Outcome),
  );
});
