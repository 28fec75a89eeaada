/**
 * Results: the stored facts of each finished lesson, and their analysis.
 *
 * Invariants: the transaction that finishes a lesson writes its facts, so no screen shows a finished lesson without
 * them; there is a row for every student of the class at that moment, present or absent, and the lesson's row is their
 * sum; they never change afterward, even when people join, leave or are renamed; canceled lessons have none.
 */
import type { MessageKey, Translate } from '@classwright/contract';
import type { ManifestWith } from '../../../manifest.ts';
import type { Db } from '../../../platform/database/index.ts';
import { type LessonFacts, sessionFinished } from '../live/index.ts';
import { implementAttention, loadOwnClasses } from './attention.ts';
import { listOwnClasses } from './attention-queries.ts';
import { implementClassCards } from './class-cards.ts';
import { factsJob, lessonFacts, writeFacts } from './facts.ts';
import { personalData } from './personal-data.ts';

export { listOwnClasses, loadOwnClasses, writeFacts };

export function resultsModule({ backgroundDb, t }: { backgroundDb: Db; t: Translate<MessageKey> }): ManifestWith<{ facts: LessonFacts }> {
  return {
    parts: { facts: lessonFacts },
    personalData,
    implementations: [...implementAttention({ t }), implementClassCards()],
    jobs: [factsJob(backgroundDb)],
    listens: [sessionFinished.listen((tx, { sessionId }) => writeFacts(tx, sessionId))],
  };
}
