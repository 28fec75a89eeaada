import { crc32, createDeflateRaw } from 'node:zlib';

export interface ZipPart {
  name: string;
  content: AsyncIterable<string | Buffer> | Iterable<string | Buffer>;
}

const UTF8_NAME_AND_DESCRIPTOR = 0x0808;
const DEFLATED = 8;
/** January 1, 1980: the earliest date of the format. A file made twice from the same content is identical. */
const DOS_DATE = 0x0021;

/** Writes a zip archive, piece by piece as its parts are read. Parts may have any length below 4 GB. */
export async function* writeZip(parts: AsyncIterable<ZipPart> | Iterable<ZipPart>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name, content } of parts) {
    const nameBytes = Buffer.from(name, 'utf8');
    const headerAt = offset;
    const header = commonHeader(30, 0x04034b50, 4, nameBytes.length);
    yield header;
    yield nameBytes;
    offset += header.length + nameBytes.length;
    const sums = { crc: 0, stored: 0, inflated: 0 };
    for await (const piece of deflate(content, sums)) {
      sums.stored += piece.length;
      offset += piece.length;
      yield piece;
    }
    const descriptor = Buffer.alloc(16);
    descriptor.writeUInt32LE(0x08074b50, 0);
    writeSums(descriptor, 4, sums);
    yield descriptor;
    offset += descriptor.length;
    const entry = commonHeader(46, 0x02014b50, 6, nameBytes.length);
    entry.writeUInt16LE(20, 4);
    writeSums(entry, 16, sums);
    entry.writeUInt32LE(headerAt, 42);
    directory.push(entry, nameBytes);
  }
  const directoryBytes = directory.reduce((sum, { length }) => sum + length, 0);
  yield* directory;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length / 2, 8);
  end.writeUInt16LE(directory.length / 2, 10);
  end.writeUInt32LE(directoryBytes, 12);
  end.writeUInt32LE(offset, 16);
  yield end;
}

/** Texts are deflated once they have so many characters together. */
const GATHERED = 32_768;

interface Sums {
  crc: number;
  stored: number;
  inflated: number;
}

async function* deflate(content: ZipPart['content'], sums: Sums): AsyncGenerator<Buffer> {
  const deflater = createDeflateRaw();
  const write = async (bytes: Buffer): Promise<void> => {
    sums.crc = crc32(bytes, sums.crc);
    sums.inflated += bytes.length;
    if (!deflater.write(bytes)) await new Promise((resolve) => deflater.once('drain', resolve));
  };
  const feed = (async () => {
    let short = ''; // each write is a turn of another thread, so short texts are gathered
    for await (const piece of content) {
      if (typeof piece === 'string') short += piece;
      if (short.length >= GATHERED || typeof piece !== 'string') {
        if (short !== '') await write(Buffer.from(short, 'utf8'));
        short = '';
      }
      if (typeof piece !== 'string') await write(piece);
    }
    if (short !== '') await write(Buffer.from(short, 'utf8'));
    deflater.end();
  })().catch((error: unknown) => deflater.destroy(error as Error));
  for await (const piece of deflater) yield piece as Buffer;
  await feed;
}

/**
 * Writes the fields that a local header and a directory entry share, from `at` on: version, flags, method, date, and
 * the name's length.
 */
function commonHeader(length: number, signature: number, at: number, nameBytes: number): Buffer {
  const header = Buffer.alloc(length);
  header.writeUInt32LE(signature, 0);
  header.writeUInt16LE(20, at);
  header.writeUInt16LE(UTF8_NAME_AND_DESCRIPTOR, at + 2);
  header.writeUInt16LE(DEFLATED, at + 4);
  header.writeUInt16LE(DOS_DATE, at + 8);
  header.writeUInt16LE(nameBytes, at + 22);
  return header;
}

function writeSums(target: Buffer, at: number, { crc, stored, inflated }: Sums): void {
  target.writeUInt32LE(crc, at);
  target.writeUInt32LE(stored, at + 4);
  target.writeUInt32LE(inflated, at + 8);
}
