import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { WHITE } from './ramps.ts';
import { tokenSheet } from './tokens-css.ts';

const css = tokenSheet();

test('the committed style sheet is what the theme says (npm run tokens -w @classwright/web writes it)', () => {
  expect(readFileSync(new URL('../styles/tokens.css', import.meta.url), 'utf8')).toBe(css);
});

/** Returns the value of a variable or color in a mode as `#rrggbb`, with references resolved. */
function resolve(mode: 'light' | 'dark', name: string): string {
  if (name.startsWith('#')) return name;
  const blocks = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].filter(([, selector = '']) => !selector.includes('data-') || selector.includes(`'${mode}'`));
  const values = blocks.map(([, , body = '']) => new RegExp(`^\\s*${name}: (.*);$`, 'm').exec(body)?.[1]).filter((value) => value !== undefined);
  const value = values.at(-1);
  if (value === undefined) throw new Error(`${name} is not a token`);
  const reference = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  return reference ? resolve(mode, reference) : value;
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(mode: 'light' | 'dark', one: string, other: string): number {
  const [a, b] = [luminance(resolve(mode, one)), luminance(resolve(mode, other))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const hues = ['pink', 'blue', 'violet', 'teal', 'green', 'amber', 'red', 'gray'];

describe.each(['light', 'dark'] as const)('contrast in %s mode (WCAG 2.2)', (mode) => {
  const surfaces = ['--cw-surface', '--cw-canvas', '--cw-raised', '--cw-sunken'];
  test.each(surfaces)('text, dimmed text, links and errors are readable on %s', (surface) => {
    for (const text of ['--cw-text', '--cw-dimmed', '--cw-placeholder', '--cw-link', '--cw-error']) {
      expect(contrast(mode, text, surface), `${text} on ${surface}`).toBeGreaterThanOrEqual(4.5);
    }
  });
  test.each(hues)('the words of a %s chip are readable on it', (hue) => expect(contrast(mode, `--cw-${hue}-fg`, `--cw-${hue}-bg`)).toBeGreaterThanOrEqual(4.5));
  test('white is readable on the filled button and on the joining card', () => {
    expect(contrast(mode, WHITE, '--cw-pink-7')).toBeGreaterThanOrEqual(4.5);
    expect(contrast(mode, WHITE, '--cw-pink-8')).toBeGreaterThanOrEqual(4.5);
  });
  test('edges of controls and the focus ring stand out from what they are on', () => {
    for (const edge of ['--cw-control-border', '--cw-focus']) {
      for (const surface of ['--cw-surface', '--cw-canvas', '--cw-field'])
        expect(contrast(mode, edge, surface), `${edge} on ${surface}`).toBeGreaterThanOrEqual(3);
    }
  });
  test.each(['a', 'b', 'c', 'd', 'e', 'f'])('the outline of chart mark %s stands out', (mark) =>
    expect(contrast(mode, `--cw-chart-${mark}-line`, '--cw-surface')).toBeGreaterThanOrEqual(3),
  );
});

test.each(['light', 'dark'] as const)('[K461] [L562] the primary colour and the current entry of the sidebar are pink in %s mode', (mode) => {
  for (const name of ['--cw-primary', '--cw-primary-light', '--cw-primary-light-text']) {
    const value = resolve(mode, name);
    const parts = value.startsWith('rgb(') ? value.slice(4).split(' ').map(Number) : [1, 3, 5].map((at) => Number.parseInt(value.slice(at, at + 2), 16));
    const [r = 0, g = 0, b = 0] = parts;
    // In pinks, red is highest, green lowest, and blue between them.
    expect([name, r > b, b > g], `${name} is ${value}`).toEqual([name, true, true]);
  }
});

describe('tokens and style sheets fit each other', () => {
  const folder = new URL('..', import.meta.url);
  const text = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(css|tsx?)$/.test(file) && !/(^|\/)theme\/|\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n');
  const asked = new Set([...text.matchAll(/var\((--cw-[\w-]*\w)(?=[),\s])/g)].map(([, name = '']) => name));
  const set = new Set([...text.matchAll(/(--cw-[\w-]+)['"]?\]?:/g)].map(([, name = '']) => name));

  test('every token that is asked for is there', () => expect([...asked].filter((name) => !set.has(name))).toEqual([]));
  test('every token is asked for, but for shades of the palette and sets of hues, phases and marks, which are whole', () => {
    const named = new Set([...css.matchAll(/^\s*(--[\w-]+):/gm)].map(([, name = '']) => name));
    expect([...named].filter((name) => !asked.has(name) && !/-(\d|bg|bd|fg|solid|mark|line|chart-[a-f])$/.test(name))).toEqual([]);
  });
});
