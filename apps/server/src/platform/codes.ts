import { randomInt } from 'node:crypto';

/** Letters and digits that nobody confuses on paper: no 0 and o, no 1, i and l, no u next to v. */
const PAPER_CHARACTERS = '23456789abcdefghjkmnpqrstvwxyz';

/** Makes a code that people read and type, of so many random characters. */
export const makeCode = (length: number, characters = PAPER_CHARACTERS): string =>
  Array.from({ length }, () => characters[randomInt(characters.length)]).join('');

/** Writes a code in groups of four characters, which are easier to type: "k7wm-29qd-hxtr". */
export const inGroups = (code: string): string => (code.match(/.{1,4}/g) ?? []).join('-');
