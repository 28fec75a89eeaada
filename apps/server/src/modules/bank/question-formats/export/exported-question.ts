import type { RichTextDocument } from '@classwright/contract';
import { collectFileIds, toPlainText } from '@classwright/rules/rich-text';
import { splitMath } from '@classwright/rules/rich-text/split-math';
import type { ImportedQuestion } from '../imported-question.ts';
import { escapeHtml, toTexSpan } from '../markup/to-html.ts';
import { toMathMl } from '../markup/math-ml.ts';

/**
 * A question to export: everything that an import reads, and the bank's number; each `file_id` is one of the library.
 */
export interface ExportedQuestion extends ImportedQuestion {
  id: number;
}

export interface ExportedImage {
  name: string;
  mimeType: string;
  bytes: Buffer;
}

/** Returns the bytes of an image of the library; null if it no longer exists. */
export type LoadImage = (fileId: number) => Promise<ExportedImage | null>;

export const imagesOf = ({ description, responses }: ExportedQuestion): number[] => [
  ...new Set([description, ...responses.map((response) => response.description)].flatMap(collectFileIds)),
];

/** Returns the maximum points of a response. */
export const bestOf = ({ responses }: ExportedQuestion): number => responses.reduce((most, { sub_grade }) => Math.max(most, sub_grade ?? 0), 0);

/** Returns the reasoning behind a choice, unless it only repeats the choice. */
export function feedbackOf({ title, description }: ExportedQuestion['responses'][number]): RichTextDocument {
  return toPlainText(description) === plainTitle(title) ? { type: 'doc', content: [] } : description;
}

const plainTitle = (title: string): string =>
  splitMath(title)
    .map(({ value }) => value)
    .join('')
    .trim();

/** Returns a choice as inline HTML. */
export function titleHtml(title: string, math: 'tex' | 'mathml'): string {
  return splitMath(title)
    .map(({ kind, value }) => {
      if (kind === 'text') return escapeLiteral(value);
      return math === 'mathml' ? toMathMl(value, { isBlock: false }) : toTexSpan(`\\(${value}\\)`);
    })
    .join('');
}

const escapeLiteral = (text: string): string =>
  /[$\\]/.test(text)
    ? text
        .split(/([$\\])/)
        .map((part) => (part === '$' || part === '\\' ? `<span>${part}</span>` : escapeHtml(part)))
        .join('')
    : escapeHtml(text);
