import type { RichTextDocument, RichTextMark, RichTextNode } from '@classwright/contract';
import type { DemoBlock, FigureKey } from './types.ts';

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

/** A block as the files of this folder write it. A text is a paragraph. */
export type WrittenBlock =
  | string
  | { list: string[] }
  | { steps: string[] }
  | { formula: string }
  | { code: { language: string; lines: string[] } }
  | { table: string[][] }
  | { figure: FigureKey };

/** Returns a block as a node. The first row of a table is its header. */
export function toBlock(written: WrittenBlock): DemoBlock {
  if (typeof written === 'string') return p(written);
  if ('list' in written) return { type: 'bulletList', content: written.list.map(toItem) };
  if ('steps' in written) return { type: 'orderedList', content: written.steps.map(toItem) };
  if ('formula' in written) return { type: 'blockMath', attrs: { latex: written.formula } };
  if ('figure' in written) return { type: 'figure', figure: written.figure };
  if ('table' in written) return { type: 'table', content: written.table.map((cells, index) => toTableRow(cells, index === 0 ? 'tableHeader' : 'tableCell')) };
  const { language, lines } = written.code;
  return { type: 'codeBlock', attrs: { language }, content: [{ type: 'text', text: lines.join('\n') }] };
}

const toItem = (item: string): RichTextNode => ({ type: 'listItem', content: [p(item)] });
const toTableRow = (cells: readonly string[], type: 'tableHeader' | 'tableCell'): RichTextNode => ({
  type: 'tableRow',
  content: cells.map((cell) => ({ type, content: [p(cell)] })),
});

/** Returns a document whose texts are formatted by their marks: `**bold**`, `_italic_`, backticks for code. */
export function withMarks({ type, content }: RichTextDocument): RichTextDocument {
  const format = (node: RichTextNode): RichTextNode[] => {
    if (node.type === 'text' && node.text !== undefined) return inline(node.text);
    return [node.content ? { ...node, content: node.content.flatMap(format) } : node];
  };
  return { type, content: content.flatMap(format) };
}
