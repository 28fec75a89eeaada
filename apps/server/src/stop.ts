// `npm run stop` asks the processes of the installation of these settings to finish their work and end.
import { runMaintenance } from './backup/run-maintenance.ts';
import { monotonicMs } from './platform/clock.ts';
import { readConfig } from './platform/config.ts';
import { StartRefusal } from './platform/start-refusal.ts';
import { listRunningStarts } from './startup/running-starts.ts';
import { stopStarts } from './startup/stop-starts.ts';

await runMaintenance({
  inVain: 'Nothing was stopped.',
  help: 'npm run stop: asks the processes of the installation of these settings that run on this machine to finish their work and end, and waits for them.',
  async work() {
    const config = readConfig();
    const starts = listRunningStarts(config);
    if (starts.length === 0) {
      console.log('Classwright is not running, or belongs to another user.');
      return true;
    }
    const units = [...new Set(starts.flatMap(({ unit }) => unit ?? []))];
    if (units.length > 0) throw new StartRefusal(`systemd keeps it running and would start it again. Stop the units: systemctl stop ${units.join(' ')}`);
    console.log(`Stopping ${starts.map(({ version, pid }) => `the version ${version} (process ${pid})`).join(' and ')}.`);
    const began = monotonicMs();
    const ended = await stopStarts(config);
    console.log(
      `${ended.length === 1 ? 'It has' : `${ended.length} processes have`} finished and ended, after ${((monotonicMs() - began) / 1000).toFixed(1)} s.`,
    );
    return true;
  },
});
