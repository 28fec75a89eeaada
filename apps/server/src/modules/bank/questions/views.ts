import type { RevealedQuestionView, RichTextDocument, RichTextNode, StaffQuestionView, StudentQuestionView } from '@classwright/contract';
import type { UrlOfFile } from '../../school/files/index.ts';
import type { QuestionVersion, VersionAttachment } from './queries.ts';

/** Returns the document to send: every image has an address that its reader can load. */
export function toRichTextView(document: RichTextDocument, urlOf: UrlOfFile): RichTextDocument {
  return { ...document, content: document.content.map((node) => withAddress(node, urlOf)) };
}

function withAddress(node: RichTextNode, urlOf: UrlOfFile): RichTextNode {
  if (node.type === 'image' && typeof node.attrs?.['file_id'] === 'number') return { ...node, attrs: { ...node.attrs, src: urlOf(node.attrs['file_id']) } };
  return node.content ? { ...node, content: node.content.map((child) => withAddress(child, urlOf)) } : node;
}

function toResourceView({ name, file_id, mime_type, external }: VersionAttachment, urlOf: UrlOfFile) {
  return file_id === null ? { name, url: external?.url ?? '', mime_type: external?.mimeType ?? '' } : { name, url: urlOf(file_id), mime_type: mime_type ?? '' };
}

const head = (version: QuestionVersion, urlOf: UrlOfFile) => ({
  id: version.question_id,
  title: version.title,
  description: toRichTextView(version.description, urlOf),
  resources: version.attachments.map((attachment) => toResourceView(attachment, urlOf)),
});

/**
 * Builds the view while the question may be answered: choices only. `id` is the question's, the same in all of its
 * versions.
 */
export function toStudentQuestionView(version: QuestionVersion, urlOf: UrlOfFile): StudentQuestionView {
  return { ...head(version, urlOf), responses: version.responses.map(({ id, position, title }) => ({ id, position, response: title })) };
}

/** Builds the view for students once correctness may be known: the right choices, and the reasoning behind each. */
export function toRevealedQuestionView(version: QuestionVersion, urlOf: UrlOfFile): RevealedQuestionView {
  return {
    ...head(version, urlOf),
    responses: version.responses.map(({ id, position, title, is_valid, description }) => ({
      id,
      position,
      response: title,
      is_valid,
      description: toRichTextView(description, urlOf),
    })),
  };
}

/** Builds the view for staff, with everything about each choice. */
export function toStaffQuestionView(version: QuestionVersion, urlOf: UrlOfFile): StaffQuestionView {
  return {
    ...head(version, urlOf),
    responses: version.responses.map(({ id, position, title, is_valid, description, match_label }) => ({
      id,
      position,
      response: title,
      is_valid,
      description: toRichTextView(description, urlOf),
      match_label,
    })),
  };
}
