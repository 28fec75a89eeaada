// `npm run upgrade -- --old folder`: upgrades an installation to this version, with a way back.
import { runMaintenance } from './backup/run-maintenance.ts';
import { readConfig } from './platform/config.ts';
import { createProgress } from './platform/progress.ts';
import { StartRefusal } from './platform/start-refusal.ts';
import { runUpgrade } from './upgrade/index.ts';

const READY_LIMIT_SECONDS = 180;

await runMaintenance({
  inVain: 'Nothing was upgraded.',
  help: 'npm run upgrade -- [--old folder] [--plan] [--limit seconds]: run in the folder of the new version, upgrades the installation that the version in the folder --old serves, and goes back to it when anything fails. --plan says what it would do and changes nothing; --limit is the time that the new version has to become ready.',
  options: { old: { type: 'string' }, plan: { type: 'boolean' }, limit: { type: 'string' } },
  async work(_named, { old, plan, limit }) {
    const seconds = limit === undefined ? READY_LIMIT_SECONDS : Number(limit);
    if (!(seconds > 0)) throw new StartRefusal('--limit takes a number of seconds.');
    let isStopped = false;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => {
        if (isStopped) process.exit(1); // the next start or upgrade ends it
        isStopped = true;
        console.log('\nStopping at the end of this step, and going back. A second signal stops it at once.');
      });
    const progress = createProgress(process.stdout);
    return await runUpgrade({
      config: readConfig(),
      old: typeof old === 'string' ? old : null,
      isPlan: plan === true,
      readyLimitMs: seconds * 1000,
      startedAt: new Date(performance.timeOrigin),
      say: progress.say,
      onProgress: progress.show,
      check() {
        if (isStopped) throw new StartRefusal('It was stopped.');
      },
    });
  },
});
