import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CensorshipEntry } from '@classwright/rules/censorship/index';

const MIGRATION = fileURLToPath(new URL('../../apps/server/migrations/0011_censorship.sql', import.meta.url));

/** Reads the default entries of a new installation from its migration: level 1 the strong ones, 2 the mild ones. */
export function readDefaultList(): CensorshipEntry[] {
  const blocks = [...readFileSync(MIGRATION, 'utf8').matchAll(/\$words\$([^$]*)\$words\$/g)].map(([, words = '']) => words);
  return blocks
    .flatMap((words, level) => words.split('|').map((word) => ({ name: word.trim(), levelId: level + 1 })))
    .map((entry, index) => ({ ...entry, id: index + 1, replaceWith: '[removed]' }));
}
