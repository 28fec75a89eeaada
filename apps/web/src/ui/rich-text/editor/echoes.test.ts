import type { RichTextDocument } from '@classwright/contract/rich-text';
import { expect, test } from 'vitest';
import { createEchoes } from './echoes.ts';
import { plainDocument } from './plain-document.ts';

const said = (text: string): RichTextDocument => plainDocument(text);
const stored = (text: string): RichTextDocument => structuredClone(said(text));

test('[B169] what the editor gave away comes back late, in order and with steps left out, and is never foreign', () => {
  const echoes = createEchoes(said(''));
  for (const text of ['T', 'Th', 'The', 'The ']) echoes.emitted(said(text));
  expect(echoes.isForeign(stored('Th'))).toBe(false);
  echoes.emitted(said('The q'));
  expect(echoes.isForeign(stored('The '))).toBe(false);
  expect(echoes.isForeign(stored('The q'))).toBe(false);
  expect(echoes.isForeign(stored('The q'))).toBe(false);
});

test('words of another tab are foreign, and so are own words from before the last echo', () => {
  const echoes = createEchoes(said(''));
  for (const text of ['T', 'Th']) echoes.emitted(said(text));
  expect(echoes.isForeign(said('Th'))).toBe(false);
  expect(echoes.isForeign(said('T'))).toBe(true);
  expect(echoes.isForeign(said('Somebody else'))).toBe(true);
  echoes.taken(said('Somebody else'));
  expect(echoes.isForeign(stored('Somebody else'))).toBe(false);
  expect(echoes.isForeign(said('Th'))).toBe(true);
});

test('what the form held when the editor opened is not foreign', () => {
  expect(createEchoes(said('')).isForeign(stored(''))).toBe(false);
});
