import { once } from 'node:events';
import { WebSocket } from 'ws';
import { type Attack, keepBusy, openSocket } from './attack.ts';

const SOCKETS = 4_000;

export default {
  title: `a stranger keeps as many of ${SOCKETS} sockets open as the server lets be`,
  async run(world, signal) {
    const open = new Set<WebSocket>();
    await keepBusy(20, signal, async () => {
      if (open.size >= SOCKETS) return 429;
      const socket = await openSocket(world);
      if (socket.readyState !== WebSocket.OPEN) return 503;
      open.add(socket);
      void once(socket, 'close').then(() => open.delete(socket));
      return 101;
    });
    for (const socket of open) socket.terminate();
  },
} satisfies Attack;
