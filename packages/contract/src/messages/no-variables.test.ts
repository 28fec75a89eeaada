import { globSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { en } from './en.ts';

/** Matches a name in capitals with an underscore, as settings of the server have. */
const VARIABLE = /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/;
/** Matches a value that callers of the API send. */
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

/**
 * The files with texts for people: pages, calls and the server's modules. Its start and its log are for the operator.
 */
const FOR_PEOPLE = ['apps/web/*.html', 'apps/web/src/**/*.{ts,tsx}', 'apps/server/src/modules/**/*.ts', 'packages/*/src/**/*.ts'];
const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** The pages on which administrators read what to ask of the person who runs the server, or what to do as that person. Teachers never see them. */
const FOR_ADMINISTRATORS = ['apps/web/src/features/connections/sync/connect/ConnectGoogleScreen.tsx', 'packages/contract/src/overview/system/duties.ts'];

test('[B1933] no page, no call and no module names a setting of the server beside the catalogue either', () => {
  const declared = readFileSync(`${root}apps/server/src/platform/settings/declared.ts`, 'utf8');
  const settings = [...declared.matchAll(/^ {2}(\w+_\w+): (?:setting|optional)\(/gm)].map(([, name]) => name);
  expect(settings.length).toBeGreaterThan(30);
  const named = new RegExp(`\\b(?:${settings.join('|')})(?:_FILE)?\\b`);
  const files = globSync(FOR_PEOPLE, { cwd: root }).filter((path) => !/\.test\.tsx?$|\/testing\//.test(path));
  expect(files.length).toBeGreaterThan(1000);
  const naming = files.filter((path) => named.test(readFileSync(root + path, 'utf8').replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')));
  expect(naming.sort()).toEqual(FOR_ADMINISTRATORS);
});
