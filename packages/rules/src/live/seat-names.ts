import { decomposeLetters, toPlainLetters } from '../text/fold.ts';
import { NAME_LETTERS } from './seats.ts';

/** Returns the words of a name, or of what somebody typed, as names are compared: without accents, in small letters. */
export const toNameWords = (text: string): string[] =>
  toPlainLetters(decomposeLetters(text))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Scripts in which a name is written without a space between family name and given name. */
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * Checks if a name is shown for what somebody typed (both by `toNameWords`): each typed word begins a word of the name. Fewer
 * than three letters show only names that have each typed word as a whole, so that a stranger never lists a class, and people
 * with short names still find theirs. A name that its script writes in one word is found by that word too, with the family
 * name first or last, and by its first two characters, since it rarely has more than three (LIVE-86).
 */
export function isNameShown(name: readonly string[], typed: readonly string[]): boolean {
  if (typed.length === 0) return false;
  const letters = typed.join('');
  const isDense = WITHOUT_SPACES.test(letters);
  const isEnough = [...letters].length >= (isDense ? NAME_LETTERS - 1 : NAME_LETTERS);
  const words = isDense ? [...name, name.join(''), name.toReversed().join('')] : name;
  return typed.every((word) => words.some((own) => (isEnough ? own.startsWith(word) : own === word)));
}
