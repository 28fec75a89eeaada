import { readFileSync } from 'node:fs';
import { SIDEBAR_COLORS, SIDEBAR_IMAGES } from '@classwright/contract/people/profiles/shell-preferences';
import { describe, expect, test } from 'vitest';

/** The colors as browsers get them: the tokens, the sidebar's own style sheet, its images. */
const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const tokens = read('../../styles/tokens.css');
const look = read('../../ui/page-menu/sidebar-look.module.css');

type Rgb = readonly [number, number, number];
type Mode = 'light' | 'dark';

function declarationsOf(css: string, selector: string): Record<string, string> {
  const start = css.indexOf(`${selector} {`);
  if (start < 0) throw new Error(`no rule ${selector}`);
  const body = css.slice(css.indexOf('{', start) + 1, css.indexOf('}', start));
  return Object.fromEntries([...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()]));
}

const variables: Readonly<Record<Mode, Readonly<Record<string, string>>>> = {
  light: declarationsOf(tokens, ':root'),
  dark: { ...declarationsOf(tokens, ':root'), ...declarationsOf(tokens, ":root[data-color-mode='dark']") },
};

function valueOf(mode: Mode, value: string, own: Readonly<Record<string, string>> = {}): string {
  const name = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  if (!name) return value;
  const next = own[name] ?? variables[mode][name];
  if (next === undefined) throw new Error(`no variable ${name}`);
  return valueOf(mode, next, own);
}

/** Returns a color and its opacity. */
function colour(value: string): { rgb: Rgb; alpha: number } {
  const hex = /^#([\da-f]{6})$/i.exec(value)?.[1];
  if (hex) return { rgb: [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb, alpha: 1 };
  const [r, g, b, alpha = 1] = (/^rgb\(([^)]+)\)$/.exec(value)?.[1] ?? '').split(/[\s/]+/).map(Number);
  if (r === undefined || g === undefined || b === undefined || Number.isNaN(r)) throw new Error(`not a colour: ${value}`);
  return { rgb: [r, g, b], alpha };
}

const lay = (over: string, under: Rgb, share = 1): Rgb => {
  const { rgb, alpha } = colour(over);
  const part = alpha * share;
  return rgb.map((value, index) => value * part + (under[index] ?? 0) * (1 - part)) as unknown as Rgb;
};

const luminance = (rgb: Rgb): number => {
  const [r, g, b] = rgb.map((value) => (value / 255 <= 0.040_45 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4)) as unknown as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (one: Rgb, other: Rgb): number => {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
};

/** Returns the style properties that a choice of color and gradient sets. */
function ownOf(color: string): Record<string, string> {
  const chosen = color === 'plain' ? {} : declarationsOf(look, `.look[data-color='${color}']`);
  const own = { ...declarationsOf(look, '.look'), ...chosen };
  return color === 'plain' ? own : { ...own, ...declarationsOf(look, ".look:not([data-color='plain'])") };
}

/** Returns the shapes of an image, each as color and opacity, from bottom to top. */
function shapesOf(image: string): { fill: string; opacity: number }[] {
  const svg = read(`./images/${image}.svg`);
  const of = (tag: string, name: string) => new RegExp(`${name}="([^"]+)"`).exec(tag)?.[1];
  const root = /<svg[^>]*>/.exec(svg)?.[0] ?? '';
  const shapes = [...svg.matchAll(/<(?:circle|path)[^>]*>/g)].map(([tag]) => ({
    fill: of(tag, ' fill') ?? of(root, ' fill') ?? '',
    opacity: Number(of(tag, 'fill-opacity') ?? of(root, 'fill-opacity')),
  }));
  return image === 'dots' ? shapes.slice(0, 1) : shapes; // the dots are next to each other, all alike
}

/** Returns every background that text of the sidebar can have for one choice. */
function backgrounds(mode: Mode, color: string, gradient: boolean, image: string | null): Rgb[] {
  const own = ownOf(color);
  const tint = colour(valueOf(mode, 'var(--side-tint)', own)).rgb;
  const surface = valueOf(mode, 'var(--cw-surface)');
  const from = colour(valueOf(mode, 'var(--side-from)', own)).rgb;
  const plain = gradient ? [0, 0.25, 0.5, 0.75, 1].map((share) => lay(surface, from, share)) : [tint];
  if (image === null) return plain;
  return plain.flatMap((under) => [under, shapesOf(image).reduce<Rgb>((below, { fill, opacity }) => lay(fill, below, opacity), under)]);
}

const choices = (['light', 'dark'] as const).flatMap((mode) =>
  SIDEBAR_COLORS.flatMap((color) => [false, true].flatMap((gradient) => [null, ...SIDEBAR_IMAGES].map((image) => [mode, color, gradient, image] as const))),
);

describe('[K077] [K078] [K082] whatever is chosen for the sidebar', () => {
  test.each(choices)('in %s mode %s, gradient %s, image %s: words have 4.5:1, icons 3:1', (mode, color, gradient, image) => {
    const words = colour(valueOf(mode, 'var(--cw-text)')).rgb;
    const icons = colour(valueOf(mode, 'var(--cw-dimmed)')).rgb;
    const current = colour(valueOf(mode, 'var(--cw-primary-light-text)')).rgb;
    for (const background of backgrounds(mode, color, gradient, image)) {
      expect(contrast(words, background)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(icons, background)).toBeGreaterThanOrEqual(3);
      const chosen = lay(valueOf(mode, 'var(--cw-primary-light)'), background);
      expect(contrast(current, chosen)).toBeGreaterThanOrEqual(4.5);
      const hovered = lay(valueOf(mode, 'var(--cw-hover-bg)'), background);
      expect(contrast(words, hovered)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(icons, hovered)).toBeGreaterThanOrEqual(3);
    }
  });

  test('the computation is WCAG’s', () => {
    expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5);
    expect(contrast([119, 119, 119], [255, 255, 255])).toBeCloseTo(4.48, 2);
    expect(choices).toHaveLength(2 * SIDEBAR_COLORS.length * 2 * (SIDEBAR_IMAGES.length + 1));
  });
});
