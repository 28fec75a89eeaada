import { describe, expect, test, vi } from 'vitest';
import { deepFreeze } from '../testing/property.ts';
import { checkDocument } from './check-document.ts';
import { toSafeHref } from './href.ts';
import type { DocumentLimits } from './types.ts';

const limits: DocumentLimits = { nodes: 50, depth: 8, characters: 200 };
const doc = (...content: unknown[]) => ({ type: 'doc', content });
const text = (value: string, ...marks: unknown[]) => (marks.length > 0 ? { type: 'text', marks, text: value } : { type: 'text', text: value });
const p = (...content: unknown[]) => ({ type: 'paragraph', content });
const link = (href: unknown) => ({ type: 'link', attrs: { href } });
const item = (...content: unknown[]) => ({ type: 'listItem', content });
const problemOf = (value: unknown, with_: DocumentLimits = limits): string => {
  const check = checkDocument(deepFreeze(value), with_);
  return check.ok ? 'none' : check.problem;
};

describe('what is kept as it is', () => {
  test.each([
    ['nothing', doc()],
    ['an empty paragraph', doc({ type: 'paragraph' })],
    ['headings', doc(...[1, 2, 3].map((level) => ({ type: 'heading', attrs: { level }, content: [text('Title')] })))],
    [
      'lists',
      doc({
        type: 'bulletList',
        content: [item(p(text('one'), { type: 'hardBreak' }, text('two')), { type: 'orderedList', attrs: { start: 3 }, content: [item(p(text('three')))] })],
      }),
    ],
    ['a quote', doc({ type: 'blockquote', content: [p(text('said'))] })],
    [
      'a table',
      doc({
        type: 'table',
        content: [
          { type: 'tableRow', content: [{ type: 'tableHeader', attrs: { colspan: 2 }, content: [p(text('U'))] }] },
          {
            type: 'tableRow',
            content: [
              { type: 'tableCell', content: [p(text('1'))] },
              { type: 'tableCell', attrs: { rowspan: 2 }, content: [{ type: 'paragraph' }] },
            ],
          },
        ],
      }),
    ],
    [
      'a rule and code',
      doc({ type: 'horizontalRule' }, { type: 'codeBlock', attrs: { language: 'c++' }, content: [text('let x;\nlet y;')] }, { type: 'codeBlock' }),
    ],
    [
      'formulas',
      doc(p({ type: 'inlineMath', attrs: { latex: 'U = R \\cdot I' }, marks: [{ type: 'bold' }] }), { type: 'blockMath', attrs: { latex: '\\frac{1}{2}' } }),
    ],
    ['an image', doc({ type: 'image', attrs: { file_id: 12, alt: 'A circuit', width: 640, height: 480 } })],
    [
      'every mark',
      doc(
        p(
          text(
            'all',
            link('https://example.org/a?b=c#d'),
            ...['bold', 'italic', 'underline', 'strike', 'superscript', 'subscript', 'code'].map((type) => ({ type })),
          ),
        ),
      ),
    ],
    ['words of all scripts', doc(p(text('العربية 中文 ελληνικά 👨‍👩‍👧‍👦 <script>alert(1)</script> &amp; ${x} {{y}}')))],
  ])('%s', (_name, document) => {
    expect(checkDocument(deepFreeze(document), limits)).toEqual({ ok: true, document });
  });
});

describe('what is put in order', () => {
  test.each([
    [
      'attributes without meaning are dropped',
      doc({ type: 'paragraph', attrs: { textAlign: 'center', class: 'x', style: 'color:red' }, content: [text('a')] }),
      doc(p(text('a'))),
    ],
    [
      'usual values are dropped',
      doc({
        type: 'table',
        content: [{ type: 'tableRow', content: [{ type: 'tableCell', attrs: { colspan: 1, rowspan: 1, colwidth: null }, content: [{ type: 'paragraph' }] }] }],
      }),
      doc({ type: 'table', content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: [{ type: 'paragraph' }] }] }] }),
    ],
    [
      'of a link only the address stays, trimmed',
      doc(p(text('a', { type: 'link', attrs: { href: ' https://a.example/ ', target: '_blank', rel: 'opener', onclick: 'x()' } }))),
      doc(p(text('a', link('https://a.example/')))),
    ],
    [
      'of an image the source is not taken',
      doc({ type: 'image', attrs: { file_id: 3, src: 'https://evil.example/x.png', onerror: 'x()', width: -4, alt: '' } }),
      doc({ type: 'image', attrs: { file_id: 3 } }),
    ],
    [
      'marks get one order, each once',
      doc(p(text('a', { type: 'code' }, { type: 'bold' }, { type: 'code' }))),
      doc(p(text('a', { type: 'bold' }, { type: 'code' }))),
    ],
    [
      'neighbouring texts with the same marks are joined',
      doc(p(text('a', { type: 'bold' }), text('b', { type: 'bold' }), text('c'))),
      doc(p(text('ab', { type: 'bold' }), text('c'))),
    ],
    [
      'texts with different links are not',
      doc(p(text('a', link('https://a.example')), text('b', link('https://b.example')))),
      doc(p(text('a', link('https://a.example')), text('b', link('https://b.example')))),
    ],
    [
      'of two links on one text the first stays',
      doc(p(text('a', link('https://a.example'), link('https://b.example')))),
      doc(p(text('a', link('https://a.example')))),
    ],
    ['a lone surrogate becomes the replacement character', doc(p(text('a\uD800b'))), doc(p(text('a\uFFFDb')))],
    ['marks of a line break are dropped', doc(p(text('a'), { type: 'hardBreak', marks: [{ type: 'bold' }] })), doc(p(text('a'), { type: 'hardBreak' }))],
    ['other keys of a node are dropped', { type: 'doc', kept: 9, content: [{ ...p(text('a')), html: '<b>' }] }, doc(p(text('a')))],
    [
      'an odd language of code is dropped',
      doc({ type: 'codeBlock', attrs: { language: '"><img' }, content: [text('x')] }),
      doc({ type: 'codeBlock', content: [text('x')] }),
    ],
  ])('%s', (_name, input, document) => {
    expect(checkDocument(deepFreeze(input), limits)).toEqual({ ok: true, document });
  });
  test('[B095] a text of more lines than nodes, or longer than they can hold, is refused before it is taken apart', () => {
    const few = { nodes: 10, depth: 3, characters: 20 };
    expect(problemOf('a\n'.repeat(10) + 'a', few)).toBe('too-many-nodes');
    expect(problemOf('a\r\nb\rc', few)).toBe('none');
    expect(problemOf('\n'.repeat(50_000), few)).toBe('none');
    expect(problemOf(`${' \r\n'.repeat(5_000)}a${'\n'.repeat(5_000)}`, few)).toBe('none');
    const splitting = vi.spyOn(String.prototype, 'split');
    const problems = [problemOf(`a${'\n'.repeat(50_000)}a`, few), problemOf(`a${'\n'.repeat(30)}a`, few)];
    expect(splitting).not.toHaveBeenCalled();
    splitting.mockRestore();
    expect(problems).toEqual(['too-long', 'too-many-nodes']);
  });
  test('a plain string becomes paragraphs', () => {
    expect(checkDocument('one\r\n\r\ntwo\n', limits)).toEqual({ ok: true, document: doc(p(text('one')), { type: 'paragraph' }, p(text('two'))) });
    expect(checkDocument('', limits)).toEqual({ ok: true, document: doc() });
  });
});

describe('what is refused', () => {
  test.each([
    ['not-a-document', [null, undefined, 7, [], {}, { type: 'paragraph' }, { type: 'doc ' }, new Date(0), [{ type: 'doc' }]]],
    [
      'unknown-node',
      [
        doc({ type: 'script' }),
        doc({ type: 'iframe', attrs: { src: 'https://x.example' } }),
        doc({ type: 'constructor' }),
        doc({ type: '__proto__' }),
        doc({ type: 'doc', content: [] }),
        doc({ type: 7 }),
        doc({}),
        doc(p({ type: 'mention' })),
      ],
    ],
    ['unknown-mark', [doc(p(text('a', { type: 'textStyle' }))), doc(p(text('a', { type: 'toString' }))), doc(p(text('a', null))), doc(p(text('a', 'bold')))]],
    [
      'bad-attribute',
      [
        doc({ type: 'heading', content: [] }),
        doc({ type: 'heading', attrs: { level: 4 } }),
        doc({ type: 'heading', attrs: { level: '1' } }),
        doc({ type: 'heading', attrs: { level: 1.5 } }),
        doc({ type: 'image', attrs: { src: 'x.png' } }),
        doc({ type: 'image', attrs: { file_id: '12' } }),
        doc({ type: 'image', attrs: { file_id: 0 } }),
        doc({ type: 'image', attrs: { file_id: 1, alt: 'a'.repeat(501) } }),
        doc({ type: 'blockMath' }),
        doc({ type: 'blockMath', attrs: { latex: '  ' } }),
        doc({ type: 'blockMath', attrs: { latex: 'x'.repeat(2001) } }),
        doc(p({ type: 'inlineMath', attrs: { latex: { toString: 'x' } } })),
      ],
    ],
    [
      'bad-content',
      [
        doc(text('bare')),
        doc(item(p())),
        doc(null),
        doc('text'),
        { type: 'doc', content: 'text' },
        { type: 'doc', content: { length: 1 } },
        doc(p(p())),
        doc(p({ type: 'image', attrs: { file_id: 1 } })),
        doc({ type: 'bulletList' }),
        doc({ type: 'bulletList', content: [] }),
        doc({ type: 'bulletList', content: [p()] }),
        doc({ type: 'bulletList', content: [item()] }),
        doc({ type: 'bulletList', content: [item({ type: 'horizontalRule' })] }),
        doc({ type: 'blockquote', content: [] }),
        doc({ type: 'table', content: [{ type: 'tableCell', content: [p()] }] }),
        doc({ type: 'table', content: [{ type: 'tableRow', content: [] }] }),
        doc({ type: 'table', content: [{ type: 'tableRow', content: [{ type: 'tableCell' }] }] }),
        doc({ type: 'horizontalRule', content: [p()] }),
        doc({ type: 'codeBlock', content: [text('a', { type: 'bold' })] }),
        doc({ type: 'codeBlock', content: [{ type: 'hardBreak' }] }),
        doc({ type: 'codeBlock', content: [{ type: 'inlineMath', attrs: { latex: 'x' } }] }),
        doc(p({ type: 'text', text: 'a', marks: 'bold' })),
      ],
    ],
    [
      'bad-link',
      [
        doc(p(text('a', { type: 'link' }))),
        ...[
          'javascript:alert(1)',
          'JaVaScRiPt:alert(1)',
          ' javascript:alert(1)',
          'java\nscript:alert(1)',
          '\u0001javascript:alert(1)',
          'data:text/html,<b>',
          'vbscript:x',
          'file:///etc/passwd',
          '//evil.example',
          '/relative',
          'example.org',
          '',
          'https:',
          'https://',
          'mailto:',
          'mailto:nobody',
          7,
          null,
          { href: 'https://a.example' },
        ].map((href) => doc(p(text('a', link(href))))),
      ],
    ],
    [
      'bad-text',
      [
        doc(p({ type: 'text' })),
        doc(p(text(''))),
        doc(p({ type: 'text', text: 7 })),
        doc(p(text('a\u0000b'))),
        doc({ type: 'blockMath', attrs: { latex: 'x\u0000' } }),
        'a\u0000b',
      ],
    ],
  ] as [string, unknown[]][])('%s', (problem, values) => {
    for (const value of values) expect([problemOf(value), value]).toEqual([problem, value]);
  });
  test('the answer names what is at fault, cut short', () => {
    expect(checkDocument(doc({ type: 'x'.repeat(500) }), limits)).toEqual({ ok: false, problem: 'unknown-node', at: 'x'.repeat(50) });
    expect(checkDocument(doc({ type: 'heading' }), limits)).toEqual({ ok: false, problem: 'bad-attribute', at: 'heading' });
  });
});

describe('how much a document may hold', () => {
  const nested = (levels: number): unknown => Array.from({ length: levels }).reduce<unknown>((inner) => ({ type: 'blockquote', content: [inner] }), p());
  test('levels below the document', () => {
    expect(problemOf(doc(nested(7)))).toBe('none');
    expect(problemOf(doc(nested(8)))).toBe('too-deep');
  });
  test('nesting of a hundred thousand levels neither passes nor exhausts the stack', () => {
    expect(checkDocument(doc(nested(100_000)), { ...limits, nodes: 1_000_000 })).toMatchObject({ ok: false, problem: 'too-deep' });
  });
  test('nodes, without the document itself', () => {
    expect(problemOf(doc(...Array.from({ length: 50 }, () => p())))).toBe('none');
    expect(problemOf(doc(...Array.from({ length: 51 }, () => p())))).toBe('too-many-nodes');
  });
  test('characters of text, formulas, alternative texts and addresses together', () => {
    expect(problemOf(doc(p(text('a'.repeat(200)))))).toBe('none');
    expect(problemOf(doc(p(text('a'.repeat(201)))))).toBe('too-long');
    expect(problemOf(doc(p(text('a'.repeat(150))), { type: 'blockMath', attrs: { latex: 'x'.repeat(51) } }))).toBe('too-long');
    expect(problemOf(doc(p(text('a'.repeat(150), link(`https://a.example/${'b'.repeat(40)}`)))))).toBe('too-long');
    expect(problemOf('a'.repeat(201))).toBe('too-long');
  });
});

describe('prototypes', () => {
  test('keys such as __proto__ are not read, not kept, and change no other object', () => {
    const hostile: unknown = JSON.parse(
      '{"type":"doc","__proto__":{"content":[]},"constructor":{"prototype":{"polluted":1}},"content":[{"type":"paragraph","attrs":{"__proto__":{"polluted":1}},"content":[{"type":"text","text":"a","__proto__":{"marks":[{"type":"bold"}]}}]}]}',
    );
    const check = checkDocument(hostile, limits);
    expect(check).toEqual({ ok: true, document: doc(p(text('a'))) });
    expect(JSON.stringify(check)).not.toContain('polluted');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
  test('what stands on a prototype is not part of a document', () => {
    const inherited: unknown = Object.assign(Object.create({ content: [p(text('a'))] }), { type: 'doc' });
    expect(checkDocument(inherited, limits)).toEqual({ ok: true, document: doc() });
    expect(problemOf(Object.create({ type: 'doc', content: [] }))).toBe('not-a-document');
  });
});

test.each([
  ['https://example.org', 'https://example.org'],
  ['HTTP://EXAMPLE.ORG/x', 'HTTP://EXAMPLE.ORG/x'],
  [' https://a.example ', 'https://a.example'],
  ['mailto:teacher@school.example?subject=Hi', 'mailto:teacher@school.example?subject=Hi'],
  ['https://a.example/with space', null],
  ['https:\\\\a.example', null],
  ['https:///path', null],
  [`https://a.example/${'x'.repeat(2_048)}`, null],
  ['https://[', null],
  ['blob:https://a.example/x', null],
])('the address %j of a link becomes %j', (value, expected) => {
  expect(toSafeHref(value)).toBe(expected);
});
