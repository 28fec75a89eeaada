/** The device that someone signs in on. */
export interface Device {
  /** SHA-256 of the device's own id; null when it has none. */
  hash: Buffer | null;
  label: string;
}

/** Browsers by the text that only they write into their User-Agent, the more specific ones first. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bCriOS\/|\bChrome\/|\bChromium\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b|\biPod\b/, 'iPhone'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

const find = (names: readonly (readonly [RegExp, string])[], userAgent: string): string | null => names.find(([mark]) => mark.test(userAgent))?.[1] ?? null;

/**
 * Returns the browser and system by their usual names, or null for what the User-Agent does not show in a known way.
 */
export function nameDevice(userAgent: string): { browser: string | null; system: string | null } {
  return { browser: find(BROWSERS, userAgent), system: find(SYSTEMS, userAgent) };
}
