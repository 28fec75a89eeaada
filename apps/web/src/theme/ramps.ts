import { PRIMARY_SHADES } from '@classwright/rules/colors/own-colors';

/** Color ramps, lightest first. Pink is the primary color; gray and dark are the neutrals of the two modes. */
export const ramps = {
  pink: PRIMARY_SHADES,
  gray: ['#fbfafb', '#f5f3f5', '#ece9eb', '#dedbde', '#c7c2c6', '#a39ca1', '#7e767c', '#615a5f', '#40393f', '#221c20'],
  dark: ['#eae7e9', '#c7c2c6', '#a9a2a7', '#6a6469', '#453f43', '#353034', '#272326', '#1d191c', '#141013', '#0b080a'],
  blue: ['#f2f8ff', '#e3efff', '#cae0ff', '#a9ccff', '#83b4ff', '#5a9aff', '#3e80ef', '#2b67d0', '#2254ae', '#1a3c81'],
  violet: ['#f7f6ff', '#eeebff', '#ded8ff', '#cac0ff', '#b3a3ff', '#9e83ff', '#8869ec', '#7151ce', '#5c41ac', '#432f7f'],
  teal: ['#effaf9', '#def3f2', '#bfe7e6', '#99d7d6', '#68c4c4', '#2fafb1', '#00979b', '#00767a', '#006064', '#00474a'],
  green: ['#f0faf2', '#e0f4e4', '#c3eacc', '#9fdbaf', '#72c98e', '#43b56f', '#1a9e58', '#007c42', '#006535', '#004a26'],
  amber: ['#fdf6ec', '#faecd8', '#f5d9b5', '#eec18a', '#e3a457', '#d58718', '#bb7100', '#955600', '#7b4400', '#5c3000'],
  red: ['#fff4f2', '#ffe8e4', '#ffd2c9', '#ffb4a6', '#ff8e7a', '#f8664d', '#df4a31', '#c13117', '#a1250c', '#771b08'],
} as const satisfies Record<string, readonly string[]>;

export type Ramp = keyof typeof ramps;

/** The hues of chips, banners and marks. */
export const HUES = ['pink', 'blue', 'violet', 'teal', 'green', 'amber', 'red', 'gray'] as const satisfies readonly Ramp[];

export const WHITE = '#ffffff';
export const BLACK = '#221c20';
