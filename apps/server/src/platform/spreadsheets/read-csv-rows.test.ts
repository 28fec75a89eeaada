import { expect, test } from 'vitest';
import { isCsv } from './read-csv-rows.ts';

test.each([
  ['name,email\r\nAda,ada@x.test', ','],
  ['name;email\nAda;ada@x.test', ';'],
  ['name\temail\nAda\tada@x.test', '\t'],
  ['sep=|\nname|email', '|'],
  ['"one, two",x;y\n"three, four",z;w\n', ','],
  ['name\nAda\nBen', ','], // one word in each line is one column
  ['Full name\nAda\nBen', ','], // its title may have several words
  ['Dear parents\nAda was away on Monday.\nBen', null], // a letter
  ['Dear parents\nAda\nWe write to you', null],
  ['name', null],
  ['a,b', null],
  ['<a>\n<b>', null],
  ['', null],
])('%j has the delimiter %j', (text, delimiter) => {
  expect(isCsv(Buffer.from(text))?.delimiter ?? null).toBe(delimiter);
});
