import type { RichTextDocument, RichTextNode } from '@classwright/contract/rich-text';

/** The question marks of the scripts that have one of their own: Latin, Arabic, Chinese, Armenian, Ethiopic, and others. */
const ASKS = /[?؟？﹖՞፧⁇⁈⁉⸮꘏]/u;
/** The place of something inline that is no text, such as a formula. */
const INLINE = '\uFFFC';

const isBlockOfText = ({ content }: RichTextNode): boolean => content?.some(({ type, text }) => type === 'text' && (text ?? '').trim() !== '') ?? false;

/** Lists the blocks that hold inline text, in reading order, also those within lists. */
function listBlocks(nodes: readonly RichTextNode[]): RichTextNode[] {
  return nodes.flatMap((node) => (isBlockOfText(node) ? [node] : listBlocks(node.content ?? [])));
}

const textOf = (node: RichTextNode): string => (node.type === 'text' ? (node.text ?? '') : node.type === 'hardBreak' ? '\n' : INLINE);
const wordsOf = (block: RichTextNode): string => (block.content ?? []).map(textOf).join('');

/** Splits a text into sentences by the rules of the reader's language; one sentence where the browser cannot. */
function listSentences(text: string): { from: number; to: number }[] {
  if (!('Segmenter' in Intl)) return [{ from: 0, to: text.length }];
  const segments = new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(text);
  return [...segments].map(({ index, segment }) => ({ from: index, to: index + segment.length }));
}

/** Returns the inline nodes of a block between two places of its text. */
function cut(block: RichTextNode, from: number, to: number): RichTextNode[] {
  const kept: RichTextNode[] = [];
  let at = 0;
  for (const node of block.content ?? []) {
    const text = textOf(node);
    const [begin, end] = [Math.max(from, at), Math.min(to, at + text.length)];
    if (begin < end) kept.push(node.type === 'text' ? { ...node, text: text.slice(begin - at, end - at) } : node);
    at += text.length;
  }
  return kept;
}

/**
 * Returns what a question asks: its last sentence with a question mark of any script, otherwise its last sentence, with
 * its formatting and formulas. Null if there is no text.
 */
export function findAskedSentence(document: RichTextDocument): RichTextDocument | null {
  const blocks = listBlocks(document.content);
  const block = blocks.findLast((one) => ASKS.test(wordsOf(one))) ?? blocks.at(-1);
  if (!block) return null;
  const text = wordsOf(block);
  const sentences = listSentences(text).filter(({ from, to }) => text.slice(from, to).trim() !== '');
  const asked = sentences.findLast(({ from, to }) => ASKS.test(text.slice(from, to))) ?? sentences.at(-1);
  if (!asked) return null;
  return { type: 'doc', content: [{ type: 'paragraph', content: cut(block, asked.from, asked.to) }] };
}
