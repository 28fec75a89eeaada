import type { Glyph } from './alphabet.ts';
import { KIND } from './characters.ts';
import type { Line } from './line.ts';

/** A row of single letters with separators between them ("f u c k", "f-u-c-k"), without the separators. */
export interface SpelledRow extends Line {
  /** The positions where a word may begin: at the first letter, or after words of one letter ("a f u c k"). */
  readonly wordBegins: readonly number[];
  /** The letters after which a word may end: the last, or the one before a word of one letter. */
  readonly wordEnds: readonly number[];
  /**
   * True when separated only by spaces, dots, dashes and underscores: asterisks and raised dots are mathematical signs
   * too.
   */
  readonly isPlainlySeparated: boolean;
}

const LONGEST_SEPARATOR = 3;
const FEWEST_TOKENS = 3;
const LONGEST_TOKEN = 3;
const ONE_LETTER_WORDS = 'aiu';
const MOST_BEGINS = 3;
const MATHEMATICAL = '*·•‧∙~';

/** A single letter, perhaps repeated ("uu"). */
interface Token {
  from: number;
  to: number;
}

interface Separator {
  length: number;
  /** The characters that are neither space nor joiner. */
  punctuation: string;
  isPlain: boolean;
}

interface Row {
  tokens: Token[];
  /** The separators between the tokens; one less than the tokens. */
  separators: Separator[];
}

/** Finds the rows of single letters of a line. Each row is one whole word: "c-l-a-s-s" contains no other. */
export function findSpelledRows(line: Line): SpelledRow[] {
  const { glyphs } = line;
  const rows: Row[] = [];
  let row: Row = { tokens: [], separators: [] };
  const start = (...tokens: Token[]): void => {
    rows.push(row);
    row = { tokens, separators: [] };
  };
  for (let at = 0; at < glyphs.length; ) {
    const token = { from: at, to: endOfToken(glyphs, at) };
    at = Math.max(token.to, at + 1);
    if (token.to === token.from) continue;
    const last = row.tokens.at(-1);
    if (!isOneLetter(glyphs, token)) start();
    else if (!last) row.tokens.push(token);
    else {
      const separator = readSeparator(glyphs.slice(last.to, Math.min(token.from, last.to + LONGEST_SEPARATOR + 1)));
      if (separator.length > LONGEST_SEPARATOR) start(token);
      else {
        // The last letter may begin a row of its own: "a f/u/c/k".
        if (!isLike(separator, row.separators[0])) start(last);
        row.tokens.push(token);
        row.separators.push(separator);
      }
    }
  }
  start();
  return rows.filter(({ tokens }) => tokens.length >= FEWEST_TOKENS).map((found) => toSpelledRow(line, found));
}

function endOfToken(glyphs: readonly Glyph[], from: number): number {
  let end = from;
  while (end < glyphs.length && ((glyphs[end] as Glyph).isWordly || (glyphs[end] as Glyph).isMark)) end += 1;
  return end;
}

function isOneLetter(glyphs: readonly Glyph[], { from, to }: Token): boolean {
  if (to - from > LONGEST_TOKEN) return false;
  const { itself } = glyphs[from] as Glyph;
  for (let at = from + 1; at < to; at += 1) if ((glyphs[at] as Glyph).itself !== itself) return false;
  return true;
}

function readSeparator(between: readonly Glyph[]): Separator {
  return {
    length: between.length,
    punctuation: between.map(({ kind, isJoiner, itself }) => (kind === KIND.space || isJoiner ? '' : itself)).join(''),
    isPlain: between.every(({ kind, isJoiner, itself }) => kind === KIND.space || (isJoiner && !MATHEMATICAL.includes(itself))),
  };
}

/** Returns false for a separator that ends a word: longer than the first of its row, or with other punctuation. */
function isLike(separator: Separator, first: Separator | undefined): boolean {
  return !first || (separator.length <= first.length && separator.punctuation === first.punctuation);
}

function toSpelledRow(line: Line, { tokens, separators }: Row): SpelledRow {
  const letters = tokens.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index));
  const glyphs = letters.map((at) => line.glyphs[at] as Glyph);
  const isWord = (glyph: Glyph | undefined): boolean => glyph !== undefined && ONE_LETTER_WORDS.includes(glyph.itself);
  const wordBegins = [0];
  while (wordBegins.length < MOST_BEGINS && isWord(glyphs[wordBegins.length - 1])) wordBegins.push(wordBegins.length);
  const last = glyphs.length;
  return {
    glyphs,
    starts: letters.map((at) => line.starts[at] as number),
    ends: letters.map((at) => line.ends[at] as number),
    wordBegins,
    wordEnds: isWord(glyphs.at(-1)) ? [last, last - 1] : [last],
    isPlainlySeparated: separators.every(({ isPlain }) => isPlain),
  };
}
