import { z } from 'zod';
import { toCurrentVersion } from '@classwright/rules/rich-text/version';
import { toVisibleText, packMessage } from './core/fields.ts';

/** The maximum number of nodes, nesting depth and characters of one stored document. */
export const RICH_TEXT_LIMITS = { nodes: 2000, depth: 12, characters: 20_000 } as const;

export interface RichTextMark {
  type: string;
  attrs?: Record<string, unknown> | undefined;
}
export interface RichTextNode {
  type: string;
  text?: string | undefined;
  attrs?: Record<string, unknown> | undefined;
  marks?: RichTextMark[] | undefined;
  content?: RichTextNode[] | undefined;
}
/** A rich-text document, as sent over the wire and stored in the database. */
export interface RichTextDocument extends RichTextNode {
  type: 'doc';
  content: RichTextNode[];
  /** The version of the stored format; 1 when missing. */
  version?: number | undefined;
}

/**
 * Validates input: a plain string (paragraphs by line), or a document. The server validates documents by the allow-list
 * of `@classwright/rules/rich-text` (unknown nodes, marks and attributes are refused or dropped there).
 */
export function richText({ label }: { label: string }) {
  return z.union(
    [
      z
        .string()
        .max(RICH_TEXT_LIMITS.characters, { error: packMessage('validation.tooLong', { label, max: RICH_TEXT_LIMITS.characters }) })
        .overwrite(toVisibleText),
      z.looseObject({ type: z.literal('doc') }),
    ],
    {
      error: packMessage('validation.richText', { label }),
    },
  );
}

/** The output: always a document in the current format, even if stored in an older one. */
export const RichTextView = z
  .custom<RichTextDocument>((value) => typeof value === 'object' && value !== null && (value as { type?: unknown }).type === 'doc')
  .transform((document) => {
    const current = toCurrentVersion(document);
    return typeof current === 'string' ? document : current;
  });
