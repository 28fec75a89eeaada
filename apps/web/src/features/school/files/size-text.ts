import { locale } from '../../../base/language.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Returns "96 bytes", "812 kB" or "3.4 MB", with the language's numerals, in the units of 1,024 that limits use. */
export function sizeText(bytes: number): string {
  const step = bytes < 1024 ? 0 : Math.min(3, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** step;
  return new Intl.NumberFormat(locale(), {
    style: 'unit',
    unit: UNITS[step] as string,
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && step > 0 ? 1 : 0,
    roundingMode: 'trunc',
  } as Intl.NumberFormatOptions).format(value);
}
