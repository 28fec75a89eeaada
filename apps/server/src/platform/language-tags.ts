import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { pseudoLanguages } from '@classwright/contract/messages/pseudo';

export const ENGLISH = 'en';
/**
 * The folder with one file for each language: its tag, and a JSON object from key to text. The setup of tests has no
 * `import.meta.resolve`.
 */
export const languageFolder = new URL('languages/', pathToFileURL(createRequire(import.meta.url).resolve('@classwright/contract')));

/** Returns every language that has texts. */
export function listLanguages(): string[] {
  const files = existsSync(languageFolder) ? readdirSync(languageFolder).filter((name) => name.endsWith('.json')) : [];
  return [ENGLISH, ...files.map((name) => name.replace(/\.json$/, '')).sort(), ...Object.keys(pseudoLanguages)];
}
