import type { RichTextDocument, RichTextNode } from './types.ts';

const LINE_BREAK = /\r\n|\r|\n/gu;

/**
 * A plain string as a document: one paragraph a line, blank lines at both ends left out; the empty string gives a
 * document without content. A document is given back as it is. Checks nothing: `checkDocument` does, and takes
 * plain strings too.
 */
export function toDocument(input: string | RichTextDocument): RichTextDocument {
  if (typeof input !== 'string') return input;
  const text = trimBlankLines(input);
  return { type: 'doc', content: text === '' ? [] : text.split(LINE_BREAK).map(toParagraph) };
}

/** The text without blank lines at both ends. Reads it once, however many lines it has. */
export function trimBlankLines(text: string): string {
  const end = text.trimEnd().length;
  if (end === 0) return '';
  const first = text.length - text.trimStart().length;
  const blank = text.slice(0, first);
  const start = Math.max(blank.lastIndexOf('\n'), blank.lastIndexOf('\r')) + 1;
  const lineEnd = text.slice(end).search(/[\r\n]/u);
  return text.slice(start, lineEnd === -1 ? text.length : end + lineEnd);
}

/** How many lines a text has, or one more than `most`: what is beyond it is not looked at. */
export function countLines(text: string, most: number): number {
  let lines = 1;
  for (const _ of text.matchAll(LINE_BREAK)) {
    lines += 1;
    if (lines > most) break;
  }
  return lines;
}

function toParagraph(line: string): RichTextNode {
  return line.trim() === '' ? { type: 'paragraph' } : { type: 'paragraph', content: [{ type: 'text', text: line }] };
}
