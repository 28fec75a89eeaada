// `npm run status` says whether the installation of these settings runs on this machine, and how it is.
import { runMaintenance } from './backup/run-maintenance.ts';
import { readConfig } from './platform/config.ts';
import { describeStatus } from './status/describe-status.ts';

const NOT_RUNNING = 3;

await runMaintenance({
  inVain: 'The status is not known.',
  help: 'npm run status: says if the installation of these settings runs on this machine, its version, process, address, readiness, database, data folder and last backup. Ends with 0 when it runs, and with 3 when it does not.',
  async work() {
    const { isRunning, lines } = await describeStatus(readConfig());
    for (const line of lines) console.log(line);
    if (!isRunning) process.exitCode = NOT_RUNNING;
    return true;
  },
});
