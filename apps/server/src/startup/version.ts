import { readFileSync } from 'node:fs';

/** Returns the product's version, as the repository names it. */
export function readVersion(): string {
  return (JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as { version: string }).version;
}
