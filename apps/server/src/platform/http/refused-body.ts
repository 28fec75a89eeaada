import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { hasRoom, inTurn } from './form-pace.ts';

/**
 * A body this small has arrived with the head anyway: it is read to its end, and the connection serves the next call.
 */
const LITTLE_BYTES = 256 * 1024;
/**
 * The amount that is still read of a larger body, so that a client that sends first and reads afterwards gets the
 * response.
 */
const MOST_BYTES = 2 * 1024 * 1024;
/** Read about 128 KB at a time, and only while no form waits for its rate limit. */
const SIP_EVERY_MS = 20;
const LONGEST_MS = 2_000;
/** The number of connections that are read to the end. The others are closed with their response. */
const AT_ONCE = 50;

function isLong({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > LITTLE_BYTES;
}

/**
 * Sends the response to a call that fails before its body has arrived immediately, and then closes the connection. Node
 * alone would read to the end of the body, as fast as it comes. Closing without reading would reset the connection and
 * lose the response. Source: RFC 9112, section 9.6.
 */
export function endUnreadBodies(app: FastifyInstance): void {
  let reading = 0;
  app.addHook('onSend', async ({ raw }, reply) => {
    if (!(raw.socket instanceof Socket) || raw.complete || !isLong(raw)) return;
    reply.header('connection', 'close');
    raw.unpipe();
    raw.removeAllListeners('data');
    raw.pause();
    raw.read(0); // it counts as read from now on, by us: else Node takes it in whole behind the answer
    if (reading >= AT_ONCE) return;
    // Node calls this when the response to a last call has been sent.
    raw.socket.destroySoon = () => {
      reading += 1;
      sip(raw, () => (reading -= 1));
    };
  });
}

function sip(body: IncomingMessage, onEnded: () => void): void {
  const { socket } = body;
  const untilMs = performance.now() + LONGEST_MS;
  let bytes = 0;
  const timer = setInterval(() => {
    if (hasRoom()) {
      const read = (body.read() as Buffer | null)?.length ?? 0;
      void inTurn(read, null);
      bytes += read;
    }
    if (body.complete || bytes > MOST_BYTES || performance.now() > untilMs) socket.destroy();
  }, SIP_EVERY_MS);
  socket.once('close', () => {
    clearInterval(timer);
    onEnded();
  });
  socket.end();
}
