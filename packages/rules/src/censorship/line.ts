import type { Alphabet, Glyph } from './alphabet.ts';
import { isDroppedMark, KIND, mayJoin } from './characters.ts';
import { findFormulaSigns } from './formulas.ts';

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
