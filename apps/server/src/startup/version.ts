import { existsSync, readFileSync } from 'node:fs';

/** Returns the product's version, as the repository names it. */
export function readVersion(): string {
  return (JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as { version: string }).version;
}

/** Returns true when the program runs from a clone of the repository, with its source control data. */
export const isClone = (): boolean => existsSync(new URL('../../../../.git', import.meta.url));
