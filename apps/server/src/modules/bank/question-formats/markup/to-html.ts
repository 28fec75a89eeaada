import type { RichTextDocument, RichTextMark, RichTextNode } from '@classwright/contract';
import { toMathMl } from './math-ml.ts';
import { looksLikeMath } from './math-text.ts';

export interface HtmlContext {
  /** The form of formulas. `tex`: `\(…\)`, for Moodle. `mathml`: XHTML for QTI. */
  math: 'tex' | 'mathml';
  /** Returns the address of an image's file; null keeps only its alternative text. */
  sourceOf: (fileId: number) => string | null;
}

/** Writes a document as well-formed HTML, which `toRichText` reads as the same document. */
export function toHtml(document: RichTextDocument, context: HtmlContext): string {
  return document.content.map((node) => write(node, context)).join('');
}

export const escapeHtml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

const MARKS: Readonly<Record<string, (mark: RichTextMark, isQti: boolean) => [string, string]>> = {
  link: ({ attrs }) => [`<a href="${escapeHtml(String(attrs?.['href'] ?? ''))}">`, '</a>'],
  bold: () => ['<strong>', '</strong>'],
  italic: () => ['<em>', '</em>'],
  underline: (_, isQti) => (isQti ? ['<span class="qti-underline">', '</span>'] : ['<u>', '</u>']),
  strike: (_, isQti) => (isQti ? ['<span class="qti-strike">', '</span>'] : ['<s>', '</s>']),
  superscript: () => ['<sup>', '</sup>'],
  subscript: () => ['<sub>', '</sub>'],
  code: () => ['<code>', '</code>'],
};

const BLOCKS: Readonly<Record<string, string>> = {
  paragraph: 'p',
  bulletList: 'ul',
  orderedList: 'ol',
  listItem: 'li',
  blockquote: 'blockquote',
  tableRow: 'tr',
  tableHeader: 'th',
  tableCell: 'td',
};

function write(node: RichTextNode, context: HtmlContext): string {
  const inner = (): string => (node.content ?? []).map((child) => write(child, context)).join('');
  const { type, attrs = {} } = node;
  if (type === 'text') return mark(node, escapeText(node.text ?? ''), context);
  if (type === 'inlineMath') return mark(node, formula(String(attrs['latex']), { isBlock: false }, context), context);
  if (type === 'blockMath') return `<p>${formula(String(attrs['latex']), { isBlock: true }, context)}</p>`;
  if (type === 'hardBreak') return '<br/>';
  if (type === 'horizontalRule') return '<hr/>';
  if (type === 'heading') return `<h${attrs['level']}>${inner()}</h${attrs['level']}>`;
  if (type === 'codeBlock')
    return `<pre><code${attrs['language'] === undefined ? '' : ` class="language-${escapeHtml(String(attrs['language']))}"`}>${(node.content ?? []).map(({ text }) => escapeHtml(text ?? '')).join('')}</code></pre>`;
  if (type === 'table') return `<table><tbody>${inner()}</tbody></table>`;
  if (type === 'image') return image(attrs, context);
  const name = BLOCKS[type] ?? 'p';
  return `<${name}${numbers(attrs, ['start', 'colspan', 'rowspan'])}>${inner()}</${name}>`;
}

const numbers = (attrs: Record<string, unknown>, names: readonly string[]): string =>
  names.flatMap((name) => (typeof attrs[name] === 'number' ? [` ${name}="${attrs[name]}"`] : [])).join('');

function mark({ marks = [] }: RichTextNode, html: string, { math }: HtmlContext): string {
  return marks.toReversed().reduce((inner, one) => {
    const [open, close] = MARKS[one.type]?.(one, math === 'mathml') ?? ['', ''];
    return `${open}${inner}${close}`;
  }, html);
}

/** Escapes text that would be read as a formula. */
function escapeText(text: string): string {
  return looksLikeMath(text)
    ? text
        .split(/([$\\])/)
        .map((part) => (part === '$' || part === '\\' ? `<span>${part}</span>` : escapeHtml(part)))
        .join('')
    : escapeHtml(text);
}

/** Wraps a formula in an element of its own, so that no dollar sign or bracket next to it becomes part of it. */
export const toTexSpan = (tex: string): string => `<span class="math">${escapeHtml(tex)}</span>`;

function formula(latex: string, { isBlock }: { isBlock: boolean }, { math }: HtmlContext): string {
  if (math === 'mathml') return toMathMl(latex, { isBlock });
  return toTexSpan(isBlock ? `\\[${latex}\\]` : `\\(${latex}\\)`);
}

function image(attrs: Record<string, unknown>, { sourceOf }: HtmlContext): string {
  const alt = typeof attrs['alt'] === 'string' ? attrs['alt'] : '';
  const source = sourceOf(Number(attrs['file_id']));
  if (source === null) return alt === '' ? '' : `<p>${escapeHtml(alt)}</p>`;
  return `<p><img src="${escapeHtml(source)}" alt="${escapeHtml(alt)}"${numbers(attrs, ['width', 'height'])}/></p>`;
}
