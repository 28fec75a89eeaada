import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { MessageKey, Translate } from '@classwright/contract';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';
import { toErrorBody } from './errors.ts';
import { securityHeaders } from './security.ts';

/**
 * The statuses for requests that Node itself refuses: headers that are too large, a line that came too slowly, no HTTP
 * at all.
 */
const STATUSES: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, HPE_CHUNK_EXTENSIONS_OVERFLOW: 413, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Responds to an invalid request in our own envelope, with the strict headers, and closes the connection. */
export function answerBrokenRequest(
  error: Error & { code?: string },
  socket: Duplex,
  { https, t, log }: { https: boolean; t: Translate<MessageKey>; log: Log },
): void {
  const { code = '' } = error;
  // Nobody is there to read it, or another response is already being sent.
  const { _httpMessage: begun } = socket as { _httpMessage?: { headersSent: boolean } | null };
  if (code === 'ECONNRESET' || socket.destroyed || !socket.writable || begun?.headersSent) return void socket.destroy();
  const status = STATUSES[code] ?? 400;
  const requestId = randomUUID();
  log.info({ event: 'broken request', status, code, address: (socket as { remoteAddress?: string }).remoteAddress, reqId: requestId }, 'call');
  const body = JSON.stringify(toErrorBody(new AppError('MALFORMED_REQUEST'), t, requestId));
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
    'x-request-id': requestId,
    ...securityHeaders({ https }),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}
