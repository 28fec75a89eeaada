import { RICH_TEXT_LIMITS, type RichTextDocument } from '@classwright/contract';
import { checkDocument } from '@classwright/rules/rich-text/index';
import { fieldError } from '../../../platform/errors.ts';

/** Returns the document to store for the input: a plain string or a document. @throws VALIDATION_FAILED at `field` */
export function requireRichText(value: unknown, { field, label }: { field: string; label: string }): RichTextDocument {
  const check = checkDocument(value, RICH_TEXT_LIMITS);
  if (check.ok) return check.document;
  if (check.problem === 'newer') throw fieldError(field, 'validation.richTextNewer', { label });
  throw check.problem === 'too-long'
    ? fieldError(field, 'validation.tooLong', { label, max: RICH_TEXT_LIMITS.characters })
    : fieldError(field, 'validation.richText', { label });
}
