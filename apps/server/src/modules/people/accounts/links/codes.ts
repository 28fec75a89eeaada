import { createHash, randomBytes } from 'node:crypto';
import { inGroups, makeCode } from '../../../../platform/codes.ts';
import type { Sealer } from '../../../../platform/secrets.ts';

const CARD_CHARACTERS = 16;
/** The length of codes on cards that were made before codes became longer. */
const OLDER_CARD_CHARACTERS = 12;

/** Creates the code of a link: 256 random bits. */
export function makeLinkCode(): string {
  return randomBytes(32).toString('base64url');
}

/** Creates the code of a card, typed by hand once: "k7wm-29qd-hxtr-4bnc", 77 random bits, in groups. */
export const makeCardCode = (): string => inGroups(makeCode(CARD_CHARACTERS));

const compactOf = (code: string): string => code.replaceAll(/[\s-]/g, '').toLowerCase();
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Returns the hash of a link's code, which counts exactly as it is. */
export const hashOfLinkCode = (code: string): Buffer => sha256(code.trim());

/**
 * Returns the hash of a card's code, which ignores case, spaces and dashes. A card has fewer bits than a link, so a copy of the
 * database without the key must not allow to try them: the hash is keyed.
 */
export const hashOfCardCode = ({ mac }: Pick<Sealer, 'mac'>, code: string): Buffer => mac('sign-in card', compactOf(code));

/**
 * Returns the hashes under which a code may be kept: that of a link, for a code as long as a card's the keyed one, and the one without
 * a key that cards had before.
 */
export function hashesOfCode(sealer: Pick<Sealer, 'mac'>, code: string): Buffer[] {
  const compact = compactOf(code);
  const isCard = [CARD_CHARACTERS, OLDER_CARD_CHARACTERS].includes(compact.length);
  return isCard ? [hashOfCardCode(sealer, code), sha256(compact)] : [hashOfLinkCode(code)];
}
