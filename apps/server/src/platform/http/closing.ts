import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** The time in which a connection may still send a call, which gets the message that the server is closing. */
const GRACE_MS = 5_000;

/**
 * Closes each connection of a closing server as soon as its current call has its response. Node closes idle connections
 * itself, but would keep one that becomes idle later, and one with no call or half a call: closing would take as long
 * as the client likes. This limits it to a moment.
 */
export function releaseOnClose(app: FastifyInstance): void {
  let isClosing = false;
  /** The number of calls in progress on each connection. */
  const open = new Map<Socket, number>();
  const add = (socket: Socket, calls: number): void => {
    const before = open.get(socket);
    if (before !== undefined) open.set(socket, before + calls);
  };
  app.server.on('connection', (socket) => {
    open.set(socket, 0);
    socket.once('close', () => open.delete(socket));
  });
  app.server.on('request', ({ socket }, answer) => {
    add(socket, 1);
    answer.once('close', () => add(socket, -1));
  });
  app.server.on('upgrade', (_request, socket) => open.delete(socket as Socket));
  app.addHook('preClose', async () => {
    isClosing = true;
    const grace = setTimeout(() => {
      for (const [socket, calls] of open) if (calls === 0) socket.destroy();
    }, GRACE_MS);
    app.server.once('close', () => clearTimeout(grace));
  });
  app.addHook('onResponse', async () => {
    if (!isClosing) return;
    await turn(); // until then the connection counts as busy
    app.server.closeIdleConnections();
  });
}
