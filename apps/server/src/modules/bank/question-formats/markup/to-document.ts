import { RICH_TEXT_LIMITS, type RichTextDocument, type RichTextMark, type RichTextNode } from '@classwright/contract';
import { checkDocument, toDocument, toPlainText, toSafeHref } from '@classwright/rules/rich-text';
import { type Finding, finding, type FindingColumn, toLine, toStorable } from '../imported-question.ts';
import { type Element, isElement, type Node, pushAll, textOf } from './elements.ts';
import type { FindImage, ItemImages } from './images.ts';
import { isDisplayMath, latexOf } from './math-ml.ts';
import { toInlineNodes } from './math-text.ts';

export interface DocumentContext {
  /** The field that the document belongs to, for findings. */
  column: FindingColumn;
  images: ItemImages;
  /** Finds images by their sources in this part, except those embedded in the source itself. */
  findImage?: FindImage | undefined;
  notes: Finding[];
  /** Returns the replacement of a format's own element. Undefined: it is read like any other. */
  replace?: (element: Element) => readonly Node[] | undefined;
}

type InlineNode = RichTextNode & { isDisplay?: boolean };

const MARKS: Readonly<Record<string, string>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  cite: 'italic',
  dfn: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strike',
  strike: 'strike',
  del: 'strike',
  sup: 'superscript',
  sub: 'subscript',
  code: 'code',
  tt: 'code',
  kbd: 'code',
  samp: 'code',
  var: 'italic',
};
const PARAGRAPHS = new Set([
  'p',
  'div',
  'section',
  'article',
  'header',
  'footer',
  'main',
  'aside',
  'center',
  'figure',
  'figcaption',
  'address',
  'dl',
  'dt',
  'dd',
  'fieldset',
  'details',
  'summary',
  'caption',
  'body',
  'html',
  'prompt',
  'qti-prompt',
  'qti-content-body',
  'form',
  'nav',
]);
/** Elements that are neither shown nor kept. */
const SILENT = new Set([
  'script',
  'style',
  'head',
  'title',
  'meta',
  'link',
  'template',
  'noscript',
  'base',
  'param',
  'source',
  'track',
  'col',
  'colgroup',
  'annotation',
]);
/** Elements that are shown elsewhere and cannot be kept here. */
const LOST = new Set(['iframe', 'object', 'embed', 'video', 'audio', 'svg', 'canvas', 'applet', 'input', 'select', 'textarea', 'button', 'marquee']);

/**
 * Converts HTML, or the XHTML of QTI, to a rich-text document with formulas and images, by an allow-list, so that
 * nothing executable remains. Never throws.
 */
export function toRichText(nodes: readonly Node[], context: DocumentContext): RichTextDocument {
  return checkedDocument({ type: 'doc', content: blocksOf(nodes, context, []) }, context);
}

/** Reduces a document that is not allowed to plain text, and reports it. */
export function checkedDocument(document: RichTextDocument, { column, notes }: Pick<DocumentContext, 'column' | 'notes'>): RichTextDocument {
  const checked = checkDocument(document, RICH_TEXT_LIMITS);
  if (checked.ok) return checked.document;
  const plain = toStorable(toPlainText(document)).slice(0, RICH_TEXT_LIMITS.characters).toWellFormed();
  notes.push(finding(column, checked.problem === 'too-long' ? 'cut' : 'formatting', { value: plain, max: RICH_TEXT_LIMITS.characters }));
  const fallback = checkDocument(toDocument(plain), RICH_TEXT_LIMITS);
  return fallback.ok ? fallback.document : { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: toLine(plain, 5000) || '…' }] }] };
}

function blocksOf(nodes: readonly Node[], context: DocumentContext, marks: readonly RichTextMark[]): RichTextNode[] {
  const blocks: RichTextNode[] = [];
  let run: InlineNode[] = [];
  const flush = (): void => {
    pushAll(blocks, toParagraph(run));
    run = [];
  };
  const put = (made: readonly RichTextNode[]): void => {
    flush();
    pushAll(blocks, made);
  };
  const visit = (node: Node, outer: readonly RichTextMark[]): void => {
    if (!isElement(node)) {
      pushAll(run, toInlineNodes(toStorable(node), outer));
      return;
    }
    const replaced = context.replace?.(node);
    if (replaced) {
      for (const child of replaced) visit(child, outer);
      return;
    }
    const { name, children, attributes } = node;
    if (SILENT.has(name)) return;
    const mark = markOf(node);
    if (mark) visitAll(children, outer.some(({ type }) => type === mark.type) ? outer : [...outer, mark]);
    else if (name === 'br') run.push({ type: 'hardBreak' });
    else if (name === 'math') putMath(node, run, context, outer);
    else if (name === 'img' || (name === 'object' && isImageObject(node))) putImage(node, { run, put }, context, outer);
    else if (/^h[1-6]$/.test(name)) put(toHeading(Math.min(3, Number(name[1])), blocksOf(children, context, outer)));
    else if (name === 'ul' || name === 'ol') put(toList(node, context, outer));
    else if (name === 'blockquote') put(wrap('blockquote', blocksOf(children, context, outer)));
    else if (name === 'table') put(toTable(node, context, outer));
    else if (name === 'hr') put([{ type: 'horizontalRule' }]);
    else if (name === 'pre') put(toCodeBlock(node));
    else if (LOST.has(name)) context.notes.push(finding(context.column, 'element', { value: attributes['src'] ?? attributes['data'] ?? '', element: name }));
    else if (PARAGRAPHS.has(name)) {
      flush();
      visitAll(children, outer);
      flush();
    } else visitAll(children, outer);
  };
  const visitAll = (children: readonly Node[], outer: readonly RichTextMark[]): void => {
    for (const child of children) visit(child, outer);
  };
  visitAll(nodes, marks);
  flush();
  return blocks;
}

function markOf({ name, attributes }: Element): RichTextMark | null {
  if (name === 'a') {
    const href = toSafeHref(attributes['href']);
    return href === null ? null : { type: 'link', attrs: { href } };
  }
  const style = name === 'span' ? `${attributes['style'] ?? ''} ${attributes['class'] ?? ''}` : '';
  if (/line-through|qti-strike/.test(style)) return { type: 'strike' };
  if (/underline/.test(style)) return { type: 'underline' };
  return Object.hasOwn(MARKS, name) ? { type: MARKS[name] as string } : null;
}

function putMath(math: Element, run: InlineNode[], { column, notes }: DocumentContext, marks: readonly RichTextMark[]): void {
  const latex = latexOf(math);
  if (latex !== null) {
    run.push({ type: 'inlineMath', attrs: { latex }, ...(marks.length > 0 ? { marks: [...marks] } : {}), ...(isDisplayMath(math) ? { isDisplay: true } : {}) });
    return;
  }
  const text = toStorable(textOf(math)).replace(/\s+/g, ' ');
  if (text.trim() === '') return;
  notes.push(finding(column, 'formula', { value: text }));
  run.push({ type: 'text', text });
}

const isImageObject = ({ attributes }: Element): boolean => /^image\//i.test(attributes['type'] ?? '') && attributes['data'] !== undefined;

interface Place {
  run: InlineNode[];
  put: (blocks: readonly RichTextNode[]) => void;
}

function putImage(element: Element, { run, put }: Place, context: DocumentContext, marks: readonly RichTextMark[]): void {
  const { attributes } = element;
  const alt = toLine(attributes['alt'] ?? (element.name === 'object' ? textOf(element) : ''), 500);
  const equation = attributes['data-equation-content'] ?? (/\btexrender\b/.test(attributes['class'] ?? '') ? alt : undefined);
  if (equation !== undefined) {
    pushAll(run, toInlineNodes(`\\(${equation}\\)`, marks));
    return;
  }
  const source = attributes['src'] ?? attributes['data'] ?? '';
  const id = context.images.add(source, context.findImage);
  if (id !== null) {
    put([{ type: 'image', attrs: { file_id: id, ...(alt === '' ? {} : { alt }), ...sizeOf(attributes) } }]);
    return;
  }
  context.notes.push(finding('images', 'image', { value: /^data:/i.test(source) ? source.slice(0, 40) : source }));
  if (alt !== '') pushAll(run, toInlineNodes(alt, marks));
}

function sizeOf(attributes: Element['attributes']): Record<string, number> {
  const size: Record<string, number> = {};
  for (const side of ['width', 'height'] as const) {
    const pixels = /^(\d{1,4})(?:px)?$/.exec(attributes[side] ?? '')?.[1];
    if (pixels !== undefined && Number(pixels) > 0) size[side] = Number(pixels);
  }
  return size;
}

/** Converts the content between two blocks: white space is as in browsers; a formula alone becomes a block. */
function toParagraph(run: readonly InlineNode[]): RichTextNode[] {
  const content: RichTextNode[] = [];
  let endsWithSpace = true;
  for (const node of run) {
    const { isDisplay: _, ...kept } = node;
    if (node.type !== 'text') {
      if (node.type === 'hardBreak') trimEnd(content);
      content.push(kept);
      endsWithSpace = node.type === 'hardBreak';
      continue;
    }
    let text = (node.text ?? '').replace(/[ \t\r\n\f]+/g, ' ');
    if (endsWithSpace) text = text.replace(/^ /, '');
    if (text === '') continue;
    endsWithSpace = text.endsWith(' ');
    content.push({ ...kept, text });
  }
  while (content.length > 0 && content.at(-1)?.type === 'hardBreak') content.pop();
  trimEnd(content);
  const begins = content.findIndex(({ type }) => type !== 'hardBreak');
  if (begins > 0) content.splice(0, begins);
  if (content.every(({ type, text }) => type === 'text' && (text ?? '').trim() === '')) return [];
  const [only, ...more] = content;
  if (only?.type === 'inlineMath' && more.length === 0 && run.some(({ isDisplay }) => isDisplay))
    return [{ type: 'blockMath', attrs: { latex: only.attrs?.['latex'] } }];
  return [{ type: 'paragraph', content }];
}

function trimEnd(content: RichTextNode[]): void {
  const last = content.at(-1);
  if (last?.type !== 'text') return;
  const text = (last.text ?? '').replace(/ $/, '');
  if (text === '') content.pop();
  else content[content.length - 1] = { ...last, text };
}

const wrap = (type: string, content: RichTextNode[]): RichTextNode[] => (content.length > 0 ? [{ type, content }] : []);

function toHeading(level: number, blocks: readonly RichTextNode[]): RichTextNode[] {
  return blocks.map((block) =>
    block.type === 'paragraph' ? { type: 'heading', attrs: { level }, ...(block.content ? { content: block.content } : {}) } : block,
  );
}

function toList(list: Element, context: DocumentContext, marks: readonly RichTextMark[]): RichTextNode[] {
  const items: RichTextNode[] = [];
  for (const child of list.children) {
    if (!isElement(child) && child.trim() === '') continue;
    const content = blocksOf(isElement(child) && child.name === 'li' ? child.children : [child], context, marks);
    if (content.length > 0) items.push({ type: 'listItem', content: content[0]?.type === 'paragraph' ? content : [{ type: 'paragraph' }, ...content] });
  }
  if (items.length === 0) return [];
  const start = Number(list.attributes['start'] ?? 1);
  const attrs = list.name === 'ol' && Number.isInteger(start) && start !== 1 ? { attrs: { start } } : {};
  return [{ type: list.name === 'ol' ? 'orderedList' : 'bulletList', ...attrs, content: items }];
}

function toTable(table: Element, context: DocumentContext, marks: readonly RichTextMark[]): RichTextNode[] {
  const rows: RichTextNode[] = [];
  const before: RichTextNode[] = [];
  const visit = (children: readonly Node[]): void => {
    for (const child of children) {
      if (!isElement(child)) continue;
      if (child.name === 'tr') {
        const cells = child.children
          .filter((cell): cell is Element => isElement(cell) && (cell.name === 'td' || cell.name === 'th'))
          .map((cell) => toCell(cell, context, marks));
        if (cells.length > 0) rows.push({ type: 'tableRow', content: cells });
      } else if (child.name === 'caption') pushAll(before, blocksOf(child.children, context, marks));
      else visit(child.children);
    }
  };
  visit(table.children);
  return [...before, ...wrap('table', rows)];
}

function toCell(cell: Element, context: DocumentContext, marks: readonly RichTextMark[]): RichTextNode {
  const content = blocksOf(cell.children, context, marks);
  const attrs: Record<string, number> = {};
  for (const name of ['colspan', 'rowspan'] as const) {
    const span = Number(cell.attributes[name] ?? 1);
    if (Number.isInteger(span) && span > 1) attrs[name] = span;
  }
  return {
    type: cell.name === 'th' ? 'tableHeader' : 'tableCell',
    ...(Object.keys(attrs).length > 0 ? { attrs } : {}),
    content: content.length > 0 ? content : [{ type: 'paragraph' }],
  };
}

function toCodeBlock(pre: Element): RichTextNode[] {
  const text = toStorable(textOf(pre)).replace(/\r\n?/g, '\n').replace(/^\n/, '').replace(/\n$/, '');
  if (text.trim() === '') return [];
  const code = pre.children.find((child): child is Element => isElement(child) && child.name === 'code');
  const language = /(?:^|\s)language-([\w+#-]{1,30})/.exec(code?.attributes['class'] ?? '')?.[1];
  return [{ type: 'codeBlock', ...(language === undefined ? {} : { attrs: { language } }), content: [{ type: 'text', text }] }];
}
