import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

const compressLater = promisify(gzip);
/** Shorter answers fit into one packet as they are. */
const LEAST_BYTES = 1024;
/** Up to here the way to another thread and back costs the event loop more than the work itself: 0.1 ms at the border. */
const MOST_BYTES_AT_ONCE = 16 * 1024;

/** Answers that go out many times, with what became of them: compressed once for all who take it. */
const shared = new WeakMap<Buffer, { compressed: Promise<Buffer> | null }>();

/** Says that the same bytes will be sent to many. */
export function shareCompressed(bytes: Buffer): void {
  shared.set(bytes, { compressed: null });
}

/** Whether a client takes a coding. Source: RFC 9110, section 12.5.3. */
export function acceptsCoding(coding: 'gzip' | 'br', acceptEncoding: string | undefined): boolean {
  const offers = new Map<string, boolean>();
  for (const offer of (acceptEncoding ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = offer.split(';').map((part) => part.trim());
    offers.set(name, !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)));
  }
  return offers.get(coding) ?? offers.get('*') ?? false;
}

const takesGzip = (acceptEncoding: string | undefined): boolean => acceptsCoding('gzip', acceptEncoding);

async function compress(payload: string | Buffer, byteLength: number): Promise<Buffer> {
  const kept = Buffer.isBuffer(payload) ? shared.get(payload) : undefined;
  if (kept) return (kept.compressed ??= compressLater(payload));
  return byteLength <= MOST_BYTES_AT_ONCE ? gzipSync(payload) : compressLater(payload);
}

/**
 * Compresses JSON of 1 KB and more for clients that take it; what is large, off the event loop. Secrets in an answer
 * cannot be guessed by its length (BREACH): no call is made with somebody's rights but by our own pages, which send the
 * bearer token themselves; a browser adds no cookie to what a stranger's page asks.
 */
export function addCompression(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    if (!String(reply.getHeader('content-type')).startsWith('application/json') || reply.hasHeader('content-encoding')) return payload;
    const byteLength = Buffer.byteLength(payload);
    if (byteLength < LEAST_BYTES) return payload;
    reply.header('vary', [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', '));
    if (!takesGzip(request.headers['accept-encoding'])) return payload;
    const compressed = await compress(payload, byteLength);
    reply.header('content-encoding', 'gzip').removeHeader('content-length');
    return compressed;
  });
}
