/** A catalogue: key → English text with `{name}` places. */
export type Catalogue = Readonly<Record<string, string>>;
export type MessageParams = Readonly<Record<string, string | number>>;
export type Translate<K extends string = string> = (key: K, params?: MessageParams) => string;

const KEY_MARK = '\u0002';

/** A parameter that is itself a text of the catalogue: "{label} is required" with the label in the school's words. */
export function asMessage(key: string): string {
  return `${KEY_MARK}${key}`;
}

/**
 * Looks a text up: the school's override first, then the catalogue. A missing key returns the key itself, so that a
 * gap is seen and nothing breaks. A place without a parameter stays as it is written.
 */
export function createTranslate<C extends Catalogue>(catalogue: C, overrides: Catalogue = {}): Translate<keyof C & string> {
  const lookUp = (key: string): string => overrides[key] ?? catalogue[key] ?? key;
  const fill = (value: string | number | undefined): string =>
    typeof value === 'string' && value.startsWith(KEY_MARK) ? lookUp(value.slice(1)) : String(value);
  return (key, params = {}) => lookUp(key).replace(/\{(\w+)\}/g, (place, name: string) => (name in params ? fill(params[name]) : place));
}
