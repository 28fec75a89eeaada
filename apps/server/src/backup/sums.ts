import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A stream that passes everything through and counts and hashes its bytes. */
class Counted extends Transform {
  #hash: Hash = createHash('sha256');
  bytes = 0;

  override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
    this.#hash.update(chunk);
    this.bytes += chunk.length;
    done(null, chunk);
  }

  sum(): string {
    return this.#hash.digest('hex');
  }
}

/** A stream that passes everything through and counts its lines. */
export class CountedLines extends Transform {
  lines = 0;

  override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) this.lines += 1;
    done(null, chunk);
  }
}

/** Writes a new file and syncs it to the disk. Returns the checksum of its bytes. */
export async function writeSummed(path: string, ...streams: [Readable, ...Transform[]]): Promise<string> {
  const counted = new Counted();
  await pipeline([...streams, counted, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })]);
  return counted.sum();
}

export async function sumOf(source: string | Readable): Promise<{ sum: string; bytes: number }> {
  const counted = new Counted();
  counted.resume();
  await pipeline(typeof source === 'string' ? createReadStream(source) : source, counted);
  return { sum: counted.sum(), bytes: counted.bytes };
}
