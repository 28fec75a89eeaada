import { type Db, inTransaction, type Tx } from '../../../platform/database/index.ts';
import { forEachOf, type JobKind, scheduledJob } from '../../../platform/jobs/index.ts';
import type { LessonFacts } from '../live/index.ts';
import { insertFacts, listFactRoster, listStudentFacts, listWithoutFacts, sumForms } from './facts-queries.ts';

/** The number of lessons listed at a time. */
const AT_ONCE = 50;

/** Stores the facts of a lesson at the moment it finishes, within the transaction that finishes it. */
export const writeFacts = (tx: Tx, sessionId: number): Promise<void> => insertFacts(tx, sessionId, 'now');

/** The facts, for modules that show a lesson. */
export const lessonFacts: LessonFacts = { roster: listFactRoster, students: listStudentFacts };

/**
 * Adds missing facts of finished lessons: those from before facts were stored, and those that an older process finished
 * during an upgrade. Each is a transaction of its own; a failure does not block the others, and an interrupted run
 * continues with the next.
 */
export const factsJob = (db: Db): JobKind<never> =>
  scheduledJob(
    'results.fill-in',
    5,
    async (_scheduled, { standBack }) => {
      await sumForms(db);
      await forEachOf(
        (after) => listWithoutFacts(db, after, AT_ONCE),
        (id) => id,
        async (id) => {
          await standBack();
          await inTransaction(db, (tx) => insertFacts(tx, id, 'past'));
        },
      );
    },
    'heavy',
  ) as JobKind<never>;
