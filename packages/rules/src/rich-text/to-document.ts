import type { RichTextDocument, RichTextNode } from './types.ts';

const LINE_BREAK = /\r\n|\r|\n/gu;

/**
 * Converts a plain string to a document: one paragraph per line, without blank lines at both ends; the empty string
 * gives a document without content. A document is returned unchanged. It checks nothing: `checkDocument` does, and
 * accepts plain strings too.
 */
export function toDocument(input: string | RichTextDocument): RichTextDocument {
  if (typeof input !== 'string') return input;
  const text = trimBlankLines(input);
  return { type: 'doc', content: text === '' ? [] : text.split(LINE_BREAK).map(toParagraph) };
}

/** Returns the text without blank lines at both ends. Reads it once, regardless of its number of lines. */
export function trimBlankLines(text: string): string {
  const end = text.trimEnd().length;
  if (end === 0) return '';
  const first = text.length - text.trimStart().length;
  const blank = text.slice(0, first);
  const start = Math.max(blank.lastIndexOf('\n'), blank.lastIndexOf('\r')) + 1;
  const lineEnd = text.slice(end).search(/[\r\n]/u);
  return text.slice(start, lineEnd === -1 ? text.length : end + lineEnd);
}

/** Returns the number of lines of a text, or `most` plus one when it has more; the rest is not read. */
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
