import { randomBytes } from 'node:crypto';

/** A key without anything of the file's name: 128 random bits, in one of 256 folders. */
export function newKey(): string {
  const name = randomBytes(16).toString('hex');
  return `${name.slice(0, 2)}/${name}`;
}
