import type { RichTextDocument, RichTextNode } from './types.ts';

/**
 * A plain string as a document: one paragraph a line, blank lines at both ends left out; the empty string gives a
 * document without content. A document is given back as it is. Checks nothing: `checkDocument` does, and takes
 * plain strings too.
 */
export function toDocument(input: string | RichTextDocument): RichTextDocument {
  if (typeof input !== 'string') return input;
  const lines = input.split(/\r\n|\r|\n/u);
  while (lines.length > 0 && lines[0]?.trim() === '') lines.shift();
  while (lines.length > 0 && lines.at(-1)?.trim() === '') lines.pop();
  return { type: 'doc', content: lines.map(toParagraph) };
}

function toParagraph(line: string): RichTextNode {
  return line.trim() === '' ? { type: 'paragraph' } : { type: 'paragraph', content: [{ type: 'text', text: line }] };
}
