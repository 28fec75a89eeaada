import type { Tx } from '../../../platform/database/index.ts';
import {
  listOutsideSubmissions,
  lockOutsideSubmissionsById,
  type OutsideSubmission,
  replaceLinks,
  type SubmissionFact,
  writeFacts,
} from './outside-queries.ts';

export { listOutsideSubmissions, lockOutsideSubmissionsById, type OutsideSubmission };

/** A submission's facts from another system. `links` undefined: attachments are unchanged. */
export interface FactFromOutside extends SubmissionFact {
  links?: readonly { title: string; url: string }[];
}

/**
 * The first position of links from another system. They follow the files that were handed in here, and precede the
 * product's own links.
 */
const FIRST_LINK = 500;
const MOST_LINKS = 100;

/**
 * Stores facts from another system, which are never refused; each new state and answer is recorded in the history. The
 * caller notifies people.
 */
export async function takeSubmissionFacts(tx: Tx, facts: readonly FactFromOutside[], origin: string): Promise<void> {
  if (facts.length === 0) return;
  await writeFacts(tx, facts, origin);
  const withLinks = facts.filter(({ links }) => links !== undefined);
  if (withLinks.length > 0)
    await replaceLinks(
      tx,
      withLinks.flatMap(({ id, links = [] }) =>
        links.slice(0, MOST_LINKS).map((link, place) => ({ submission_id: id, position: FIRST_LINK + place, ...link })),
      ),
      withLinks.map(({ id }) => id),
    );
}
