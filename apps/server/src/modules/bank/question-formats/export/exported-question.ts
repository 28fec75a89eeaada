import type { RichTextDocument } from '@classwright/contract';
import { collectFileIds, toPlainText } from '@classwright/rules/rich-text';
import { splitMath } from '@classwright/rules/rich-text/split-math';
import type { ImportedQuestion } from '../imported-question.ts';
import { escapeHtml, toTexSpan } from '../markup/to-html.ts';
import { toMathMl } from '../markup/math-ml.ts';

/** A question as it leaves: what an import reads, with the bank's number; `file_id`s are those of the library. */
export interface ExportedQuestion extends ImportedQuestion {
  id: number;
}

export interface ExportedImage {
  name: string;
  mimeType: string;
  bytes: Buffer;
}

/** The bytes of an image of the library; null where it is there no more. */
export type LoadImage = (fileId: number) => Promise<ExportedImage | null>;

export const imagesOf = ({ description, responses }: ExportedQuestion): number[] => [
  ...new Set([description, ...responses.map((response) => response.description)].flatMap(collectFileIds)),
];

/** The most points that a response earns. */
export const bestOf = ({ responses }: ExportedQuestion): number => responses.reduce((most, { sub_grade }) => Math.max(most, sub_grade ?? 0), 0);

/** What a choice stands for, unless it only repeats the choice. */
export function feedbackOf({ title, description }: ExportedQuestion['responses'][number]): RichTextDocument {
  return toPlainText(description) === plainTitle(title) ? { type: 'doc', content: [] } : description;
}

const plainTitle = (title: string): string =>
  splitMath(title)
    .map(({ value }) => value)
    .join('')
    .trim();

/** A choice as HTML in a line. */
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
