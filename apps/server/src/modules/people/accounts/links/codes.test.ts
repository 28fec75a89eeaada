import { readFileSync } from 'node:fs';
import { minPasswordCharacters } from '@classwright/rules/password';
import { PICTURES, SEQUENCE_LENGTH, WRONG_SEQUENCES } from '@classwright/rules/password/pictures';
import { expect, test } from 'vitest';
import { createSealer } from '../../../../platform/secrets.ts';
import { hashesOfCode, hashOfCardCode, hashOfLinkCode, makeCardCode, makeLinkCode } from './codes.ts';
import { FIRST_USE_HOURS, KEEP_PICTURE_CARDS_DAYS } from './picture-cards.ts';

const sealer = createSealer('k'.repeat(32), '/nowhere');

test('[B2614] the hash of a card’s code needs the key, and is another one with another key', () => {
  const other = createSealer('o'.repeat(32), '/nowhere');
  expect(hashOfCardCode(sealer, 'k7wm-29qd-hxtr-4bnc')).not.toEqual(hashOfCardCode(other, 'k7wm-29qd-hxtr-4bnc'));
  expect(hashOfCardCode(sealer, 'k7wm-29qd-hxtr-4bnc')).not.toEqual(hashOfLinkCode('k7wm29qdhxtr4bnc'));
});

test('codes of cards are typed by hand: sixteen characters that nobody confuses, in groups', () => {
  for (let times = 0; times < 200; times += 1) expect(makeCardCode()).toMatch(/^[2-9a-hj-km-np-tv-z]{4}(-[2-9a-hj-km-np-tv-z]{4}){3}$/);
});

test('they count whatever case, spaces and dashes they are typed with', () => {
  const code = makeCardCode();
  for (const typed of [code.toUpperCase(), code.replaceAll('-', ''), ` ${code.replaceAll('-', ' ')} `]) {
    expect(hashOfCardCode(sealer, typed)).toEqual(hashOfCardCode(sealer, code));
    expect(hashesOfCode(sealer, typed)).toContainEqual(hashOfCardCode(sealer, code));
  }
});

test('codes of links count as they are', () => {
  const code = makeLinkCode();
  expect(code.length).toBeGreaterThan(40);
  expect(hashOfLinkCode(code.toUpperCase())).not.toEqual(hashOfLinkCode(code));
  expect(hashesOfCode(sealer, code)).toEqual([hashOfLinkCode(code)]);
});

test('no two are the same', () => {
  const codes = Array.from({ length: 5000 }, makeCardCode);
  expect(new Set(codes).size).toBe(codes.length);
});

test('[B168] the page of ways in says how long passwords and codes are as they are made', () => {
  const page = readFileSync(new URL('../../../../../../../docs/operations.md', import.meta.url), 'utf8');
  const lengths = [minPasswordCharacters({ isStaff: true }), minPasswordCharacters({ isStaff: false })];
  expect(page).toContain(`| email and password | ${lengths[0]} characters, students ${lengths[1]};`);
  const bits = 8 * Buffer.from(makeLinkCode(), 'base64url').length;
  for (const way of ['link of an administrator', 'set-up link']) expect(page).toContain(`| ${way} | ${bits} random bits,`);
  expect(page).toContain(`| card | ${makeCardCode().replaceAll('-', '').length} characters on paper,`);
  expect(page).toContain(`| picture card (students only) | the same on paper, and ${SEQUENCE_LENGTH} of ${PICTURES.length} pictures`);
  expect(page).toContain(`after ${WRONG_SEQUENCES.max} wrong tries in a row`);
  expect(page).toContain(`${FIRST_USE_HOURS / 24} days to choose the pictures, then until ${KEEP_PICTURE_CARDS_DAYS} days have passed`);
});
