/** OWASP's argon2id profile (19 MiB, two passes, one lane); argon2id is the library's default algorithm. */
export const PROFILE = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** What a thread is given: a password to check against a hash, or to hash where there is none. */
export interface PasswordWork {
  password: string;
  passwordHash: string | null;
}
