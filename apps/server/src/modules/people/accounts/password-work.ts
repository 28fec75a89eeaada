/** OWASP's argon2id profile (19 MiB, two passes, one lane); argon2id is the library's default algorithm. */
export const PROFILE = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The task of a thread: check the password against the hash, or hash it when there is no hash. */
export interface PasswordWork {
  password: string;
  passwordHash: string | null;
}
