// The process behind `warm-process.ts`: it keeps the product's code loaded, and runs the product whenever it is asked to.
import { readConfig } from '@classwright/server/platform/config';
import { type RunningServer, run } from '@classwright/server/startup/run';
import type { WarmOrder, WarmReply } from './warm-process.ts';

process.umask(0o077); // as the product's own process
let running: RunningServer | null = null;
const reply = (what: WarmReply): void => void process.send?.(what);

process.on('message', async (order: WarmOrder) => {
  try {
    if (order.kind === 'start') {
      const { role, webRoot, phones } = order;
      running = await run(readConfig(order.env), { role, webRoot, webBuilder: null, phones, launcher: null });
    } else await running?.stop();
    reply({ kind: 'done' });
  } catch (error) {
    reply({ kind: 'failed', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
process.on('disconnect', () => process.exit()); // the tests have ended
