/** Returns the three channels of `#rrggbb`. */
function channels(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/**
 * Mixes `share` (0 to 1) of `over` onto `under`, in sRGB, as `#rrggbb`. It is computed here and not by CSS `color-mix`,
 * which phones older than 2023 do not support.
 */
export function mix(over: string, under: string, share: number): string {
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
export function withAlpha(hex: string, alpha: number): string {
  return `rgb(${channels(hex).join(' ')} / ${alpha})`;
}
