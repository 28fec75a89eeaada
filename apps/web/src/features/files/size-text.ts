const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** "96 bytes", "812 kB", "3.4 MB", in the reader's own figures. */
export function sizeText(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit: UNITS[step] as string,
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && step > 0 ? 1 : 0,
  }).format(value);
}
