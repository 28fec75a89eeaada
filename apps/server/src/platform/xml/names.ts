const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ALPHABET = 0x80;
const isFirst = tableOf(`${LETTERS}_:`);
const isLater = tableOf(`${LETTERS}_:0123456789-.`);
const FIRST =
  ':A-Z_a-z\\u{c0}-\\u{d6}\\u{d8}-\\u{f6}\\u{f8}-\\u{2ff}\\u{370}-\\u{37d}\\u{37f}-\\u{1fff}\\u{200c}\\u{200d}\\u{2070}-\\u{218f}\\u{2c00}-\\u{2fef}\\u{3001}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{fffd}\\u{10000}-\\u{effff}';
/** The pattern of a name as defined by XML (2.3 of its fifth edition). */
const NAME = new RegExp(`^[${FIRST}][${FIRST}\\-.0-9\\u{b7}\\u{300}-\\u{36f}\\u{203f}\\u{2040}]*$`, 'u');

/** Returns a table with 1 at the code of each of these ASCII characters. */
export function tableOf(characters: string): Uint8Array {
  const table = new Uint8Array(ALPHABET);
  for (const character of characters) table[character.charCodeAt(0)] = 1;
  return table;
}

/** Returns the end of the name that begins at `from`, or `from` when none begins there. */
export function skipName(text: string, from: number): number {
  const first = text.charCodeAt(from);
  if (Number.isNaN(first) || (first < ALPHABET && isFirst[first] === 0)) return from;
  let isPlain = first < ALPHABET;
  let at = from + 1;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= ALPHABET) isPlain = false;
    else if (isLater[code] === 0) break;
  }
  return isPlain || NAME.test(text.slice(from, at)) ? at : from;
}

/** Returns the end of the blanks that begin at `from`. */
export function skipBlanks(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x09 && code !== 0x0d) break;
  }
  return at;
}
