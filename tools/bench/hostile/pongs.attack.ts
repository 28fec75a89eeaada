import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { type Attack, keepBusy, openSocket } from './attack.ts';

const SOCKETS = 10;
const PONGS_AT_ONCE = 2_000;

export default {
  title: `a stranger floods ${SOCKETS} sockets with pongs, and opens a new one for each that is closed`,
  run: (world, signal) =>
    keepBusy(SOCKETS, signal, async () => {
      const socket = await openSocket(world);
      while (socket.readyState === WebSocket.OPEN && !signal.aborted) {
        for (let count = 0; count < PONGS_AT_ONCE; count += 1) socket.pong();
        await sleep(5);
      }
      socket.terminate();
      return 429;
    }),
} satisfies Attack;
