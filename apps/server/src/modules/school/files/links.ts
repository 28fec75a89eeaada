import { createHmac, timingSafeEqual } from 'node:crypto';

const HOUR_SECONDS = 3600;

/** Returns the address at which a file can be read for the next hour or two. */
export type UrlOfFile = (fileId: number) => string;

export interface FileLinks {
  /**
   * Returns addresses made at `now`. They stay the same for a whole clock hour, so that browsers can cache the files.
   */
  at(now: Date): UrlOfFile;
  /** Returns the time at which those addresses expire. */
  expiryAt(now: Date): Date;
  /** Checks the signature only, not the time. `expires` in seconds since 1970. */
  isSignatureRight(link: { fileId: number; expires: number; signature: string }): boolean;
}

/**
 * Signs the addresses of files with the installation's own secret. An address names one file and its expiration time.
 */
export function createFileLinks(secret: string): FileLinks {
  const sign = (fileId: number, expires: number): Buffer => createHmac('sha256', secret).update(`file ${fileId} ${expires}`).digest();
  const expiryOf = (now: Date): number => (Math.floor(now.getTime() / 1000 / HOUR_SECONDS) + 2) * HOUR_SECONDS;
  return {
    expiryAt: (now) => new Date(expiryOf(now) * 1000),
    at(now) {
      const expires = expiryOf(now);
      return (fileId) => `/files/${fileId}?expires=${expires}&signature=${sign(fileId, expires).toString('base64url')}`;
    },
    isSignatureRight({ fileId, expires, signature }) {
      const given = Buffer.from(signature, 'base64url');
      const right = sign(fileId, expires);
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}
