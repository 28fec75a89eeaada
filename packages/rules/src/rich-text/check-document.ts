import { MARK_ORDER, MARK_RULES, NODE_RULES, REFUSED, type ContentKind, type NodeRule } from './schema.ts';
import { countLines, toDocument, trimBlankLines } from './to-document.ts';
import type { DocumentCheck, DocumentLimits, DocumentProblem, RichTextDocument, RichTextMark, RichTextNode } from './types.ts';
import { RICH_TEXT_VERSION, toCurrentVersion } from './version.ts';

/**
 * Checks incoming rich text (a plain string or a document) against the allow-list and returns the document to store, or
 * the first reason to refuse it. Never throws, for any value. It refuses anything unknown or dangerous: nodes, marks,
 * structure, links, and formulas and images without their required attributes. It drops attributes without meaning here
 * (alignment, `target`, `class`, column widths), puts marks into one order and joins neighboring texts with the same
 * marks; a lone surrogate becomes U+FFFD. The result is built from known keys, so nothing of the input's prototype
 * survives, and checking it again gives the same document. Documents are also compared in this form. A document of an
 * earlier version is first upgraded to the current one; one of a later version is refused.
 */
export function checkDocument(value: unknown, limits: DocumentLimits): DocumentCheck {
  if (typeof value === 'string') {
    const problem = findSizeProblem(value, limits);
    if (problem) return { ok: false, problem, at: null };
  }
  const document = typeof value === 'string' ? toDocument(value) : value;
  if (!isRecord(document) || own(document, 'type') !== 'doc') return { ok: false, problem: 'not-a-document', at: null };
  const current = toCurrentVersion({ ...(document as unknown as RichTextDocument), version: own(document, 'version') as number | undefined });
  if (typeof current === 'string') return { ok: false, problem: current, at: null };
  const reading: Reading = { limits, nodes: 0, characters: 0 };
  try {
    const content = readContent(reading, current as unknown as Record<string, unknown>, 'blocks', 'doc', 1);
    return { ok: true, document: { type: 'doc', ...(RICH_TEXT_VERSION > 1 && { version: RICH_TEXT_VERSION }), content } };
  } catch (refusal) {
    if (refusal instanceof Refusal) return { ok: false, problem: refusal.problem, at: refusal.at };
    throw refusal;
  }
}

/**
 * Finds a text that cannot become a document within the limits, before it is split: each line is at least one
 * paragraph.
 */
function findSizeProblem(value: string, { nodes, characters }: DocumentLimits): DocumentProblem | null {
  const text = trimBlankLines(value);
  if (text.length > characters + 2 * nodes) return 'too-long'; // a line break has two characters at most
  return countLines(text, nodes) > nodes ? 'too-many-nodes' : null;
}

/** Carries a refusal out of the recursion. Never visible outside this file. */
class Refusal extends Error {
  readonly problem: DocumentProblem;
  readonly at: string | null;
  constructor(problem: DocumentProblem, at: string | null) {
    super(problem);
    this.problem = problem;
    this.at = at;
  }
}

interface Reading {
  limits: DocumentLimits;
  nodes: number;
  characters: number;
}

const GROUP_OF: Record<Exclude<ContentKind, 'nothing'>, NodeRule['group']> = {
  blocks: 'block',
  'item-blocks': 'block',
  inline: 'inline',
  'plain-text': 'inline',
  items: 'item',
  rows: 'row',
  cells: 'cell',
};
/**
 * Contents that must not be empty. A document, a paragraph, a heading and a code block may be empty; a list, a table or
 * a quote may not.
 */
const NEEDS_CONTENT: ReadonlySet<ContentKind> = new Set(['items', 'rows', 'cells', 'item-blocks']);

function readContent(reading: Reading, node: Record<string, unknown>, kind: ContentKind, type: string, depth: number): RichTextNode[] {
  const content = own(node, 'content') ?? [];
  if (!Array.isArray(content)) throw new Refusal('bad-content', type);
  if (kind === 'nothing') {
    if (content.length > 0) throw new Refusal('bad-content', type);
    return [];
  }
  if (content.length === 0 && (NEEDS_CONTENT.has(kind) || (kind === 'blocks' && type !== 'doc'))) throw new Refusal('bad-content', type);
  const read: RichTextNode[] = [];
  for (let index = 0; index < content.length; index += 1) {
    const child = readNode(reading, content[index], kind, depth);
    if (index === 0 && kind === 'item-blocks' && child.type !== 'paragraph') throw new Refusal('bad-content', type);
    const previous = read.at(-1);
    if (previous && child.type === 'text' && previous.type === 'text' && sameMarks(previous, child)) previous.text = `${previous.text}${child.text}`;
    else read.push(child);
  }
  return read;
}

function readNode(reading: Reading, value: unknown, within: Exclude<ContentKind, 'nothing'>, depth: number): RichTextNode {
  if (!isRecord(value)) throw new Refusal('bad-content', null);
  const type = own(value, 'type');
  const rule = typeof type === 'string' ? NODE_RULES.get(type) : undefined;
  if (typeof type !== 'string' || !rule) throw new Refusal('unknown-node', typeof type === 'string' ? type.slice(0, 50) : null);
  if (depth > reading.limits.depth) throw new Refusal('too-deep', type);
  reading.nodes += 1;
  if (reading.nodes > reading.limits.nodes) throw new Refusal('too-many-nodes', null);
  if (rule.group !== GROUP_OF[within] || (within === 'plain-text' && type !== 'text')) throw new Refusal('bad-content', type);

  const marks = rule.marks ? readMarks(reading, own(value, 'marks')) : [];
  if (within === 'plain-text' && marks.length > 0) throw new Refusal('bad-content', type);
  if (type === 'text') {
    const text = readText(reading, own(value, 'text'));
    return marks.length > 0 ? { type, marks, text } : { type, text };
  }
  const attrs = readAttributes(reading, rule.attributes, own(value, 'attrs'), type, 'bad-attribute');
  const content = readContent(reading, value, rule.content, type, depth + 1);
  return { type, ...(attrs && { attrs }), ...(marks.length > 0 && { marks }), ...(content.length > 0 && { content }) };
}

function readText(reading: Reading, value: unknown): string {
  // PostgreSQL cannot store NUL, and no editor creates an empty text node.
  if (typeof value !== 'string' || value === '' || value.includes('\u0000')) throw new Refusal('bad-text', 'text');
  countCharacters(reading, value);
  return toWellFormed(value);
}

function readMarks(reading: Reading, value: unknown): RichTextMark[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new Refusal('bad-content', 'text');
  const read = new Map<string, RichTextMark>();
  for (const mark of value as unknown[]) {
    const type = isRecord(mark) ? own(mark, 'type') : undefined;
    const attributes = typeof type === 'string' ? MARK_RULES.get(type) : undefined;
    if (!isRecord(mark) || typeof type !== 'string' || !attributes) throw new Refusal('unknown-mark', typeof type === 'string' ? type.slice(0, 50) : null);
    if (read.has(type)) continue;
    const attrs = readAttributes(reading, attributes, own(mark, 'attrs'), type, 'bad-link');
    read.set(type, attrs ? { type, attrs } : { type });
  }
  return MARK_ORDER.flatMap((type) => read.get(type) ?? []);
}

function readAttributes(
  reading: Reading,
  rules: NodeRule['attributes'],
  value: unknown,
  type: string,
  problem: DocumentProblem,
): Record<string, unknown> | undefined {
  const given = isRecord(value) ? value : {};
  const attrs: Record<string, unknown> = {};
  for (const [name, read] of rules) {
    const kept = read(own(given, name));
    if (kept === REFUSED) throw new Refusal(problem, type);
    if (kept === undefined) continue;
    if (typeof kept === 'string' && kept.includes('\u0000')) throw new Refusal('bad-text', type);
    if (typeof kept === 'string') countCharacters(reading, kept);
    attrs[name] = typeof kept === 'string' ? toWellFormed(kept) : kept;
  }
  return Object.keys(attrs).length > 0 ? attrs : undefined;
}

/** Replaces `String.prototype.toWellFormed`, which phones still used in schools do not have. */
function toWellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\uFFFD');
}

function countCharacters(reading: Reading, text: string): void {
  reading.characters += text.length;
  if (reading.characters > reading.limits.characters) throw new Refusal('too-long', null);
}

/** Compares two lists of marks. Both are in the same order and without repeats. */
function sameMarks(left: RichTextNode, right: RichTextNode): boolean {
  const [one = [], other = []] = [left.marks, right.marks];
  return one.length === other.length && one.every((mark, index) => mark.type === other[index]?.type && mark.attrs?.['href'] === other[index]?.attrs?.['href']);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a record's own value: values on a prototype are not part of a document. */
function own(record: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
