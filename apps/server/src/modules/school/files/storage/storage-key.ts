import { randomBytes } from 'node:crypto';

/** Creates a key without anything of the file's name: 128 random bits, in one of 256 folders. */
export function newKey(): string {
  const name = randomBytes(16).toString('hex');
  return `${name.slice(0, 2)}/${name}`;
}

/** Returns the key itself. @throws for a key outside such a folder, which no row and no backup of ours has */
export function requireKey(key: string): string {
  if (!/^[0-9a-f]{2}\/\w{1,64}$/.test(key)) throw new Error(`no key of a file: ${key}`);
  return key;
}
