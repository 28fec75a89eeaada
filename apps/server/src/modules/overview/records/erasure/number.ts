import { makeCode } from '../../../../platform/codes.ts';

/** Letters and digits that nobody confuses. */
const SIGNS = '23456789BCDFGHJKMNPQRSTVWXYZ';

/** Makes the number that stands for an erased person: ten signs, of which nobody can tell whom it means. */
export const makeNumber = (): string => makeCode(10, SIGNS);
