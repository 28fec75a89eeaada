// The product as a process: `node apps/server/src/main.ts [--web folder]`. Ends with 0 after a drain, 1 after a refusal.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from './platform/config.ts';
import { StartRefusal } from './platform/start-refusal.ts';
import { run } from './startup/run.ts';
import { handleSignals } from './startup/signals.ts';
import { findWebRoot } from './startup/web-root.ts';

process.umask(0o077); // what it writes is nobody else's to read
const { values } = parseArgs({ options: { web: { type: 'string' } } });

let stop: () => Promise<void> = async () => undefined;
let stopping: Promise<void> | null = null;

const starting = (async () => {
  try {
    const server = await run(readConfig(), values.web ? resolve(values.web) : findWebRoot());
    stop = server.stop;
  } catch (error) {
    if (error instanceof StartRefusal) console.error(`\nClasswright did not start. ${error.message}\n`);
    else console.error('\nClasswright did not start, for a reason it does not know:\n', error);
    process.exitCode = 1;
  }
})();

handleSignals({
  async drain(reason) {
    if (reason === 'SIGINT') console.log('\nStopping; press Ctrl-C again to stop at once.');
    stopping ??= starting.then(() => stop());
    await stopping;
    process.exit(process.exitCode ?? 0);
  },
  abandon() {
    console.error('Stopped at once. Nothing that was acknowledged is lost.');
    process.exit(130);
  },
});

await starting;
if (process.exitCode && !stopping) process.exit();
