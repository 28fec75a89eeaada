import { KIND, type Reading, readCharacter } from './characters.ts';
import { type Evidence, evidenceOf, isVowel } from './evidence.ts';

/** A character as a matcher reads it. */
export interface Glyph extends Reading {
  /** The numbers of the listed letters that it may be. */
  ids: readonly number[];
  /** The evidence that each of these readings gives about the spelling. */
  evidence: readonly Evidence[];
  /**
   * True when a word may begin with it, and it may be a single letter in a row of letters: a letter, a digit, or @ and
   * $.
   */
  isWordly: boolean;
  isVowel: boolean;
}

/** Positions of a listed word without a letter. */
export const EDGE = { gap: 1, hyphen: 2 } as const;
const FIRST_LETTER = 3;
/** The maximum number of cached characters, so that hostile text cannot fill the memory with unused ones. */
const REMEMBERED_CHARACTERS = 5_000;
const ASCII = 128;

/** Numbers the letters of the listed words, and reads characters by these numbers. */
export class Alphabet {
  readonly #numbers = new Map<string, number>();
  readonly #letters: string[] = [];
  readonly #ascii: (readonly Glyph[])[] = [];
  readonly #glyphs = new Map<string, readonly Glyph[]>();
  readonly #readings = new Map<string, readonly Reading[]>();

  /** Returns the readings of a character of a listed word. The words contain few different ones. */
  spell(character: string): readonly Reading[] {
    const known = this.#readings.get(character);
    if (known) return known;
    const readings = readCharacter(character);
    this.#readings.set(character, readings);
    return readings;
  }

  /** Returns the number of a letter of a listed word. All words are numbered before the first text is read. */
  number(letter: string): number {
    const known = this.#numbers.get(letter);
    if (known !== undefined) return known;
    const number = FIRST_LETTER + this.#letters.length;
    this.#numbers.set(letter, number);
    this.#letters.push(letter);
    return number;
  }

  /** Returns the letter of a number; empty for the positions between words. */
  letter(number: number): string {
    return this.#letters[number - FIRST_LETTER] ?? '';
  }

  /** Returns the readings of an ASCII character. */
  readAscii(code: number): readonly Glyph[] {
    return (this.#ascii[code] ??= this.#toGlyphs(String.fromCharCode(code)));
  }

  /** Returns the readings of a character, or of a letter with its accent; none for an invisible one. */
  read(character: string): readonly Glyph[] {
    if (character.length === 1 && character.charCodeAt(0) < ASCII) return this.readAscii(character.charCodeAt(0));
    const known = this.#glyphs.get(character);
    if (known) return known;
    if (this.#glyphs.size >= REMEMBERED_CHARACTERS) {
      this.#glyphs.clear();
      this.#readings.clear();
    }
    const glyphs = this.#toGlyphs(character);
    this.#glyphs.set(character, glyphs);
    return glyphs;
  }

  #toGlyphs(character: string): readonly Glyph[] {
    return this.spell(character).map((reading): Glyph => {
      const { itself, kind, isMark } = reading;
      const listed = reading.stands.flatMap(({ letter, bend }) => {
        const id = this.#numbers.get(letter);
        return id === undefined ? [] : [{ id, bend }];
      });
      return {
        ...reading,
        ids: listed.map(({ id }) => id),
        evidence: listed.map(({ bend }) => evidenceOf(bend, itself)),
        isWordly: (kind >= KIND.digit && !isMark) || itself === '@' || itself === '$',
        isVowel: isVowel(itself),
      };
    });
  }
}
