/**
 * Calls to addresses that a person typed.
 *
 * Invariants: https only. A name is resolved once and the call goes to exactly that address, which must be on the
 * public internet. No redirects, no proxy. The response is limited in bytes (unpacked) and in time. An error contains
 * nothing of the request. This machine itself may be called, also by http, only when a setting for trials allows it.
 */
import { Resolver } from 'node:dns/promises';
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { isLoopbackAddress, isPublicAddress, OutboundError } from './public-address.ts';

export { type OutboundProblem, OutboundError } from './public-address.ts';

export interface OutboundCall {
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** The maximum size of the response, unpacked. */
  maxBytes: number;
  signal?: AbortSignal;
}

export interface OutboundAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Outbound {
  /** Returns what is wrong with an address as written, or null. Its name may still lead to a forbidden address. */
  judge(address: string): 'address' | 'https' | 'private' | null;
  /** Sends the call. @throws OutboundError */
  ask(address: string, call: OutboundCall): Promise<OutboundAnswer>;
}

export interface OutboundTimes {
  /** The limit for connecting. */
  connectMs: number;
  /** The limit from then until the response begins. */
  headersMs: number;
  /** The limit for everything. */
  wholeMs: number;
}

interface OutboundOptions {
  /** True when this machine itself may be called, also by http: for trials. */
  allowsLoopback: boolean;
  times?: OutboundTimes;
  /** Returns the addresses of a name. */
  resolve?: (name: string, signal: AbortSignal) => Promise<string[]>;
}

const TIMES: OutboundTimes = { connectMs: 10_000, headersMs: 30_000, wholeMs: 60_000 };
const MOST_HEADER_BYTES = 16 * 1024;
const LONGEST_ADDRESS = 2_000;

export function createOutbound({ allowsLoopback, times = TIMES, resolve = resolveName }: OutboundOptions): Outbound {
  const isOpen = (address: string): boolean => isPublicAddress(address) || (allowsLoopback && isLoopbackAddress(address));

  /** Parses an address. @throws OutboundError */
  function parse(address: string): URL {
    const url = address.length <= LONGEST_ADDRESS ? URL.parse(address) : null;
    if (!url || url.hostname === '' || url.username !== '' || url.password !== '') throw new OutboundError('address');
    const host = hostOf(url);
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && allowsLoopback && isLoopbackAddress(host))) throw new OutboundError('https');
    if (isIP(host) !== 0 && !isOpen(host)) throw new OutboundError('private');
    return url;
  }

  /**
   * Returns the address to call. If one of several is not public, all are refused: somebody is manipulating the name.
   */
  async function findAddress(url: URL, signal: AbortSignal): Promise<string> {
    const host = hostOf(url);
    if (isIP(host) !== 0) return host;
    const found = await resolve(host, signal);
    const first = found.find((address) => isIP(address) === 4) ?? found[0];
    if (first === undefined) throw new OutboundError('name');
    if (!found.every(isOpen)) throw new OutboundError('private');
    return first;
  }

  return {
    judge(address) {
      try {
        parse(address);
        return null;
      } catch (error) {
        return (error as OutboundError).problem as 'address' | 'https' | 'private';
      }
    },
    async ask(text, call) {
      const url = parse(text);
      const whole = AbortSignal.timeout(times.wholeMs);
      const signal = call.signal ? AbortSignal.any([whole, call.signal]) : whole;
      try {
        const address = await findAddress(url, signal);
        return await readBounded(await send(url, address, { ...call, signal, times }), call.maxBytes, signal);
      } catch (error) {
        if (error instanceof OutboundError) throw error;
        call.signal?.throwIfAborted();
        throw new OutboundError(whole.aborted ? 'silence' : problemOf(error));
      }
    },
  };
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** Asks the name servers directly: the machine's own resolver would hold a thread while it waits. */
async function resolveName(name: string, signal: AbortSignal): Promise<string[]> {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  const stop = (): void => resolver.cancel();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

interface Sending extends OutboundCall {
  signal: AbortSignal;
  times: OutboundTimes;
}

/** Sends a call to one address, even if the name has changed since. Resolves when the response begins. */
function send(url: URL, address: string, { method = 'GET', headers = {}, body, signal, times }: Sending): Promise<IncomingMessage> {
  const family = isIP(address);
  const lookup: LookupFunction = (_name, { all }, done) => {
    if (all) (done as (error: null, found: { address: string; family: number }[]) => void)(null, [{ address, family }]);
    else done(null, address, family);
  };
  const isSecure = url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const request = (isSecure ? https : http).request(url, {
      ...{ method, lookup, signal, family, maxHeaderSize: MOST_HEADER_BYTES },
      agent: false, // one of its own, which knows of no proxy
      headers: { 'accept-encoding': 'gzip', ...headers, ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }) },
    });
    const giveUp = (): void => void request.destroy(new OutboundError('silence'));
    let timer = setTimeout(giveUp, times.connectMs);
    request.once('socket', (socket) =>
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        clearTimeout(timer);
        timer = setTimeout(giveUp, times.headersMs);
      }),
    );
    request.once('response', (response) => {
      clearTimeout(timer);
      resolve(response);
    });
    request.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    request.end(body);
  });
}

/** Reads a whole response, unpacked, up to the limit. */
async function readBounded(response: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<OutboundAnswer> {
  const { statusCode: status = 0, headers } = response;
  if (status >= 300 && status < 400) {
    response.destroy();
    throw new OutboundError('redirect');
  }
  let sent = 0;
  response.on('data', (piece: Buffer) => {
    sent += piece.byteLength; // packed, too: an archive of nothing can be endless
    if (sent > maxBytes) response.destroy(new OutboundError('tooLong'));
  });
  const isPacked = headers['content-encoding'] === 'gzip';
  const source = isPacked ? pipeline(response, createGunzip(), () => undefined) : response;
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of source as AsyncIterable<Buffer>) {
      signal.throwIfAborted();
      size += piece.byteLength;
      if (size > maxBytes) throw new OutboundError('tooLong');
      pieces.push(piece);
    }
  } finally {
    response.destroy();
  }
  return { status, headers, body: Buffer.concat(pieces) };
}

function problemOf(error: unknown): OutboundError['problem'] {
  const code = String((error as { code?: unknown }).code ?? '');
  if (/^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/.test(code)) return 'connect';
  if (code === 'ETIMEDOUT') return 'silence';
  if (/CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL|EPROTO/.test(code)) return 'tls';
  return 'broken';
}
