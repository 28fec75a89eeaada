// The product as a process, which main.ts begins. Without a role it runs and supervises the processes that ROLES names. Exits
// with 0 after a drain, 1 after a refusal.
import { readConfig } from './platform/config.ts';
import { RefusalReported, StartRefusal } from './platform/start-refusal.ts';
import { type Arguments, readArguments } from './startup/arguments.ts';
import { findWebRoot } from './startup/web-root.ts';
import { hasRecord } from './upgrade/record.ts';
import { handleSignals, handleSignalsOfLaunched, type StopHandlers } from './startup/signals.ts';

process.umask(0o077); // nobody else may read its files

let stop: () => Promise<void> = async () => undefined;
let stopping: Promise<void> | null = null;
let expectStop: () => void = () => undefined;
let abandon: () => void = () => undefined;

function tellRefusal(error: unknown): void {
  if (stopping && (error instanceof RefusalReported || error instanceof StartRefusal)) return; // it was stopped before it had started
  process.exitCode = 1;
  if (error instanceof RefusalReported) return;
  if (error instanceof StartRefusal) console.error(`\nClasswright did not start. ${error.message}\n`);
  else console.error('\nClasswright did not start, for a reason it does not know:\n', error);
}

const handlers: StopHandlers = {
  async drain(reason) {
    if (reason === 'SIGINT') console.log('\nStopping; press Ctrl-C again to stop at once.');
    expectStop();
    stopping ??= starting.then(() => stop());
    await stopping;
    process.exit(process.exitCode ?? 0);
  },
  abandon() {
    abandon();
    console.error('Stopped at once. Nothing that was acknowledged is lost.');
    process.exit(130);
  },
};

/** A process that supervises others loads only what it needs, so it stays small. */
async function start({ role, program, webRoot, webBuilder, phones, isLaunched }: Arguments): Promise<void> {
  const config = readConfig();
  if (!isLaunched && hasRecord(config.dataDir)) {
    const { meetUpgrade } = await import('./upgrade/index.ts');
    const { createProgress } = await import('./platform/progress.ts');
    const progress = createProgress(process.stdout);
    await meetUpgrade(config, { say: progress.say, onProgress: progress.show });
  }
  if (role === null && config.roles !== 'all') {
    const { createSupervisor } = await import('./startup/supervise/index.ts');
    const built = webRoot ?? findWebRoot();
    const supervisor = createSupervisor(config, process.argv[1]!, [
      ...(program === null ? [] : ['--program', program]),
      ...(built === null ? [] : ['--web', built]),
      ...(webBuilder === null ? [] : ['--built-by', String(webBuilder)]),
      ...(phones ? ['--phones'] : []),
    ]);
    ({ abandon, expectStop } = supervisor);
    ({ stop } = await supervisor.start());
    return;
  }
  const { run } = await import('./startup/run.ts');
  if (!isLaunched) {
    ({ stop } = await run(config, { role: role ?? 'all', webRoot: webRoot ?? findWebRoot(), webBuilder, phones, launcher: null }));
    return;
  }
  const { createLauncher } = await import('./startup/supervise/launcher.ts');
  const launcher = createLauncher(() => void handlers.drain('launcher'));
  ({ stop } = await run(config, { role: role ?? 'all', webRoot, webBuilder, phones, launcher }));
}

const starting: Promise<void> = (async () => {
  try {
    const given = readArguments(process.argv.slice(2));
    if (given.isLaunched) handleSignalsOfLaunched(handlers);
    else handleSignals(handlers);
    await start(given);
  } catch (error) {
    tellRefusal(error);
  }
})();

await starting;
if (process.exitCode && !stopping) process.exit();
