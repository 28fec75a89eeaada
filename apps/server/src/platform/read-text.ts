import { TextDecoder } from 'node:util';

/**
 * Reads the text of a file: UTF-8 or UTF-16 by its byte order mark or its first characters, the encoding of an XML
 * declaration, or else that of old Windows programs. `isGuessed` is true for the last, so letters with accents may be
 * wrong.
 */
export function readText(bytes: Uint8Array): { text: string; isGuessed: boolean } {
  const named = markedEncodingOf(bytes) ?? declaredEncodingOf(bytes);
  if (named !== null) return { text: decode(bytes, named), isGuessed: false };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isGuessed: false };
  } catch {
    return { text: decode(bytes, 'windows-1252'), isGuessed: true };
  }
}

const decode = (bytes: Uint8Array, encoding: string): string => new TextDecoder(encoding).decode(bytes);

function markedEncodingOf([first, second]: Uint8Array): string | null {
  if ((first === 0xff && second === 0xfe) || (first !== undefined && first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== undefined && second !== 0)) return 'utf-16be';
  return null;
}

const KNOWN = [
  'iso-8859-1',
  'iso-8859-2',
  'iso-8859-15',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'us-ascii',
  'koi8-r',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
];

function declaredEncodingOf(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(200, bytes.length)).toString('latin1');
  const declared = /^<\?xml[^>]*\sencoding=["']([\w-]+)["']/i.exec(head)?.[1]?.toLowerCase();
  return declared !== undefined && KNOWN.includes(declared) ? declared : null;
}
