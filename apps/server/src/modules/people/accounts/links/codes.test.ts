import { readFileSync } from 'node:fs';
import { minPasswordCharacters } from '@classwright/rules/password';
import { expect, test } from 'vitest';
import { hashOfCode, makeCardCode, makeLinkCode, makeProvidedPassword } from './codes.ts';

test('codes of cards are typed by hand: sixteen characters that nobody confuses, in groups', () => {
  for (let times = 0; times < 200; times += 1) expect(makeCardCode()).toMatch(/^[2-9a-hj-km-np-tv-z]{4}(-[2-9a-hj-km-np-tv-z]{4}){3}$/);
});

test('they count whatever case, spaces and dashes they are typed with', () => {
  const code = makeCardCode();
  for (const typed of [code.toUpperCase(), code.replaceAll('-', ''), ` ${code.replaceAll('-', ' ')} `]) expect(hashOfCode(typed)).toEqual(hashOfCode(code));
});

test('codes of links count as they are', () => {
  const code = makeLinkCode();
  expect(code.length).toBeGreaterThan(40);
  expect(hashOfCode(code.toUpperCase())).not.toEqual(hashOfCode(code));
});

test('no two are the same', () => {
  const codes = Array.from({ length: 5000 }, makeCardCode);
  expect(new Set(codes).size).toBe(codes.length);
});

test('provided passwords are twelve characters in groups', () => {
  expect(makeProvidedPassword()).toMatch(/^[2-9a-z]{4}(-[2-9a-z]{4}){2}$/);
});

test('[B168] the page of ways in says how long passwords and codes are as they are made', () => {
  const page = readFileSync(new URL('../../../../../../../docs/operations.md', import.meta.url), 'utf8');
  const lengths = [minPasswordCharacters({ isStaff: true }), minPasswordCharacters({ isStaff: false })];
  expect(page).toContain(`| email and password | ${lengths[0]} characters, students ${lengths[1]};`);
  const bits = 8 * Buffer.from(makeLinkCode(), 'base64url').length;
  for (const way of ['link of an administrator', 'set-up link']) expect(page).toContain(`| ${way} | ${bits} random bits,`);
  expect(page).toContain(`| card | ${makeCardCode().replaceAll('-', '').length} characters on paper,`);
  expect(page).toContain(`a password of ${makeProvidedPassword().replaceAll('-', '').length} characters that the school provides`);
});
