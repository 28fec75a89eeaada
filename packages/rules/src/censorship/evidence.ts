import { BEND, type Bend } from './characters.ts';

/**
 * The difference between a part of a text and the plain spelling of the entry that it is read as. Counts and flags are
 * packed into one number, since it changes with every letter of every path.
 */
export type Evidence = number;

export const PLAIN: Evidence = 0;
/** A visible letter: plain, accented, a lookalike, @ or $. */
const SHOWN = 1;
/** A digit used as a letter. */
const DIGIT = 1 << 6;
const ACCENT = 1 << 12;
/** A letter hidden behind a sign. A dash counts twice, since it also joins words. */
export const MASKED = 1 << 18;
/** A joiner between letters. */
export const TORN = 1 << 22;
/** A letter is written twice where the entry has it once. */
export const DOUBLED = 1 << 26;
/** A letter is written more often than the entry has it. */
export const STRETCHED = 1 << 27;
/** A letter is replaced by another character than the entry's own. */
export const BENT = 1 << 28;
/** A small L is used as an I. */
export const SMALL_L = 1 << 29;

const COUNTS = DOUBLED - 1;

/** Adds the evidence of two consecutive parts. */
export function plus(evidence: Evidence, further: Evidence): Evidence {
  return ((evidence & COUNTS) + (further & COUNTS)) | ((evidence | further) & ~COUNTS);
}

const countOf = (evidence: Evidence, unit: number, bits: number): number => (evidence / unit) & ((1 << bits) - 1);
export const maskedIn = (evidence: Evidence): number => countOf(evidence, MASKED, 4);
export const tornIn = (evidence: Evidence): number => countOf(evidence, TORN, 4);
/** The maximum number of letters of an entry. Counts of letters have six bits, so longer entries are not matched. */
export const MAX_LETTERS = 60;
/** The maximum number of masks and joiners. Their counts have four bits, so paths with more are not followed. */
export const MAX_MASKED = 4;
export const MAX_TORN = 14;

/** Returns the evidence of reading a character as a letter. */
export function evidenceOf(bend: Bend, itself: string): Evidence {
  const isShown = bend < BEND.digit || itself === '@' || itself === '$';
  const isSmallL = bend === BEND.lookalike && itself === 'l';
  return (
    (isShown ? SHOWN : 0) | (isSmallL ? SMALL_L : 0) | (bend === BEND.none ? 0 : BENT) | (bend === BEND.digit ? DIGIT : 0) | (bend === BEND.accent ? ACCENT : 0)
  );
}

/**
 * Returns true when a spelling is close enough to its entry. The shorter the entry, the stricter the rule: two letters
 * must match exactly; three allow no masks, joiners, accents ("año") or doubled letters. A word made only of digits is
 * a number.
 */
export function isConvincing({ letterCount }: { letterCount: number }, evidence: Evidence): boolean {
  if (letterCount <= 2) return evidence <= letterCount; // nothing but letters that are shown
  if (countOf(evidence, SHOWN, 6) < 2) return false;
  const masked = maskedIn(evidence);
  if (letterCount > 3) return masked * 2 <= letterCount;
  return countOf(evidence, DIGIT, 6) <= 1 && masked + tornIn(evidence) + countOf(evidence, ACCENT, 6) === 0 && (evidence & DOUBLED) === 0;
}

const OFTEN_DOUBLED = 'eo';
const DOUBLED_AT_END = 'sflz';
const VOWELS = 'aeiou';

export function isVowel(letter: string): boolean {
  return letter.length === 1 && VOWELS.includes(letter);
}

/**
 * Returns true when a letter written `written` times matches the entry's `listed` times. Three and more match any
 * number; two match one only where no English word has a double letter: not "ee" and "oo", and not a consonant before a
 * vowel or a hissing one at the end ("rapped" is not "raped", "assess" not "asses").
 */
export function isRunRead(letter: string, written: number, listed: number, at: { isFirst: boolean; isLast: boolean; nextIsVowel: boolean }): boolean {
  if (written === listed) return true;
  if (written < listed || written >= 3) return written > listed;
  if (!/^[a-z]$/.test(letter)) return false;
  if (isVowel(letter)) return !OFTEN_DOUBLED.includes(letter);
  return at.isFirst || !(at.nextIsVowel || (at.isLast && DOUBLED_AT_END.includes(letter)));
}
