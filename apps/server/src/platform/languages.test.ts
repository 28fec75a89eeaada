import { en } from '@classwright/contract';
import { checkLanguage } from '@classwright/contract/messages/check-language';
import { expect, test } from 'vitest';
import { listLanguages } from './language-tags.ts';
import { readLanguage } from './languages.ts';

test('English and the two languages for trying are there', () => {
  expect(listLanguages()).toEqual(expect.arrayContaining(['en', 'en-XA', 'ar-XB']));
});

test.each(listLanguages())('%s has only texts that are asked for, with their places and all forms of its counts', (tag) => {
  expect(checkLanguage(tag, readLanguage(tag).words, en).faults).toEqual([]);
});

test('the direction is that of the script', () => {
  expect([readLanguage('en').direction, readLanguage('ar-XB').direction]).toEqual(['ltr', 'rtl']);
});
