import type { RichTextDocument, RichTextNode } from '../rich-text/types.ts';
import { censorText } from './censor-text.ts';
import { type Censored, untilStable } from './censored.ts';
import type { CensorshipMatch, CensorshipMatcher, MatchScope } from './matcher.ts';

/**
 * Censors rich text. Words are found across marks and links within one block ("f**uc**k" in two fonts), and the
 * replacement gets the marks of the word's first letter; a line break is a space. A formula that contains a listed word
 * is replaced as a whole, an image's description like text. Words are not joined across blocks. A document from
 * `checkDocument` still passes it unchanged, except that it may exceed its length limit. Addresses of links are
 * unchanged.
 */
export function censorDocument(matcher: CensorshipMatcher, document: RichTextDocument, scope: MatchScope = {}): Censored<RichTextDocument> {
  return untilStable(document, (value, replacement) => {
    const pass: Pass = { matcher, scope, replacement, words: [] };
    const content = censorBlocks(pass, value.content);
    return { value: pass.words.length === 0 ? value : { ...value, content }, words: pass.words };
  });
}

interface Pass {
  matcher: CensorshipMatcher;
  scope: MatchScope;
  replacement: (replaceWith: string) => string;
  /** The found words. The list grows while the document is read. */
  words: string[];
}

/** Longer than any separator between letters, so that no word is found across a formula. */
const FORMULA = '\uFFFC'.repeat(4);

function censorBlocks(pass: Pass, content: readonly RichTextNode[]): RichTextNode[] {
  return content.map((node) => censorBlock(pass, node));
}

function censorBlock(pass: Pass, node: RichTextNode): RichTextNode {
  if (node.type === 'blockMath') {
    const replacement = censorFormula(pass, node);
    return replacement === null ? node : { type: 'paragraph', content: [{ type: 'text', text: replacement }] };
  }
  if (node.type === 'image') return censorImage(pass, node);
  if (!node.content) return node;
  const isInline = node.content.some(({ type }) => type === 'text' || type === 'hardBreak' || type === 'inlineMath');
  return { ...node, content: isInline ? censorInline(pass, node.content) : censorBlocks(pass, node.content) };
}

/** Returns the replacement of a formula with a listed word; null for all others. */
function censorFormula(pass: Pass, { attrs }: RichTextNode): string | null {
  const latex = attrs?.['latex'];
  const [match] = typeof latex === 'string' ? pass.matcher.find(latex, { ...pass.scope, isFormula: true }) : [];
  if (!match) return null;
  pass.words.push(match.entry.name);
  return pass.replacement(match.entry.replaceWith);
}

function censorImage(pass: Pass, node: RichTextNode): RichTextNode {
  const alt = node.attrs?.['alt'];
  if (typeof alt !== 'string') return node;
  const censored = censorText(pass.matcher, alt, pass.scope);
  pass.words.push(...censored.words);
  return { ...node, attrs: { ...node.attrs, alt: censored.value } };
}

/** Censors the text of one block, read in one piece. */
function censorInline(pass: Pass, content: readonly RichTextNode[]): RichTextNode[] {
  const nodes = content.map((node) => {
    const replacement = node.type === 'inlineMath' ? censorFormula(pass, node) : null;
    return replacement === null ? node : { type: 'text', ...(node.marks && { marks: node.marks }), text: replacement };
  });
  const matches = pass.matcher.find(nodes.map(textOf).join(''), pass.scope);
  pass.words.push(...matches.map(({ entry }) => entry.name));
  return joinTexts(matches.length === 0 ? nodes : replaceIn(nodes, matches, pass.replacement));
}

function textOf({ type, text }: RichTextNode): string {
  if (type === 'text') return text ?? '';
  return type === 'hardBreak' ? '\n' : FORMULA;
}

function replaceIn(nodes: readonly RichTextNode[], matches: readonly CensorshipMatch[], replacement: Pass['replacement']): RichTextNode[] {
  let offset = 0;
  return nodes.flatMap((node): RichTextNode[] => {
    const [from, text] = [offset, textOf(node)];
    offset += text.length;
    const inside = matches.filter(({ start, end }) => start < offset && end > from);
    if (inside.length === 0) return [node];
    let [kept, at] = ['', from];
    for (const { start, end, entry } of inside) {
      if (start >= from) kept += text.slice(at - from, start - from) + replacement(entry.replaceWith);
      at = Math.min(end, offset);
    }
    kept += text.slice(at - from);
    return node.type === 'text' && kept !== '' ? [{ ...node, text: kept }] : [];
  });
}

/** Joins neighbors with the same marks into one text, as `checkDocument` does. */
function joinTexts(nodes: readonly RichTextNode[]): RichTextNode[] {
  const joined: RichTextNode[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (last?.type === 'text' && node.type === 'text' && JSON.stringify(last.marks ?? []) === JSON.stringify(node.marks ?? []))
      joined[joined.length - 1] = { ...last, text: `${last.text}${node.text}` };
    else joined.push(node);
  }
  return joined;
}
