/** One font family of the npm registry. Its files are pieces of it by characters, as listed in its `unicode.json`. */
export interface Family {
  package: string;
  /** The prefix of its file names: `<files>-<piece>-wght-normal.woff2`. */
  files: string;
  /** The name within the font. */
  name: string;
  /** The pieces that are used; all by default. */
  pieces?: readonly string[];
  /** Characters that are drawn with the next family that has them. */
  omits?: string;
  hasItalic?: boolean;
}

const variable = (packageName: string, name: string, rest: Partial<Family> = {}): Family => ({
  package: packageName,
  files: packageName.slice(packageName.indexOf('/') + 1),
  name,
  ...rest,
});

/**
 * The families that are searched for characters, in order. The screens' own font comes first, without its digits: as on
 * the screens, these come from Noto Sans, whose zero has no slash and whose digits are of equal width.
 */
const BASE: readonly Family[] = [
  variable('@fontsource-variable/atkinson-hyperlegible-next', 'Atkinson Hyperlegible Next', { hasItalic: true, omits: '0123456789' }),
  variable('@fontsource-variable/noto-sans', 'Noto Sans', { pieces: ['cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese', 'latin', 'latin-ext'] }),
  variable('@fontsource-variable/vazirmatn', 'Vazirmatn', { pieces: ['arabic'] }),
  variable('@fontsource-variable/noto-sans-hebrew', 'Noto Sans Hebrew', { pieces: ['hebrew'] }),
  variable('@fontsource-variable/noto-sans-devanagari', 'Noto Sans Devanagari', { pieces: ['devanagari'] }),
  variable('@fontsource-variable/noto-sans-bengali', 'Noto Sans Bengali', { pieces: ['bengali'] }),
  variable('@fontsource-variable/noto-sans-gurmukhi', 'Noto Sans Gurmukhi', { pieces: ['gurmukhi'] }),
  variable('@fontsource-variable/noto-sans-gujarati', 'Noto Sans Gujarati', { pieces: ['gujarati'] }),
  variable('@fontsource-variable/noto-sans-tamil', 'Noto Sans Tamil', { pieces: ['tamil'] }),
  variable('@fontsource-variable/noto-sans-telugu', 'Noto Sans Telugu', { pieces: ['telugu'] }),
  variable('@fontsource-variable/noto-sans-thai', 'Noto Sans Thai', { pieces: ['thai'] }),
  variable('@fontsource-variable/noto-sans-lao', 'Noto Sans Lao', { pieces: ['lao'] }),
  variable('@fontsource-variable/noto-sans-khmer', 'Noto Sans Khmer', { pieces: ['khmer'] }),
  variable('@fontsource-variable/noto-sans-armenian', 'Noto Sans Armenian', { pieces: ['armenian'] }),
  variable('@fontsource-variable/noto-sans-georgian', 'Noto Sans Georgian', { pieces: ['georgian'] }),
  variable('@fontsource-variable/noto-sans-ethiopic', 'Noto Sans Ethiopic', { pieces: ['ethiopic'] }),
];
const CHINESE = variable('@fontsource-variable/noto-sans-sc', 'Noto Sans SC');
const JAPANESE = variable('@fontsource-variable/noto-sans-jp', 'Noto Sans JP');
const KOREAN = variable('@fontsource-variable/noto-sans-kr', 'Noto Sans KR');
/** Symbols, Arabic with rare letters, and emoji; last, so that nothing else is taken from them. */
const LAST: readonly Family[] = [
  variable('@fontsource-variable/noto-sans-arabic', 'Noto Sans Arabic', { pieces: ['arabic', 'math', 'symbols'] }),
  variable('@fontsource-variable/noto-emoji', 'Noto Emoji'),
];

/**
 * Lists the families with which a text is drawn. Characters shared by Chinese, Japanese and Korean are drawn in the
 * style of the text's other characters.
 */
export function listFamilies(text: string): readonly Family[] {
  const eastern = /[\u3040-\u30ff]/u.test(text)
    ? [JAPANESE, KOREAN, CHINESE]
    : /[\uac00-\ud7a3]/u.test(text)
      ? [KOREAN, CHINESE, JAPANESE]
      : [CHINESE, JAPANESE, KOREAN];
  return [...BASE, ...eastern, ...LAST];
}
