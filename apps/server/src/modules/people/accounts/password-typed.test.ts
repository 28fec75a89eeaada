import { expect, test } from 'vitest';
import { hashPassword, isPasswordRight } from './password.ts';

test('[B2834] a password counts exactly as it was typed, to its last character, and is kept as argon2id', async () => {
  const password = `  Blå tå ${'x'.repeat(240)}End `;
  const hash = await hashPassword(password);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=\d{5,},t=\d+,p=\d+\$/);
  expect(await isPasswordRight(password, hash)).toBe(true);
  for (const other of [password.trim(), password.toLowerCase(), password.slice(0, -1), password.slice(0, 72), `${password} `])
    expect(await isPasswordRight(other, hash)).toBe(false);
});
