import { randomInt } from 'node:crypto';

/** Letters and digits that nobody confuses. */
const SIGNS = '23456789BCDFGHJKMNPQRSTVWXYZ';

/** Makes the number that stands for an erased person: ten signs, of which nobody can tell whom it means. */
export const makeNumber = (): string => Array.from({ length: 10 }, () => SIGNS[randomInt(SIGNS.length)]).join('');
