import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PRIMARY_SHADES, toShades, writeOwnColors } from './own-colors.ts';

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
const contrast = (one: string, other: string): number => {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
};

const colors = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('[B3050] whatever the color of a school, each of its shades contrasts with white and with the dark ground as the product’s does', () => {
  fc.assert(
    fc.property(colors, (color) => {
      const shades = toShades(color);
      for (const [at, shade] of shades.entries())
        for (const ground of ['#ffffff', '#1d191c', '#141013'])
          expect(Math.abs(contrast(shade, ground) / contrast(PRIMARY_SHADES[at]!, ground) - 1), `${shade} of ${color} on ${ground}`).toBeLessThan(0.04);
      for (const at of [7, 8, 9]) expect(contrast(shades[at]!, '#ffffff')).toBeGreaterThanOrEqual(4.5);
      const tint = /pink-bg:(#[0-9a-f]{6})/.exec(writeOwnColors(color))![1]!;
      expect(contrast(shades[2]!, tint)).toBeGreaterThanOrEqual(4.5); // words of a chip in the dark
      expect(contrast(shades[8]!, shades[1]!)).toBeGreaterThanOrEqual(4.5); // and in the light
    }),
    { numRuns: 1000 },
  );
});

test.each(['#000000', '#ffffff', '#0000ff', '#ffff00'])('the extreme color %s has ten shades', (color) => {
  expect(new Set(toShades(color)).size).toBe(10);
});

test('a shade keeps the hue of its color', () => {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(toShades('#1a5fb4')[7]!.slice(at, at + 2), 16));
  expect(blue! > green! && green! > red!).toBe(true);
});
