import type { RichTextDocument, RichTextMark, RichTextNode } from '@classwright/contract';
import { checkDocument, toPlainText } from '@classwright/rules/rich-text';
import fc from 'fast-check';
import type { ExportedQuestion } from '../export/exported-question.ts';
import { toMathPieces, toTitle } from '../markup/math-text.ts';

/** Texts with every character sequence that some format treats specially. */
const HARD = [
  '=',
  '~',
  '#',
  '{',
  '}',
  ':',
  '::',
  '\\',
  '$',
  '$5',
  '->',
  '%50%',
  '####',
  '<b>',
  '&amp;',
  '&',
  '"',
  "'",
  '</text>',
  ']]>',
  '//',
  'A)',
  'ANSWER:',
  '\\n',
  '\\(',
  '[html]',
  'ü',
  '数',
  '😀',
  'عربي',
  '=1+1',
  '|',
  'a',
  'word',
  'another',
];
const words = fc.array(fc.constantFrom(...HARD), { minLength: 1, maxLength: 5 }).map((list) => list.join(' '));
const latex = fc.constantFrom('x', '\\frac{a}{b}', '\\neq', 'a_{1}^{2}', '\\sum_{n=0}^\\infty n', '\\{x : x > 0\\}', '\\text{if } x', '\\nu');

const mark = fc.constantFrom<RichTextMark[]>(
  [],
  [],
  [{ type: 'bold' }],
  [{ type: 'italic' }],
  [{ type: 'underline' }],
  [{ type: 'superscript' }],
  [{ type: 'strike' }],
  [{ type: 'code' }],
  [{ type: 'link', attrs: { href: 'https://example.org/?a=1&b=2' } }],
  [{ type: 'bold' }, { type: 'italic' }],
);
const text = fc.tuple(words, mark).map(([value, marks]): RichTextNode => ({ type: 'text', ...(marks.length > 0 ? { marks } : {}), text: value }));
const math = latex.map((value): RichTextNode => ({ type: 'inlineMath', attrs: { latex: value } }));

/** Generates words and formulas separated by spaces, as HTML shows them. */
const inline = fc
  .array(fc.oneof(text, math), { minLength: 1, maxLength: 4 })
  .map((nodes) => nodes.flatMap((node, index) => (index === 0 ? [node] : [{ type: 'text', text: ' ' }, node])));
const paragraph = inline.map((content): RichTextNode => ({ type: 'paragraph', content }));
const item = paragraph.map((content): RichTextNode => ({ type: 'listItem', content: [content] }));
const cell = paragraph.map((content): RichTextNode => ({ type: 'tableCell', content: [content] }));

const block = fc.oneof(
  { weight: 5, arbitrary: paragraph },
  fc.tuple(fc.constantFrom(1, 2, 3), inline).map(([level, content]): RichTextNode => ({ type: 'heading', attrs: { level }, content })),
  fc.array(item, { minLength: 1, maxLength: 3 }).map((content): RichTextNode => ({ type: 'bulletList', content })),
  fc.array(item, { minLength: 1, maxLength: 3 }).map((content): RichTextNode => ({ type: 'orderedList', attrs: { start: 3 }, content })),
  paragraph.map((content): RichTextNode => ({ type: 'blockquote', content: [content] })),
  fc
    .array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 2 })
    .map((rows): RichTextNode => ({ type: 'table', content: rows.map((content) => ({ type: 'tableRow', content })) })),
  latex.map((value): RichTextNode => ({ type: 'blockMath', attrs: { latex: value } })),
  words.map((value): RichTextNode => ({ type: 'codeBlock', attrs: { language: 'js' }, content: [{ type: 'text', text: `${value}\n  ${value}` }] })),
  fc.constant<RichTextNode>({ type: 'horizontalRule' }),
  fc.constantFrom<RichTextNode>({ type: 'image', attrs: { file_id: 7, alt: 'a "figure" & <more>', width: 20 } }, { type: 'image', attrs: { file_id: 9 } }),
);

const canonical = (content: RichTextNode[]): RichTextDocument => {
  const check = checkDocument({ type: 'doc', content }, { nodes: 2000, depth: 12, characters: 20_000 });
  if (!check.ok) throw new Error(check.problem);
  return check.document;
};

const anyDocument = fc.array(block, { maxLength: 4 }).map(canonical);
/** Generates paragraphs of words and formulas: the content of a sheet's cell. */
const plainDocument = fc
  .array(
    fc.array(
      fc.oneof(
        words.map((value): RichTextNode => ({ type: 'text', text: value })),
        math,
      ),
      { minLength: 1, maxLength: 1 },
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((lines) => canonical(lines.map((content) => ({ type: 'paragraph', content }))));

const line = fc.array(
  fc.oneof(
    words.map((value) => ({ kind: 'text' as const, value })),
    latex.map((value) => ({ kind: 'math' as const, value })),
  ),
  { minLength: 1, maxLength: 3 },
);
/** Generates a choice as an import stores it, each different. */
const title = (index: number) =>
  line.map((pieces) =>
    toTitle(toMathPieces(`${index} ${toTitle(pieces.flatMap((piece, at) => (at === 0 ? [piece] : [{ kind: 'text' as const, value: ' ' }, piece])))}`)),
  );

export interface QuestionOptions {
  /** True when descriptions hold more than lines of text. */
  isRich: boolean;
}

/** Generates questions that every format can represent: all right choices earn the same, and the most points. */
export function arbitraryQuestion({ isRich }: QuestionOptions): fc.Arbitrary<ExportedQuestion> {
  const document = isRich ? anyDocument : plainDocument;
  const responses = fc.integer({ min: 2, max: 5 }).chain((count) =>
    fc.record({
      titles: fc.tuple(...Array.from({ length: count }, (_, index) => title(index))),
      descriptions: fc.array(fc.oneof(fc.constant(canonical([])), document), { minLength: count, maxLength: count }),
      right: fc.integer({ min: 0, max: count - 1 }),
      points: fc.integer({ min: 1, max: 5 }),
    }),
  );
  return fc
    .record({
      name: words,
      description: document,
      responses,
      cluster: fc.constantFrom('', 'Optics', 'Waves / Sound'),
      tags: fc.uniqueArray(fc.constantFrom('one', 'two words', 'ü'), { maxLength: 3 }),
    })
    .map(({ name, description, responses: { titles, descriptions, right, points }, cluster, tags }) => ({
      id: 12,
      title: name.replace(/^[=+\-@]/, 'x'),
      description,
      names: { type: '', cluster, standard: '', subject: '', grade: '' },
      tag: tags,
      published_state: 'PUBLISHED' as const,
      overall_grade: null,
      rubrics: [],
      responses: titles.map((choice, index) => {
        const earned = index === right ? points : 0;
        const said = descriptions[index] as RichTextDocument;
        return {
          title: choice,
          match_label: String(earned),
          description: toPlainText(said) === choice ? canonical([]) : said,
          is_valid: index === right,
          rubric: [],
          sub_grade: earned,
        };
      }),
      open_response: [],
      open_response_grade: null,
      attachments: [],
      isWhole: false,
    }));
}
