/** The characters that Moodle escapes in GIFT. */
const ESCAPED = /[\\~=#{}:]/g;
/** LaTeX commands that begin like an escaped line break; no word after a line break begins like this. */
const LATEX_WITH_N = /^n(?:e|eq|u|abla|ot|otin|eg|i|mid|leq|geq|less|gtr|subseteq|parallel|exists)(?![a-zA-Z])/;

/** Resolves the escapes of a text; a backslash before any other character is a plain backslash. */
export function unescapeGift(text: string): string {
  if (!text.includes('\\')) return text;
  let plain = '';
  for (let index = 0; index < text.length; index += 1) {
    const next = text[index + 1];
    if (text[index] !== '\\' || next === undefined) plain += text[index];
    else if ('\\~=#{}:'.includes(next)) {
      plain += next;
      index += 1;
    } else if (next === 'n' && !LATEX_WITH_N.test(text.slice(index + 1, index + 14))) {
      plain += '\n';
      index += 1;
    } else plain += '\\';
  }
  return plain;
}

export const escapeGift = (text: string): string => text.replace(ESCAPED, '\\$&').replaceAll('\n', '\\n');

/** Returns the position of the first unescaped mark from `from`; -1 if there is none. */
export function findMark(text: string, mark: string, from = 0): number {
  for (let index = from; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1;
    else if (text.startsWith(mark, index)) return index;
  }
  return -1;
}

/** Returns the pieces between unescaped marks. */
export function splitAtMark(text: string, mark: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (let at = findMark(text, mark); at >= 0; at = findMark(text, mark, from)) {
    pieces.push(text.slice(from, at));
    from = at + mark.length;
  }
  return [...pieces, text.slice(from)];
}
