import { describe, expect, test } from 'vitest';
import type { RichTextDocument, RichTextNode } from '../rich-text/types.ts';
import { deepFreeze } from '../testing/property.ts';
import { censorDocument } from './censor-document.ts';
import { matcherOf } from './testing/lists.ts';

const matcher = matcherOf('damn', 'crap→[no]', 'bloody fool→[dear]');
const doc = (...content: RichTextNode[]): RichTextDocument => ({ type: 'doc', content });
const p = (...content: RichTextNode[]): RichTextNode => ({ type: 'paragraph', content });
const text = (value: string, ...marks: (string | { type: string; attrs: Record<string, unknown> })[]): RichTextNode =>
  marks.length > 0
    ? { type: 'text', marks: marks.map((mark) => (typeof mark === 'string' ? { type: mark } : mark)), text: value }
    : { type: 'text', text: value };
const link = { type: 'link', attrs: { href: 'https://school.example/damn' } };
const br: RichTextNode = { type: 'hardBreak' };
const censored = (document: RichTextDocument) => censorDocument(matcher, deepFreeze(document));

describe('censoring a document', () => {
  test.each<[string, RichTextDocument, RichTextDocument]>([
    ['a word in one text', doc(p(text('Oh damn, it falls'))), doc(p(text('Oh ***, it falls')))],
    [
      'a word across marks takes the marks of its first letter',
      doc(p(text('oh '), text('da', 'bold'), text('mn', 'italic'), text(' it'))),
      doc(p(text('oh '), text('***', 'bold'), text(' it'))),
    ],
    [
      'texts that become neighbours with the same marks are joined',
      doc(p(text('da'), text('m', 'bold'), text('n'), text('!', 'code'))),
      doc(p(text('***'), text('!', 'code'))),
    ],
    ['the text of a link; its address stays', doc(p(text('see damn here', link))), doc(p(text('see *** here', link)))],
    ['a word that runs into a link', doc(p(text('da'), text('mn', link), text(' x'))), doc(p(text('*** x')))],
    ['a phrase across a line break', doc(p(text('bloody'), br, text('fool'))), doc(p(text('[dear]')))],
    ['letters on lines of their own', doc(p(text('c'), br, text('r'), br, text('a'), br, text('p'))), doc(p(text('[no]')))],
    [
      'headings, lists, quotes, tables and code',
      doc(
        { type: 'heading', attrs: { level: 2 }, content: [text('Crap')] },
        { type: 'bulletList', content: [{ type: 'listItem', content: [p(text('a crap list'))] }] },
        { type: 'blockquote', content: [p(text('damn'))] },
        { type: 'table', content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: [p(text('d4mn'))] }] }] },
        { type: 'codeBlock', content: [text('let damn = 1')] },
      ),
      doc(
        { type: 'heading', attrs: { level: 2 }, content: [text('[no]')] },
        { type: 'bulletList', content: [{ type: 'listItem', content: [p(text('a [no] list'))] }] },
        { type: 'blockquote', content: [p(text('***'))] },
        { type: 'table', content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: [p(text('***'))] }] }] },
        { type: 'codeBlock', content: [text('let *** = 1')] },
      ),
    ],
    [
      'the description of an image',
      doc({ type: 'image', attrs: { file_id: 3, alt: 'a damn cat' } }),
      doc({ type: 'image', attrs: { file_id: 3, alt: 'a *** cat' } }),
    ],
    [
      'a formula with a listed word, as a whole',
      doc(p(text('so '), { type: 'inlineMath', attrs: { latex: 'x = \\text{crap}' } }, text('!')), { type: 'blockMath', attrs: { latex: '\\mathrm{damn}^2' } }),
      doc(p(text('so [no]!')), p(text('***'))),
    ],
  ])('%s', (_name, document, expected) => {
    expect(censored(document).value).toEqual(expected);
  });

  test.each<[string, RichTextDocument]>([
    ['a document without listed words', doc(p(text('A class '), text('of', 'bold'), text(' shells')), { type: 'horizontalRule' }, { type: 'paragraph' })],
    ['an empty document', doc()],
    ['a word whose letters stand in several blocks', doc(p(text('da')), p(text('mn')))],
    ['letters with a formula between', doc(p(text('c r '), { type: 'inlineMath', attrs: { latex: 'x' } }, text(' a p')))],
    ['quantities in a formula', doc({ type: 'blockMath', attrs: { latex: 'd a m n + c\\cdot r\\cdot a\\cdot p' } })],
    ['an image without a description', doc({ type: 'image', attrs: { file_id: 3 } })],
  ])('leaves as it is: %s', (_name, document) => {
    const result = censored(document);
    expect(result.words).toEqual([]);
    expect(result.value).toBe(document);
  });

  test('names the words once, in the order of the text', () => {
    expect(censored(doc(p(text('crap damn')), p(text('CRAP'))))).toMatchObject({ words: ['crap', 'damn'] });
  });
});
