import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Files of tests that run beside each other choose from ports of their own: between a choice and its use nothing holds a port. */
const LANES = 12;
const PORTS_OF_A_LANE = 1000;
const lane = Number(process.env.VITEST_POOL_ID ?? process.pid) % LANES;
const given = new Set<number>();

/** A free port below those that systems give out by themselves: nobody else has it between a kill and a restart. None is given twice. */
export async function findPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + lane * PORTS_OF_A_LANE + randomInt(PORTS_OF_A_LANE);
    if (given.has(port)) continue;
    given.add(port);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}
