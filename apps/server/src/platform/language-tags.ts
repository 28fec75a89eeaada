import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { pseudoLanguages } from '@classwright/contract/messages/pseudo';

export const ENGLISH = 'en';
/** One file for each language: its tag, and a JSON object from key to text. Tests' set-ups know no `import.meta.resolve`. */
export const languageFolder = new URL('languages/', pathToFileURL(createRequire(import.meta.url).resolve('@classwright/contract')));

/** Returns every language that texts are there in. */
export function listLanguages(): string[] {
  const files = existsSync(languageFolder) ? readdirSync(languageFolder).filter((name) => name.endsWith('.json')) : [];
  return [ENGLISH, ...files.map((name) => name.replace(/\.json$/, '')).sort(), ...Object.keys(pseudoLanguages)];
}
