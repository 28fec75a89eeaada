import { checkDocument } from './check-document.ts';
import { isInvisible } from '../text/invisible.ts';
import { readFormula } from './readable-math.ts';
import type { RichTextDocument, RichTextNode } from './types.ts';

/** Represents an image without a description in plain text. */
const IMAGE_SIGN = '\u{1F5BC}';
const SEPARATORS: ReadonlyMap<string, string> = new Map([
  ['tableRow', '\t'],
  ['paragraph', ''],
  ['heading', ''],
  ['codeBlock', ''],
]);

/**
 * Returns the words of a checked document, for search, previews and comparison by people: one line per block, tabs
 * between cells, formulas as LaTeX, images as their alternative text. Trimmed. For a document that `isEmptyDocument`
 * calls empty, the result has no visible characters.
 */
export function toPlainText(document: RichTextDocument): string {
  return plainText(document).trim();
}

/** Returns the words of a checked document as `toPlainText` does, with formulas as people read them, for files. */
export function toReadableText(document: RichTextDocument): string {
  return plainText(document, readFormula).trim();
}

/**
 * Returns the first words of a checked document in one line, as lists and labels show them: a formula that is more than
 * plain signs is "…", since nobody reads LaTeX. At most that many characters; a text that was cut ends with "…".
 */
export function toSummary(document: RichTextDocument, characters: number): string {
  const words = plainText(document, readableFormula).replace(/\s+/gu, ' ').trim();
  const all = [...words];
  return all.length <= characters
    ? words
    : `${all
        .slice(0, characters - 1)
        .join('')
        .trimEnd()}…`;
}

const readableFormula = (latex: string): string => (/[\\{}^_]/u.test(latex) ? '…' : latex);

function plainText(node: RichTextNode, showFormula = (latex: string) => latex): string {
  switch (node.type) {
    case 'text':
      return node.text ?? '';
    case 'hardBreak':
      return '\n';
    case 'inlineMath':
    case 'blockMath':
      return typeof node.attrs?.['latex'] === 'string' ? showFormula(node.attrs['latex']) : '';
    case 'image':
      return typeof node.attrs?.['alt'] === 'string' && !isInvisible(node.attrs['alt']) ? node.attrs['alt'] : IMAGE_SIGN;
    default:
      return (node.content ?? []).map((child) => plainText(child, showFormula)).join(SEPARATORS.get(node.type) ?? '\n');
  }
}

/**
 * Returns true when a checked document shows nothing: no word, formula or image. Rules, blank lines, empty tables and
 * invisible characters count as nothing.
 */
export function isEmptyDocument(document: RichTextDocument): boolean {
  return isInvisible(toPlainText(document));
}

/** Returns the ids of the images of a checked document, each once, in reading order. */
export function collectFileIds(document: RichTextDocument): number[] {
  const ids = new Set<number>();
  const visit = (node: RichTextNode): void => {
    if (node.type === 'image' && typeof node.attrs?.['file_id'] === 'number') ids.add(node.attrs['file_id']);
    node.content?.forEach(visit);
  };
  visit(document);
  return [...ids];
}

/** The limits for any stored document: deep enough for all of them, shallow enough for the stack. */
const ANY_SIZE = { nodes: Number.MAX_SAFE_INTEGER, depth: 100, characters: Number.MAX_SAFE_INTEGER };

/**
 * Returns true when two texts (plain or documents) have the same words in the same form. Differences that
 * `checkDocument` drops or orders do not count, nor blank paragraphs at both ends. False when either is not an allowed
 * document. Decides whether a late submission equals the draft that was filed (LIVE-25).
 */
export function documentsEqual(left: string | RichTextDocument, right: string | RichTextDocument): boolean {
  const [one, other] = [checkDocument(left, ANY_SIZE), checkDocument(right, ANY_SIZE)];
  return one.ok && other.ok && JSON.stringify(trimBlankEnds(one.document.content)) === JSON.stringify(trimBlankEnds(other.document.content));
}

function trimBlankEnds(content: readonly RichTextNode[]): readonly RichTextNode[] {
  const isBlank = (node: RichTextNode): boolean => node.type === 'paragraph' && plainText(node).trim() === '';
  const first = content.findIndex((node) => !isBlank(node));
  return first === -1 ? [] : content.slice(first, content.findLastIndex((node) => !isBlank(node)) + 1);
}
