import type { ByteSource } from './source.ts';

/** The mark at the end of a PDF. Mail programs, scanners and servers leave some bytes after it. */
const END = '%%EOF';
const TAIL_BYTES = 64 * 1024;
const HEAD_BYTES = 1024;
const OBJECT = /\b\d{1,10}\s+\d{1,5}\s+obj\b/;
/** The number of bytes that may be missing at the end without loss: white space. */
const SLACK_BYTES = 1024;

/**
 * Returns true when a PDF is complete, by its first kilobyte and its last 64. One that is arranged for the web has an
 * end mark near its beginning too, and gives its own length. Content appended to a PDF ends in a mark of its own.
 */
export async function isWholePdf(source: ByteSource): Promise<boolean> {
  const tail = await source.read(Math.max(0, source.size - TAIL_BYTES), TAIL_BYTES);
  if (!tail.includes(END, 0, 'latin1')) return false;
  const head = (await source.read(0, HEAD_BYTES)).toString('latin1');
  const length = /\/Linearized\b[^>]*\/L\s+(\d{1,12})\b/.exec(head)?.[1];
  return length === undefined || source.size + SLACK_BYTES >= Number(length);
}

/**
 * Returns true when a PDF has any object in its first and last 64 kilobytes. One with only a header and an end shows
 * nothing.
 */
export async function hasObjects(source: ByteSource): Promise<boolean> {
  for (const offset of [0, Math.max(0, source.size - TAIL_BYTES)]) if (OBJECT.test((await source.read(offset, TAIL_BYTES)).toString('latin1'))) return true;
  return false;
}
