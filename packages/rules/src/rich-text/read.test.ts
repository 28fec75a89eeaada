import { describe, expect, test } from 'vitest';
import { collectFileIds, documentsEqual, isEmptyDocument, toPlainText, toSummary } from './read.ts';
import { toDocument } from './to-document.ts';
import type { RichTextDocument, RichTextNode } from './types.ts';

const doc = (...content: RichTextNode[]): RichTextDocument => ({ type: 'doc', content });
const text = (value: string, ...marks: string[]): RichTextNode => ({
  type: 'text',
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
  text: value,
});
const p = (...content: RichTextNode[]): RichTextNode => ({ type: 'paragraph', content });
const math = (latex: string): RichTextNode => ({ type: 'inlineMath', attrs: { latex } });
const cell = (...content: RichTextNode[]): RichTextNode => ({ type: 'tableCell', content });

describe('plain text', () => {
  test.each([
    ['', doc()],
    ['one\ntwo', doc(p(text('one')), p(text('two')))],
    ['one\n\ntwo', toDocument('\n\none\n\ntwo\n \n')],
    ['a bold word', doc(p(text('a '), text('bold', 'bold'), text(' word')))],
    ['up\ndown', doc(p(text('up'), { type: 'hardBreak' }, text('down')))],
    [
      '1\t2\n3\t4',
      doc({
        type: 'table',
        content: [
          { type: 'tableRow', content: [cell(p(text('1'))), cell(p(text('2')))] },
          { type: 'tableRow', content: [cell(p(text('3'))), cell(p(text('4')))] },
        ],
      }),
    ],
    [
      'one\ntwo',
      doc({
        type: 'bulletList',
        content: [
          { type: 'listItem', content: [p(text('one'))] },
          { type: 'listItem', content: [p(text('two'))] },
        ],
      }),
    ],
    ['so U=RI\nx^2', doc(p(text('so '), { type: 'inlineMath', attrs: { latex: 'U=RI' } }), { type: 'blockMath', attrs: { latex: 'x^2' } })],
    ['A circuit', doc({ type: 'image', attrs: { file_id: 1, alt: 'A circuit' } })],
    ['\u{1F5BC}', doc({ type: 'image', attrs: { file_id: 1 } })],
  ])('%j', (expected, document) => {
    expect(toPlainText(document)).toBe(expected);
  });
});

test.each([
  ['The power P = U I is … here.', doc(p(text('The power '), math('P = U I'), text(' is '), math('\\frac{U^2}{R}'), text(' here.')))],
  ['one two', doc(p(text('one')), p(text('two')))],
  ['𝒳'.repeat(39) + '…', doc(p(text('𝒳'.repeat(41))))],
  ['x'.repeat(40), doc(p(text('x'.repeat(40))))],
])('a summary in one line without LaTeX and of at most 40 characters: %s', (expected, document) => {
  expect(toSummary(document, 40)).toBe(expected);
});

test.each([
  [true, doc()],
  [true, doc({ type: 'paragraph' })],
  [true, toDocument(' \n\t ')],
  [true, doc({ type: 'horizontalRule' })],
  [true, doc(p({ type: 'hardBreak' }))],
  [true, doc({ type: 'table', content: [{ type: 'tableRow', content: [cell({ type: 'paragraph' }), cell({ type: 'paragraph' })] }] })],
  [false, doc(p(text('.')))],
  [false, doc({ type: 'image', attrs: { file_id: 1 } })],
  [false, doc({ type: 'blockMath', attrs: { latex: 'x' } })],
])('empty: %s for %j', (empty, document) => {
  expect(isEmptyDocument(document)).toBe(empty);
});

test('ids of images come once each, in reading order', () => {
  const image = (file_id: number): RichTextNode => ({ type: 'image', attrs: { file_id } });
  expect(collectFileIds(doc(image(7), { type: 'blockquote', content: [image(3), image(7)] }, p(text('a'))))).toEqual([7, 3]);
  expect(collectFileIds(doc())).toEqual([]);
});

describe('equal documents', () => {
  test.each([
    ['a string and its document', 'one\ntwo', doc(p(text('one')), p(text('two')))],
    ['blank paragraphs at the ends', doc({ type: 'paragraph' }, p(text('a')), { type: 'paragraph', content: [] }), 'a'],
    ['two that say nothing', '', doc({ type: 'paragraph' })],
    ['split texts, marks in another order', doc(p(text('ab', 'bold', 'italic'))), doc(p(text('a', 'italic', 'bold'), text('b', 'bold', 'italic')))],
    ['attributes that say nothing', doc({ type: 'paragraph', attrs: { textAlign: null }, content: [text('a')] }), 'a'],
  ])('%s', (_name, left, right) => {
    expect(documentsEqual(left, right)).toBe(true);
    expect(documentsEqual(right, left)).toBe(true);
  });
  test.each([
    ['other words', 'a', 'b'],
    ['other case', 'a', 'A'],
    ['bold and not', doc(p(text('a', 'bold'))), 'a'],
    ['a blank line between', 'a\n\nb', 'a\nb'],
    ['other formulas', doc({ type: 'blockMath', attrs: { latex: 'x' } }), doc({ type: 'blockMath', attrs: { latex: 'y' } })],
    ['something and nothing', 'a', ''],
    ['one that is not allowed', doc({ type: 'script' }), doc({ type: 'script' })],
  ])('not: %s', (_name, left, right) => {
    expect(documentsEqual(left, right)).toBe(false);
  });
});
