import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';
import { type Family, listFamilies } from './families.ts';

const { resolve } = createRequire(import.meta.url);

const WEIGHTS = [400, 700] as const;
const MATH = '@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2';
export const MATH_FAMILY = 'STIX Two Math';

/** A part of a family by its file name, with its characters. */
interface Piece {
  family: Family;
  name: string;
  holds: (point: number) => boolean;
  text: () => string;
}

/** The fonts for drawing, each built once: the few parts of families that contain the characters of a text. */
export interface FontShelf {
  /** Returns the fonts of a text and of all earlier requests; `isNew`: true if some had to be built. */
  take(text: string, hasFormulas: boolean): Promise<{ fonts: readonly Uint8Array[]; families: readonly string[]; isNew: boolean }>;
}

/**
 * The maximum number of fonts kept: beyond it the shelf starts over, so that a school with many scripts does not fill
 * the memory.
 */
const MOST_FONTS = 160;

export function createFontShelf(): FontShelf {
  const made = new Map<string, readonly Uint8Array[]>();
  const pieces = new Map<string, readonly Piece[]>();

  function piecesOf(family: Family): readonly Piece[] {
    const known = pieces.get(family.package) ?? readPieces(family);
    pieces.set(family.package, known);
    return known;
  }

  function findPiece(families: readonly Family[], point: number): Piece | null {
    for (const family of families) {
      const piece = piecesOf(family).find(({ holds }) => holds(point));
      if (piece) return piece;
    }
    return null;
  }

  return {
    async take(text, hasFormulas) {
      if (made.size > MOST_FONTS) made.clear();
      const families = listFamilies(text);
      const wanted = new Map<string, () => Promise<readonly Uint8Array[]>>();
      for (const point of new Set(Array.from(text, (character) => character.codePointAt(0) as number))) {
        const piece = point > 0x20 ? findPiece(families, point) : null;
        if (piece) wanted.set(`${piece.family.files} ${piece.name}`, () => makePiece(piece));
      }
      if (hasFormulas) wanted.set(MATH_FAMILY, makeMath);
      let isNew = false;
      for (const [key, make] of wanted) {
        if (made.has(key)) continue;
        made.set(key, await make());
        isNew = true;
      }
      return { fonts: [...made.values()].flat(), families: families.map(({ name }) => name), isNew };
    },
  };
}

function readPieces(family: Family): readonly Piece[] {
  const ranges = JSON.parse(readFileSync(resolve(`${family.package}/unicode.json`), 'utf8')) as Record<string, string>;
  const names = family.pieces ?? Object.keys(ranges);
  return names.flatMap((name) => {
    const listed = ranges[name];
    if (listed === undefined) return [];
    const parsed = listed.split(',').map(parseRange);
    const isOmitted = (point: number): boolean => family.omits?.includes(String.fromCodePoint(point)) === true;
    return [
      {
        family,
        name: name.replace(/[[\]]/g, ''),
        holds: (point: number) => parsed.some(([from, to]) => point >= from && point <= to) && !isOmitted(point),
        text: () =>
          parsed
            .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => from + index))
            .filter((point) => !isOmitted(point))
            .map(toText)
            .join(''),
      },
    ];
  });
}

/** Returns the character; half of a surrogate pair is none. */
const toText = (point: number): string => (point >= 0xd800 && point <= 0xdfff ? '' : String.fromCodePoint(point));

function parseRange(range: string): readonly [number, number] {
  const [from = '', to = from] = range.trim().replace(/^U\+/, '').split('-');
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
}

/**
 * Builds the regular and the bold font of a piece, and italics if it has them: fonts of one weight each, which can be
 * embedded.
 */
async function makePiece({ family, name, text }: Piece): Promise<readonly Uint8Array[]> {
  const characters = text();
  const cut = (style: 'normal' | 'italic', wght: number): Promise<Uint8Array> =>
    subsetFont(readFileSync(resolve(`${family.package}/files/${family.files}-${name}-wght-${style}.woff2`)), characters, {
      targetFormat: 'sfnt',
      variationAxes: { wght },
    });
  const fonts = WEIGHTS.map((weight) => cut('normal', weight));
  return Promise.all(family.hasItalic ? [...fonts, cut('italic', WEIGHTS[0])] : fonts);
}

/** Builds the complete font of formulas: brackets and roots consist of parts that no text contains. */
async function makeMath(): Promise<readonly Uint8Array[]> {
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('');
  const math = await subsetFont(readFileSync(resolve(MATH)), range(0x20, 0x7e) + range(0xa0, 0x2fff) + range(0x1d400, 0x1d7ff), { targetFormat: 'sfnt' });
  return [math];
}
