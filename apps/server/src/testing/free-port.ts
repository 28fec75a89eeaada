import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * The number of ranges of ports. Test files that run in parallel choose from separate ones, since nothing reserves a
 * port before its use.
 */
const LANES = 12;
const PORTS_OF_A_LANE = 1000;
const lane = Number(process.env.VITEST_POOL_ID ?? process.pid) % LANES;
const given = new Set<number>();

/**
 * Returns a free port below those that systems assign automatically: nobody else gets it between a kill and a restart.
 * None is returned twice.
 */
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
