import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/**
 * Lets a server that closes go of each connection as soon as what was under way on it is answered. Closing ends idle ones
 * by itself; one that becomes idle later would be kept for the client, and closing would wait for that whole time.
 */
export function releaseOnClose(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onResponse', async () => {
    if (!isClosing) return;
    await turn(); // until then the connection counts as busy
    app.server.closeIdleConnections();
  });
}
