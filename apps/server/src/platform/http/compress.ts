import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

const compressLater = promisify(gzip);
/** Shorter responses fit into one packet without compression. */
const LEAST_BYTES = 1024;
/** Up to this size, using another thread costs the event loop more than the work itself: 0.1 ms at the limit. */
const MOST_BYTES_AT_ONCE = 16 * 1024;

/** Responses that are sent many times, with their compressed form: compressed once for all. */
const shared = new WeakMap<Buffer, { compressed: Promise<Buffer> | null }>();

/** Marks bytes that will be sent to many. */
export function shareCompressed(bytes: Buffer): void {
  shared.set(bytes, { compressed: null });
}

/** Returns true when a client accepts a coding. Source: RFC 9110, section 12.5.3. */
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
 * Compresses JSON of 1 KB and more for clients that accept it; large responses off the event loop. The length of a
 * response does not reveal its secrets (BREACH): only our own pages make calls with a person's rights, since they send
 * the bearer token themselves and a browser adds no cookie to requests of other pages.
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
