import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

/**
 * Writes the font of the ten digits. Those of Atkinson Hyperlegible have a slash through the zero, which makes a date
 * such as 10/20/2030 hard to read, and there is no other zero in that font; in tables figures have equal widths, so all
 * ten come from one font. The whole font is 40 KB, the digits of all weights 3.
 */
const { resolve } = createRequire(import.meta.url);
const font = readFileSync(resolve('@fontsource-variable/noto-sans/files/noto-sans-latin-wght-normal.woff2'));
const digits = await subsetFont(font, '0123456789', { targetFormat: 'woff2', keepFeatures: [], noHinting: true });
writeFileSync(new URL('../src/styles/digits.woff2', import.meta.url), digits);
