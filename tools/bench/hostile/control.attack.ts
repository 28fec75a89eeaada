import { setImmediate as turn } from 'node:timers/promises';
import type { Attack } from './attack.ts';

export default {
  title: 'nobody attacks, and one core of this machine is busy: what the others lose to the machine alone',
  async run(_world, signal) {
    while (!signal.aborted) {
      const until = performance.now() + 20;
      while (performance.now() < until); // nothing
      await turn();
    }
  },
} satisfies Attack;
