import { findPicturedLetter, FOREIGN_LETTERS, LATIN_LETTERS, SIGN_LETTERS } from './lookalikes.ts';

/** The kinds of characters in a line of text. Only letters and digits form words. */
export const KIND = { space: 0, sign: 1, digit: 2, letter: 3 } as const;
export type Kind = (typeof KIND)[keyof typeof KIND];

/**
 * The degree to which a character is changed to be read as a letter: not at all, by an accent, as a lookalike, as a
 * digit, as a sign.
 */
export const BEND = { none: 0, accent: 1, lookalike: 2, digit: 3, sign: 4 } as const;
export type Bend = (typeof BEND)[keyof typeof BEND];

/**
 * Groups of scripts: a letter of another group ends a word, and words of the unspaced groups are not separated by
 * spaces.
 */
export const GROUP = { spaced: 0, hangul: 1, han: 2, hiragana: 3, katakana: 4, southEastAsian: 5 } as const;
export type Group = (typeof GROUP)[keyof typeof GROUP];

/** The letters that a sign in the middle of a word may hide: none, a vowel ("sh%t"), any letter ("f*ck"). */
export const MASK = { nothing: 0, vowel: 1, letter: 2 } as const;
export type Mask = (typeof MASK)[keyof typeof MASK];

/** One possible reading of a character. */
export interface Reading {
  kind: Kind;
  group: Group;
  /** The letter, digit or sign itself, in lower case and without compatibility forms. */
  itself: string;
  /** Itself and every letter it may be read as. */
  stands: readonly { letter: string; bend: Bend }[];
  /** True for a vowel sign or similar mark, which belongs to the letter before it. */
  isMark: boolean;
  /** True when it may separate the letters of a word ("f.u.c.k"). */
  isJoiner: boolean;
  mask: Mask;
  isUpperCase: boolean;
}

const IGNORED = /^\p{Default_Ignorable_Code_Point}$/u;
const MARK = /^\p{M}$/u;
// Vowels and final consonants of Korean syllables whose parts are written separately.
const HANGUL_PART = /^[\u1161-\u11FF]$/;
// Accents of the European scripts, Hebrew points, Arabic vowels, and marks that can be combined with any letter.
const DROPPED_RANGES = String.raw`\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F`;
const DROPPED_MARK = new RegExp(`^[${DROPPED_RANGES}]$`, 'u');
const DROPPED_MARKS = new RegExp(`[${DROPPED_RANGES}]`, 'gu');
const JOINER = /^[._*~·•‧∙\p{Pd}]$/u;
const UNSPACED: readonly (readonly [Group, RegExp])[] = [
  [GROUP.hangul, /^\p{Script=Hangul}$/u],
  [GROUP.han, /^\p{Script=Han}$/u],
  [GROUP.hiragana, /^\p{Script=Hiragana}$/u],
  [GROUP.katakana, /^[\p{Script=Katakana}ー]$/u],
  [GROUP.southEastAsian, /^[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]$/u],
];
const LETTER_MASKS = '*#●■█';
const VOWEL_MASKS = '%&?@$!+^=_-';
/** Apostrophes, which are written in many ways, and occur in names and contractions everywhere. */
const APOSTROPHES = '’‘ʼ`´ʻʹ';

/** Returns true when a character belongs to the letter before it and is not read: an accent, a ring, a dot. */
export function isDroppedMark(character: string): boolean {
  return DROPPED_MARK.test(character);
}

/** Returns true when a character may form one letter with the one before it. */
export function mayJoin(character: string): boolean {
  return MARK.test(character) || HANGUL_PART.test(character);
}

/**
 * Reads one character (a whole code point): one reading for a letter, several for a ligature, none for an invisible
 * one.
 */
export function readCharacter(character: string): readonly Reading[] {
  if (IGNORED.test(character) || isDroppedMark(character)) return [];
  const pictured = findPicturedLetter(character.codePointAt(0) as number);
  if (pictured !== null)
    return [
      {
        ...readFolded(pictured),
        stands: [
          { letter: pictured, bend: BEND.none },
          { letter: character, bend: BEND.none },
        ],
      },
    ];
  const isUpperCase = character !== character.toLowerCase();
  const folded = [...character.normalize('NFKC').toLowerCase().normalize('NFC')].filter((part) => !IGNORED.test(part) && !isDroppedMark(part));
  const readings = folded.map(readFolded);
  // A capital I may be an i, and looks like a small l.
  if (character === 'I')
    return [
      {
        ...readFolded('i'),
        isUpperCase,
        stands: [
          { letter: 'i', bend: BEND.none },
          { letter: 'ı', bend: BEND.none },
          { letter: 'l', bend: BEND.lookalike },
        ],
      },
    ];
  return isUpperCase ? readings.map((reading) => ({ ...reading, isUpperCase })) : readings;
}

function readFolded(character: string): Reading {
  const itself = APOSTROPHES.includes(character) ? "'" : character;
  const kind = kindOf(itself);
  return {
    kind,
    group: kind === KIND.letter ? groupOf(itself) : GROUP.spaced,
    itself,
    stands: standsOf(itself),
    isMark: MARK.test(itself),
    isJoiner: JOINER.test(itself),
    mask: LETTER_MASKS.includes(itself) ? MASK.letter : VOWEL_MASKS.includes(itself) ? MASK.vowel : MASK.nothing,
    isUpperCase: false,
  };
}

function kindOf(character: string): Kind {
  if (/^[\p{L}\p{M}\p{Nl}]$/u.test(character)) return KIND.letter;
  if (/^\p{N}$/u.test(character)) return KIND.digit;
  return /^[\s\p{Z}]$/u.test(character) ? KIND.space : KIND.sign;
}

function groupOf(letter: string): Group {
  return UNSPACED.find(([, script]) => script.test(letter))?.[0] ?? GROUP.spaced;
}

function standsOf(itself: string): Reading['stands'] {
  const stands = new Map<string, Bend>([[itself, BEND.none]]);
  const add = (letters: readonly string[] | undefined, bend: Bend): void => {
    for (const letter of letters ?? []) if (!stands.has(letter)) stands.set(letter, bend);
  };
  add(SIGN_LETTERS.get(itself), /^\p{N}$/u.test(itself) ? BEND.digit : BEND.sign);
  const base = itself.normalize('NFD').replace(DROPPED_MARKS, '');
  if (base !== itself && [...base].length === 1) add([base], BEND.accent);
  add(LATIN_LETTERS.get(itself) ?? LATIN_LETTERS.get(base), BEND.lookalike);
  add(FOREIGN_LETTERS.get(itself) ?? FOREIGN_LETTERS.get(base), BEND.lookalike);
  return [...stands].map(([letter, bend]) => ({ letter, bend }));
}
