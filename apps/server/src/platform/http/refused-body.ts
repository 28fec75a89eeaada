import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { hasRoom, inTurn } from './pace.ts';

/** So much has come in with the head anyway: read to its end, and the line serves the next call. */
const LITTLE_BYTES = 256 * 1024;
/** What is still read of a larger one, so that whoever sends first and reads afterwards finds the answer. */
const MOST_BYTES = 2 * 1024 * 1024;
/** Read in sips of about 128 KB, and only while no form waits for its pace. */
const SIP_EVERY_MS = 20;
const LONGEST_MS = 2_000;
/** Lines that are being read out; the others are ended with their answer. */
const AT_ONCE = 50;

function isLong({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > LITTLE_BYTES;
}

/**
 * A call that is answered before its body is in, as a refused one is, gets its answer at once; then its line ends. Node
 * alone would read on to the end of the body, as fast as it comes. Ended without reading on, the line would be reset and
 * the answer lost. Source: RFC 9112, section 9.6.
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
    // called by Node when the answer of a last call is out
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
