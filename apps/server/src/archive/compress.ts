import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';

const pack = promisify(zstdCompress);
const unpack = promisify(zstdDecompress);

/** Compresses bytes, with a checksum in them, outside the thread that answers calls. */
export const compress = (bytes: Uint8Array): Promise<Buffer> =>
  pack(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 } });

/** @throws an error when the bytes were changed */
export const decompress = (bytes: Uint8Array, maxBytes: number): Promise<Buffer> => unpack(bytes, { maxOutputLength: maxBytes });

/** Returns the SHA-256 in hex. */
export const sumOfBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
