import type { Alphabet, Glyph } from './alphabet.ts';
import { isDroppedMark, KIND, mayJoin } from './characters.ts';

const MATHS = /[\\^_{}=+]/;
const PART_OF_WORD = /^[\p{L}\d]$/u;
const ONE_SYMBOL = /^[\p{L}\d]$/u;

/**
 * Returns the offsets of the `$` that open and close a formula ("$x = a$", "$$F=ma$$", "$s$"), where it is not used as
 * an S. A formula is recognized by its content, so "$hit and a$$" has none. Linear in the length of the text.
 */
function findFormulaSigns(text: string): ReadonlySet<number> {
  const signs = new Set<number>();
  const found = [...text.matchAll(/\${1,2}/g)];
  for (let index = 0; index + 1 < found.length; index += 1) {
    const [open, close] = [found[index] as RegExpExecArray, found[index + 1] as RegExpExecArray];
    const content = text.slice(open.index + open[0].length, close.index);
    const [before, after] = [text[open.index - 1] ?? '', text[close.index + close[0].length] ?? ''];
    if (PART_OF_WORD.test(before) || PART_OF_WORD.test(after)) continue;
    const isFormula = open[0] === close[0] && (MATHS.test(content) || (open[0] === '$' && ONE_SYMBOL.test(content)));
    if (!isFormula) continue;
    for (const { index: from, 0: sign } of [open, close]) for (let offset = 0; offset < sign.length; offset += 1) signs.add(from + offset);
    index += 1;
  }
  return signs;
}

/** A text as glyphs, each with the part of the text that it was read from. */
export interface Line {
  readonly glyphs: Glyph[];
  /** Offsets in UTF-16 code units, as in JavaScript. */
  readonly starts: number[];
  readonly ends: number[];
}

const ASCII = 128;
const FORMULA_SIGN = ' ';
// Scripts whose letters have no vowel signs: one on them is decoration.
const OF_EUROPE = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u;

/**
 * Reads a text: invisible characters are dropped, accents join the letter before them (and count as the accented letter
 * if it exists), a ligature gives several glyphs with the same part of the text.
 */
export function readLine(text: string, alphabet: Alphabet): Line {
  const line: Line = { glyphs: [], starts: [], ends: [] };
  const formulaSigns = text.includes('$') ? findFormulaSigns(text) : null;
  let letter = '';
  for (let offset = 0; offset < text.length; ) {
    const code = text.codePointAt(offset) as number;
    const end = offset + (code > 0xffff ? 2 : 1);
    if (code < ASCII && !formulaSigns?.has(offset)) {
      push(line, alphabet.readAscii(code), offset, end);
      letter = text[offset] as string;
    } else {
      letter = read(line, alphabet, formulaSigns?.has(offset) ? FORMULA_SIGN : text.slice(offset, end), { letter, offset, end });
    }
    offset = end;
  }
  return line;
}

function push(line: Line, glyphs: readonly Glyph[], start: number, end: number): void {
  for (const glyph of glyphs) {
    line.glyphs.push(glyph);
    line.starts.push(start);
    line.ends.push(end);
  }
}

/** Reads a non-ASCII character, which may form one letter with the one before it. Returns the combined letter. */
function read(line: Line, alphabet: Alphabet, character: string, { letter, offset, end }: { letter: string; offset: number; end: number }): string {
  const last = line.glyphs.length - 1;
  if (!mayJoin(character) || last < 0 || line.glyphs[last]?.kind === KIND.space) {
    if (!isDroppedMark(character)) push(line, alphabet.read(character), offset, end);
    return character;
  }
  const [glyph, ...more] = isOneLetter(letter + character) ? alphabet.read((letter + character).normalize('NFC')) : [];
  if (glyph && more.length === 0) {
    line.glyphs[last] = glyph;
    line.ends[last] = end;
    return (letter + character).normalize('NFC');
  }
  if (!isDroppedMark(character) && !OF_EUROPE.test(line.glyphs[last]?.itself ?? '')) {
    push(line, alphabet.read(character), offset, end);
    return character;
  }
  line.ends[last] = end;
  // A mark that no language puts on this letter: regardless of all marks, it is the base letter.
  const [base] = letter === '' ? [] : alphabet.read(letter.normalize('NFD').charAt(0));
  if (base?.kind === KIND.letter && line.glyphs[last]?.kind === KIND.letter) line.glyphs[last] = base;
  return '';
}

function isOneLetter(letters: string): boolean {
  const composed = letters.normalize('NFC');
  return composed.length <= 2 && composed !== letters && [...composed].length === 1;
}
