/**
 * Characters that are read as other Latin letters: tricks to get past a filter. Forms that Unicode itself treats as
 * equal (full width, mathematical, circled, superscript) are not listed: their compatibility form folds them.
 */

/** Digits and signs with the letters they replace: "sh1t", "@ss", "a$$". */
const SIGNS = '0:o 1:il 3:e 4:a 5:s 6:g 7:t 8:b 9:g @:a $:s !:il ¡:i |:il ¦:il ∥:il ǀ:il +:t (:c <:c [:c {:c €:e £:l ¢:c ¥:y §:s ×:x ⊂:c ∩:n ∪:u';

/** Latin letters used as other ones. */
const LATIN =
  'v:u l:i ı:i ø:o ł:l đ:d ð:d ħ:h ŧ:t þ:p ß:b æ:a œ:o ƒ:f ʃ:s ŋ:n ɛ:e ɩ:i ʋ:uv ɑ:a ɡ:g ɢ:g ʙ:b ʜ:h ɪ:i ʟ:l ɴ:n ʀ:r ʏ:y ᴀ:a ᴄ:c ᴅ:d ᴇ:e ꜰ:f ᴊ:j ᴋ:k ᴍ:m ᴏ:o ᴘ:p ǫ:q ꜱ:s ᴛ:t ᴜ:u ᴠ:v ᴡ:w ᴢ:z ƙ:k ƭ:t ɕ:c ɗ:d ɲ:n ɱ:m';

/** Letters of other scripts that look like Latin ones. */
const OTHER_SCRIPTS =
  'а:a в:b с:c ԁ:d е:e ё:e г:r һ:h н:h і:i ї:i ј:j к:k м:m п:n о:o р:p ԛ:q ѕ:s т:t у:yu ц:u ѵ:v ԝ:w х:x ү:y ь:b я:r и:un ' +
  'α:a β:b ϲ:c ς:c ε:e γ:y η:n ι:i κ:k μ:um ν:vu ο:o ρ:p σ:o τ:t υ:u ω:w χ:x ζ:z ' +
  'օ:o ս:u հ:h ո:n ց:g զ:q ա:w ք:p';

/** Blocks of picture letters without a compatibility form, each A to Z from its first code point. */
const PICTURED_ALPHABETS = [0x1f1e6, 0x1f150, 0x1f170, 0x249c] as const;

function toTable(list: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    list.split(' ').map((pair) => {
      const [character = '', , ...letters] = [...pair];
      return [character, letters];
    }),
  );
}

const SIGN_LETTERS = toTable(SIGNS);
const LATIN_LETTERS = toTable(LATIN);
const FOREIGN_LETTERS = toTable(OTHER_SCRIPTS);

/** Returns the letter that a code point shows in a box, a circle or as half of a flag; null for all others. */
function findPicturedLetter(codePoint: number): string | null {
  const first = PICTURED_ALPHABETS.find((from) => codePoint >= from && codePoint < from + 26);
  return first === undefined ? null : String.fromCharCode(97 + codePoint - first);
}

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
