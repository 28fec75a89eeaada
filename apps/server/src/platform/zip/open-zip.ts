import { crc32, createInflateRaw } from 'node:zlib';

/**
 * The reason why an archive is not read. `broken`: damaged. `too_large`: exceeds the limits. `unsupported`: encrypted,
 * or with an outdated compression.
 */
export class ZipError extends Error {
  readonly problem: 'broken' | 'too_large' | 'unsupported';

  constructor(problem: ZipError['problem'], cause?: unknown) {
    super(`zip: ${problem}`, cause === undefined ? undefined : { cause });
    this.name = 'ZipError';
    this.problem = problem;
  }
}

/** The limits of an archive. Its declared sizes are never trusted: the output is counted. */
export interface ZipLimits {
  entries: number;
  /** The maximum number of inflated bytes of all read entries together. */
  totalBytes: number;
}

export interface ZipArchive {
  /** The names as stored, with `/` between folders and without a leading one. */
  readonly names: readonly string[];
  has(name: string): boolean;
  /** Reads the inflated bytes of an entry, piece by piece; only the current piece is held. @throws ZipError */
  read(name: string): AsyncGenerator<Buffer>;
}

interface Entry {
  method: number;
  crc: number;
  storedBytes: number;
  headerAt: number;
}

const END_SIGNATURE = 0x06054b50;
const DIRECTORY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 0xffff;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;

const broken = (cause?: unknown): ZipError => new ZipError('broken', cause);

/** Reads the directory of a zip archive. Entries are inflated on request. @throws ZipError */
export function openZip(bytes: Buffer, limits: ZipLimits): ZipArchive {
  const entries = readDirectory(bytes, limits);
  let bytesLeft = limits.totalBytes;
  const spend = (count: number): void => {
    bytesLeft -= count;
    if (bytesLeft < 0) throw new ZipError('too_large');
  };
  return {
    names: [...entries.keys()],
    has: (name) => entries.has(name.toLowerCase()),
    async *read(name) {
      const entry = entries.get(name.toLowerCase());
      if (!entry) throw broken();
      let crc = 0;
      for await (const piece of inflate(bytes, entry)) {
        spend(piece.length);
        crc = crc32(piece, crc);
        yield piece;
      }
      if (crc !== entry.crc) throw broken();
    },
  };
}

async function* inflate(bytes: Buffer, entry: Entry): AsyncGenerator<Buffer> {
  if (entry.headerAt + 30 > bytes.length || bytes.readUInt32LE(entry.headerAt) !== LOCAL_SIGNATURE) throw broken();
  const start = entry.headerAt + 30 + bytes.readUInt16LE(entry.headerAt + 26) + bytes.readUInt16LE(entry.headerAt + 28);
  const stored = bytes.subarray(start, start + entry.storedBytes);
  if (stored.length < entry.storedBytes) throw broken();
  if (entry.method === STORED) return yield* [stored];
  const inflater = createInflateRaw({ chunkSize: 64 * 1024 });
  inflater.end(stored);
  try {
    for await (const piece of inflater) yield piece as Buffer;
  } catch (error) {
    throw error instanceof ZipError ? error : broken(error);
  }
}

function readDirectory(bytes: Buffer, limits: ZipLimits): Map<string, Entry> {
  const end = findEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > limits.entries) throw new ZipError('too_large');
  const directoryBytes = bytes.readUInt32LE(end + 12);
  const before = end - directoryBytes - bytes.readUInt32LE(end + 16); // something may stand before the archive
  let at = end - directoryBytes;
  const entries = new Map<string, Entry>();
  for (let index = 0; index < count; index += 1) {
    if (at < 0 || at + 46 > bytes.length || bytes.readUInt32LE(at) !== DIRECTORY_SIGNATURE) throw broken();
    const nameBytes = bytes.readUInt16LE(at + 28);
    const method = bytes.readUInt16LE(at + 10);
    const flags = bytes.readUInt16LE(at + 8);
    if ((method !== STORED && method !== DEFLATED) || (flags & ENCRYPTED) !== 0) throw new ZipError('unsupported');
    const name = bytes.toString('utf8', at + 46, at + 46 + nameBytes);
    const entry = { method, crc: bytes.readUInt32LE(at + 16), storedBytes: bytes.readUInt32LE(at + 20), headerAt: bytes.readUInt32LE(at + 42) + before };
    if (entry.headerAt < 0) throw broken();
    entries.set(name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase(), entry);
    at += 46 + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

function findEnd(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_BYTES - LONGEST_COMMENT);
  for (let at = bytes.length - END_BYTES; at >= first; at -= 1) if (bytes.readUInt32LE(at) === END_SIGNATURE) return at;
  throw broken();
}
