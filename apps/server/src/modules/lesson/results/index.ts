/**
 * Results: what is kept of each lesson when it has finished, and what is made of it.
 *
 * Invariants: the facts of a lesson are written by the transaction that finishes it, so no screen shows a finished lesson
 * without them; a row for every student of the class at that moment, present or absent, and the lesson's row is their
 * sum; they never change after, whoever joins, leaves or is renamed; canceled lessons have none.
 */
import type { MessageKey, Translate } from '@classwright/contract';
import type { Manifest } from '../../../manifest.ts';
import type { Db } from '../../../platform/database/index.ts';
import { implementAttention } from './attention.ts';
import { factsJob } from './facts.ts';

export { lessonFacts, writeFacts } from './facts.ts';

export function resultsModule({ db, t }: { db: Db; t: Translate<MessageKey> }): Manifest {
  return { implementations: implementAttention({ t }), jobs: [factsJob(db)] };
}
