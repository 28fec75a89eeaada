import type { RichTextDocument } from '@classwright/contract/rich-text';
import { plainDocument } from '../ui/rich-text/editor/plain-document.ts';
import { RichTextView } from '../ui/rich-text/RichTextView.tsx';

/** A justification for reading, as typed or formatted. Renders nothing if it is empty. */
export function Words({ comment, className }: { comment: string | RichTextDocument; className?: string | undefined }) {
  const document = typeof comment === 'string' ? plainDocument(comment.trim()) : comment;
  return document.content.length > 0 ? <RichTextView document={document} className={className} /> : null;
}
