import type { RichTextMark, RichTextNode } from '@classwright/contract';
import type { FigureNode } from './types.ts';
import type { FigureKey } from './figures.ts';

const MARKUP = /(\*\*[^*]+\*\*|_[^_]+_|`[^`]+`|\$[^$]+\$)/;
const marked = (text: string, mark: RichTextMark['type']): RichTextNode => ({ type: 'text', text, marks: [{ type: mark }] });

function toInline(piece: string): RichTextNode {
  if (piece.startsWith('**')) return marked(piece.slice(2, -2), 'bold');
  if (piece.startsWith('_')) return marked(piece.slice(1, -1), 'italic');
  if (piece.startsWith('`')) return marked(piece.slice(1, -1), 'code');
  if (piece.startsWith('$')) return { type: 'inlineMath', attrs: { latex: piece.slice(1, -1) } };
  return { type: 'text', text: piece };
}

const inline = (text: string): RichTextNode[] =>
  text
    .split(MARKUP)
    .filter((piece) => piece !== '')
    .map(toInline);

/** Builds a paragraph: `**bold**`, `_italic_`, backticks for code, `$…$` for a formula. */
export const p = (text: string): RichTextNode => ({ type: 'paragraph', content: inline(text) });

/** Builds a bulleted list, in the order given. */
export const list = (...items: string[]): RichTextNode => ({
  type: 'bulletList',
  content: items.map((item) => ({ type: 'listItem', content: [p(item)] })),
});

/** Builds a numbered list. */
export const steps = (...items: string[]): RichTextNode => ({
  type: 'orderedList',
  content: items.map((item) => ({ type: 'listItem', content: [p(item)] })),
});

/** Builds a formula on a separate line. */
export const formula = (latex: string): RichTextNode => ({ type: 'blockMath', attrs: { latex } });

export const code = (language: string, text: string): RichTextNode => ({ type: 'codeBlock', attrs: { language }, content: [{ type: 'text', text }] });

export const figure = (key: FigureKey): FigureNode => ({ type: 'figure', figure: key });

/** Builds a table whose first row is its header. */
export const table = (header: string[], ...rows: string[][]): RichTextNode => ({
  type: 'table',
  content: [
    { type: 'tableRow', content: header.map((cell) => ({ type: 'tableHeader', content: [p(cell)] })) },
    ...rows.map((row) => ({ type: 'tableRow', content: row.map((cell) => ({ type: 'tableCell', content: [p(cell)] })) })),
  ],
});
