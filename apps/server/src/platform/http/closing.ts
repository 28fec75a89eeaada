import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** So long a connection may still bring a call, which is told that the server closes. */
const GRACE_MS = 5_000;

/**
 * Lets a server that closes go of each connection as soon as what was under way on it is answered. Closing ends idle ones
 * by itself; one that becomes idle later would be kept for the client, and so would one on which nothing, or half a call, has come:
 * closing would wait for as long as the client likes, and waits for a moment.
 */
export function releaseOnClose(app: FastifyInstance): void {
  let isClosing = false;
  /** How many calls are under way on each connection. */
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
