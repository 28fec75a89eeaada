import { createHash, randomBytes, randomInt } from 'node:crypto';

/** Letters and digits that nobody confuses on paper: no 0 and o, no 1, i and l, no u beside v. */
const CARD_ALPHABET = '23456789abcdefghjkmnpqrstvwxyz';
const CARD_CHARACTERS = 16;
/** Of cards that were made before they became longer. */
const OLDER_CARD_CHARACTERS = 12;
const PROVIDED_CHARACTERS = 12;
const GROUP = 4;

/** Stands in a link: 256 random bits. */
export function makeLinkCode(): string {
  return randomBytes(32).toString('base64url');
}

/** Stands on a card and is typed by hand once: "k7wm-29qd-hxtr-4bnc", 77 random bits, in groups. */
export function makeCardCode(): string {
  return inGroups(CARD_CHARACTERS);
}

/** What a school hands out as a password to those who cannot keep one of their own: twelve characters in groups, 58 random bits, kept as a password is. */
export function makeProvidedPassword(): string {
  return inGroups(PROVIDED_CHARACTERS);
}

function inGroups(length: number): string {
  const characters = Array.from({ length }, () => CARD_ALPHABET[randomInt(CARD_ALPHABET.length)]).join('');
  return (characters.match(new RegExp(`.{${GROUP}}`, 'g')) as string[]).join('-');
}

/** Codes of links count as they are; those of cards without regard to case, spaces and dashes. */
export function hashOfCode(code: string): Buffer {
  const plain = code.trim();
  const compact = plain.replaceAll(/[\s-]/g, '').toLowerCase();
  const isCard = [CARD_CHARACTERS, OLDER_CARD_CHARACTERS].includes(compact.length);
  return createHash('sha256')
    .update(isCard ? compact : plain)
    .digest();
}
