import fc from 'fast-check';

const anyText = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 4 }),
);
const anyHref = fc.oneof(
  fc.webUrl(),
  fc.emailAddress().map((address) => `mailto:${address}`),
  fc.string(),
  fc.constant('javascript:alert(1)'),
);
const noise = fc.dictionary(fc.constantFrom('class', 'style', 'textAlign', 'onclick', 'constructor', 'colspan', 'start'), fc.jsonValue({ maxDepth: 1 }), {
  maxKeys: 2,
});
const anyMark = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('bold', 'italic', 'underline', 'strike', 'code', 'superscript', 'subscript').map((type) => ({ type })) },
  { weight: 2, arbitrary: fc.tuple(anyHref, noise).map(([href, attrs]) => ({ type: 'link', attrs: { ...attrs, href } })) },
);
const some = <Value>(value: fc.Arbitrary<Value>, minLength: number): fc.Arbitrary<Value[]> => fc.array(value, { minLength, maxLength: 4 });

/** Documents as editors make them: always with valid structure, with details of every kind. Most are accepted. */
export const anyEditorDocument: fc.Arbitrary<unknown> = fc.letrec<{
  document: unknown;
  block: unknown;
  inline: unknown;
  list: unknown;
  item: unknown;
  table: unknown;
}>((tie) => ({
  document: some(tie('block'), 0).map((content) => ({ type: 'doc', content })),
  block: fc.oneof(
    { depthSize: 'small' },
    fc.tuple(some(tie('inline'), 0), noise).map(([content, attrs]) => ({ type: 'paragraph', attrs, content })),
    fc.tuple(some(tie('inline'), 0), fc.constantFrom(1, 2, 3)).map(([content, level]) => ({ type: 'heading', attrs: { level }, content })),
    anyText.map((text) => ({ type: 'codeBlock', content: [{ type: 'text', text }] })),
    fc.constant({ type: 'horizontalRule' }),
    fc
      .record({ file_id: fc.integer({ min: 1, max: 99 }), alt: fc.oneof(fc.constant(null), anyText), width: fc.oneof(fc.constant(null), fc.integer()) })
      .map((attrs) => ({ type: 'image', attrs })),
    anyText.map((latex) => ({ type: 'blockMath', attrs: { latex: `x${latex}` } })),
    tie('list'),
    some(tie('block'), 1).map((content) => ({ type: 'blockquote', content })),
    tie('table'),
  ),
  inline: fc.oneof(
    { weight: 6, arbitrary: fc.tuple(anyText, fc.array(anyMark, { maxLength: 3 })).map(([text, marks]) => ({ type: 'text', text, marks })) },
    { weight: 1, arbitrary: fc.constant({ type: 'hardBreak', marks: [{ type: 'bold' }] }) },
    { weight: 1, arbitrary: anyText.map((latex) => ({ type: 'inlineMath', attrs: { latex: `x${latex}` } })) },
  ),
  list: fc
    .tuple(fc.constantFrom('bulletList', 'orderedList'), some(tie('item'), 1), fc.integer({ min: 0, max: 3 }))
    .map(([type, content, start]) => ({ type, attrs: { start }, content })),
  item: fc
    .tuple(some(tie('inline'), 0), fc.array(tie('block'), { maxLength: 2 }))
    .map(([content, rest]) => ({ type: 'listItem', content: [{ type: 'paragraph', content }, ...rest] })),
  table: some(some(fc.tuple(fc.constantFrom('tableCell', 'tableHeader'), some(tie('block'), 1), fc.integer({ min: 0, max: 60 })), 1), 1).map((rows) => ({
    type: 'table',
    content: rows.map((cells) => ({ type: 'tableRow', content: cells.map(([type, content, colspan]) => ({ type, attrs: { colspan }, content })) })),
  })),
})).document;
