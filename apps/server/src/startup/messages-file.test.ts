import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMessagesFile } from './messages-file.ts';

const catalogue = { 'common.save': 'Save', 'files.selected.one': '1 file selected', 'files.selected.other': '{count} files selected' };
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'classwright-words-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (text: string | null, isRequired = true) => {
  const path = join(folder, text === null ? 'missing.json' : 'messages.json');
  if (text !== null) writeFileSync(path, text);
  return readMessagesFile({ path, isRequired }, catalogue);
};

test('a school’s own words override the catalogue by key', () => {
  expect(read('{"common.save": "Store"}')).toEqual({ 'common.save': 'Store' });
});

test('without the file in the data folder nothing is overridden', () => {
  expect(read(null, false)).toEqual({});
});

test.each([
  ['a file that the setting names and that is not there', null, 'cannot be read'],
  ['something else than JSON', 'common.save: Store', 'JSON object of texts'],
  ['a list', '["Store"]', 'JSON object of texts'],
  ['a number as a text', '{"common.save": 3}', 'JSON object of texts'],
  ['a text that does not exist', '{"common.safe": "Store"}', 'common.safe. Correct'],
  ['a count by its former name', '{"files.selected.many": "{count} chosen"}', 'files.selected.many (now files.selected.other, beside files.selected.one)'],
])('%s stops the start with a sentence', (_, text, sentence) => {
  expect(() => read(text)).toThrow(sentence);
});
