import { BLACK, HUES, ramps, WHITE } from './ramps.ts';

/** Custom properties with their values. */
type Tokens = Record<string, string>;

const shade = (name: string, index: number) => `var(--cw-${name}-${index})`;
const ink = (alpha: number) => withAlpha(BLACK, alpha);
const { pink, dark } = ramps;

function palette(): Tokens {
  return Object.fromEntries(Object.entries(ramps).flatMap(([name, shades]) => shades.map((value, index) => [`--cw-${name}-${index}`, value])));
}

/**
 * Returns the background, border, text, fill and mark of a hue. The phases are three of the hues under other names.
 */
function hue(name: string, [bg, bd, fg, solid, mark]: [string, string, string, string, string]): Tokens {
  return { [`--cw-${name}-bg`]: bg, [`--cw-${name}-bd`]: bd, [`--cw-${name}-fg`]: fg, [`--cw-${name}-solid`]: solid, [`--cw-${name}-mark`]: mark };
}

function hues(mode: 'light' | 'dark'): Tokens {
  const entries = HUES.map((name): Tokens => {
    if (mode === 'light') return hue(name, [shade(name, 1), shade(name, 3), shade(name, 8), shade(name, 7), shade(name, 6)]);
    if (name === 'gray') return hue(name, [shade('dark', 5), shade('dark', 4), shade('dark', 1), shade('dark', 3), shade('dark', 3)]);
    return hue(name, [mix(ramps[name][6], dark[7], 0.2), mix(ramps[name][6], dark[7], 0.45), shade(name, 2), shade(name, 7), shade(name, 5)]);
  });
  return Object.assign({}, ...entries);
}

const phases: Tokens = Object.fromEntries(
  Object.entries({ '1a': 'blue', '1b': 'violet', '2': 'teal' }).flatMap(([phase, name]) =>
    ['bg', 'bd', 'fg', 'solid', 'mark'].map((part) => [`--cw-phase-${phase}-${part}`, `var(--cw-${name}-${part})`]),
  ),
);

function charts(fills: readonly string[], lines: readonly string[], hatch: string): Tokens {
  const tokens: Tokens = { '--cw-chart-hatch': hatch };
  [...'abcdef'].forEach((letter, index) => {
    tokens[`--cw-chart-${letter}`] = fills[index] ?? '';
    tokens[`--cw-chart-${letter}-line`] = lines[index] ?? '';
  });
  return tokens;
}

/**
 * The only definition of the product's appearance, from which `styles/tokens.css` is generated. These values are shared
 * by both modes.
 */
export const shared: Tokens = {
  ...palette(),
  '--cw-font': "'Atkinson Hyperlegible Next Variable', system-ui, 'Segoe UI', Roboto, sans-serif",
  '--cw-font-mono': 'ui-monospace, SFMono-Regular, Menlo, Monaco, Consolas, Liberation Mono, Courier New, monospace',
  '--cw-primary': shade('pink', 7),
  '--cw-primary-hover': shade('pink', 8),
  '--cw-radius-xs': '0.25rem',
  '--cw-radius-sm': '0.375rem',
  '--cw-radius-md': '0.5rem',
  '--cw-radius-lg': '0.75rem',
  '--cw-radius-xl': '1rem',
  '--cw-ease': 'cubic-bezier(0.2, 0, 0, 1)',
  '--cw-press': '80ms',
  '--cw-hover': '120ms',
  '--cw-menu': '160ms',
  '--cw-dialog': '200ms',
  '--cw-reveal': '320ms',
  '--cw-figure-md': '1.75rem',
  '--cw-choice': '3.125rem',
  '--cw-topbar': '3.5rem',
  ...phases,
};

/** The colors of light mode. */
export const light: Tokens = {
  '--cw-text': shade('gray', 9),
  '--cw-dimmed': shade('gray', 7),
  '--cw-placeholder': shade('gray', 7),
  '--cw-border': shade('gray', 3),
  '--cw-hover-bg': shade('gray', 1),
  '--cw-link': shade('pink', 7),
  '--cw-error': shade('red', 7),
  '--cw-primary-light': shade('pink', 1),
  '--cw-primary-light-hover': shade('pink', 2),
  '--cw-primary-light-text': shade('pink', 8),
  '--cw-shadow-xs': `0 1px 2px ${ink(0.06)}`,
  '--cw-shadow-md': `0 2px 4px ${ink(0.05)}, 0 8px 24px ${ink(0.09)}`,
  '--cw-shadow-lg': `0 4px 8px ${ink(0.06)}, 0 16px 40px ${ink(0.14)}`,
  '--cw-shadow-xl': `0 8px 16px ${ink(0.08)}, 0 24px 64px ${ink(0.2)}`,
  '--cw-canvas': shade('gray', 0),
  '--cw-surface': WHITE,
  '--cw-raised': WHITE,
  '--cw-sunken': shade('gray', 1),
  '--cw-field': WHITE,
  '--cw-track': shade('gray', 2),
  '--cw-divider': shade('gray', 2),
  '--cw-control-border': '#8d868b',
  '--cw-overlay': ink(0.45),
  '--cw-focus': shade('pink', 6),
  '--cw-selected': shade('pink', 7),
  '--cw-panel-tint': shade('pink', 0),
  ...hues('light'),
  ...charts(['#2b67d0', '#e3a457', '#2fafb1', '#45184d', '#a39ca1', '#f8664d'], ['#2254ae', '#955600', '#00767a', '#45184d', '#615a5f', '#c13117'], WHITE),
};

/** The colors of dark mode, under the same names. */
export const darkMode: Tokens = {
  '--cw-text': shade('dark', 0),
  '--cw-dimmed': shade('dark', 2),
  '--cw-placeholder': shade('dark', 2),
  '--cw-border': shade('dark', 4),
  '--cw-hover-bg': shade('dark', 5),
  '--cw-link': shade('pink', 4),
  '--cw-error': shade('red', 4),
  '--cw-primary-light': withAlpha(pink[6], 0.22),
  '--cw-primary-light-hover': withAlpha(pink[6], 0.32),
  '--cw-primary-light-text': shade('pink', 2),
  '--cw-shadow-xs': 'none',
  '--cw-shadow-md': '0 8px 24px rgb(0 0 0 / 0.45)',
  '--cw-shadow-lg': '0 16px 40px rgb(0 0 0 / 0.5)',
  '--cw-shadow-xl': '0 24px 64px rgb(0 0 0 / 0.6)',
  '--cw-canvas': shade('dark', 8),
  '--cw-surface': shade('dark', 7),
  '--cw-raised': shade('dark', 6),
  '--cw-sunken': shade('dark', 8),
  '--cw-field': shade('dark', 8),
  '--cw-track': shade('dark', 5),
  '--cw-divider': shade('dark', 5),
  '--cw-control-border': '#837a80',
  '--cw-overlay': 'rgb(0 0 0 / 0.6)',
  '--cw-focus': shade('pink', 4),
  '--cw-selected': shade('pink', 5),
  '--cw-panel-tint': mix(pink[6], dark[8], 0.12),
  ...hues('dark'),
  ...charts(['#3e80ef', '#e3a457', '#00979b', '#e6c5ee', '#a39ca1', '#f8664d'], ['#83b4ff', '#eec18a', '#68c4c4', '#f4e2f8', '#dedbde', '#ff8e7a'], dark[8]),
};

/** Returns the three channels of `#rrggbb`. */
function channels(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/**
 * Mixes `share` (0 to 1) of `over` onto `under`, in sRGB, as `#rrggbb`. It is computed here and not by CSS `color-mix`,
 * which phones older than 2023 do not support.
 */
function mix(over: string, under: string, share: number): string {
  const [a, b] = [channels(over), channels(under)];
  return `#${a
    .map((value, index) =>
      Math.round(value * share + (b[index] ?? 0) * (1 - share))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** Returns a color with an alpha from 0 to 1. */
function withAlpha(hex: string, alpha: number): string {
  return `rgb(${channels(hex).join(' ')} / ${alpha})`;
}
