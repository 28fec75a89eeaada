import type { CSSVariablesResolver } from '@mantine/core';
import { mix, withAlpha } from './mix.ts';
import { HUES, ramps, WHITE } from './ramps.ts';

type Variables = Record<string, string>;
const ramp = (name: string, shade: number) => `var(--mantine-color-${name}-${shade})`;
const { pink, dark } = ramps;
const surfaceDark = dark[7];

const shared: Variables = {
  '--cw-ease': 'cubic-bezier(0.2, 0, 0, 1)',
  '--cw-press': '80ms',
  '--cw-hover': '120ms',
  '--cw-menu': '160ms',
  '--cw-dialog': '200ms',
  '--cw-reveal': '320ms',
  '--cw-figure-lg': '2.25rem',
  '--cw-figure-md': '1.75rem',
  '--cw-control-staff': '2.25rem',
  '--cw-control-dense': '1.875rem',
  '--cw-control-student': '2.75rem',
  '--cw-choice': '3.125rem',
  '--cw-submit': '3.25rem',
  '--cw-topbar': '3.5rem',
};

function hues(mode: 'light' | 'dark'): Variables {
  const entries = HUES.map((hue): Variables => {
    if (mode === 'light') return set(hue, [ramp(hue, 1), ramp(hue, 3), ramp(hue, 8), ramp(hue, 7), ramp(hue, 6)]);
    if (hue === 'gray') return set(hue, [ramp('dark', 5), ramp('dark', 4), ramp('dark', 1), ramp('dark', 3), ramp('dark', 3)]);
    return set(hue, [mix(ramps[hue][6], surfaceDark, 0.2), mix(ramps[hue][6], surfaceDark, 0.45), ramp(hue, 2), ramp(hue, 7), ramp(hue, 5)]);
  });
  return Object.assign({}, ...entries);
}

/** Background, border, text, filled and mark of a hue; the phases are three of them by another name. */
function set(hue: string, [bg, bd, fg, solid, mark]: [string, string, string, string, string]): Variables {
  return { [`--cw-${hue}-bg`]: bg, [`--cw-${hue}-bd`]: bd, [`--cw-${hue}-fg`]: fg, [`--cw-${hue}-solid`]: solid, [`--cw-${hue}-mark`]: mark };
}

const phases: Variables = Object.fromEntries(
  Object.entries({ '1a': 'blue', '1b': 'violet', '2': 'teal' }).flatMap(([phase, hue]) =>
    ['bg', 'bd', 'fg', 'solid', 'mark'].map((part) => [`--cw-phase-${phase}-${part}`, `var(--cw-${hue}-${part})`]),
  ),
);

function charts(fills: readonly string[], lines: readonly string[], hatch: string): Variables {
  const variables: Variables = { '--cw-chart-hatch': hatch };
  [...'abcdef'].forEach((letter, index) => {
    variables[`--cw-chart-${letter}`] = fills[index] ?? '';
    variables[`--cw-chart-${letter}-line`] = lines[index] ?? '';
  });
  return variables;
}

const light: Variables = {
  '--mantine-color-body': WHITE,
  '--mantine-color-text': ramp('gray', 9),
  '--mantine-color-bright': ramp('gray', 9),
  '--mantine-color-dimmed': ramp('gray', 7),
  '--mantine-color-placeholder': ramp('gray', 7),
  '--mantine-color-default-border': ramp('gray', 3),
  '--mantine-color-default-hover': ramp('gray', 1),
  '--mantine-color-default-color': ramp('gray', 9),
  '--mantine-color-disabled': ramp('gray', 1),
  '--mantine-color-disabled-color': ramp('gray', 7),
  '--mantine-color-disabled-border': ramp('gray', 2),
  '--mantine-color-anchor': ramp('pink', 7),
  '--mantine-color-error': ramp('red', 7),
  '--mantine-color-success': ramp('green', 7),
  '--mantine-primary-color-light': ramp('pink', 1),
  '--mantine-primary-color-light-hover': ramp('pink', 2),
  '--mantine-primary-color-light-color': ramp('pink', 8),
  '--cw-canvas': ramp('gray', 0),
  '--cw-surface': WHITE,
  '--cw-raised': WHITE,
  '--cw-sunken': ramp('gray', 1),
  '--cw-field': WHITE,
  '--cw-track': ramp('gray', 2),
  '--cw-divider': ramp('gray', 2),
  '--cw-control-border': '#8d868b',
  '--cw-overlay': 'rgb(34 28 32 / 0.45)',
  '--cw-focus': ramp('pink', 6),
  '--cw-selected': ramp('pink', 7),
  '--cw-panel-tint': ramp('pink', 0),
  ...hues('light'),
  ...phases,
  ...charts(['#2b67d0', '#e3a457', '#2fafb1', '#45184d', '#a39ca1', '#f8664d'], ['#2254ae', '#955600', '#00767a', '#45184d', '#615a5f', '#c13117'], WHITE),
};

const darkMode: Variables = {
  '--mantine-color-body': ramp('dark', 7),
  '--mantine-color-text': ramp('dark', 0),
  '--mantine-color-bright': ramp('dark', 0),
  '--mantine-color-dimmed': ramp('dark', 2),
  '--mantine-color-placeholder': ramp('dark', 2),
  '--mantine-color-default': ramp('dark', 6),
  '--mantine-color-default-border': ramp('dark', 4),
  '--mantine-color-default-hover': ramp('dark', 5),
  '--mantine-color-default-color': ramp('dark', 0),
  '--mantine-color-disabled': ramp('dark', 8),
  '--mantine-color-disabled-color': ramp('dark', 2),
  '--mantine-color-disabled-border': ramp('dark', 5),
  '--mantine-color-anchor': ramp('pink', 4),
  '--mantine-color-error': ramp('red', 4),
  '--mantine-color-success': ramp('green', 4),
  '--mantine-primary-color-light': withAlpha(pink[6], 0.22),
  '--mantine-primary-color-light-hover': withAlpha(pink[6], 0.32),
  '--mantine-primary-color-light-color': ramp('pink', 2),
  '--mantine-shadow-xs': 'none',
  '--mantine-shadow-sm': '0 1px 2px rgb(0 0 0 / 0.4)',
  '--mantine-shadow-md': '0 8px 24px rgb(0 0 0 / 0.45)',
  '--mantine-shadow-lg': '0 16px 40px rgb(0 0 0 / 0.5)',
  '--mantine-shadow-xl': '0 24px 64px rgb(0 0 0 / 0.6)',
  '--cw-canvas': ramp('dark', 8),
  '--cw-surface': ramp('dark', 7),
  '--cw-raised': ramp('dark', 6),
  '--cw-sunken': ramp('dark', 8),
  '--cw-field': ramp('dark', 8),
  '--cw-track': ramp('dark', 5),
  '--cw-divider': ramp('dark', 5),
  '--cw-control-border': '#837a80',
  '--cw-overlay': 'rgb(0 0 0 / 0.6)',
  '--cw-focus': ramp('pink', 4),
  '--cw-selected': ramp('pink', 5),
  '--cw-panel-tint': mix(pink[6], dark[8], 0.12),
  ...hues('dark'),
  ...phases,
  ...charts(['#3e80ef', '#e3a457', '#00979b', '#e6c5ee', '#a39ca1', '#f8664d'], ['#83b4ff', '#eec18a', '#68c4c4', '#f4e2f8', '#dedbde', '#ff8e7a'], dark[8]),
};

/** What colours mean, in both modes: Mantine's own names where it has them, `--cw-…` where it has none. */
export const semanticVariables: CSSVariablesResolver = () => ({ variables: shared, light, dark: darkMode });
