import katex from 'katex';
import { MathMLToLaTeX } from 'mathml-to-latex';
import { type Element, findAll, isElement, type Node, textOf } from './elements.ts';
import { isLatex } from './math-text.ts';

/** The maximum length of a formula, far above any written by people; the converter is quadratic in places. */
const LONGEST_SOURCE = 20_000;

/** Returns the LaTeX of a `<math>` element: its annotation, otherwise a conversion; null if neither can be drawn. */
export function latexOf(math: Element): string | null {
  for (const annotation of findAll(math, new Set(['annotation']))) {
    const latex = textOf(annotation).trim();
    if (/tex/i.test(annotation.attributes['encoding'] ?? '') && canDraw(latex)) return latex;
  }
  const source = write(math);
  if (source.length > LONGEST_SOURCE) return null;
  try {
    const latex = MathMLToLaTeX.convert(source).trim();
    return canDraw(latex) ? latex : null;
  } catch {
    return null;
  }
}

function canDraw(latex: string): boolean {
  if (!isLatex(latex)) return false;
  try {
    katex.renderToString(latex, { output: 'mathml', throwOnError: true, strict: 'ignore', trust: false, maxExpand: 100 });
    return true;
  } catch {
    return false;
  }
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const KEPT_ATTRIBUTES = ['open', 'close', 'separators', 'mathvariant', 'display', 'notation', 'linethickness'];

function write(node: Node): string {
  if (!isElement(node)) return escape(node);
  if (node.name.startsWith('annotation')) return '';
  if (node.name === 'semantics')
    return node.children
      .slice(0, firstElement(node) + 1)
      .map(write)
      .join('');
  const attributes = KEPT_ATTRIBUTES.flatMap((name) => (node.attributes[name] === undefined ? [] : [` ${name}="${escape(node.attributes[name])}"`]));
  return `<${node.name}${attributes.join('')}>${node.children.map(write).join('')}</${node.name}>`;
}

const firstElement = ({ children }: Element): number => children.findIndex(isElement);

/** Returns a formula as MathML with its LaTeX as an annotation; as text if it cannot be drawn. */
export function toMathMl(latex: string, { isBlock }: { isBlock: boolean }): string {
  try {
    const html = katex.renderToString(latex, { output: 'mathml', displayMode: isBlock, throwOnError: true, strict: 'ignore', trust: false, maxExpand: 100 });
    const math = /<math[\s\S]*<\/math>/.exec(html)?.[0];
    if (math) return math;
  } catch {
    // a formula that cannot be drawn is left as LaTeX
  }
  return isBlock ? escape(`\\[${latex}\\]`) : escape(`\\(${latex}\\)`);
}

/** Returns true when a formula's element asks for its own line. */
export const isDisplayMath = ({ attributes }: Element): boolean => attributes['display'] === 'block' || attributes['mode'] === 'display';
