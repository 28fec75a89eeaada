import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { en } from './en.ts';

/** A name in capitals with an underline between, as settings of the server have. */
const VARIABLE = /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/;
/** A value that callers of the API send. */
const OF_THE_WIRE = /\bDRAFT_GRADE\b/g;
const languages = new URL('../languages/', import.meta.url);

test('[B1556] no text in any language names a variable of the server: only the person who runs it knows those', () => {
  const texts = readdirSync(languages)
    .filter((file) => file.endsWith('.json'))
    .map((file) => [file, JSON.parse(readFileSync(new URL(file, languages), 'utf8')) as Record<string, string>] as const);
  for (const [language, messages] of [['en', en as Record<string, string>] as const, ...texts]) {
    const naming = Object.entries(messages).filter(([, text]) => VARIABLE.test(text.replace(OF_THE_WIRE, '')));
    expect([language, naming]).toEqual([language, []]);
  }
});
