import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Generates a secret of 256 random bits, so that a hash without salt or stretching is enough. */
export const makeSecret = (): string => `cws_${randomBytes(32).toString('base64url')}`;
export const makeToken = (): string => `cwt_${randomBytes(32).toString('base64url')}`;
export const makeClientId = (): string => `cwc-${randomBytes(12).toString('hex')}`;

export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Returns true when a secret has this hash. */
export const isSecret = (secret: string, hash: Buffer): boolean => timingSafeEqual(hashOf(secret), hash);
