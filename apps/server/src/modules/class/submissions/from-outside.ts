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

/** What a source outside says of a submission. `links` undefined: what is attached stays. */
export interface FactFromOutside extends SubmissionFact {
  links?: readonly { title: string; url: string }[];
}

/** Positions of links from outside: after every file that was handed in here, before what the product made. */
const FIRST_LINK = 500;
const MOST_LINKS = 100;

/** Takes facts from outside: they are never refused, and each other state and answer stays in the history. The caller tells of it. */
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
