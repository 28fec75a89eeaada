import { createHash, randomBytes, randomInt } from 'node:crypto';

/** Letters and digits that nobody confuses on paper: no 0 and o, no 1, i and l, no u next to v. */
const CARD_ALPHABET = '23456789abcdefghjkmnpqrstvwxyz';
const CARD_CHARACTERS = 16;
/** The length of codes on cards that were made before codes became longer. */
const OLDER_CARD_CHARACTERS = 12;
const PROVIDED_CHARACTERS = 12;
const GROUP = 4;

/** Creates the code of a link: 256 random bits. */
export function makeLinkCode(): string {
  return randomBytes(32).toString('base64url');
}

/** Creates the code of a card, typed by hand once: "k7wm-29qd-hxtr-4bnc", 77 random bits, in groups. */
export function makeCardCode(): string {
  return inGroups(CARD_CHARACTERS);
}

/**
 * Creates a password that a school hands out to people who cannot keep one of their own: twelve characters in groups,
 * 58 random bits, stored like any password.
 */
export function makeProvidedPassword(): string {
  return inGroups(PROVIDED_CHARACTERS);
}

function inGroups(length: number): string {
  const characters = Array.from({ length }, () => CARD_ALPHABET[randomInt(CARD_ALPHABET.length)]).join('');
  return (characters.match(new RegExp(`.{${GROUP}}`, 'g')) as string[]).join('-');
}

/**
 * Returns the hash of a code. Codes of links count exactly as they are; those of cards ignore case, spaces and dashes.
 */
export function hashOfCode(code: string): Buffer {
  const plain = code.trim();
  const compact = plain.replaceAll(/[\s-]/g, '').toLowerCase();
  const isCard = [CARD_CHARACTERS, OLDER_CARD_CHARACTERS].includes(compact.length);
  return createHash('sha256')
    .update(isCard ? compact : plain)
    .digest();
}
