import type { IncomingHttpHeaders } from 'node:http';

/**
 * The upload protocol, tus 1.0.0 with its extensions creation, creation-with-upload and termination: what its headers
 * say. Source: https://tus.io/protocols/resumable-upload
 */
const VERSION = '1.0.0';
const PIECE_TYPE = 'application/offset+octet-stream';

/** The headers of every response. */
export const TUS_HEADERS = { 'tus-resumable': VERSION, 'cache-control': 'no-store' } as const;

/** A call that breaks the protocol. The response is plain text, since only programs see it. */
export class TusRefusal extends Error {
  readonly status: number;
  constructor(status: number, text: string) {
    super(text);
    this.name = 'TusRefusal';
    this.status = status;
  }
}

export interface TusHeaders {
  /** The bytes of the whole upload. */
  length: number | null;
  /** The bytes that have arrived, as the client believes. */
  offset: number | null;
  metadata: ReadonlyMap<string, string>;
  /** True when the body is a piece of the upload. */
  hasPiece: boolean;
  /** The declared bytes of the body, 0 when it is not known. */
  bodyLength: number;
}

/** Parses the headers of a call. @throws TusRefusal */
export function parseTusHeaders(headers: IncomingHttpHeaders): TusHeaders {
  const version = headers['tus-resumable'];
  if (version === undefined || version === '') throw new TusRefusal(412, 'Tus-Resumable Required\n');
  if (version !== VERSION) throw invalid('tus-resumable');
  if ((headers['upload-defer-length'] ?? '1') !== '1') throw invalid('upload-defer-length');
  return {
    length: parseCount(headers, 'upload-length'),
    offset: parseCount(headers, 'upload-offset'),
    metadata: parseMetadata(headers['upload-metadata']),
    hasPiece: headers['content-type'] === PIECE_TYPE,
    bodyLength: Number(headers['content-length'] ?? 0),
  };
}

/** Returns the length of an upload that begins. @throws TusRefusal, for what this server does not have, too */
export function requireLength({ length }: TusHeaders, headers: IncomingHttpHeaders): number {
  if (headers['upload-concat'] !== undefined) throw new TusRefusal(501, 'Concatenation extension is not supported.\n');
  if (headers['upload-defer-length'] !== undefined) throw new TusRefusal(501, 'creation-defer-length extension is not supported.\n');
  if (length === null) throw new TusRefusal(400, 'Upload-Length header required\n');
  return length;
}

/** Returns the offset of a piece. @throws TusRefusal */
export function requireOffset({ offset, length, hasPiece }: TusHeaders, headers: IncomingHttpHeaders): number {
  if (!hasPiece && headers['content-type'] !== undefined) throw invalid('content-type');
  if (offset === null) throw new TusRefusal(403, 'Upload-Offset header required\n');
  if (!hasPiece) throw new TusRefusal(403, 'Content-Type header required\n');
  if (length !== null) throw new TusRefusal(501, 'creation-defer-length extension is not supported.\n');
  return offset;
}

/** Returns the header for the name of an upload. */
export const toMetadata = (name: string): string => `filename ${Buffer.from(name).toString('base64')}`;

const invalid = (name: string): TusRefusal => new TusRefusal(400, `Invalid ${name}\n`);

function parseCount(headers: IncomingHttpHeaders, name: 'upload-length' | 'upload-offset'): number | null {
  const text = headers[name];
  if (text === undefined) return null;
  const count = Number(text);
  if (!Number.isInteger(count) || count < 0 || String(count) !== text) throw invalid(name);
  return count;
}

/** Parses names and values: `filename d29ybGQ=,draft`. A name alone has no value, and is left out. */
function parseMetadata(text: string | string[] | undefined): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  if (text === undefined) return values;
  const names = new Set<string>();
  for (const pair of String(text).split(',')) {
    const [name = '', value = '', ...more] = pair.split(' ');
    const isValid = /^[\x21-\x7f]+$/.test(name) && /^[\d+/A-Za-z]*={0,2}$/.test(value) && value.length % 4 === 0;
    if (!isValid || more.length > 0 || names.has(name)) throw invalid('upload-metadata');
    names.add(name);
    if (value !== '') values.set(name, Buffer.from(value, 'base64').toString('utf8'));
  }
  return values;
}
