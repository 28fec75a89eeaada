import type { RichTextDocument, RichTextNode } from '@classwright/contract/rich-text';

const isBare = (node: RichTextNode): boolean =>
  node.type === 'paragraph' && (node.content ?? []).every((child) => child.type === 'text' && (child.marks ?? []).length === 0);

/** Returns the text of a document with only plain paragraphs, one per line; null if it contains more. */
export function plainTextOf(document: RichTextDocument): string | null {
  if (!document.content.every(isBare)) return null;
  return document.content.map((paragraph) => (paragraph.content ?? []).map((child) => child.text ?? '').join('')).join('\n');
}

/** Returns a text as plain paragraphs, one per line, blank ones included. The opposite of `plainTextOf`. */
export function plainDocument(text: string): RichTextDocument {
  if (text === '') return { type: 'doc', content: [] };
  return {
    type: 'doc',
    content: text.split('\n').map((line) => (line === '' ? { type: 'paragraph' } : { type: 'paragraph', content: [{ type: 'text', text: line }] })),
  };
}
