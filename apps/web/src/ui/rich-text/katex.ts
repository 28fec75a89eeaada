import katex from 'katex';
import { alignColumns } from './formula/align-columns.ts';
import { toAlphabet } from './formula/alphabets.ts';
import { loadFormulaFont } from './formula/load-font.ts';

/**
 * Returns the MathML of a formula as nodes, or null if it is not a formula. `trust: false` refuses links, images and
 * raw HTML in formulas, and the limits stop a hostile one. The result is KaTeX's own markup, never the author's.
 */
export function toMathNodes(latex: string, displayMode: boolean): Node[] | null {
  loadFormulaFont();
  try {
    const markup = katex
      .renderToString(latex, { output: 'mathml', displayMode, throwOnError: true, trust: false, strict: 'ignore', maxExpand: 200, maxSize: 20 })
      // The content security policy refuses style attributes. KaTeX escapes quotes in values.
      .replaceAll(/ style="[^"]*"/g, '')
      // Names of functions are marked as upright, since plain letters are italic.
      .replaceAll(/<mi>([^<]{2,})<\/mi>/g, '<mi mathvariant="normal">$1</mi>')
      .replaceAll(/<(mi|mn|mo) mathvariant="([a-z-]+)">([^<&]+)</g, (whole, tag: string, variant: string, text: string) =>
        variant === 'normal' ? whole : `<${tag}>${toAlphabet(text, variant)}<`,
      );
    const { body } = new DOMParser().parseFromString(markup, 'text/html');
    alignColumns(body);
    return [...body.childNodes];
  } catch {
    return null;
  }
}
