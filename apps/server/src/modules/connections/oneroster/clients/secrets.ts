import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 bits of chance: a hash without salt or stretching keeps what nobody can guess. */
export const makeSecret = (): string => `cws_${randomBytes(32).toString('base64url')}`;
export const makeToken = (): string => `cwt_${randomBytes(32).toString('base64url')}`;
export const makeClientId = (): string => `cwc-${randomBytes(12).toString('hex')}`;

export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Whether a secret is the one of this hash. */
export const isSecret = (secret: string, hash: Buffer): boolean => timingSafeEqual(hashOf(secret), hash);
