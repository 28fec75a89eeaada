import { Secret, TOTP } from 'otpauth';
import { inGroups, makeCode } from '../../../../platform/codes.ts';
import type { Sealer } from '../../../../platform/secrets.ts';

/** Codes of an app: six digits for half a minute (RFC 6238), as every such app makes them. */
const DIGITS = 6;
const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
/** The length of a recovery code: 58 random bits. */
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
export const makeRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, () => inGroups(makeCode(RECOVERY_CHARACTERS)));

/**
 * Returns the text of a recovery code that is hashed slowly, as a password is: a keyed hash, so that a copy of the
 * database is worth nothing without the key either.
 */
export const toRecoveryText = (sealer: Pick<Sealer, 'mac'>, accountId: number, code: string): string =>
  sealer.mac('recovery-code', `${accountId} ${toPlain(code)}`).toString('base64url');
