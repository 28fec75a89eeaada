import type { RichTextDocument } from './types.ts';

type Step = (document: RichTextDocument) => RichTextDocument;

/**
 * `STEPS[n - 1]` makes a document of version n one of version n + 1: pure, for every document that version n allowed.
 * A node that changes its meaning gets a step here; stored documents are changed when they are read and when they are
 * saved again, so that no migration walks through all answers of a school.
 */
const STEPS: readonly Step[] = [];

/** The version of the form in which documents are stored now. */
export const RICH_TEXT_VERSION = STEPS.length + 1;

/** Which version a document is of: `version`, or 1 where it says none, as all of the first do. Null: it says nonsense. */
function versionOf({ version = 1 }: { version?: unknown }): number | null {
  return typeof version === 'number' && Number.isInteger(version) && version >= 1 ? version : null;
}

/**
 * A document in today's form. 'newer' for one that a later version of the program wrote, 'not-a-document' for one whose
 * version is none. The same object where nothing is to be done. `steps` are ours unless a test brings its own.
 */
export function toCurrentVersion(document: RichTextDocument, steps: readonly Step[] = STEPS): RichTextDocument | 'newer' | 'not-a-document' {
  const version = versionOf(document);
  const current = steps.length + 1;
  if (version === null) return 'not-a-document';
  if (version > current) return 'newer';
  if (version === current) return document;
  return { ...steps.slice(version - 1).reduce((older, step) => step(older), document), version: current };
}
