import { existsSync, readFileSync } from 'node:fs';

/** Returns the product's version, as the repository names it. */
export function readVersion(): string {
  return (JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as { version: string }).version;
}

/** Returns true when the program runs from a clone of the repository, with its source control data. */
export const isClone = (): boolean => existsSync(new URL('../../../../.git', import.meta.url));

/** Returns the notes of this version, as Markdown; null when there are none. */
export function readChangeNotes(): string | null {
  const notes = new URL('../../../../CHANGELOG.md', import.meta.url);
  if (!existsSync(notes)) return null;
  const sections = readFileSync(notes, 'utf8').split(/^## /m);
  const own = sections.find((section) => section.startsWith(readVersion()));
  return own?.split('\n').slice(1).join('\n').trim() || null;
}
