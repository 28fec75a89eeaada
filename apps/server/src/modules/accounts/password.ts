import { hash, verify } from '@node-rs/argon2';

/** OWASP's argon2id profile (19 MiB, two passes, one lane); argon2id is the library's default algorithm. */
const PROFILE = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), PROFILE);
}

let decoy: Promise<string> | undefined;

/** Checks a password. Without a hash it takes the same time and answers false, so that an unknown e-mail cannot be told apart. */
export async function isPasswordRight(password: string, passwordHash: string | null): Promise<boolean> {
  decoy ??= hashPassword('a password that nobody has');
  const isRight = await verify(passwordHash ?? (await decoy), password.normalize('NFKC'));
  return passwordHash !== null && isRight;
}
