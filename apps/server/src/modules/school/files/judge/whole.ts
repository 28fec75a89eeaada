import { buffered, type ByteSource } from './source.ts';

/** The tolerance for programs and devices that count a few bytes more or less than they write. */
const SLACK_BYTES = 1024;
/** More parts than any real file has next to each other. */
const MOST_PARTS = 20_000;
const WINDOW_BYTES = 256 * 1024;

type Check = (source: ByteSource) => Promise<boolean>;

/** Looks for the end of the picture (EOI) after the start of its image data (SOS). Anything may be appended to it. */
const jpeg: Check = async (source) => {
  const read = buffered(source);
  let drawn = 0;
  for (let [offset, parts] = [2, 0]; drawn === 0 && offset + 4 <= source.size && parts < MOST_PARTS; parts++) {
    const segment = await read(offset, 4);
    const marker = segment[1] as number;
    if (segment[0] !== 0xff) return true; // not what it seems: the header judges it
    if (marker === 0xff) offset += 1;
    else if (marker === 0xda) drawn = offset;
    else offset += 2 + segment.readUInt16BE(2);
  }
  if (drawn === 0) return false;
  const end = Buffer.from([0xff, 0xd9]);
  const tail = Math.max(drawn, source.size - WINDOW_BYTES);
  if ((await source.read(tail, WINDOW_BYTES)).includes(end)) return true;
  for (let offset = drawn; offset < tail; offset += WINDOW_BYTES - 1) if ((await source.read(offset, WINDOW_BYTES)).includes(end)) return true;
  return false;
};

/**
 * Walks pictures and extensions in blocks of at most 255 bytes, up to the trailer. An end between two blocks, where the
 * trailer was never written, counts too.
 */
const gif: Check = async (source) => {
  const read = buffered(source);
  /** Returns the byte at a position; -1 after the end. */
  const at = async (offset: number): Promise<number> => (await read(offset, 1))[0] ?? -1;
  const tableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let offset = 13 + tableBytes(await at(10));
  while (offset < source.size) {
    const kind = await at(offset);
    if (kind === 0x2c) offset += 11 + tableBytes(await at(offset + 9));
    else if (kind === 0x21) offset += 2;
    else return true; // the trailer, or what somebody appended
    for (let length = await at(offset); length !== 0; length = await at(offset)) {
      if (length < 0) return false;
      offset += 1 + length;
    }
    offset += 1;
  }
  return offset === source.size;
};

/** Checks the size that the file gives itself. One recorded as a stream gives none, or the maximum. */
const riff: Check = async (source) => {
  const said = (await source.read(4, 4)).readUInt32LE(0);
  return said === 0 || said >= 0x7fff_0000 || source.size + SLACK_BYTES >= said + 8;
};

/**
 * Walks boxes one after the other: none of those that hold pictures, sound or their index exceeds the end, and the
 * index exists.
 */
const boxes: Check = async (source) => {
  let hasIndex = false;
  for (let [offset, parts] = [0, 0]; offset + 8 <= source.size && parts < MOST_PARTS; parts++) {
    const head = await source.read(offset, 16);
    const name = head.toString('latin1', 4, 8);
    if (!/^[\x20-\x7e\xa9]{4}$/.test(name)) break; // appended data
    const short = head.readUInt32BE(0);
    const size = short === 1 && head.length >= 16 ? Number(head.readBigUInt64BE(8)) : short;
    hasIndex ||= name === 'moov' || name === 'moof' || name === 'meta';
    if (size === 0) break; // up to the end, however far that is
    if (size < 8) break;
    offset += size;
    if (offset > source.size && ['moov', 'moof', 'meta', 'mdat'].includes(name)) return false;
  }
  return hasIndex;
};

/** Reads a number of EBML, as long as its first byte indicates. Null: unknown, as in a recorded stream. */
function readVint(bytes: Buffer, offset: number): { value: number | null; length: number } {
  const first = bytes[offset] ?? 0;
  const length = Math.clz32(first) - 23;
  if (length > 8) return { value: null, length: 1 };
  let value = first & (0xff >> length);
  let isUnknown = value === 0xff >> length;
  for (let at = 1; at < length; at++) {
    const byte = bytes[offset + at] ?? 0;
    value = value * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return { value: isUnknown ? null : value, length };
}

/** Checks the header, then one segment that gives its length. */
const matroska: Check = async (source) => {
  const head = await source.read(0, 4096);
  const header = readVint(head, 4);
  if (header.value === null) return true;
  const segment = 4 + header.length + header.value;
  if (head.length < segment + 12 || head.readUInt32BE(segment) !== 0x1853_8067) return source.size > segment + 12;
  const { value, length } = readVint(head, segment + 4);
  return value === null || source.size + SLACK_BYTES >= segment + 4 + length + value;
};

/** Checks the tag before the sound, and the length that an encoder's own frame gives. */
const mp3: Check = async (source) => {
  const tag = await source.read(0, 10);
  const isTagged = tag.toString('latin1', 0, 3) === 'ID3' && tag.length === 10;
  const sound = isTagged ? 10 + [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((tag[at] as number) & 0x7f), 0) : 0;
  if (sound >= source.size) return false;
  const frame = await source.read(sound, 200);
  const at = [21, 36].find((place) => ['Xing', 'Info'].includes(frame.toString('latin1', place, place + 4)));
  if (at === undefined || frame.length < at + 16) return true;
  const flags = frame.readUInt32BE(at + 4);
  if (!(flags & 2)) return true;
  return source.size + SLACK_BYTES >= sound + frame.readUInt32BE(at + 8 + (flags & 1 ? 4 : 0));
};

const CHECKS: Readonly<Record<string, Check>> = {
  'image/jpeg': jpeg,
  'image/gif': gif,
  'image/webp': riff,
  'image/avif': boxes,
  'image/heic': boxes,
  'audio/wav': riff,
  'audio/mp4': boxes,
  'audio/mpeg': mp3,
  'video/avi': riff,
  'video/vnd.avi': riff,
  'video/mp4': boxes,
  'video/quicktime': boxes,
  'video/3gpp': boxes,
  'video/webm': matroska,
  'video/x-matroska': matroska,
};

/**
 * Returns true when a picture, sound or video is complete, as far as its own structure gives its length. Files that do
 * not give it, and those recorded as a stream of unknown length, count as complete; bytes after the end are ignored.
 */
export async function isWhole(source: ByteSource, mimeType: string): Promise<boolean> {
  return (await CHECKS[mimeType]?.(source)) ?? true;
}
