/** OWASP's argon2id profile (19 MiB, two passes, one lane); argon2id is the library's default algorithm. */
export const PROFILE = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The work of a thread: it checks the password against the hash, or hashes it where there is none. */
export interface PasswordWork {
  password: string;
  passwordHash: string | null;
}
