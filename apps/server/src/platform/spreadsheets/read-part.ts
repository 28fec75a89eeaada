import { TextDecoder } from 'node:util';
import { SpreadsheetError } from './spreadsheet-error.ts';
import { type XmlHandler, XmlReader } from '../xml/index.ts';
import type { ZipArchive } from '../zip/index.ts';

/** The longest stretch without markup. Excel's cells hold 32,767 characters. */
const LONGEST_PIECE = 1_000_000;

/**
 * Calls a handler with the content of a part of the workbook. Yields after each piece so that the caller can use the
 * results.
 */
export async function* readPart(archive: ZipArchive, name: string, handler: XmlHandler): AsyncGenerator<void> {
  const reader = new XmlReader(handler, { longestPiece: LONGEST_PIECE, isLenient: true });
  let decoder: TextDecoder | null = null;
  for await (const piece of archive.read(name)) {
    decoder ??= new TextDecoder(encodingOf(piece), { fatal: true });
    reader.write(decode(decoder, piece));
    yield;
  }
  if (!decoder) return;
  reader.write(decode(decoder));
  reader.end();
}

/** Does the same without pauses, for parts that are small or needed completely. */
export async function readWholePart(archive: ZipArchive, name: string, handler: XmlHandler): Promise<void> {
  const reading = readPart(archive, name, handler);
  while (!(await reading.next()).done);
}

function decode(decoder: TextDecoder, piece?: Buffer): string {
  try {
    return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
  } catch (error) {
    throw new SpreadsheetError('broken', error);
  }
}

/**
 * Returns the encoding: UTF-8 unless a byte order mark, or the first characters, show UTF-16. An XML declaration may
 * name either.
 */
function encodingOf(piece: Buffer): string {
  const [first, second] = piece;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  const declared = /^<\?xml[^>]*encoding=["']([\w-]+)["']/i.exec(piece.toString('latin1', 0, 200))?.[1]?.toLowerCase() ?? 'utf-8';
  return ['iso-8859-1', 'windows-1252', 'us-ascii'].includes(declared) ? 'windows-1252' : 'utf-8';
}
