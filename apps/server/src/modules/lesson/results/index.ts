/**
 * Results: the stored facts of each finished lesson, and their analysis.
 *
 * Invariants: the transaction that finishes a lesson writes its facts, so no screen shows a finished lesson without
 * them; there is a row for every student of the class at that moment, present or absent, and the lesson's row is their
 * sum; they never change afterward, even when people join, leave or are renamed; canceled lessons have none.
 */
import type { MessageKey, Translate } from '@classwright/contract';
import type { Manifest } from '../../../manifest.ts';
import type { Db } from '../../../platform/database/index.ts';
import { sessionFinished } from '../live/index.ts';
import { implementAttention } from './attention.ts';
import { factsJob, writeFacts } from './facts.ts';

export { lessonFacts, writeFacts } from './facts.ts';

export function resultsModule({ db, t }: { db: Db; t: Translate<MessageKey> }): Manifest {
  return {
    implementations: implementAttention({ t }),
    jobs: [factsJob(db)],
    listens: [sessionFinished.listen((tx, { sessionId }) => writeFacts(tx, sessionId))],
  };
}
