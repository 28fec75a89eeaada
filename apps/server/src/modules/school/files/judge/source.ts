import { open } from 'node:fs/promises';
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';

/** A source of bytes that can be inspected without reading all of it. */
export interface ByteSource {
  readonly size: number;
  /** Reads at most `length` bytes from `offset`; fewer at the end, none after it. */
  read(offset: number, length: number): Promise<Buffer>;
  /** Returns the MIME type by the first bytes. @throws for some that are damaged */
  typeByContent(): Promise<string | undefined>;
}

export function bytesSource(bytes: Uint8Array): ByteSource {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    size: buffer.length,
    read: async (offset, length) => buffer.subarray(offset, offset + length),
    typeByContent: async () => (await fileTypeFromBuffer(bytes))?.mime,
  };
}

/** Opens a file for `look` and closes it again. */
export async function withFile<T>(path: string, look: (source: ByteSource) => Promise<T>): Promise<T> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    return await look({
      size,
      async read(offset, length) {
        const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - offset)));
        const { bytesRead } = await file.read(buffer, 0, buffer.length, offset);
        return buffer.subarray(0, bytesRead);
      },
      typeByContent: async () => (await fileTypeFromFile(path))?.mime,
    });
  } finally {
    await file.close();
  }
}

const WINDOW_BYTES = 64 * 1024;

/** Reads like the source and caches the last block, for readers that advance in small steps. */
export function buffered(source: ByteSource): ByteSource['read'] {
  let start = 0;
  let kept = Buffer.alloc(0);
  return async (offset, length) => {
    if (offset < start || offset + length > start + kept.length) {
      kept = Buffer.from(await source.read(offset, Math.max(length, WINDOW_BYTES)));
      start = offset;
    }
    return kept.subarray(offset - start, offset - start + length);
  };
}
