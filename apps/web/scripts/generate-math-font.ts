import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

/**
 * Writes the two files of the font for formulas: the characters that KaTeX may put into a formula, with the taller and
 * wider shapes for brackets, roots and sums, and separately the bold, script and double-struck alphabets. The whole
 * font is 400 KB; a phone downloads 70 with its first formula, and the alphabets only for formulas that need them.
 */
const { resolve } = createRequire(import.meta.url);
const folder = new URL('../src/ui/rich-text/formula/', import.meta.url);
const font = readFileSync(resolve('@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2'));
const features = ['ssty', 'dtls', 'flac', 'ccmp', 'mark', 'mkmk', 'kern'];

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('');

/** Returns the characters in KaTeX's own source, literal or by number. KaTeX can write no others on its own. */
function signsOfKatex(): string {
  const source = readFileSync(resolve('katex/dist/katex.mjs'), 'utf8');
  const named = [...source.matchAll(/\\u\{?([0-9a-f]{4,5})/gi)].map(([, digits]) => String.fromCodePoint(Number.parseInt(digits ?? '', 16)));
  const isSign = (character: string) => /^[\u00a0-\u03ff\u2000-\u2fff]$/u.test(character);
  return [...new Set([...source, ...named])].filter(isSign).join('');
}

const italics = `ℎ${range(0x1d434, 0x1d467)}${range(0x1d6e2, 0x1d71b)}`;
const alphabets = range(0x1d400, 0x1d433) + range(0x1d468, 0x1d6e1) + range(0x1d71c, 0x1d7ff);
const files = { letters: range(0x20, 0x7e) + range(0x391, 0x3d6) + signsOfKatex() + italics, alphabets };

mkdirSync(folder, { recursive: true });
for (const [name, signs] of Object.entries(files))
  writeFileSync(new URL(`${name}.woff2`, folder), await subsetFont(font, signs, { targetFormat: 'woff2', keepFeatures: features, noHinting: true }));
