import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { en } from './en.ts';

/*
 * Words that claim a state of what somebody wrote or sent are shown once it is so. docs/claims.tsv holds a row for each, or
 * for a family of them: where it is shown, and the test that shows that it is not said before; `answer`: only the server says
 * it, in its answer; else in words why it claims nothing of that kind.
 */
const root = fileURLToPath(new URL('../../../..', import.meta.url));
const read = (file: string): string => readFileSync(`${root}/${file}`, 'utf8');
const CLAIMS = /\b(saved|handed in|sent|submitted|kept|(?:up)?loaded|up to date)\b/i;

const rows = read('docs/claims.tsv')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [key = '', where = '', proof = '', ...rest] = line.split('\t');
    return { key, where, proof, isWhole: rest.length === 0 && where !== '' && proof !== '' };
  });
const claiming = [...new Set(Object.entries(en).flatMap(([key, words]) => (CLAIMS.test(words) ? [key.replace(/\.(one|other)$/, '')] : [])))];
const isOf = (pattern: string, key: string): boolean => (pattern.endsWith('*') ? key.startsWith(pattern.slice(0, -1)) : pattern === key);

test('[B1959] every message that says saved, handed in, sent, submitted, kept, loaded or up to date has its row in docs/claims.tsv', () => {
  expect(claiming.length).toBeGreaterThan(150);
  expect(claiming.filter((key) => !rows.some((row) => isOf(row.key, key)))).toEqual([]);
});

test('[B1959] every row is of such a message, once, and is whole', () => {
  expect(rows.filter(({ key, isWhole }) => !isWhole || !claiming.some((one) => isOf(key, one)))).toEqual([]);
  expect(rows.map(({ key }) => key).filter((key, at, all) => all.indexOf(key) !== at)).toEqual([]);
});

test('[B1959] tests that rows name are there', () => {
  const tests = globSync('{apps,packages,e2e,tools}/**/*.{test,journey}.{ts,tsx}', { cwd: root, exclude: (name) => name === 'node_modules' })
    .filter((file) => !file.endsWith('claims.test.ts'))
    .map(read)
    .join('\n');
  const named = rows.flatMap(({ proof }) => [...proof.matchAll(/\[[A-Z]\d+\]|“([^”]+)”/g)].map(([whole, title]) => title ?? whole));
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((name) => !tests.includes(name))).toEqual([]);
});

test('[B1959] what only the server’s answers say is named by nothing in the browser', () => {
  const sources = globSync('apps/web/src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.test\.|\/testing\//.test(file))
    .map(read)
    .join('\n');
  expect(rows.filter(({ key, proof }) => proof === 'answer' && sources.includes(`'${key}'`))).toEqual([]);
});
