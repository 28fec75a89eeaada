import type { RichTextMark, RichTextNode } from '@classwright/contract';
import { RICH_TEXT_PART_LIMITS } from '@classwright/rules/limits';
import { splitMath } from '@classwright/rules/rich-text/split-math';

/** A formula that stands for itself: it becomes a block where nothing is beside it. */
export interface MathPiece {
  kind: 'text' | 'math';
  value: string;
  isDisplay?: boolean;
}

const CLOSERS: Readonly<Record<string, string>> = { '\\(': '\\)', '\\[': '\\]', $$: '$$' };
const MOST = RICH_TEXT_PART_LIMITS.latexCharacters;

/** A text with its formulas: `\(…\)` and `$…$` in the line, `\[…\]` and `$$…$$` for themselves. Other dollars stay. */
export function toMathPieces(text: string): MathPiece[] {
  if (!/[$\\]/.test(text)) return text === '' ? [] : [{ kind: 'text', value: text }];
  const pieces: MathPiece[] = [];
  let at = 0;
  for (const { index, 0: opener } of text.matchAll(/\\[([]|\$\$/g)) {
    const from = index + 2;
    if (index < at) continue; // within the one before
    const end = text.slice(from, from + MOST + 2).indexOf(CLOSERS[opener] as string);
    const latex = end < 0 ? '' : text.slice(from, from + end).trim();
    if (!isLatex(latex)) continue;
    pieces.push(...splitPlain(text.slice(at, index)), { kind: 'math', value: latex, isDisplay: opener !== '\\(' });
    at = from + end + 2;
  }
  return [...pieces, ...splitPlain(text.slice(at))];
}

const splitPlain = (text: string): MathPiece[] =>
  splitMath(text).map((piece) => (piece.kind === 'math' && !isLatex(piece.value) ? { kind: 'text', value: `$${piece.value}$` } : piece));

export const isLatex = (latex: string): boolean => latex.trim() !== '' && latex.length <= RICH_TEXT_PART_LIMITS.latexCharacters;

/** Whether a text says a formula where none is meant. */
export const looksLikeMath = (text: string): boolean =>
  toMathPieces(text).some(({ kind, value }) => kind === 'math' || !text.includes(value)) || /\\\$/.test(text);

/** A text as nodes of a paragraph. */
export function toInlineNodes(text: string, marks: readonly RichTextMark[] = []): (RichTextNode & { isDisplay?: boolean })[] {
  const marked = marks.length > 0 ? { marks: [...marks] } : {};
  return toMathPieces(text).map(({ kind, value, isDisplay }) =>
    kind === 'text'
      ? { type: 'text', text: value, ...marked }
      : { type: 'inlineMath', attrs: { latex: value }, ...marked, ...(isDisplay ? { isDisplay } : {}) },
  );
}

/** Pieces of a line as the one-line form of a response: `$…$` for formulas, `\$` where a dollar would be taken for one. */
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
