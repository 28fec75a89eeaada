import { skipName } from './names.ts';

export type NamedCharacters = Readonly<Record<string, string>>;

/** Characters that XML does not allow: most controls, half surrogate pairs. */
export const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

const NAMED: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);
const LONGEST_REFERENCE = 100;

/**
 * Replaces references in a text with their characters. Null when one is malformed or unknown; with `isLenient` unknown
 * ones are unchanged.
 */
export function decodeReferences(text: string, { characters, isLenient }: { characters: NamedCharacters; isLenient: boolean }): string | null {
  let decoded = '';
  let done = 0;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    const end = text.indexOf(';', at);
    if (end < 0 || end - at > LONGEST_REFERENCE) return null;
    const name = text.slice(at + 1, end);
    const character = NAMED.get(name) ?? (name.startsWith('#') ? numbered(name) : Object.hasOwn(characters, name) ? characters[name] : undefined);
    if (character === undefined) {
      if (!isLenient || !isReference(name)) return null;
      continue;
    }
    decoded += text.slice(done, at) + character;
    done = end + 1;
    at = end;
  }
  return decoded + text.slice(done);
}

const isReference = (name: string): boolean => /^#[0-9a-z]+$/i.test(name) || (name !== '' && skipName(name, 0) === name.length);

function numbered(name: string): string | undefined {
  const [, hexadecimal, decimal] = /^#(?:x([0-9a-fA-F]{1,8})|([0-9]{1,10}))$/.exec(name) ?? [];
  const code = hexadecimal === undefined ? Number(decimal ?? Number.NaN) : Number.parseInt(hexadecimal, 16);
  const character = code <= 0x10ffff ? String.fromCodePoint(code) : '';
  return character === '' || FORBIDDEN.test(character) ? undefined : character;
}
