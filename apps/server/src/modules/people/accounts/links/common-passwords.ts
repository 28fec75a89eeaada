import { dictionary } from '@zxcvbn-ts/language-common';

/**
 * Some 49,000 passwords that leaked most often, the most frequent first (zxcvbn's list). The whole list is compared with
 * what was typed; its first tenth of thousands also as a base, to which people add a year or a mark: of letters only, and
 * so long that no ordinary short word is meant.
 */
const LISTED: ReadonlySet<string> = new Set([...dictionary['passwords-common']].map((word) => String(word).toLowerCase()));
const FREQUENT = 10_000;
const BASE = /^\p{L}{5,}$/u;
const BASES: ReadonlySet<string> = new Set([...LISTED].slice(0, FREQUENT).filter((word) => BASE.test(word)));
const SHORTEST_PASSWORD = 8;

/** Whether many people choose this text, or it is a base that many people choose. In lower case. */
export function isListedPassword(text: string): boolean {
  return BASES.has(text) || (text.length >= SHORTEST_PASSWORD && LISTED.has(text));
}
