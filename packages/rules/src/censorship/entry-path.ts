import { EDGE, type Alphabet } from './alphabet.ts';
import { MAX_LETTERS } from './evidence.ts';
import { GROUP, KIND, type Kind, type Reading } from './characters.ts';

/**
 * The way an entry is matched. `words`: as whole words. `unspaced`: anywhere, since its script puts no spaces between
 * words. `picture`: anywhere; it has neither letter nor digit (an emoji).
 */
export type EntryStyle = 'words' | 'unspaced' | 'picture';

/** The path of an entry through the trie. */
export interface EntryPath {
  /** The numbers of letters, and of the positions between words. */
  steps: readonly number[];
  style: EntryStyle;
  /** The number of letters and digits, or of signs of a picture. */
  letterCount: number;
  /** True when it begins or ends with katakana, whose words are recognized by the characters around them. */
  isKatakana: boolean;
  /** The plural ending: "s", after a hissing sound also "es"; empty for none. */
  plural: '' | 's' | 'es';
}

const DASH = /^\p{Pd}$/u;
const UNSPACED: ReadonlySet<number> = new Set([GROUP.han, GROUP.hiragana, GROUP.katakana, GROUP.southEastAsian]);

/**
 * Reads an entry of the list as it was typed. Returns null when nothing of it can be matched: it is empty, invisible, a
 * single punctuation mark, or longer than any phrase.
 */
export function toEntryPath(name: string, alphabet: Alphabet): EntryPath | null {
  const readings = [...name.normalize('NFC')].flatMap((character) => alphabet.spell(character));
  const hasWords = readings.some(({ kind }) => isWordKind(kind));
  const steps: number[] = [];
  let letterCount = 0;
  let wanted: number | null = null;
  const letters: Reading[] = [];
  readings.forEach((reading, index) => {
    const edge = hasWords ? edgeOf(reading) : null;
    if (edge !== null) {
      wanted = wanted === EDGE.gap ? EDGE.gap : edge;
      return;
    }
    if (reading.kind === KIND.space) return;
    if (wanted !== null && steps.length > 0) steps.push(wanted);
    wanted = null;
    steps.push(alphabet.number(letterOf(reading, hasWords && index > 0 && index < readings.length - 1)));
    letters.push(reading);
    letterCount += 1;
  });
  if (letterCount === 0 || letterCount > MAX_LETTERS || (!hasWords && isPunctuation(letters))) return null;
  const style = !hasWords ? 'picture' : letters.some(({ group }) => UNSPACED.has(group)) ? 'unspaced' : 'words';
  const isKatakana = letters[0]?.group === GROUP.katakana || letters.at(-1)?.group === GROUP.katakana;
  return { steps, style, letterCount, isKatakana, plural: style === 'words' && letterCount > 2 ? pluralOf(letters.map(({ itself }) => itself)) : '' };
}

/** Returns true for a single punctuation mark, which occurs in every text and is no picture. */
function isPunctuation(signs: readonly Reading[]): boolean {
  return signs.length === 1 && /^[\p{P}!-~]$/u.test(signs[0]?.itself ?? '');
}

function isWordKind(kind: Kind): boolean {
  return kind === KIND.letter || kind === KIND.digit;
}

/**
 * Returns the position for a separator of an entry: a space matches any gap between words, a dash or a dot any joiner.
 */
function edgeOf({ kind, itself }: Reading): number | null {
  if (kind === KIND.space || itself === '_') return EDGE.gap;
  return DASH.test(itself) || itself === '.' ? EDGE.hyphen : null;
}

/** Returns the letter for a sign that is used as one, so that "@ss" and "ass" are one entry. */
function letterOf({ itself }: Reading, isInside: boolean): string {
  if (itself === '@') return 'a';
  if (itself === '$') return 's';
  return itself === '!' && isInside ? 'i' : itself;
}

function pluralOf(letters: readonly string[]): EntryPath['plural'] {
  const last = letters.at(-1) ?? '';
  if (!/^[a-z]$/.test(last)) return '';
  const isHissing = /[sxz]$|[cs]h$/.test(letters.join(''));
  return isHissing ? 'es' : 's';
}
