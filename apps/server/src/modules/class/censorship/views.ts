import type { CensoredOriginalView, CensoredTextView, RichTextDocument } from '@classwright/contract';
import { toDocument, toPlainText } from '@classwright/rules/rich-text/index';
import type { CensoredRow } from './review-queries.ts';

const KINDS = { live_post: 'post', post_comment: 'comment', comment_reply: 'reply', announcement_comment: 'reply' } as const;

/** Builds a text for reviewers, without the original. */
export function toCensoredTextView(row: CensoredRow): CensoredTextView {
  return {
    id: row.id,
    kind: KINDS[row.subject_type],
    writer: { id: row.account_id, first_name: row.first_name, last_name: row.last_name },
    class_id: row.course_id,
    class_name: row.course_name,
    assessment_id: row.assessment_id,
    assessment_title: row.assessment_title,
    form: row.form,
    shown_text: toPlainText(asDocument(row.shown)),
    created_at: row.created_at.toISOString(),
    reviewed_at: row.reviewed_at?.toISOString() ?? null,
    reviewed_by: row.reviewed_by,
  };
}

/** Builds a text with the original. Use it only where the access is audited. */
export function toCensoredOriginalView(row: CensoredRow, { original, words }: { original: unknown; words: string[] }): CensoredOriginalView {
  return { ...toCensoredTextView(row), original: asDocument(original), shown: asDocument(row.shown), words };
}

/** Converts a stored original to a document. Comments and replies are stored as strings. */
function asDocument(kept: unknown): RichTextDocument {
  return toDocument(kept as string | RichTextDocument);
}
