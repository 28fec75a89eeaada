import type { RichTextMark, RichTextNode } from '@classwright/contract';
import { RICH_TEXT_PART_LIMITS } from '@classwright/rules/rich-text/part-limits';
import { pushAll } from './elements.ts';
import { splitMath } from '@classwright/rules/rich-text/split-math';

/** A displayed formula: it becomes a block if nothing is next to it. */
export interface MathPiece {
  kind: 'text' | 'math';
  value: string;
  isDisplay?: boolean;
}

const CLOSERS: Readonly<Record<string, string>> = { '\\(': '\\)', '\\[': '\\]', $$: '$$' };
const MOST = RICH_TEXT_PART_LIMITS.latexCharacters;

/**
 * Splits a text into words and formulas: `\(…\)` and `$…$` are inline, `\[…\]` and `$$…$$` displayed. Other dollar
 * signs are plain text.
 */
export function toMathPieces(text: string): MathPiece[] {
  if (!/[$\\]/.test(text)) return text === '' ? [] : [{ kind: 'text', value: text }];
  const pieces: MathPiece[] = [];
  const findCloser = closersIn(text);
  let at = 0;
  for (const { index, 0: opener } of text.matchAll(/\\[([]|\$\$/g)) {
    const from = index + 2;
    if (index < at) continue; // within the one before
    const end = findCloser(CLOSERS[opener] as string, from);
    const latex = end < 0 || end - from > MOST ? '' : text.slice(from, end).trim();
    if (!isLatex(latex)) continue;
    pushAll(pieces, splitPlain(text.slice(at, index)));
    pieces.push({ kind: 'math', value: latex, isDisplay: opener !== '\\(' });
    at = end + 2;
  }
  pushAll(pieces, splitPlain(text.slice(at)));
  return pieces;
}

/**
 * Returns a function that finds the next closing mark, for opening marks in order: it searches each stretch of the text
 * once.
 */
function closersIn(text: string): (closer: string, from: number) => number {
  const known = new Map<string, number>();
  return (closer, from) => {
    let at = known.get(closer) ?? -2;
    if (at === -2 || (at >= 0 && at < from)) at = text.indexOf(closer, from);
    known.set(closer, at);
    return at;
  };
}

const splitPlain = (text: string): MathPiece[] =>
  splitMath(text).map((piece) => (piece.kind === 'math' && !isLatex(piece.value) ? { kind: 'text', value: `$${piece.value}$` } : piece));

export const isLatex = (latex: string): boolean => latex.trim() !== '' && latex.length <= RICH_TEXT_PART_LIMITS.latexCharacters;

/** Returns true when plain text would be read as a formula. */
export const looksLikeMath = (text: string): boolean =>
  toMathPieces(text).some(({ kind, value }) => kind === 'math' || !text.includes(value)) || /\\\$/.test(text);

/** Converts a text to the nodes of a paragraph. */
export function toInlineNodes(text: string, marks: readonly RichTextMark[] = []): (RichTextNode & { isDisplay?: boolean })[] {
  const marked = marks.length > 0 ? { marks: [...marks] } : {};
  return toMathPieces(text).map(({ kind, value, isDisplay }) =>
    kind === 'text'
      ? { type: 'text', text: value, ...marked }
      : { type: 'inlineMath', attrs: { latex: value }, ...marked, ...(isDisplay ? { isDisplay } : {}) },
  );
}

/**
 * Converts the pieces of a line to the one-line form of a response: `$…$` for formulas, `\$` for a dollar sign that
 * would be read as one.
 */
export function toTitle(pieces: readonly { kind: 'text' | 'math'; value: string }[]): string {
  const join = (text: (value: string) => string) => pieces.map(({ kind, value }) => (kind === 'text' ? text(value) : `$${value}$`)).join('');
  const plain = join((value) => value);
  if (!plain.includes('$')) return plain;
  return JSON.stringify(merge(splitMath(plain))) === JSON.stringify(merge(pieces)) ? plain : join((value) => value.replaceAll('$', '\\$'));
}

function merge(pieces: readonly { kind: string; value: string }[]): { kind: string; value: string }[] {
  const merged: { kind: string; value: string }[] = [];
  for (const { kind, value } of pieces) {
    const last = merged.at(-1);
    if (last?.kind === 'text' && kind === 'text') last.value += value;
    else merged.push({ kind, value });
  }
  return merged;
}
