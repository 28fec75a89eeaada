import { type ByteSource, buffered } from './source.ts';

export interface Pixels {
  width: number;
  height: number;
}

type Read = ByteSource['read'];
/** More parts than any real picture has. */
const MOST_PARTS = 20_000;

/**
 * Returns width and height from a picture's own header, or null when the header cannot be read or the picture ends
 * before any image data. It decodes nothing: it only walks over the headers of the parts.
 */
export async function readPixels(source: ByteSource, mimeType: string): Promise<Pixels | null> {
  const read = buffered(source);
  const pixels = (await READERS[mimeType]?.(read, source.size)) ?? null;
  return pixels && pixels.width > 0 && pixels.height > 0 ? pixels : null;
}

type Reader = (read: Read, size: number) => Promise<Pixels | null>;

/** Reads parts with length, name and checksum, from IHDR, which comes first, to IEND with image data in between. */
const png: Reader = async (read, size) => {
  const header = await read(8, 25);
  if (header.length < 25 || header.toString('latin1', 4, 8) !== 'IHDR') return null;
  const pixels = { width: header.readUInt32BE(8), height: header.readUInt32BE(12) };
  let isDrawn = false;
  for (let [offset, parts] = [33, 0]; offset + 12 <= size && parts < MOST_PARTS; parts++) {
    const part = await read(offset, 8);
    const name = part.toString('latin1', 4, 8);
    if (name === 'IEND') return isDrawn ? pixels : null;
    isDrawn ||= name === 'IDAT';
    offset += 12 + part.readUInt32BE(0);
  }
  return null;
};

/** Reads past extensions before the first picture. Anything may follow the picture. */
const gif: Reader = async (read, size) => {
  const header = await read(6, 7);
  if (header.length < 7) return null;
  const flags = header[4] as number;
  let offset = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  for (let parts = 0; offset < size && parts < MOST_PARTS; parts++) {
    const [kind] = await read(offset, 1);
    if (kind === 0x2c) return offset + 10 < size ? { width: header.readUInt16LE(0), height: header.readUInt16LE(2) } : null;
    if (kind !== 0x21) return null;
    offset += 2;
    for (let length = (await read(offset, 1))[0] ?? 0; length > 0 && parts < MOST_PARTS; length = (await read(offset, 1))[0] ?? 0, parts++)
      offset += length + 1;
    offset += 1;
  }
  return null;
};

/** Reads segments with a length each, up to the frame header. C4, C8 and CC are tables that only look like one. */
const jpeg: Reader = async (read, size) => {
  for (let [offset, parts] = [2, 0]; offset + 9 < size && parts < MOST_PARTS; parts++) {
    const segment = await read(offset, 9);
    if (segment.length < 9 || segment[0] !== 0xff) return null;
    const marker = segment[1] as number;
    if (marker === 0xff) offset += 1;
    else if (marker === 0xd9 || marker === 0xda) return null;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: segment.readUInt16BE(5), width: segment.readUInt16BE(7) };
    else offset += 2 + segment.readUInt16BE(2);
  }
  return null;
};

const webp: Reader = async (read, size) => {
  const header = await read(12, 18);
  if (header.length < 18 || size < 30) return null;
  switch (header.toString('latin1', 0, 4)) {
    case 'VP8X':
      return { width: header.readUIntLE(12, 3) + 1, height: header.readUIntLE(15, 3) + 1 };
    case 'VP8L': {
      const bits = header.readUInt32LE(9);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ':
      return { width: header.readUInt16LE(14) & 0x3fff, height: header.readUInt16LE(16) & 0x3fff };
    default:
      return null;
  }
};

const bmp: Reader = async (read) => {
  const header = await read(14, 12);
  if (header.length < 12) return null;
  const isOld = header.readUInt32LE(0) === 12;
  return isOld
    ? { width: header.readUInt16LE(4), height: header.readUInt16LE(6) }
    : { width: Math.abs(header.readInt32LE(4)), height: Math.abs(header.readInt32LE(8)) };
};

/** Reads nested boxes: meta / iprp / ipco / ispe, and returns the largest picture. */
const avif: Reader = async (read, size) => {
  let largest: Pixels | null = null;
  let parts = 0;
  const walk = async (start: number, end: number, path: readonly string[]): Promise<void> => {
    for (let offset = start; offset + 8 <= end && parts < MOST_PARTS; parts++) {
      const head = await read(offset, 20);
      if (head.length < 8) return;
      const length = head.readUInt32BE(0);
      const boxEnd = length === 0 ? end : offset + length;
      if (length === 1 || (length !== 0 && length < 8) || boxEnd > end) return; // boxes above 4 GB are none of ours
      const name = head.toString('latin1', 4, 8);
      if (name === path[0]) {
        if (name === 'ispe' && head.length >= 20) {
          const pixels = { width: head.readUInt32BE(12), height: head.readUInt32BE(16) };
          if (!largest || pixels.width * pixels.height > largest.width * largest.height) largest = pixels;
        } else await walk(offset + (name === 'meta' ? 12 : 8), boxEnd, path.slice(1));
      }
      offset = boxEnd;
    }
  };
  await walk(0, size, ['meta', 'iprp', 'ipco', 'ispe']);
  return largest;
};

const READERS: Readonly<Record<string, Reader>> = {
  'image/png': png,
  'image/apng': png,
  'image/gif': gif,
  'image/jpeg': jpeg,
  'image/webp': webp,
  'image/bmp': bmp,
  'image/avif': avif,
};
