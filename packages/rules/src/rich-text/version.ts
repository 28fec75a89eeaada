import type { RichTextDocument } from './types.ts';

type Step = (document: RichTextDocument) => RichTextDocument;

/**
 * `STEPS[n - 1]` converts a document of version n to version n + 1: pure, for every document that version n allowed. A
 * node whose meaning changes gets a step here. Stored documents are converted when they are read and when they are
 * saved again, so no migration has to process all answers of a school.
 */
const STEPS: readonly Step[] = [];

/** The version in which documents are stored now. */
export const RICH_TEXT_VERSION = STEPS.length + 1;

/**
 * Returns the version of a document: `version`, or 1 when missing, as in all documents of the first version. Null: it
 * is invalid.
 */
function versionOf({ version = 1 }: { version?: unknown }): number | null {
  return typeof version === 'number' && Number.isInteger(version) && version >= 1 ? version : null;
}

/**
 * Converts a document to the current version. Returns 'newer' for one that a later version of the program wrote,
 * 'not-a-document' for one with an invalid version, and the same object when nothing changes. `steps` are ours unless a
 * test passes its own.
 */
export function toCurrentVersion(document: RichTextDocument, steps: readonly Step[] = STEPS): RichTextDocument | 'newer' | 'not-a-document' {
  const version = versionOf(document);
  const current = steps.length + 1;
  if (version === null) return 'not-a-document';
  if (version > current) return 'newer';
  if (version === current) return document;
  return { ...steps.slice(version - 1).reduce((older, step) => step(older), document), version: current };
}
