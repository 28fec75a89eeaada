import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** Codes of an app: six digits for half a minute (RFC 6238), as every such app makes them. */
const DIGITS = 6;
const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
/** As on cards: nothing that is confused on paper. 12 of these characters are 58 random bits. */
const ALPHABET = '23456789abcdefghjkmnpqrstvwxyz';
const RECOVERY_CHARACTERS = 12;

const toTotp = (secret: string, who: { school: string; email: string } = { school: '', email: '' }): TOTP =>
  new TOTP({ issuer: who.school, label: who.email, secret: Secret.fromBase32(secret), digits: DIGITS, period: PERIOD_SECONDS, algorithm: 'SHA1' });

/** Makes a secret for an app, in base 32. */
export const makeSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** Returns the address that hands a secret over to an app, as a link or a QR code. */
export const toAppAddress = (secret: string, who: { school: string; email: string }): string => toTotp(secret, who).toString();

/** Returns the code of this text without spaces and dashes. */
const toPlain = (code: string): string => code.replaceAll(/[\s-]/g, '').toLowerCase();

/** True for a code of an app, false for a recovery code. */
export const isTimeCode = (code: string): boolean => /^\d{6}$/.test(toPlain(code));

/**
 * Returns the half minute, counted since 1970, whose code this is: the current one, or the one before or after it, since clocks
 * differ (RFC 6238, section 6). Null for any other code.
 */
export function findStep(secret: string, code: string, now: Date): number | null {
  const delta = toTotp(secret).validate({ token: toPlain(code), timestamp: now.getTime(), window: 1 });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta;
}

/** Makes ten codes for people who have lost their factor, in groups that can be typed. */
export function makeRecoveryCodes(): string[] {
  const make = (): string => Array.from({ length: RECOVERY_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: RECOVERY_CODES }, () => (make().match(/.{4}/g) as string[]).join('-'));
}

/** The purpose of the keyed hashes of recovery codes. */
export const toRecoveryText = (accountId: number, code: string): string => `${accountId} ${toPlain(code)}`;
