import { expect, test } from 'vitest';
import { schoolLogoSave } from './logo.ts';
import { LOGO_LIMITS } from './logo-limits.ts';

test('[B3047] a logo of exactly the largest size is let through, and one that is three bytes larger is not', () => {
  const isTaken = (bytes: number) => schoolLogoSave.body.safeParse({ logo: Buffer.alloc(bytes).toString('base64') }).success;
  expect([isTaken(LOGO_LIMITS.maxBytes), isTaken(LOGO_LIMITS.maxBytes + 3)]).toEqual([true, false]);
});
