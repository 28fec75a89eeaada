/**
 * The product's primary color, lightest first. The shades of a school's own color have the luminance of these, one by one, so every
 * contrast of the theme holds for them too.
 */
export const PRIMARY_SHADES = ['#fff4f7', '#ffe7ee', '#ffd0de', '#ffb0c9', '#ff84af', '#f95698', '#e33a84', '#c61f6f', '#a5135a', '#7a0f42'] as const;

type Light = [number, number, number];

/** Returns the channels of `#rrggbb`, each from 0 to 255. */
const toChannels = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** Returns the linear light of the channels of `#rrggbb`, each from 0 to 1 (sRGB, IEC 61966-2-1). */
function toLight(hex: string): Light {
  return toChannels(hex).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Light;
}

/** Returns `#rrggbb` of linear light. */
function toHex(light: Light): string {
  const parts = light.map((value) => {
    const part = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
    return Math.round(Math.min(1, Math.max(0, part)) * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}

/** Returns the relative luminance of linear light, from 0 to 1 (WCAG 2.2). */
const luminance = ([red, green, blue]: Light): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

/** Returns the color with a luminance: mixed with white when it is too dark, and with black when it is too bright. */
function withLuminance(light: Light, wanted: number): Light {
  const own = luminance(light);
  if (own >= wanted) return light.map((value) => (value * wanted) / own) as Light;
  const white = (wanted - own) / (1 - own);
  return light.map((value) => value + (1 - value) * white) as Light;
}

/** Returns the color `#rrggbb` with the luminance of a shade. */
const withLuminanceOf = (color: string, shade: string): string => toHex(withLuminance(toLight(color), luminance(toLight(shade))));

/** Returns the shades of a school's color `#rrggbb`, lightest first, with the luminances of `PRIMARY_SHADES`. */
export const toShades = (color: string): string[] => PRIMARY_SHADES.map((shade) => withLuminanceOf(color, shade));

/** Returns the style sheet that puts the shades of a school's color `#rrggbb` in place of the product's, in both color modes. */
export function writeOwnColors(color: string): string {
  const shades = toShades(color);
  const [red, green, blue] = toChannels(shades[6]!);
  // The dark theme has five colors that are no shades; the others follow the shades.
  const dark = {
    'primary-light': `rgb(${red} ${green} ${blue} / 0.22)`,
    'primary-light-hover': `rgb(${red} ${green} ${blue} / 0.32)`,
    'panel-tint': withLuminanceOf(color, '#2d1521'),
    'pink-bg': withLuminanceOf(color, '#452031'),
    'pink-bd': withLuminanceOf(color, '#76284b'),
  };
  const write = (tokens: Record<string, string>) =>
    Object.entries(tokens)
      .map(([name, value]) => `--cw-${name}:${value}`)
      .join(';');
  const own = Object.fromEntries(shades.map((shade, at) => [`pink-${at}`, shade]));
  return `:root:root{${write(own)}}@media not print{:root:root[data-color-mode='dark']{${write(dark)}}}\n`;
}
